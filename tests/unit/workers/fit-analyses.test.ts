// Questions about finished fits: answers equal what can be worked out by hand from the draws.
import { describe, expect, it } from 'vitest';
import { sweepPlan } from '../../../src/instruments/seu/compare/sweep.ts';
import { DEFAULT_SAMPLER, fitTasks, type FitPlan } from '../../../src/instruments/seu/plan.ts';
import { alphaDraws } from '../../../src/instruments/seu/study.ts';
import type { RunRecord } from '../../../src/jobs/run.ts';
import { SEU_PRESETS } from '../../../src/models/seu/presets.ts';
import { median } from '../../../src/statistics/quantile.ts';
import { factorLevels } from '../../../src/instruments/seu/compare/levels.ts';
import { fitComparators } from '../../../src/workers/fit-comparators.ts';
import { fitSlopes, sweptRuns } from '../../../src/workers/fit-slopes.ts';
import { storedFit } from '../../../src/workers/fit-study.ts';
import type { Stored } from '../../../src/workers/stored.ts';
import { contentOf, repeated } from '../instruments/seu/check/content.ts';
import { chunksOf, dataset } from '../instruments/seu/fits.ts';

const SIZES = [2, 3, 4, 3, 2, 4];
const menus = SIZES.map((size) => Array.from({ length: size }, (_, i) => i));
const content = contentOf(repeated(menus, 1));
const sampler = { ...DEFAULT_SAMPLER, chains: 2, warmup: 150, draws: 100 };
const COLD = 0.5;
const HOT = 2.5;

async function studyPlan() {
  const datasets = await Promise.all([dataset(content, 'hot'), dataset(content, 'cold')]);
  const condition = (i: number, temperature: number) => ({
    dataset: datasets[i].hash,
    label: `T = ${temperature}`,
    model: SEU_PRESETS.m_01,
    cell: 'a',
    temperature,
  });
  const plan: FitPlan = {
    instrument: 'seu',
    analysis: 'study',
    title: 'heat',
    datasets: datasets.map(({ hash }) => hash),
    settings: {
      conditions: [condition(0, HOT), condition(1, COLD)],
      sampler,
      study: { cells: [{ id: 'a', agent: 'A', task: 't', merge: [] }], compare: [] },
    },
    seed: 4,
    engine: 'cpu',
  };
  return { plan, datasets: new Map(datasets.map((one) => [one.hash, one])) };
}

const record = (plan: FitPlan, id: string, changed: number, state: RunRecord['state'] = 'done'): RunRecord =>
  ({ id, state, changed, manifest: { plan, tasks: [] } }) as unknown as RunRecord;

async function stored({ plan, datasets }: Awaited<ReturnType<typeof studyPlan>>): Promise<Stored<FitPlan>> {
  const chunks = await chunksOf({ plan, datasets });
  expect(chunks.length).toBeGreaterThanOrEqual(fitTasks(plan, datasets).length);
  return { run: record(plan, 'run', 1), plan, datasets, chunks };
}

const study = await studyPlan();
const base = await stored(study);
const down = await stored(sweepPlan(study.plan, study.datasets, 'down') as typeof study);

describe('simpler models beside a fit', () => {
  const compared = fitComparators(base, 1)!;

  it('predicts at random with one over the size of each menu', () => {
    const uniform = compared.rows.find(({ model }) => model === 'uniform')!;
    expect(uniform.elpd).toBeCloseTo(-SIZES.reduce((sum, size) => sum + Math.log(size), 0), 10);
    expect(uniform.flagged).toBe(0);
  });

  it('gives differences of the elpds, and a finding', () => {
    const [seu, ...others] = compared.rows;
    expect([seu.model, ...others.map(({ model }) => model)]).toEqual(['seu', 'luce_items', 'uniform']);
    for (const { elpd, difference } of others)
      expect(difference!.difference).toBeCloseTo(seu.elpd - elpd, 10);
    expect(compared).toMatchObject({ label: `T = ${COLD}`, problems: new Set(SIZES).size });
    expect(compared.finding).toMatch(/left-out problems|cannot be compared/);
  });

  it('is null before there are draws', () => {
    expect(fitComparators({ ...base, chunks: [] }, 0)).toBeNull();
  });
});

