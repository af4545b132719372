// The hierarchical family: several cells of one design share utilities, and a regression links their sensitivities.
import type { BetaPrior } from '../seu/presets.ts';

/** x ~ N(mu, sd²). */
export interface NormalPrior {
  readonly mu: number;
  readonly sd: number;
}

export interface HierarchicalPriors {
  /** Intercept of log α. */
  readonly gamma0: NormalPrior;
  /** Coefficients of the predictors, each N(0, sd²). */
  readonly gammaSd: number;
  /** Coefficient of menu size, N(0, sd²); used by a model with a size effect only. */
  readonly gammaSizeSd: number;
  /** Scale of the half-normal prior of the sd of log α over cells. */
  readonly sigmaCellScale: number;
  /** Scale of the half-normal prior of the sd of log α over item pools; used by a model with a pool effect only. */
  readonly sigmaPoolScale: number;
  /** Of every cell's β. */
  readonly beta: BetaPrior;
  /** Symmetric Dirichlet concentration of the shared δ. */
  readonly deltaConcentration: number;
}

/**
 * log α_j = γ₀ + X_j γ + σ_cell z_j, with `poolEffect` + σ_pool z_pool(j); a choice from menu m of cell j has
 * log α_j, with `sizeEffect` + γ_size s_m, where s_m is the menu's size less the mean size over all observations.
 */
export interface HierarchicalModel {
  readonly name: string;
  readonly sizeEffect: boolean;
  readonly poolEffect: boolean;
  readonly priors: HierarchicalPriors;
}

const PRIORS: HierarchicalPriors = {
  gamma0: { mu: 2.5, sd: 0.5 },
  gammaSd: 0.5,
  gammaSizeSd: 0.5,
  sigmaCellScale: 0.3,
  sigmaPoolScale: 0.3,
  beta: { mean: 0, sd: 1 },
  deltaConcentration: 1,
};

const preset = (name: string, sizeEffect: boolean, poolEffect: boolean): HierarchicalModel => ({
  name,
  sizeEffect,
  poolEffect,
  priors: PRIORS,
});

/** By name: cells alone, cells with menu size, cells in item pools. */
export const HIERARCHICAL_PRESETS: Readonly<Record<string, HierarchicalModel>> = {
  h_m01: preset('h_m01', false, false),
  h_m01_size: preset('h_m01_size', true, false),
  h_m01_pools: preset('h_m01_pools', false, true),
};
