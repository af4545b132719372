// How far a run is, and which of its tasks failed, from its record and its live state.
import type { RunRecord } from '../../jobs/run.ts';
import type { LiveRun } from '../../state/live-run.svelte.ts';
import type { RunProgress } from '../components/progress.ts';
import { countsOf } from './rows.ts';

/** Null once the run is done. `planned` is how many there will be, before tasks say so. */
export function progressOf(
  record: RunRecord,
  live: LiveRun | null,
  unit: string,
  planned = 0,
): RunProgress | null {
  if (record.state === 'done' && !live) return null;
  const { done, total, work } = countsOf(record, live);
  return {
    state: live ? 'running' : record.state,
    elsewhere: !live && record.state === 'running',
    unit,
    engine: record.manifest.engine?.label ?? '',
    done,
    total: total || planned,
    doneAtStart: live?.resumedAt ?? done,
    elapsed: live?.seconds ?? 0,
    work: { ...work, doneAtStart: live?.workedAtStart ?? work.done },
    savedTo: done > 0 ? done : null,
    resumedAt: live && live.resumedAt > 0 ? live.resumedAt : null,
  };
}

/** Messages of tasks that failed, and of a report that could not be made. */
export function failuresOf(
  record: RunRecord,
  live: LiveRun | null,
  report: string | null,
): readonly string[] {
  const states = live && live.states.length > 0 ? live.states : record.manifest.tasks;
  const failures = states.flatMap(({ key, failure }) => (failure === null ? [] : [`${key}: ${failure}`]));
  return [...failures, ...(report === null ? [] : [report])];
}
