// Views of recovery, priors, designs, checks and comparisons with known numbers, for tests of the charts that show them.
import type { BalanceView } from '../../../src/charts/calibration-balance.ts';
import type { CalibrationGridView } from '../../../src/charts/calibration-grid.ts';
import type { MatchedArmsView } from '../../../src/charts/matched-arms.ts';
import type { GainsView } from '../../../src/charts/matched-gains.ts';
import type { PowerCurveView } from '../../../src/charts/power-curve.ts';
import type { RecoveryForestView } from '../../../src/charts/recovery-forest.ts';
import type { SizeView } from '../../../src/charts/recovery-size.ts';
import type { ShrinkageView } from '../../../src/charts/recovery-shrinkage.ts';
import type { TruthEstimateView } from '../../../src/charts/truth-estimate.ts';
import { exp } from '../../../src/math/elementary.ts';
import type { ShiftRow } from '../../../src/instruments/seu/check/shifts.ts';
import type { ContractionRow } from '../../../src/instruments/seu/compare/contraction.ts';
import { SWEEP_PRIORS, type SweepRow } from '../../../src/instruments/seu/compare/sweep.ts';
import type { RateBinRow, RateAlphaRow, ProblemRow } from '../../../src/instruments/seu/prior/views.ts';
import { powerCurve } from '../../../src/statistics/detectable-slope.ts';
import { shrinkageCurve } from '../../../src/statistics/recovery.ts';
import { binomialInterval } from '../../../src/statistics/sbc/binomial-interval.ts';
import { normals, QUANTITIES, streamOf } from './calibration-samples.ts';

export const CELLS = ['GPT-4o, insurance', 'GPT-4o, Ellsberg', 'Claude, insurance', 'Claude, Ellsberg'];

export const sampleBalance = (planned = 999): BalanceView => ({
  replicates: 999,
  planned,
  note: 'Joint correlation of β and δ errors: \u22120.41 [\u22120.48, \u22120.33].',
  quantities: QUANTITIES.map((variable, i) => ({
    variable,
    departure: variable === 'beta[1,3]' ? 0.92 : 0.4 + 0.02 * i,
    p: variable === 'alpha' ? 0.4 : null,
    contraction: variable === 'log_lik' ? null : 0.9 / (1 + i),
  })),
});

/** Normal posteriors whose error has sd `noise`, 90 % intervals. */
export function sampleTruths(replicates = 200, noise = 0.5): TruthEstimateView {
  const stream = streamOf(5);
  const quantities = ['alpha', 'beta[1,1]', 'delta[1]'].map((variable) => {
    const log = variable === 'alpha';
    const truth = normals(stream, replicates, log ? 3 : 0);
    const mean = truth.map((value) => value + noise * stream.normal());
    const from = (x: Float64Array, by: number) => x.map((v) => (log ? exp(v + by) : v + by));
    const half = 1.6448536269514722 * noise;
    return {
      variable,
      log,
      truth: from(truth, 0),
      mean: from(mean, 0),
      lower: from(mean, -half),
      upper: from(mean, half),
    };
  });
  return { level: 0.9, quantities };
}

export const sampleRecovery = (): RecoveryForestView => ({
  iterations: 100,
  level: 0.9,
  rows: ['alpha', 'delta[1]', 'contrast[1,1]', 'contrast[1,2]', 'psi[1,1]', 'log_lik'].map((variable, i) => ({
    variable,
    bias: 0.04 * (i - 2),
    biasError: 0.03,
    rmse: 0.5,
    coverage: binomialInterval(i === 3 ? 70 : 88 + i, 100),
    width: 1 + 0.3 * i,
    contraction: variable === 'log_lik' ? null : 0.7 / (i + 1),
  })),
});

export function sampleShrinkage(): ShrinkageView {
  const quantities = sampleTruths(100).quantities.map(({ variable, truth, mean, lower, upper }) => ({
    variable,
    points: shrinkageCurve({ truth, mean, sd: mean, lower, upper }),
  }));
  return { iterations: 100, quantities };
}

export const sampleSizes = (): SizeView => ({
  unit: 'prior sds',
  rows: ['alpha', 'delta[1]', 'beta[1,1]'].flatMap((variable, q) =>
    [25, 50, 100, 200].map((choices) => ({
      variable,
      choices,
      rmse: (q + 1) / Math.sqrt(choices / 25),
      rmse_error: 0.05,
      width: (3 * (q + 1)) / Math.sqrt(choices / 25),
      contraction: 1 - 0.5 / (choices / 25),
    })),
  ),
});

const around = (median: number, sd: number) => ({
  median,
  q5: median - 1.645 * sd,
  q25: median - 0.674 * sd,
  q75: median + 0.674 * sd,
  q95: median + 1.645 * sd,
});

export const sampleArms = (): MatchedArmsView => ({
  iterations: 100,
  arms: [
    { arm: 'A', label: 'm_0, 25 menus', model: 'm_0' },
    { arm: 'B', label: 'm_0, 50 menus', model: 'm_0' },
    { arm: 'C', label: 'm_1, 25 + 25 menus', model: 'm_1' },
    { arm: 'D', label: 'm_1, 50 + 50 menus', model: 'm_1' },
  ],
  rows: ['width of α', 'width of δ', 'error of α', 'error of δ'].flatMap((measure, m) =>
    ['A', 'B', 'C', 'D'].map((arm, i) => ({ arm, measure, ...around((m + 1) * (10 - 2 * i), 2) })),
  ),
});