describe('conditions together', () => {
  it('has the slope of two conditions as their difference over the temperatures', () => {
    const { effects, resolutions } = fitSlopes(base, new Map());
    const [hot, cold] = [0, 1].map((i) => alphaDraws(storedFit(base, i)!));
    const slope = median(hot.map((value, s) => (value - cold[s]) / (HOT - COLD)));
    const row = effects.find(({ kind, scale }) => kind === 'slope' && scale === 'alpha')!;
    expect(row).toMatchObject({ factor: 'temperature', conditions: 2 });
    expect(row.median).toBeCloseTo(slope, 10);
    expect(resolutions.map(({ cell }) => cell)).toEqual(['a']);
    expect(resolutions[0].slope.median).toBeCloseTo(slope, 10);
    expect(resolutions[0].rows[0].proportional).toBeGreaterThan(0);
  });

  it('sets slopes under other priors beside those as fitted, once they are there', () => {
    expect(fitSlopes(base, new Map())).toMatchObject({ sweep: [], unswept: ['down', 'up', 'wide'] });
    const swept = fitSlopes(base, new Map([['down', down]]));
    expect(swept.sweep.map(({ prior }) => prior)).toEqual(['baseline', 'down']);
    expect(swept.sweep[0].slope_median).toBeCloseTo(swept.resolutions[0].slope.median, 10);
    expect(swept.unswept).toEqual(['up', 'wide']);
    expect(swept.sweepFindings).toHaveLength(1);
  });

  it('finds the newest finished refit of the same data under each prior', () => {
    const [low, wide] = (['down', 'wide'] as const).map(
      (prior) => sweepPlan(study.plan, study.datasets, prior).plan,
    );
    const records = [
      record(study.plan, 'base', 9),
      record(low, 'old', 1),
      record(low, 'new', 2),
      record(wide, 'running', 3, 'running'),
    ];
    expect(sweptRuns(study.plan, records)).toEqual([['down', 'new']]);
  });

  it('has no slopes without temperatures, and contrasts of labels instead', () => {
    const conditions = study.plan.settings.conditions.map((one) => ({ ...one, temperature: null }));
    const plan = { ...study.plan, settings: { ...study.plan.settings, conditions, study: null } };
    const { effects, resolutions } = fitSlopes({ ...base, plan }, new Map());
    expect(resolutions).toEqual([]);
    expect(effects.map(({ kind, factor }) => `${kind} ${factor}`)).toEqual([
      'contrast condition',
      'contrast condition',
    ]);
  });
});

/** `stored`, and how often its chunks have been read: each fold of a condition reads them once. */
function counted(stored: Stored<FitPlan>): {
  readonly stored: Stored<FitPlan>;
  readonly folds: () => number;
} {
  let folds = 0;
  const watched: Stored<FitPlan> = {
    ...stored,
    get chunks() {
      folds += 1;
      return stored.chunks;
    },
  };
  return { stored: watched, folds: () => folds };
}

describe('the fold of a study', () => {
  it('is made once a condition', () => {
    const { stored: watched, folds } = counted(base);
    fitSlopes(watched, new Map());
    expect(folds()).toBe(study.plan.settings.conditions.length);
  });
});

describe('levels of factors', () => {
  it('are agent and task where these tell cells apart, else the cell', async () => {
    const { plan } = await studyPlan();
    expect(factorLevels(plan)).toEqual([
      { cell: 'a', temperature: HOT },
      { cell: 'a', temperature: COLD },
    ]);
    const cells = [
      { id: 'a', agent: 'A', task: 't', merge: [] },
      { id: 'b', agent: 'B', task: 't', merge: [] },
    ];
    const crossed = { ...plan, settings: { ...plan.settings, study: { cells, compare: [] } } };
    expect(factorLevels(crossed)[0]).toEqual({ agent: 'A', task: 't', temperature: HOT });
  });
});
