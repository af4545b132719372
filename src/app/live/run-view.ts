// The page of one run from its record, its live state and its report.
import { integer } from '../../charts/number-format.ts';
import type { RunRecord } from '../../jobs/run.ts';
import type { LiveRun } from '../../state/live-run.svelte.ts';
import type { RunProgress } from '../components/progress.ts';
import { formatCounted } from '../format.ts';
import type { RunView } from '../run-view.ts';
import { fitCaveats, fitFigures, fitFinding } from './fit-view.ts';
import { countsOf, planOf } from './rows.ts';
import { studyDiagnostics, studyFigures, studyTables } from './study-view.ts';
import type { WatchedReport } from './watched-report.svelte.ts';

function progressOf(record: RunRecord, live: LiveRun | null): RunProgress | null {
  if (record.state === 'done' && !live) return null;
  const { done, total } = countsOf(record, live);
  return {
    state: live ? 'running' : record.state === 'running' ? 'paused' : record.state,
    unit: 'iterations',
    engine: record.manifest.engine?.label ?? '',
    done,
    total,
    doneAtStart: live?.resumedAt ?? done,
    elapsed: live?.seconds ?? 0,
    savedTo: done > 0 ? done : null,
    resumedAt: live && live.resumedAt > 0 ? live.resumedAt : null,
  };
}

function factsOf(record: RunRecord): readonly string[] {
  const plan = planOf(record);
  const { conditions, sampler } = plan.settings;
  const models = [...new Set(conditions.map(({ model }) => model.name))];
  return [
    conditions.length === 1 ? conditions[0].label : formatCounted(conditions.length, 'condition'),
    `Model ${models.join(', ')}`,
    `${sampler.chains} chains × ${integer(sampler.draws)} draws, ${sampler.name}`,
    `Seed ${plan.seed}`,
    ...(record.manifest.engine ? [record.manifest.engine.label] : []),
  ];
}

/** While evidence lands only how much is in; a verdict belongs to the planned end. */
function findingOf(record: RunRecord, live: LiveRun | null, watched: WatchedReport | null): string {
  if (record.state !== 'done') {
    const { done, total } = countsOf(record, live);
    return total > 0 ? `${integer(done)} of ${integer(total)} iterations are in.` : 'The run is starting.';
  }
  if (watched?.study) return watched.study.finding;
  const fits = (watched?.fits ?? []).filter((fit) => fit !== null);
  if (fits.length === 0) return record.headline ?? '';
  return fits
    .map((fit) => (fits.length > 1 ? `${fit.label}: ${fitFinding(fit)}` : fitFinding(fit)))
    .join(' ');
}

/** Pictures of the chosen condition of a fit, or of the study. */
export function viewOfRun(
  record: RunRecord,
  live: LiveRun | null,
  watched: WatchedReport | null,
  condition: number,
  problem: string | null,
): RunView {
  const { study, fits, hash } = watched ?? { study: null, fits: [], hash: '' };
  const fit = fits[condition] ?? fits.find((each) => each !== null) ?? null;
  const states = live && live.states.length > 0 ? live.states : record.manifest.tasks;
  const failures = states.flatMap(({ key, failure }) => (failure === null ? [] : [`${key}: ${failure}`]));
  const done = record.state === 'done';
  const warnings = record.manifest.warnings;
  return {
    title: planOf(record).title,
    facts: factsOf(record),
    finding: findingOf(record, live, watched),
    caveats: [
      ...(problem ? [problem] : []),
      ...warnings,
      ...(done && study ? study.caveats : []),
      ...(done && fit && !study ? fitCaveats(fit) : []),
    ],
    progress: progressOf(record, live),
    diagnostics: study ? studyDiagnostics(study) : done && fit ? fit.diagnostics : [],
    figures: study ? studyFigures(study) : fit ? fitFigures(fit) : [],
    summary: study || !fit ? [] : fit.summary,
    tables: study ? studyTables(study) : [],
    failures: [...failures, ...(watched?.failure ? [watched.failure] : [])],
    plan: hash,
  };
}
