// Which comparison of a matrix is looked at, and the one after it.
import type { MatrixView } from '../../instruments/portability/views.ts';

export interface Pair {
  /** Number of the cell in the plan. */
  readonly cell: number;
  /** Places of environments in the cell. */
  readonly source: number;
  readonly target: number;
}

/** Pairs row by row in the order of the clustering. */
const pairsOf = ({ index, order }: MatrixView): readonly Pair[] =>
  order.flatMap((source) =>
    order.flatMap((target) => (source === target ? [] : [{ cell: index, source, target }])),
  );

/** The pair after another; the first after the last. */
export function nextPair(matrix: MatrixView, pair: Pair): Pair {
  const pairs = pairsOf(matrix);
  const place = pairs.findIndex(({ source, target }) => source === pair.source && target === pair.target);
  return pairs[(place + 1) % pairs.length];
}

/** The pair with the largest distance; the first of equals. */
export const farthestPair = (matrix: MatrixView): Pair =>
  pairsOf(matrix).reduce((best, pair) =>
    (matrix.tv[pair.source][pair.target] ?? 0) > (matrix.tv[best.source][best.target] ?? 0) ? pair : best,
  );
