// The five points by which a forest plot draws a posterior.
import { quantiles } from './quantile.ts';

/** Median with the central half and the central 90 % of the draws. */
export interface Interval {
  readonly median: number;
  readonly q5: number;
  readonly q25: number;
  readonly q75: number;
  readonly q95: number;
}

/** Type-7 quantiles of the draws; NaN throughout where there are none. */
export function intervalOf(x: Float64Array): Interval {
  const [q5, q25, median, q75, q95] = quantiles(x, [0.05, 0.25, 0.5, 0.75, 0.95]);
  return { median, q5, q25, q75, q95 };
}
