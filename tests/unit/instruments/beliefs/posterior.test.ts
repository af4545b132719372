import { beforeAll, describe, expect, it } from 'vitest';
import type { SamplerSettings } from '../../../../src/engine/types.ts';
import {
  parsePosteriorKey,
  posteriorTasks,
  type PosteriorPlan,
} from '../../../../src/instruments/beliefs/posterior/plan.ts';
import { withBeliefPrior } from '../../../../src/instruments/beliefs/posterior/prior-text.ts';
import {
  posteriorReport,
  type PosteriorCellReport,
} from '../../../../src/instruments/beliefs/posterior/report.ts';
import { spreadDraws } from '../../../../src/instruments/beliefs/posterior/scores.ts';
import { randomStream } from '../../../../src/math/random.ts';
import { selectCases, type BeliefCell, type BeliefOutput } from '../../../../src/models/beliefs/cell.ts';
import { beliefLikelihood, patternWeights } from '../../../../src/models/beliefs/likelihood.ts';
import { beliefModel } from '../../../../src/models/beliefs/model.ts';
import { PROPER_PRIORS, type ProperPriors } from '../../../../src/models/beliefs/priors.ts';
import { parameterNames } from '../../../../src/models/beliefs/quantities.ts';
import { drawTheta, simulateCell } from '../../../../src/models/beliefs/truth.ts';
import { beliefPlan, runTasks, tableOf } from '../../../support/belief-study.ts';

const OUTPUTS: readonly BeliefOutput[] = [
  { prompt: 'report', family: 'probability' },
  { prompt: 'scale', family: 'ordinal', categories: 3 },
  { prompt: 'act', family: 'decision', framing: 'bet', threshold: 0.3 },
];
const PRIORS: ProperPriors = {
  ...PROPER_PRIORS,
  eta: 0.7,
  intercept: 1.5,
  slope: 2,
  cutpoint: 2,
  cutpointGap: 2,
  phi: { mu: 3, sigma: 0.5 },
};
const TRAIN = 4;
const model = beliefModel('linear', OUTPUTS);

function simulated(): BeliefCell {
  const random = randomStream(31, 0, 0);
  return simulateCell(model, drawTheta(model, PRIORS, random), 20, random);
}
const cell = simulated();
const splits = {
  [cell.domain]: { train: cell.cases.slice(0, TRAIN), validation: [], test: cell.cases.slice(TRAIN) },
};

const planWith = (sampler: Partial<SamplerSettings>): PosteriorPlan => ({
  ...beliefPlan(),
  analysis: 'posterior',
  settings: {
    ...beliefPlan().settings,
    splits,
    kind: 'linear',
    priors: PRIORS,
    scored: 20,
    sampler: {
      name: 'nuts',
      chains: 2,
      warmup: 100,
      draws: 250,
      thin: 1,
      targetAcceptance: 0.8,
      maxDepth: 10,
      ...sampler,
    },
  },
});

const tables = new Map([['table', tableOf([{ cell }])]]);

async function reported(plan: PosteriorPlan): Promise<PosteriorCellReport> {
  const { chunks, states } = await runTasks(posteriorTasks(plan, tables));
  return posteriorReport(plan, tables, chunks, states)[0];
}

interface Moments {
  readonly mean: number;
  readonly error: number;
}

/** Posterior means by draws from the prior, weighted by the likelihood of the training answers. */
function byImportance(draws: number): ReadonlyMap<string, Moments> {
  const likelihood = beliefLikelihood(model, selectCases(cell, [...Array(TRAIN).keys()]));
  const weights = patternWeights(likelihood);
  const random = randomStream(32, 0, 0);
  const thetas = Array.from({ length: draws }, () => drawTheta(model, PRIORS, random));
  const logs = thetas.map((theta) => likelihood.evaluate(theta, weights, null));
  const top = Math.max(...logs);
  const shares = logs.map((value) => Math.exp(value - top));
  const total = shares.reduce((sum, share) => sum + share, 0);
  return new Map(
    parameterNames(model.layout).map((name, k) => {
      const mean = shares.reduce((sum, share, i) => sum + share * thetas[i][k], 0) / total;
      const square = shares.reduce((sum, share, i) => sum + (share * (thetas[i][k] - mean)) ** 2, 0);
      return [name, { mean, error: Math.sqrt(square) / total }];
    }),
  );
}

