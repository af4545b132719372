import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ReplicatesTask } from '../../../../../src/engine/types.ts';
import type { Dataset } from '../../../../../src/formats/dataset.ts';
import { datasetOf } from '../../../../../src/formats/hash.ts';
import { parseCalibrationKey } from '../../../../../src/instruments/seu/calibration/keys.ts';
import { matchedArms, sampleSizeArms } from '../../../../../src/instruments/seu/calibration/matched-plan.ts';
import {
  calibrationSampler,
  calibrationTasks,
  maxRankOf,
  type CalibrationPlan,
  type CalibrationSettings,
} from '../../../../../src/instruments/seu/calibration/plan.ts';
import { posteriorPlan, truthsOfDraws } from '../../../../../src/instruments/seu/calibration/posterior.ts';
import {
  lookAt,
  nextLook,
  passedLook,
  rangeOf,
  withoutGap,
} from '../../../../../src/instruments/seu/calibration/range.ts';
import { designContent } from '../../../../../src/instruments/seu/design/generate.ts';
import { DEFAULT_DESIGN } from '../../../../../src/instruments/seu/design/settings.ts';
import { SEU_PRESETS } from '../../../../../src/models/seu/presets.ts';
import { ALL_MENUS } from '../../../../../src/models/seu/subset.ts';

const { m_0, m_02, m_1, m_11, m_2 } = SEU_PRESETS;
const content = designContent({ ...DEFAULT_DESIGN, menus: 8, riskyMenus: 6, lotteries: 8 });
const about = {
  name: 'd',
  condition: '',
  source: { file: 'd', address: null, licence: null, citation: null },
  history: [],
};
const dataset: Dataset = await datasetOf(content, about);
const datasets = new Map([[dataset.hash, dataset]]);

const plan = (parts: Partial<CalibrationSettings> = {}): CalibrationPlan => ({
  instrument: 'seu',
  analysis: 'sbc',
  title: 't',
  datasets: [dataset.hash],
  settings: {
    arms: [{ label: 'm_0', design: dataset.hash, model: m_0, fitted: m_0, menus: ALL_MENUS, fault: null }],
    replicates: { first: 0, count: 47 },
    looks: { level: 0.05, planned: [47], added: [] },
    shard: null,
    posterior: null,
    sampler: calibrationSampler(m_0),
    quantities: { psi: 2, projections: 1 },
    ...parts,
  },
  seed: 3,
  engine: 'cpu',
});

const numbersOf = (made: CalibrationPlan): readonly number[] =>
  calibrationTasks(made, datasets)
    .filter((task): task is ReplicatesTask => task.kind === 'replicates')
    .flatMap(({ first, count }) => Array.from({ length: count }, (_, i) => first + i));

describe('tasks of a calibration', () => {
  it('are one pooled warmup and blocks of at most ten, by absolute numbers', () => {
    const tasks = calibrationTasks(plan(), datasets);
    expect(tasks.map(({ key }) => key)).toEqual([
      'a00/tune',
      'a00/r00000000',
      'a00/r00000010',
      'a00/r00000020',
      'a00/r00000030',
      'a00/r00000040',
    ]);
    expect(numbersOf(plan())).toEqual(Array.from({ length: 47 }, (_, i) => i));
    for (const task of tasks.slice(1)) {
      expect(parseCalibrationKey(task.key)).toEqual({ arm: 0, first: (task as ReplicatesTask).first });
      expect((task as ReplicatesTask).tuneKey).toBe('a00/tune');
    }
  });

  it('of all shards are those of the whole, each once', () => {
    const sizes = fc.record({ count: fc.integer({ min: 1, max: 60 }), of: fc.integer({ min: 1, max: 9 }) });
    fc.assert(
      fc.property(sizes, ({ count, of }) => {
        const replicates = { first: 5, count };
        const parts = Array.from({ length: of }, (_, i) =>
          numbersOf(plan({ replicates, shard: { index: i + 1, of } })),
        );
        expect(parts.flat()).toEqual(numbersOf(plan({ replicates })));
        const lengths = parts.map(({ length }) => length);
        expect(Math.max(...lengths) - Math.min(...lengths)).toBeLessThanOrEqual(1);
      }),
      { numRuns: 40, seed: 2 },
    );
  });

  it('of nuts need no warmup of others', () => {
    const tasks = calibrationTasks(plan({ sampler: { ...calibrationSampler(m_0), name: 'nuts' } }), datasets);
    expect(tasks.every(({ kind }) => kind === 'replicates')).toBe(true);
    expect((tasks[0] as ReplicatesTask).tuneKey).toBeNull();
  });

  it('need their design, and truths exactly where a posterior is asked for', () => {
    expect(() => calibrationTasks(plan(), new Map())).toThrow(/design .* of m_0 is not at hand/);
    expect(() => calibrationTasks(plan(), datasets, new Float64Array(10))).toThrow(/truths of a posterior/);
    const posterior = { sampler: calibrationSampler(m_0), truths: 5 };
    expect(() => calibrationTasks(plan({ posterior }), datasets)).toThrow(/truths of a posterior/);
  });

  it('have arms with the same seed and replicates, and streams of their own', () => {
    const arms = matchedArms(content, dataset.hash, m_1);
    const tasks = calibrationTasks(plan({ arms }), datasets);
    expect(new Set(tasks.map(({ stream }) => `${stream.seed} ${stream.task}`))).toEqual(
      new Set(['3 0', '3 1', '3 2', '3 3']),
    );
    expect(new Set(tasks.map(({ key }) => key)).size).toBe(tasks.length);
  });
});

