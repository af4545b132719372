// Parts of a study join to exactly the whole, and what does not belong together is refused.
import { describe, expect, it } from 'vitest';
import { blockKey } from '../../../src/instruments/seu/calibration/keys.ts';
import { calibrationTasks, type CalibrationPlan } from '../../../src/instruments/seu/calibration/plan.ts';
import { rangeOf } from '../../../src/instruments/seu/calibration/range.ts';
import { statsRows } from '../../../src/instruments/seu/calibration/table.ts';
import { readStats } from '../../../src/instruments/seu/calibration/table-read.ts';
import { writeTableCsv } from '../../../src/formats/table-csv.ts';
import { ledger } from '../../../src/jobs/ledger.ts';
import { mergeParts, partOfRows } from '../../../src/state/merge.ts';
import { extendedPlan } from '../../../src/state/run-records.ts';
import { chunksOf, datasets, part, planOf, rowsOf } from './studies.ts';

const known = (name: string, plan: CalibrationPlan) => ({ name, plan, chunks: chunksOf(plan) });
const thirds = [1, 2, 3].map((index) => known(`part ${index}`, part(planOf(), { index, of: 3 })));

describe('parts of one study', () => {
  it('join to exactly the rows of the whole, whose tasks are then done', () => {
    expect(thirds.map(({ plan }) => rangeOf(plan.settings))).toEqual([
      { first: 0, count: 21 },
      { first: 21, count: 21 },
      { first: 42, count: 22 },
    ]);
    const merged = mergeParts([thirds[2], thirds[0], thirds[1]]);
    expect(merged.plan.settings.shard).toBeNull();
    expect(rowsOf(merged.chunks)).toEqual(rowsOf(chunksOf(planOf())));
    const states = ledger(calibrationTasks(merged.plan, datasets), merged.chunks, []).states();
    expect(states.filter(({ done }) => !done)).toEqual([]);
  });

  it('leave to be done what no part holds', () => {
    const merged = mergeParts([thirds[0], thirds[2]]);
    const states = ledger(calibrationTasks(merged.plan, datasets), merged.chunks, []).states();
    expect(states.filter(({ done }) => !done).map(({ key }) => key)).toEqual(
      [20, 30, 40].map((first) => blockKey(0, first)),
    );
  });

  it('are refused where they overlap or belong to another study', () => {
    expect(() => mergeParts([thirds[0], thirds[0]])).toThrow(/both hold replicate 1; needed disjoint blocks/);
    expect(() => mergeParts([thirds[0], known('other', part(planOf(6), { index: 2, of: 3 }))])).toThrow(
      /other is of another study than part 1/,
    );
  });
});

describe('a table of ranks', () => {
  const table = (plan: CalibrationPlan) => {
    const text = writeTableCsv(statsRows(rowsOf(chunksOf(plan))));
    const read = readStats(text, 'sbc_stats.csv');
    if (!read.ok) throw new Error(JSON.stringify(read.faults));
    return read.value;
  };

  it('is a part of the study whose truths it has', () => {
    const rows = table(thirds[1].plan);
    const merged = mergeParts([thirds[0], partOfRows('table', rows, thirds[0].plan, datasets), thirds[2]]);
    expect(rowsOf(merged.chunks).summaries.rank).toEqual(rowsOf(chunksOf(planOf())).summaries.rank);
  });

  it('is refused where its truths are not the ones that the study simulates', () => {
    const rows = table(part(planOf(6), { index: 2, of: 3 }));
    expect(() => partOfRows('table', rows, thirds[0].plan, datasets)).toThrow(
      /table, replicate 22: its truth is not the one this study simulates/,
    );
  });
});

describe('adding replicates', () => {
  it('enters the new total as a look', () => {
    const once = extendedPlan(planOf(), 36);
    expect(once.settings.replicates).toEqual({ first: 0, count: 100 });
    expect(once.settings.looks).toEqual({ level: 0.05, planned: [64], added: [100] });
    expect(extendedPlan(once, 100).settings.looks.added).toEqual([100, 200]);
  });

  it('is refused for one part of a study', () =>
    expect(() => extendedPlan(thirds[0].plan, 36)).toThrow(/one part of a study/));
});