let importance: ReadonlyMap<string, Moments> | null = null;

describe.each(['nuts', 'hmc'] as const)('full Bayes of a cell by %s', (name) => {
  let report: PosteriorCellReport;
  beforeAll(async () => {
    report = await reported(planWith({ name }));
  }, 180_000);

  it('has the posterior means of weighted draws from the prior', () => {
    importance ??= byImportance(12_000);
    for (const { variable, mean, sd, mcse_mean } of report.estimates!.summary) {
      const own = importance.get(variable);
      if (own === undefined) continue;
      const error = Math.hypot(own.error, mcse_mean!);
      expect(error, variable).toBeLessThan(0.3 * sd);
      expect(Math.abs(mean - own.mean), variable).toBeLessThan(4.5 * error);
    }
  });

  it('has a threshold beside its instruction, scores over draws, and diagnostics', () => {
    const { thresholds, scores, diagnostics, draws } = report.estimates!;
    expect(thresholds).toHaveLength(1);
    expect(thresholds[0]).toMatchObject({ prompt: 'act', framing: 'bet', nominal: 0.3 });
    expect(thresholds[0].q5).toBeLessThan(thresholds[0].q95);
    expect(draws.variables).toContain('scale.taugap');
    expect(scores).toMatchObject({ draws: 20, cases: 16 });
    const { concordance } = scores!.reports_to_decisions;
    expect(concordance.q5 <= concordance.median && concordance.median <= concordance.q95).toBe(true);
    expect(diagnostics.map(({ id }) => id)).toEqual(
      expect.arrayContaining(['rhat:act.threshold', 'rhat:phi', 'rhat:lp__', 'divergences', 'ebfmi']),
    );
    expect(report.failures).toEqual([]);
  });
});

describe('tasks of full Bayes', () => {
  it('are a pooled warmup and chains where chains share one, chains alone otherwise', () => {
    const keysOf = (name: 'nuts' | 'hmc') =>
      posteriorTasks(planWith({ name }), tables).map(({ key }) => parsePosteriorKey(key));
    expect(keysOf('hmc')).toEqual([null, 0, 1].map((chain) => ({ cell: 0, chain })));
    expect(keysOf('nuts')).toEqual([0, 1].map((chain) => ({ cell: 0, chain })));
  });

  it('leave a cell without training cases to a sentence', () => {
    const plan = planWith({});
    const empty = {
      ...plan,
      settings: { ...plan.settings, splits: { [cell.domain]: { train: [], validation: [], test: [] } } },
    };
    expect(posteriorTasks(empty, tables)).toEqual([]);
    const [report] = posteriorReport(empty, tables, [], []);
    expect(report.estimates).toBeNull();
    expect(report.limits[0]).toContain('no training case');
  });
});

describe('priors in words', () => {
  it.each([
    ['beta=halfnormal(3)', { slope: 3 }],
    ['alpha ~ normal(0, 1.5)', { intercept: 1.5 }],
    ['phi=lognormal(2,0.5)', { phi: { mu: 2, sigma: 0.5 } }],
    ['taugap=halfnormal(1)', { cutpointGap: 1 }],
  ])('are read: %s', (text, changed) => {
    expect(withBeliefPrior(PROPER_PRIORS, text)).toEqual({ ...PROPER_PRIORS, ...changed });
  });

  it.each([
    'beta=normal(0,1)',
    'alpha=normal(1,2)',
    'gamma=normal(0,1)',
    'phi=lognormal(1)',
    'eta=normal(0,0)',
    '',
  ])('are refused: %s', (text) => expect(withBeliefPrior(PROPER_PRIORS, text)).toBeNull());
});

it('spreads draws evenly', () => {
  expect(spreadDraws(10, 5)).toEqual([0, 2, 4, 6, 8]);
  expect(spreadDraws(3, 5)).toEqual([0, 1, 2]);
});
