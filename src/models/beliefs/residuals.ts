// What answers have in common beyond the belief: products of residuals of every two outputs, case by case.
import type { BeliefCell } from './cell.ts';
import type { BeliefPosterior, BeliefReader } from './posterior.ts';
import { posteriorSpans } from './spans.ts';

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

/** Node by node, expectations of every output and then their products of every two: nodes × moments. */
interface MomentTable {
  readonly count: number;
  readonly values: Float64Array;
}

function momentTable(reader: BeliefReader, pairs: readonly OutputPair[]): MomentTable {
  const means = reader.model.outputs.map((_, j) => reader.expectation(j));
  const count = means.length + pairs.length;
  const values = new Float64Array(reader.model.grid.nodes * count);
  for (let q = 0; q < reader.model.grid.nodes; q++) {
    means.forEach((mean, j) => (values[q * count + j] = mean[q]));
    pairs.forEach(
      ({ first, second }, k) => (values[q * count + means.length + k] = means[first][q] * means[second][q]),
    );
  }
  return { count, values };
}

/** Means of the moments for every pattern of the posterior: patterns × moments. */
function moments(posterior: BeliefPosterior, { count, values }: MomentTable): Float64Array {
  const { mass, nodes, from, to, patterns } = posteriorSpans(posterior);
  const sums = new Float64Array(patterns * count);
  for (let p = 0; p < patterns; p++)
    for (let q = from[p]; q < to[p]; q++) {
      const weight = mass[p * nodes + q];
      for (let m = 0; m < count; m++) sums[p * count + m] += weight * values[q * count + m];
    }
  return sums;
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
      const row = posterior.of[i] * table.count;
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
