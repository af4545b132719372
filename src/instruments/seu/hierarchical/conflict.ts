// Whether priors and data disagree: shrinkage towards a prior far from the data bends every α.
import type { NormalPrior } from '../../../models/hierarchical/presets.ts';
import type { Diagnostic } from '../../../statistics/diagnostic.ts';
import { mean } from '../../../statistics/moments.ts';
import { median } from '../../../statistics/quantile.ts';
import type { PriorConflict } from './report.ts';

const FAR = 2;
/** The central 95 % of N(0, 1) lies within this of 0. */
const CENTRAL = 1.959963984540054;

export function priorConflict(prior: NormalPrior, gamma0: Float64Array): PriorConflict {
  const [centre, middle] = [mean(gamma0), median(gamma0)];
  const distance = (centre - prior.mu) / prior.sd;
  const missed = Math.abs(middle - prior.mu) > CENTRAL * prior.sd;
  return { prior, mean: centre, median: middle, distance, conflict: Math.abs(distance) > FAR || missed };
}

export function conflictDiagnostic({ prior, distance, conflict }: PriorConflict): Diagnostic {
  const hint =
    `The choices put gamma0 where normal(${prior.mu}, ${prior.sd}) hardly goes: every α is drawn towards it. ` +
    'Choose the prior for this design, and see how much α moves.';
  return {
    id: 'prior:gamma0',
    label: 'Posterior mean of gamma0 from its prior mean, in prior sds',
    value: distance,
    threshold: FAR,
    severity: conflict ? 'look' : 'fine',
    hint: conflict ? hint : '',
  };
}

/**
 * Where the prior of γ₀ is too tight to move, the cells move away from it instead, and only their sd tells. Judged by
 * the point below which a half-normal has 95 % of its mass.
 */
export function spreadDiagnostic(scale: number, sigmaCell: Float64Array): Diagnostic {
  const value = median(sigmaCell) / scale;
  const conflict = value > CENTRAL;
  const hint =
    `The cells lie further from the regression than halfnormal(${scale}) expects: predictors are missing, or the ` +
    'prior of gamma0 is too tight.';
  return {
    id: 'prior:sigma_cell',
    label: 'Posterior median of sigma_cell, in prior scales',
    value,
    threshold: CENTRAL,
    severity: conflict ? 'look' : 'fine',
    hint: conflict ? hint : '',
  };
}
