// How steep a slope would have to be before these data could show its sign: the resolution of "no effect".
import type { RandomStream } from '../math/random.ts';
import { normalQuantile } from '../math/normal.ts';
import { mean, sd } from './moments.ts';
import { quantile, quantileOfSorted } from './quantile.ts';
import { slopeWeights, type Conditions } from './regression.ts';

/** Smallest |slope| that gives P(slope < 0) ≥ level if the posterior keeps its shape; units of the slope. */
export interface DetectableSlope {
  readonly level: number;
  /** Method A: z(level) · sd of the slope draws, for a normal posterior. */
  readonly gaussian: number;
  /** Method B: the quantile at `level` of the draws less their mean, for the posterior's own shape. */
  readonly empirical: number;
}

/** P(slope < 0) at and above which a slope's sign counts as seen; one less it for a slope that rises. */
export const SIGN_SEEN = 0.95;

function checkLevel(level: number): void {
  if (!(level > 0.5 && level < 1)) throw new RangeError(`level ${level} is not within ½ … 1`);
}

/** Methods A and B at a one-sided `level` in (½, 1), that of a sign seen unless given. */
export function minimumDetectableSlope(slopes: Float64Array, level = SIGN_SEEN): DetectableSlope {
  checkLevel(level);
  return {
    level,
    gaussian: normalQuantile(level - 0.5) * sd(slopes),
    empirical: quantile(slopes, level) - mean(slopes),
  };
}

/** Relative residuals (α − mean) / mean of one condition's draws. */
function relativeResiduals(draws: Float64Array): Float64Array {
  const centre = mean(draws);
  return draws.map((value) => (value - centre) / centre);
}

/**
 * Method C, where the spread of α is proportional to its mean, as posteriors of a positive parameter have it. The
 * conditions' means are set on a line that falls by `size` per unit through their grand mean, and each condition keeps
 * its relative residuals, resampled independently. Resample i then has a negative slope exactly where `size` exceeds
 * the i-th entry of the result, which ascends. Draws must be positive.
 */
export function fallingSizes(conditions: Conditions, resamples: number, random: RandomStream): Float64Array {
  const { temperatures, draws } = conditions;
  const weights = slopeWeights(temperatures);
  const centre = mean(Float64Array.from(temperatures));
  const residuals = draws.map(relativeResiduals);
  const grandMean = mean(Float64Array.from(draws, mean));
  const sizes = new Float64Array(resamples);
  for (let i = 0; i < resamples; i++) {
    let noise = 0;
    let gain = 1;
    residuals.forEach((residual, l) => {
      const drawn = weights[l] * residual[Math.floor(random.uniform() * residual.length)];
      noise += drawn;
      gain += drawn * (temperatures[l] - centre);
    });
    sizes[i] = (grandMean * noise) / gain;
  }
  return sizes.sort();
}

/** Method C: the smallest |slope| at which a share `level` of the resamples falls. */
export function detectableBySize(sizes: Float64Array, level = SIGN_SEEN): number {
  checkLevel(level);
  return quantileOfSorted(sizes, level);
}

export interface PowerPoint {
  /** |slope|. */
  readonly size: number;
  /** Share of resamples with a negative slope: P(slope < 0) of a typical posterior. */
  readonly probability: number;
}

/** Index of the first entry of an ascending array that is not below `value`. */
function lowerBound(sorted: Float64Array, value: number): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** P(slope < 0) against |slope| from 0 to `most` in `points` equal steps. */
export function powerCurve(sizes: Float64Array, most: number, points = 33): readonly PowerPoint[] {
  return Array.from({ length: points }, (_, i) => {
    const size = (most * i) / (points - 1);
    return { size, probability: lowerBound(sizes, size) / sizes.length };
  });
}
