// How steep a slope would have to be before these data could show its sign: the resolution of "no effect".
import { normalQuantile } from '../math/normal.ts';
import { mean, sd } from './moments.ts';
import { quantile } from './quantile.ts';

/** Smallest |slope| that gives P(slope < 0) ≥ level if the posterior keeps its shape; units of the slope. */
export interface DetectableSlope {
  readonly level: number;
  /** Method A: z(level) · sd of the slope draws, for a normal posterior. */
  readonly gaussian: number;
  /** Method B: the quantile at `level` of the draws less their mean, for the posterior's own shape. */
  readonly empirical: number;
}

/** Both methods at a one-sided `level` in (½, 1), .95 unless given. */
export function minimumDetectableSlope(slopes: Float64Array, level = 0.95): DetectableSlope {
  if (!(level > 0.5 && level < 1)) throw new RangeError(`level ${level} is not within ½ … 1`);
  return {
    level,
    gaussian: normalQuantile(level - 0.5) * sd(slopes),
    empirical: quantile(slopes, level) - mean(slopes),
  };
}
