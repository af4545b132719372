// The cells of a joint fit each on its own: what partial pooling is held against.
import { SEU_PRESETS, type SeuModel } from '../../../models/seu/presets.ts';
import type { FitPlan } from '../plan.ts';
import type { HierarchicalCell, HierarchicalFit, HierarchicalPlan } from './plan.ts';

/**
 * m_0 with β and δ as the joint model has them, and for α the lognormal prior with the mean and variance of log α that
 * the regression implies for the cell before the data: E σ_cell² is the square of its scale.
 */
export function apartModel({ model }: HierarchicalFit, { predictors }: HierarchicalCell): SeuModel {
  const { gamma0, gammaSd, sigmaCellScale, sigmaPoolScale, beta, deltaConcentration } = model.priors;
  const slopes = gammaSd ** 2 * predictors.reduce((sum, x) => sum + x * x, 0);
  const pools = model.poolEffect ? sigmaPoolScale ** 2 : 0;
  const sigma = Math.sqrt(gamma0.sd ** 2 + slopes + sigmaCellScale ** 2 + pools);
  const { m_0 } = SEU_PRESETS;
  return { ...m_0, priors: { ...m_0.priors, alpha: { mu: gamma0.mu, sigma }, beta, deltaConcentration } };
}

/** Fits of those cells of fit `index` that `lacking` says are needed, with the sampler, seed and engine of the joint fit. */
export function apartPlan(
  plan: HierarchicalPlan,
  index: number,
  lacking: (cell: number) => boolean = () => true,
): FitPlan {
  const fit = plan.settings.fits[index];
  const conditions = fit.cells
    .filter((_, j) => lacking(j))
    .map((cell) => ({
      dataset: cell.dataset,
      label: cell.label,
      model: apartModel(fit, cell),
      cell: null,
      temperature: null,
    }));
  return {
    ...plan,
    analysis: 'fit',
    title: `${plan.title}, each cell alone`,
    datasets: conditions.map(({ dataset }) => dataset),
    settings: { conditions, sampler: plan.settings.sampler, study: null },
  };
}
