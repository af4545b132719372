// What answers have in common beyond the belief: products of residuals of every two outputs, case by case.
import type { BeliefCell } from './cell.ts';
import type { BeliefPosterior, BeliefReader } from './posterior.ts';
import { posteriorSpans, spanMean } from './spans.ts';

/** Two outputs, the first before the second. */
export interface OutputPair {
  readonly first: number;
  readonly second: number;
}

export const outputPairs = (outputs: number): OutputPair[] =>
  Array.from({ length: outputs }, (_, first) =>
    Array.from({ length: outputs - first - 1 }, (_, k) => ({ first, second: first + 1 + k })),
  ).flat();

export interface CaseResiduals {
  /** Answer less its mean given the posterior: cases × outputs, NaN where missing. */
  readonly residuals: Float64Array;
  /** E[(a_j − E[a_j | z]) (a_k − E[a_k | z]) | answers]: cases × pairs, 0 where either is missing. */
  readonly products: Float64Array;
}

/** Expectations of every output, then products of every two, at every node: rows × nodes. */
function momentTable(reader: BeliefReader, pairs: readonly OutputPair[]): Float64Array[] {
  const means = reader.model.outputs.map((_, j) => reader.expectation(j));
  return [
    ...means,
    ...pairs.map(({ first, second }) => means[first].map((value, q) => value * means[second][q])),
  ];
}

/** Means of the table's rows for every pattern of the posterior: patterns × rows. */
function moments(posterior: BeliefPosterior, table: readonly Float64Array[]): Float64Array {
  const spans = posteriorSpans(posterior);
  const values = new Float64Array(posterior.patterns * table.length);
  for (let p = 0; p < posterior.patterns; p++)
    for (let r = 0; r < table.length; r++) values[p * table.length + r] = spanMean(spans, p, table[r]);
  return values;
}

/**
 * Residuals of cases given posteriors of all their answers. A pair's product is the derivative of a case's log likelihood
 * in the strength of an interaction of the two answers, at none (the score test of local dependence, Glas 1999): at
 * the true parameters its mean is 0.
 */
export function caseResiduals(
  reader: BeliefReader,
): (cell: BeliefCell, posterior: BeliefPosterior) => CaseResiduals {
  const J = reader.model.outputs.length;
  const pairs = outputPairs(J);
  const table = momentTable(reader, pairs);
  return ({ cases, responses }, posterior) => {
    const means = moments(posterior, table);
    const residuals = new Float64Array(cases.length * J);
    const products = new Float64Array(cases.length * pairs.length);
    cases.forEach((_, i) => {
      const row = posterior.of[i] * table.length;
      for (let j = 0; j < J; j++) residuals[i * J + j] = responses[i * J + j] - means[row + j];
      pairs.forEach(({ first, second }, k) => {
        const a = responses[i * J + first];
        const b = responses[i * J + second];
        const product = a * b - a * means[row + second] - b * means[row + first] + means[row + J + k];
        products[i * pairs.length + k] = Number.isNaN(product) ? 0 : product;
      });
    });
    return { residuals, products };
  };
}