describe('settings of a calibration', () => {
  it('aim higher where choices are sharp', () => {
    expect(calibrationSampler(m_0).targetAcceptance).toBe(0.8);
    expect(calibrationSampler(m_02).targetAcceptance).toBe(0.9);
    expect(maxRankOf(calibrationSampler(m_0))).toBe(999);
  });

  it('know their looks', () => {
    const looks = { level: 0.05, planned: [100, 200], added: [250] };
    expect([50, 100, 200, 250, 251].map((n) => lookAt(looks, n))).toEqual([null, 1, 2, 3, null]);
    expect(rangeOf(plan().settings)).toEqual({ first: 0, count: 47 });
    expect([99, 100, 199, 250, 999].map((n) => nextLook(looks, n))).toEqual([100, 200, 200, null, null]);
    expect([99, 100, 199, 250, 999].map((n) => passedLook(looks, n))).toEqual([null, 100, 100, 250, 250]);
  });

  it('count replicates in a row from the first of the study', () => {
    expect(withoutGap([], 0)).toBe(0);
    expect(withoutGap([5, 6, 7], 5)).toBe(3);
    expect(withoutGap([0, 1, 3, 4], 0)).toBe(2);
    expect(withoutGap([1, 2, 3], 0)).toBe(0);
  });
});

describe('the matched comparison', () => {
  it('fits parts of the same truths and choices', () => {
    const arms = matchedArms(content, dataset.hash, m_1);
    expect(arms.map(({ label, model, fitted }) => [label, model.name, fitted.name])).toEqual([
      ['A', 'm_1', 'm_0'],
      ['B', 'm_1', 'm_0'],
      ['C', 'm_1', 'm_1'],
      ['D', 'm_1', 'm_1'],
    ]);
    expect(arms[0].menus).toEqual({ uncertain: [0, 1, 2, 3], risky: [] });
    expect(arms[2].menus).toEqual({ uncertain: [0, 1, 2, 3], risky: [0, 1, 2] });
    expect(arms[3].menus).toEqual(ALL_MENUS);
    expect(matchedArms(content, dataset.hash, m_11)[0].fitted.priors.alpha).toEqual(m_11.priors.alpha);
  });

  it('needs risky menus under one alpha', () => {
    expect(() => matchedArms({ ...content, risky: null }, 'h', m_1)).toThrow(/without risky menus/);
    expect(() => matchedArms(content, 'h', m_2)).toThrow(/under m_2; needed a model with one alpha/);
  });

  it('has sizes that are beginnings of one design', () => {
    const arms = sampleSizeArms('h', m_1, content, [2, 8]);
    expect(arms.map(({ menus }) => [menus.uncertain?.length, menus.risky?.length])).toEqual([
      [2, 2],
      [8, 6],
    ]);
  });
});

describe('posterior calibration', () => {
  it('fits the design’s own data, and takes truths evenly from its draws', () => {
    const posterior = { sampler: calibrationSampler(m_0), truths: 5 };
    expect(posteriorPlan(plan({ posterior })).settings.conditions[0]).toMatchObject({
      dataset: dataset.hash,
      model: m_0,
    });
    expect(() => posteriorPlan(plan())).toThrow(/without a posterior/);
    const variables = [
      'alpha',
      ...[1, 2, 3].flatMap((k) => [1, 2, 3, 4, 5].map((d) => `beta[${k},${d}]`)),
      'delta[1]',
      'delta[2]',
    ];
    const values = Float64Array.from({ length: variables.length * 12 }, (_, i) => i);
    const draws = { variables, chains: 2, iterations: 6, values };
    const truths = truthsOfDraws(draws, dataset, 4);
    expect(truths.length).toBe(4 * 19);
    expect([...truths.subarray(19, 22)]).toEqual([3, 3, 12 + 3]);
    expect(truths[4 * 19 - 1]).toBe(17 * 12 + 9);
    expect(() => truthsOfDraws(draws, dataset, 13)).toThrow(/13 truths of 12 draws/);
  });
});
