// A share of cases with the interval that its number of cases allows.
import { betaQuantile } from '../../../statistics/beta.ts';

export interface Proportion {
  readonly hits: number;
  readonly cases: number;
  /** hits / cases; NaN without cases. */
  readonly rate: number;
  /** Jeffreys' 90 % interval: 5 % and 95 % points of a beta(hits + ½, cases − hits + ½), and 0 or 1 at the ends. */
  readonly q5: number;
  readonly q95: number;
}

export function proportion(hits: number, cases: number): Proportion {
  const at = (p: number): number => betaQuantile(p, hits + 0.5, cases - hits + 0.5);
  return {
    hits,
    cases,
    rate: hits / cases,
    q5: hits === 0 ? 0 : at(0.05),
    q95: hits === cases ? 1 : at(0.95),
  };
}
