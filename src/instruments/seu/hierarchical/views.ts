// Rows of hierarchical fits for tables and pictures: cells with their α, and the regression beside its priors.
import type { HierarchicalModel } from '../../../models/hierarchical/presets.ts';
import { variableIndex, variableOf } from '../../../statistics/draws.ts';
import { intervalOf, type Interval } from '../../../statistics/interval.ts';
import { mean, sd } from '../../../statistics/moments.ts';
import type { HierarchicalReport } from './report.ts';

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
