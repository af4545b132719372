// Reports of a growing calibration: which look has been passed, and over which replicates.
import { describe, expect, it } from 'vitest';
import type { Chunk } from '../../../src/engine/types.ts';
import { replicationOf } from '../../../src/engine/models.ts';
import { datasetOf } from '../../../src/formats/hash.ts';
import { blockKey } from '../../../src/instruments/seu/calibration/keys.ts';
import {
  calibrationSampler,
  studyOf,
  type CalibrationPlan,
} from '../../../src/instruments/seu/calibration/plan.ts';
import { designContent } from '../../../src/instruments/seu/design/generate.ts';
import { DEFAULT_DESIGN } from '../../../src/instruments/seu/design/settings.ts';
import { SEU_PRESETS } from '../../../src/models/seu/presets.ts';
import { ALL_MENUS } from '../../../src/models/seu/subset.ts';
import { armReports } from '../../../src/workers/replicate-reports.ts';
import type { Stored } from '../../../src/workers/stored.ts';
import { mockRows } from '../instruments/seu/calibration/mock.ts';

const { m_0 } = SEU_PRESETS;
const source = { file: 'd', address: null, licence: null, citation: null };
const content = designContent({ ...DEFAULT_DESIGN, dimensions: 1, menus: 3 });
const dataset = await datasetOf(content, { name: 'd', condition: '', source, history: [] });
const datasets = new Map([[dataset.hash, dataset]]);
const DRAWS = 19;

const plan: CalibrationPlan = {
  instrument: 'seu',
  analysis: 'sbc',
  title: 't',
  datasets: [dataset.hash],
  settings: {
    arms: [{ label: 'm_0', design: dataset.hash, model: m_0, fitted: m_0, menus: ALL_MENUS, fault: null }],
    replicates: { first: 0, count: 60 },
    looks: { level: 0.05, planned: [20, 60], added: [] },
    shard: null,
    posterior: null,
    sampler: { ...calibrationSampler(m_0), draws: DRAWS },
    quantities: { psi: 0, projections: 0 },
  },
  seed: 3,
  engine: 'cpu',
};
const { quantities } = replicationOf(studyOf(plan, 0, datasets, null), plan.seed);

function block(first: number, count: number): Chunk {
  const { summaries, facts } = mockRows({ replicates: count, maxRank: DRAWS, quantities, first });
  const columns = { ...summaries, ...facts };
  return { taskKey: blockKey(0, first), first: 0, count, columns, gradients: 0, warmupGradients: 0 };
}

function reportOf(...chunks: readonly Chunk[]) {
  const run = {} as unknown as Stored<CalibrationPlan>['run'];
  const { reports } = armReports({ run, plan, datasets, chunks }, []);
  return reports[0];
}

describe('a calibration that grows', () => {
  it('keeps the verdict of the look that was passed, over its replicates alone', () => {
    const report = reportOf(block(0, 10), block(10, 10), block(30, 10));
    expect(report.state).toEqual({ kind: 'growing', replicates: 30, next: 60 });
    expect(report.last_look).toMatchObject({ look: 1, replicates: 20 });
    const then = reportOf(block(0, 20));
    expect(then.last_look).toBeNull();
    expect(then.state).toEqual({ kind: 'look', verdict: report.last_look });
  });

  it('gives none while one of the first replicates is missing, however many there are', () => {
    for (const chunks of [
      [block(0, 10), block(20, 10)],
      [block(0, 10), block(20, 30)],
      [block(20, 20)],
      [block(20, 40)],
    ]) {
      const report = reportOf(...chunks);
      expect(report.state).toMatchObject({ kind: 'growing', next: 20 });
      expect(report.last_look).toBeNull();
    }
  });
});

describe('a fold', () => {
  const run = {} as unknown as Stored<CalibrationPlan>['run'];

  it('reads the chunks once an arm, and says which replicates it held', () => {
    let reads = 0;
    const stored: Stored<CalibrationPlan> = {
      run,
      plan,
      datasets,
      get chunks() {
        reads += 1;
        return [block(0, 10)];
      },
    };
    const { seen } = armReports(stored, []);
    expect(reads).toBe(plan.settings.arms.length);
    expect([...seen[0]]).toEqual(Array.from({ length: 10 }, (_, i) => i));
  });

  it('marks the ranks that the fold before did not hold', () => {
    const first = armReports({ run, plan, datasets, chunks: [block(0, 10)] }, []);
    const again = armReports({ run, plan, datasets, chunks: [block(0, 10)] }, first.seen);
    expect(again.reports[0].quantities[0].last).toEqual([]);
    const more = armReports({ run, plan, datasets, chunks: [block(0, 10), block(10, 3)] }, first.seen);
    expect(more.reports[0].quantities[0].last).toHaveLength(3);
  });
});
