// Parts of a study join to exactly the whole, and what does not belong together is refused.
import { describe, expect, it } from 'vitest';
import { replicationOf } from '../../../src/engine/models.ts';
import { REPLICATE_FACTS, REPLICATE_SUMMARIES, type Chunk } from '../../../src/engine/types.ts';
import { datasetOf } from '../../../src/formats/hash.ts';
import { blockKey, ensembleKey } from '../../../src/instruments/seu/calibration/keys.ts';
import {
  calibrationTasks,
  studyOf,
  type CalibrationPlan,
  type Shard,
} from '../../../src/instruments/seu/calibration/plan.ts';
import { rangeOf } from '../../../src/instruments/seu/calibration/range.ts';
import { rowsOfChunks } from '../../../src/instruments/seu/calibration/rows.ts';
import { statsRows } from '../../../src/instruments/seu/calibration/table.ts';
import { readStats } from '../../../src/instruments/seu/calibration/table-read.ts';
import { writeTableCsv } from '../../../src/formats/table-csv.ts';
import { designContent } from '../../../src/instruments/seu/design/generate.ts';
import { DEFAULT_DESIGN } from '../../../src/instruments/seu/design/settings.ts';
import { ledger } from '../../../src/jobs/ledger.ts';
import { CalibrationDraft } from '../../../src/app/workflow/calibration-draft.svelte.ts';
import { SEU_PRESETS } from '../../../src/models/seu/presets.ts';
import { mergeParts, partOfRows } from '../../../src/state/merge.ts';
import { extendedPlan } from '../../../src/state/run-records.ts';

const source = { file: 'design', address: null, licence: null, citation: null };
const dataset = await datasetOf(designContent({ ...DEFAULT_DESIGN, menus: 10 }), {
  name: 'design',
  condition: '',
  source,
  history: [],
});
const datasets = new Map([[dataset.hash, dataset]]);

function planOf(seed = 5): CalibrationPlan {
  const draft = new CalibrationDraft();
  draft.set('replicates', '64');
  draft.set('maxRank', '20');
  return draft.plan({ model: SEU_PRESETS.m_0, design: dataset.hash, seed, label: 'test' });
}
const part = (plan: CalibrationPlan, shard: Shard): CalibrationPlan => ({
  ...plan,
  settings: { ...plan.settings, shard },
});

/** Chunks as a run of the plan's part stores them: true truths, and ranks that name the replicate. */
function chunksOf(plan: CalibrationPlan): readonly Chunk[] {
  const study = studyOf(plan, 0, datasets, null);
  const { replicate, quantities } = replicationOf(study, plan.seed);
  const tasks = calibrationTasks(plan, datasets);
  const blocks = tasks.flatMap((task) => (task.kind === 'replicates' ? [task] : []));
  const tuning: Chunk = {
    taskKey: ensembleKey(0),
    first: 0,
    count: 1,
    columns: Object.fromEntries(
      ['step_size', 'variances', 'basis', 'positions', 'iterations'].map((name) => [
        name,
        Float64Array.of(1),
      ]),
    ),
    gradients: 1,
    warmupGradients: 0,
  };
  return [
    tuning,
    ...blocks.map(({ key, first, count }): Chunk => {
      const numbers = Array.from({ length: count }, (_, i) => first + i);
      const truth = Float64Array.from(numbers.flatMap((number) => [...replicate(number).truth]));
      const rank = Float64Array.from(numbers.flatMap((number) => quantities.map(() => number % 21)));
      const columns = Object.fromEntries([
        ...REPLICATE_SUMMARIES.map((name) => [name, name === 'rank' ? rank : truth]),
        ...REPLICATE_FACTS.map((name) => [name, new Float64Array(count)]),
      ]);
      return { taskKey: key, first: 0, count, columns, gradients: 0, warmupGradients: 0 };
    }),
  ];
}

const rowsOf = (chunks: readonly Chunk[]) =>
  rowsOfChunks(chunks, 0, replicationOf(studyOf(planOf(), 0, datasets, null), 5).quantities, 20);
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
