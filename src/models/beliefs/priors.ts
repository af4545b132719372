// Weak priors of the parameters: they keep separated and empty outputs finite and leave an incoherent agent incoherent.
import { log } from '../../math/elementary.ts';
import type { BeliefBlock, BeliefLayout, BlockRole } from './layout.ts';

/** Standard deviations on the natural scale; null is flat. Entries with a lower bound have half-normals above it. */
export interface BeliefPriors {
  /** Of η less its mean, whose level means nothing. */
  readonly eta: number | null;
  readonly intercept: number | null;
  readonly slope: number | null;
  readonly secondSlope: number | null;
  readonly cutpoint: number | null;
  readonly cutpointGap: number | null;
  /** log(φ − 2) ~ N(mu, sigma²). */
  readonly phi: { readonly mu: number; readonly sigma: number } | null;
}

export const FLAT_PRIORS: BeliefPriors = {
  eta: null,
  intercept: null,
  slope: null,
  secondSlope: null,
  cutpoint: null,
  cutpointGap: null,
  phi: null,
};

/** β ~ HalfNormal(10), α ~ N(0, 20²), η − mean(η) ~ N(0, 5²): the default estimator's. */
export const WEAK_PRIORS: BeliefPriors = {
  ...FLAT_PRIORS,
  eta: 5,
  intercept: 20,
  slope: 10,
  secondSlope: 10,
};

/** Priors that are all proper: without them a separated or empty output has no posterior to draw from. */
export type ProperPriors = { readonly [Name in keyof BeliefPriors]: NonNullable<BeliefPriors[Name]> };

/** The weak priors with those that an optimum does without: φ − 2 ~ LogNormal(3, 1), τ₁ ~ N(0, 5²), gaps ~ HalfNormal(5). */
export const PROPER_PRIORS: ProperPriors = {
  eta: 5,
  intercept: 20,
  slope: 10,
  secondSlope: 10,
  cutpoint: 5,
  cutpointGap: 5,
  phi: { mu: 3, sigma: 1 },
};

type NormalRole = Exclude<BlockRole, 'eta' | 'phi'>;

/** Which standard deviation holds for a role's entries. */
export const SD_OF: Readonly<Record<NormalRole, keyof Omit<BeliefPriors, 'eta' | 'phi'>>> = {
  intercept: 'intercept',
  slope: 'slope',
  'second-slope': 'secondSlope',
  cutpoint: 'cutpoint',
  'cutpoint-gap': 'cutpointGap',
};

/** Adds the gradient of −Σ (x − centre)² / 2 sd² over a block; returns the sum. */
function addNormal(
  { offset, size }: BeliefBlock,
  centre: number,
  sd: number,
  theta: Float64Array,
  gradient: Float64Array,
): number {
  let value = 0;
  for (let i = offset; i < offset + size; i++) {
    const standard = (theta[i] - centre) / sd;
    gradient[i] -= standard / sd;
    value -= (standard * standard) / 2;
  }
  return value;
}

function meanOf({ offset, size }: BeliefBlock, theta: Float64Array): number {
  let sum = 0;
  for (let i = offset; i < offset + size; i++) sum += theta[i];
  return sum / size;
}

/** Density of φ itself, so with the 1/(φ − 2) of a lognormal. */
function addLognormal(
  { offset, size, floor }: BeliefBlock,
  { mu, sigma }: { readonly mu: number; readonly sigma: number },
  theta: Float64Array,
  gradient: Float64Array,
): number {
  let value = 0;
  for (let i = offset; i < offset + size; i++) {
    const excess = theta[i] - floor;
    const logExcess = log(excess);
    const standard = (logExcess - mu) / sigma;
    value -= (standard * standard) / 2 + logExcess;
    gradient[i] -= (standard / sigma + 1) / excess;
  }
  return value;
}

function addBlock(
  block: BeliefBlock,
  priors: BeliefPriors,
  theta: Float64Array,
  gradient: Float64Array,
): number {
  const { role } = block;
  if (role === 'phi') return priors.phi === null ? 0 : addLognormal(block, priors.phi, theta, gradient);
  const sd = role === 'eta' ? priors.eta : priors[SD_OF[role]];
  if (sd === null) return 0;
  return addNormal(block, role === 'eta' ? meanOf(block, theta) : 0, sd, theta, gradient);
}

/**
 * Log prior density at natural values, normalising constants left out; adds its gradient. Deviations of η from its mean
 * sum to zero, so the mean's own derivative drops out.
 */
export const addLogPrior = (
  { blocks }: BeliefLayout,
  priors: BeliefPriors,
  theta: Float64Array,
  gradient: Float64Array,
): number => blocks.reduce((sum, block) => sum + addBlock(block, priors, theta, gradient), 0);