export const sampleGains = (): GainsView => ({
  iterations: 100,
  level: 0.9,
  rows: [
    ['A', 'B'],
    ['B', 'C'],
    ['C', 'D'],
  ].flatMap(([from, to], i) =>
    (['alpha', 'delta'] as const).flatMap((quantity) =>
      (['rmse', 'width'] as const).map((measure) => ({
        from,
        to,
        quantity,
        measure,
        estimate: 12 - 6 * i,
        lower: 4 - 6 * i,
        upper: 20 - 6 * i,
        narrower: measure === 'width' ? 0.8 : null,
        p: measure === 'width' ? 0.0004 : null,
      })),
    ),
  ),
});

export const sampleRateBins = (): readonly RateBinRow[] =>
  (['all', 'uncertain', 'risky'] as const).flatMap((block) =>
    Array.from({ length: 20 }, (_, b) => ({
      block,
      low: b / 20,
      high: (b + 1) / 20,
      draws: 10 * Math.min(b, 20 - b),
    })),
  );

export const sampleRateAlpha = (): readonly RateAlphaRow[] =>
  Array.from({ length: 25 }, (_, i) => {
    const rate = 0.35 + 0.02 * i;
    return { alpha: 2 * 1.25 ** i, mean: rate, q5: rate - 0.1, median: rate, q95: rate + 0.1 };
  });

export const sampleProblems = (): readonly ProblemRow[] =>
  Array.from({ length: 50 }, (_, i): ProblemRow => {
    const size = 2 + (i % 4);
    return {
      block: i < 25 ? 'uncertain' : 'risky',
      menu: 1 + (i % 25),
      problem: i === 0 ? 'P0184' : null,
      size,
      chance: 1 / size,
      rate: 1 / size + (0.4 * ((7 * i) % 25)) / 25,
    };
  });

export const sampleGrid = (): CalibrationGridView => ({
  target: { low: 0.78, high: 0.82 },
  chosen: { mu: 3, sigma: 0.75 },
  published: [{ mu: 3, sigma: 0.75, rate: 0.79 }],
  rows: [0.5, 0.75, 1].flatMap((sigma) =>
    [2, 2.5, 3, 3.5, 4].map((mu) => ({
      mu,
      sigma,
      draws: 20_000,
      alpha_q5: exp(mu - 1.645 * sigma),
      alpha_median: exp(mu),
      alpha_q95: exp(mu + 1.645 * sigma),
      rate_mean: 0.4 + 0.13 * mu - 0.02 * sigma,
      rate_sd: 0.1,
      rate_mcse: 0.1 / Math.sqrt(20_000),
      rate_q5: 0.6,
      rate_median: 0.8,
      rate_q95: 0.95,
    })),
  ),
});

export const samplePower = (): PowerCurveView => ({
  cell: CELLS[2],
  points: powerCurve(normals(streamOf(9), 4000, 0, 15).sort(), 50),
  detectable: { level: 0.95, gaussian: 24.7, empirical: 26.1, proportional: 29.3 },
  observed: 6.7,
});

export const sampleSweep = (): readonly SweepRow[] =>
  CELLS.flatMap((cell, c) =>
    SWEEP_PRIORS.map((prior, i) => ({
      cell,
      prior,
      slope_median: -30 + 12 * c + 2 * i,
      mcse_median: 0.4,
      slope_mean: -30,
      slope_sd: 10,
      slope_q5: -50 + 12 * c + 2 * i,
      slope_q95: -10 + 12 * c + 2 * i,
      p_slope_negative: 0.99,
    })),
  );

export const sampleContractions = (): readonly ContractionRow[] =>
  CELLS.flatMap((cell) =>
    [0, 0.3, 0.7, 1, 1.5].map((temperature, i) => ({
      label: `${cell}, T = ${temperature}`,
      posterior_sd_log_alpha: 0.2,
      prior_sd_log_alpha: 0.75,
      sd_ratio_log_alpha: 0.27 + 0.05 * i,
      contraction_log_alpha: 1 - (0.27 + 0.05 * i) ** 2,
      posterior_90_width: 40,
      prior_90_width: 63,
      width_ratio: 0.63,
      posterior_median: 70,
      prior_median: 20,
      eta_gap_median: 0.3,
      eta_gap_q5: 0.1,
      eta_gap_q95: 0.6,
      alpha_eta_gap: 20 - i,
    })),
  );

export const sampleShifts = (): readonly ShiftRow[] =>
  ['alpha', 'beta', 'delta', 'eta'].map((block, i) => ({
    label: CELLS[0],
    block,
    variables: 1 + 10 * i,
    largest_shift: 0.05 + 0.02 * i,
    variable: block === 'alpha' ? 'alpha' : `${block}[1]`,
    mean_shift: 0.02,
    sd_ratio: 1 + 0.02 * (i - 1),
    rhat_flags: i,
    rhat_flags_refit: 0,
    largest_rhat: i === 3 ? null : 1.012,
    largest_rhat_refit: i === 3 ? null : 1.004,
  }));
