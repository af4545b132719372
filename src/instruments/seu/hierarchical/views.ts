// Rows of hierarchical fits for tables and pictures: cells with their α, and the regression beside its priors.
import type { HierarchicalModel } from '../../../models/hierarchical/presets.ts';
import { variableIndex, variableOf } from '../../../statistics/draws.ts';
import { intervalOf, type Interval } from '../../../statistics/interval.ts';
import { mean, sd } from '../../../statistics/moments.ts';
import type { HierarchicalReport } from './report.ts';
import type { SlopeComparison } from './study.ts';

/** α of one cell, by the joint fit. */
export interface CellRow extends Interval {
  readonly cell: string;
  /** alpha[j] */
  readonly variable: string;
  readonly predictors: readonly number[];
  readonly mean: number;
  readonly sd: number;
}

/** A parameter of the regression of log α, beside mean and sd of its prior. */
export interface CoefficientRow extends Interval {
  readonly variable: string;
  readonly mean: number;
  readonly sd: number;
  readonly probability_negative: number;
  readonly prior_mean: number;
  readonly prior_sd: number;
  /** 1 − posterior variance / prior variance. */
  readonly contraction: number;
}

const drawsOf = ({ draws }: HierarchicalReport, variable: string): Float64Array =>
  variableOf(draws, variableIndex(draws, variable));

/** In the order of the cells. */
export const cellRows = (report: HierarchicalReport): readonly CellRow[] =>
  report.cells.map(({ label, predictors }, j) => {
    const variable = `alpha[${j + 1}]`;
    const alpha = drawsOf(report, variable);
    return { cell: label, variable, predictors, mean: mean(alpha), sd: sd(alpha), ...intervalOf(alpha) };
  });

/** The cells as a flat table: the row of X in one column, its numbers parted by blanks. */
export const cellTable = (report: HierarchicalReport) =>
  cellRows(report).map(({ predictors, ...row }) => ({ ...row, predictors: predictors.join(' ') }));

interface Moments {
  readonly mean: number;
  readonly sd: number;
}

/** Mean and sd of |z| for z ~ N(0, 1): √(2/π) and √(1 − 2/π). */
const HALF_NORMAL: Moments = { mean: 0.7978845608028654, sd: 0.6028102749890869 };

const halfNormal = (scale: number): Moments => ({
  mean: scale * HALF_NORMAL.mean,
  sd: scale * HALF_NORMAL.sd,
});

function priorMoments({ priors }: HierarchicalModel, variable: string): Moments {
  if (variable === 'gamma0') return { mean: priors.gamma0.mu, sd: priors.gamma0.sd };
  if (variable === 'sigma_cell') return halfNormal(priors.sigmaCellScale);
  if (variable === 'sigma_pool') return halfNormal(priors.sigmaPoolScale);
  return { mean: 0, sd: variable === 'gamma_size' ? priors.gammaSizeSd : priors.gammaSd };
}

/** γ₀, γ, γ_size, σ_cell, σ_pool, as far as the model has them. */
export const coefficientRows = (report: HierarchicalReport): readonly CoefficientRow[] =>
  report.draws.variables
    .filter((variable) => /^(gamma|sigma_)/.test(variable))
    .map((variable) => {
      const values = drawsOf(report, variable);
      const prior = priorMoments(report.model, variable);
      const spread = sd(values);
      return {
        variable,
        mean: mean(values),
        sd: spread,
        ...intervalOf(values),
        probability_negative: values.reduce((hits, value) => hits + (value < 0 ? 1 : 0), 0) / values.length,
        prior_mean: prior.mean,
        prior_sd: prior.sd,
        contraction: 1 - (spread / prior.sd) ** 2,
      };
    });

/** Both slopes of one cell of a study, and γ₀ beside its prior; null where the independent fits have no slope. */
export interface SlopeRow {
  readonly cell: string;
  readonly slope_median: number;
  readonly slope_mean: number;
  readonly slope_sd: number;
  readonly slope_q5: number;
  readonly slope_q95: number;
  readonly p_slope_negative: number;
  readonly independent_median: number | null;
  readonly independent_sd: number | null;
  readonly independent_q5: number | null;
  readonly independent_q95: number | null;
  readonly independent_p_negative: number | null;
  readonly sigma_cell_median: number;
  readonly gamma0_prior_mean: number;
  readonly gamma0_prior_sd: number;
  readonly gamma0_mean: number;
  readonly gamma0_distance: number;
  readonly prior_conflict: boolean;
}

export const slopeRows = (comparisons: readonly SlopeComparison[]): readonly SlopeRow[] =>
  comparisons.map(({ cell, joint, independent, sigmaCell, prior }) => ({
    cell,
    slope_median: joint.median,
    slope_mean: joint.mean,
    slope_sd: joint.sd,
    slope_q5: joint.q5,
    slope_q95: joint.q95,
    p_slope_negative: joint.probabilityNegative,
    independent_median: independent?.median ?? null,
    independent_sd: independent?.sd ?? null,
    independent_q5: independent?.q5 ?? null,
    independent_q95: independent?.q95 ?? null,
    independent_p_negative: independent?.probabilityNegative ?? null,
    sigma_cell_median: sigmaCell.median,
    gamma0_prior_mean: prior.prior.mu,
    gamma0_prior_sd: prior.prior.sd,
    gamma0_mean: prior.mean,
    gamma0_distance: prior.distance,
    prior_conflict: prior.conflict,
  }));
