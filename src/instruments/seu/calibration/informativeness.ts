// What ranks cannot tell: how much the data say of each quantity, and whether β and δ are told apart.
import { exp, log } from '../../../math/elementary.ts';
import { correlation, estimationErrors } from '../../../statistics/recovery.ts';
import { informationOf } from './information.ts';
import type { ErrorCoupling, Informativeness, QuantityGroup, QuantityReport } from './report.ts';

const NORMAL_975 = 1.959963984540054;

/** Truths and posterior means of a quantity, one entry a replicate that was fitted. */
export interface Estimated {
  readonly variable: string;
  readonly group: QuantityGroup;
  readonly truth: Float64Array;
  readonly mean: Float64Array;
}

const tanh = (x: number): number => 1 - 2 / (exp(2 * x) + 1);

/** With Fisher's interval of 95 %. */
function errorCoupling(first: Estimated, second: Estimated): ErrorCoupling {
  const r = correlation(estimationErrors(first), estimationErrors(second));
  const centre = 0.5 * log((1 + r) / (1 - r));
  const half = NORMAL_975 / Math.sqrt(first.truth.length - 3);
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

/** Every distinct δ against every contrast of β; all quantities have the same replicates. */
export function couplings(quantities: readonly Estimated[]): readonly ErrorCoupling[] {
  if (quantities.length === 0 || quantities[0].truth.length < LEAST_PAIRS) return [];
  const information = informationOf(quantities.map(({ variable }) => variable));
  const deltas = quantities.filter(
    ({ variable }, i) => variable.startsWith('delta[') && information[i] === variable,
  );
  const contrasts = quantities.filter(({ group }) => group === 'contrast');
  return deltas.flatMap((delta) => contrasts.map((contrast) => errorCoupling(delta, contrast)));
}

const estimatedOf = ({ variable, group, columns: { truth, mean } }: QuantityReport): Estimated => ({
  variable,
  group,
  truth,
  mean,
});

export const informativenessOf = (quantities: readonly QuantityReport[]): Informativeness => ({
  contraction: quantities.flatMap(({ variable, contraction }) =>
    contraction === null ? [] : [{ variable, contraction }],
  ),
  coupling: couplings(quantities.map(estimatedOf)),
});
