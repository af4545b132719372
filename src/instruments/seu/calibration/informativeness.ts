// What ranks cannot tell: how much the data say of each quantity, and whether β and δ are told apart.
import { exp, log } from '../../../math/elementary.ts';
import { correlation } from '../../../statistics/recovery.ts';
import type { ErrorCoupling, Informativeness, QuantityReport } from './report.ts';

const NORMAL_975 = 1.959963984540054;

/** Estimation errors, posterior mean less truth, of the quantities paired. */
export interface Errors {
  readonly variable: string;
  readonly errors: Float64Array;
}

const tanh = (x: number): number => (exp(2 * x) - 1) / (exp(2 * x) + 1);

/** With Fisher's interval of 95 %. */
export function errorCoupling(first: Errors, second: Errors): ErrorCoupling {
  const r = correlation(first.errors, second.errors);
  const centre = 0.5 * log((1 + r) / (1 - r));
  const half = NORMAL_975 / Math.sqrt(first.errors.length - 3);
  return {
    first: first.variable,
    second: second.variable,
    correlation: r,
    lower: tanh(centre - half),
    upper: tanh(centre + half),
  };
}

/** Fewer pairs have no interval. */
const LEAST_PAIRS = 5;

const errorsOf = ({ variable, columns }: QuantityReport): Errors => ({
  variable,
  errors: columns.mean.map((value, i) => value - columns.truth[i]),
});

/** Every distinct δ against every contrast of β. */
export function couplings(quantities: readonly QuantityReport[]): readonly ErrorCoupling[] {
  if (quantities.length === 0 || quantities[0].n < LEAST_PAIRS) return [];
  const deltas = quantities.filter(
    ({ variable, information }) => variable.startsWith('delta[') && information === variable,
  );
  const contrasts = quantities.filter(({ group }) => group === 'contrast').map(errorsOf);
  return deltas.map(errorsOf).flatMap((delta) => contrasts.map((contrast) => errorCoupling(delta, contrast)));
}

export const informativenessOf = (quantities: readonly QuantityReport[]): Informativeness => ({
  contraction: quantities.flatMap(({ variable, contraction }) =>
    contraction === null ? [] : [{ variable, contraction }],
  ),
  coupling: couplings(quantities),
});
