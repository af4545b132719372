// How far a run is: bar, shares and time left go by work, on the page as in lists, under way and paused.
import { describe, expect, it } from 'vitest';
import { runRow } from '../../../../src/app/live/rows.ts';
import { progressOf } from '../../../../src/app/live/run-progress.ts';
import { nextTimeLeft, shareDone, type Pace } from '../../../../src/app/time-left.ts';
import { beliefKey } from '../../../../src/instruments/beliefs/keys.ts';
import { rowWork } from '../../../../src/instruments/beliefs/row-work.ts';
import type { RunRecord, RunState, TaskState } from '../../../../src/jobs/run.ts';
import { newRecord } from '../../../../src/state/run-records.ts';
import { LiveRun } from '../../../../src/state/live-run.svelte.ts';
import { workIn } from '../../../../src/workers/plans.ts';
import { beliefPlan } from '../../../support/belief-study.ts';

const plan = beliefPlan();

const task = (key: string, iteration: number, iterations: number): TaskState => ({
  ...{ key, iteration, iterations, failure: null, engine: 'cpu' },
  done: iteration === iterations,
});

function recordWith(tasks: readonly TaskState[], state: RunState): RunRecord {
  const record = newRecord('r', plan, '0', 0, state);
  return { ...record, manifest: { ...record.manifest, tasks } };
}

/** One row of 14 seconds beside 7000 rows of 2 milliseconds: as much work, one 7001th of the rows. */
const HALVES = [task(beliefKey(0, 'dependence', 0), 1, 1), task(beliefKey(0, 'outcome', 0), 0, 7000)];

describe('progress of a belief study', () => {
  it('fills the bar by work and counts rows', () => {
    const progress = progressOf(recordWith(HALVES, 'paused'), null, 'rows')!;
    expect([progress.done, progress.total]).toEqual([1, 7001]);
    expect(shareDone(progress)).toBe(0.5);
  });

  it('says the same share in lists, whether it is under way or paused', () => {
    const record = recordWith(HALVES, 'paused');
    const live = new LiveRun('r', () => true, workIn(plan));
    live.begin(HALVES);
    expect(runRow(record, null, null)).toMatchObject({ share: 0.5, word: 'Paused 50 %' });
    expect(runRow(record, live, null)).toMatchObject({ share: 0.5, word: '50 %' });
    expect(shareDone(progressOf(record, live, 'rows')!)).toBe(0.5);
  });

  it('measures a pace from where this session took the run up', () => {
    const live = new LiveRun('r', () => true, workIn(plan));
    live.begin(HALVES);
    live.update([HALVES[0], task(HALVES[1].key, 3500, 7000)], true);
    const { work } = progressOf(recordWith(HALVES, 'running'), live, 'rows')!;
    expect(work).toEqual({ done: 21_000, total: 28_000, doneAtStart: 14_000 });
  });
});

const CELLS = [0, 1, 2, 3, 4, 5];
/** A study in the order of its tasks: cell, part, tasks, rows a task. */
const PARTS = [
  ...CELLS.map((cell) => [cell, 'fit', 1, 1] as const),
  ...CELLS.flatMap((cell) => [
    [cell, 'coherence', 5, 1] as const,
    [cell, 'dependence', 1, 1] as const,
    [cell, 'outcome', 8, 250] as const,
    [cell, 'outcome_null', 4, 50] as const,
    [cell, 'checks', 1, 1] as const,
  ]),
];
const KEYS = PARTS.flatMap(([cell, part, tasks, rows]) =>
  Array.from({ length: tasks }, (_, block) => ({ key: beliefKey(cell, part, block * rows), rows })),
);

/** What each shows after every task, where two threads take tasks in order and each takes `slower` times its work. */
function shown(slower: (key: string) => number): { end: number; steps: { at: number; pace: Pace }[] } {
  const threads = [0, 0];
  const ends = KEYS.map(({ key, rows }) => {
    const thread = threads[0] <= threads[1] ? 0 : 1;
    return (threads[thread] += (rowWork(key) * rows * slower(key)) / 1000);
  });
  const steps = [...ends]
    .sort((a, b) => a - b)
    .map((at) => {
      const states = KEYS.map(({ key, rows }, i) => task(key, ends[i] <= at ? rows : 0, rows));
      return { at, pace: { ...progressOf(recordWith(states, 'running'), null, 'rows')!, elapsed: at } };
    })
    .map(({ at, pace }) => ({
      at,
      pace: { ...pace, doneAtStart: 0, work: { ...pace.work!, doneAtStart: 0 } },
    }));
  return { end: Math.max(...ends), steps };
}

describe('a study whose rows differ ten-thousandfold', () => {
  it.each([
    ['as expected', () => 1],
    ['three times as slow', () => 3],
    ['slow where fits are judged', (key: string) => (rowWork(key) > 1000 ? 1.4 : 1)],
  ] as const)('shows how far it is and how long it takes, %s', (_, slower) => {
    const { end, steps } = shown(slower);
    let left: number | null = null;
    for (const { at, pace } of steps) {
      left = nextTimeLeft(left, pace);
      expect(Math.abs(shareDone(pace) - at / end), `bar at ${at} of ${end}`).toBeLessThan(0.15);
      if (at > end / 4) expect(left, `left at ${at} of ${end}`).toBeLessThan(1.5 * (end - at) + 0.1 * end);
      if (at > end / 4) expect(left, `left at ${at} of ${end}`).toBeGreaterThan((end - at) / 1.5 - 0.1 * end);
    }
  });
});
