// What the counts of uniform ranks look like at every boundary of a partition: made once, read by tests and pictures.
import { binomialTails } from './discrete.ts';

/**
 * Uniform ranks 0 … maxRank of `replicates` truths, cut into cells of whole ranks. Boundary j = 0 … cells stands
 * before rank edges[j]; the count at it is the number of ranks below edges[j].
 */
export interface RankReference {
  readonly replicates: number;
  readonly maxRank: number;
  /** Ascending from 0 to maxRank + 1. */
  readonly edges: Int32Array;
  /** Probability of each cell, exact: ranks in it over maxRank + 1. */
  readonly cells: Float64Array;
  /** `lowTails[j][c]` = P(count at boundary j ≤ c) at the inner boundaries; the two ends hold empty tables. */
  readonly lowTails: readonly Float64Array[];
  /** `highTails[j][replicates − c]` = P(count at boundary j ≥ c). */
  readonly highTails: readonly Float64Array[];
}

const MOST_CELLS = 100;
const KEPT = 12;
const kept = new Map<string, RankReference>();

/** As many cells as ranks or replicates, at most 100, and of a number that can be cut in the middle. */
export function defaultCells(replicates: number, maxRank: number): number {
  const cells = Math.min(maxRank + 1, replicates, MOST_CELLS);
  return cells > 1 && cells % 2 === 0 && maxRank % 2 === 0 ? cells - 1 : cells;
}

/** Edges as even as whole ranks allow, mirrored about the middle (of an odd number of ranks the lower half has less). */
function evenEdges(ranks: number, cells: number): Int32Array {
  const edges = new Int32Array(cells + 1);
  for (let j = 0; 2 * j <= cells; j++) {
    edges[j] = 2 * j === cells ? Math.floor(ranks / 2) : Math.round((j * ranks) / cells);
    if (2 * j !== cells) edges[cells - j] = ranks - edges[j];
  }
  return edges;
}

function checkSizes(replicates: number, maxRank: number, cells: number): void {
  if (!Number.isInteger(replicates) || replicates < 1)
    throw new RangeError(`${replicates} replicates: needed a whole number of at least 1`);
  if (!Number.isInteger(maxRank) || maxRank < 1)
    throw new RangeError(`maximum rank ${maxRank}: needed a whole number of at least 1`);
  if (!Number.isInteger(cells) || cells < 1 || cells > maxRank + 1)
    throw new RangeError(`${cells} cells for ranks 0 … ${maxRank}: needed 1 … ${maxRank + 1}`);
}

function makeReference(replicates: number, maxRank: number, cells: number): RankReference {
  const ranks = maxRank + 1;
  const edges = evenEdges(ranks, cells);
  const tables = new Map<number, Float64Array>();
  const tailsOf = (part: number): Float64Array => {
    const table =
      tables.get(part) ??
      (part === 0 || part === ranks ? new Float64Array(0) : binomialTails(replicates, part, ranks));
    tables.set(part, table);
    return table;
  };
  return {
    replicates,
    maxRank,
    edges,
    cells: Float64Array.from({ length: cells }, (_, j) => (edges[j + 1] - edges[j]) / ranks),
    lowTails: Array.from(edges, (edge) => tailsOf(edge)),
    highTails: Array.from(edges, (edge) => tailsOf(ranks - edge)),
  };
}

/** The reference for ranks 0 … maxRank; the last few are kept. Throws on sizes that make no partition. */
export function rankReference(
  replicates: number,
  maxRank: number,
  cells = defaultCells(replicates, maxRank),
): RankReference {
  checkSizes(replicates, maxRank, cells);
  const key = `${replicates} ${maxRank} ${cells}`;
  const known = kept.get(key);
  if (known) return known;
  const made = makeReference(replicates, maxRank, cells);
  if (kept.size === KEPT) kept.delete([...kept.keys()][0]);
  kept.set(key, made);
  return made;
}

/** Number of ranks below each edge. Throws on ranks that are not the reference's in number or range. */
export function countsBelow(
  { replicates, maxRank, edges }: RankReference,
  ranks: ArrayLike<number>,
): Int32Array {
  if (ranks.length !== replicates)
    throw new RangeError(`${ranks.length} ranks against a reference for ${replicates}`);
  const below = new Int32Array(maxRank + 2);
  for (let i = 0; i < ranks.length; i++) {
    const rank = ranks[i];
    if (!Number.isInteger(rank) || rank < 0 || rank > maxRank)
      throw new RangeError(`rank ${rank} of replicate ${i + 1}: needed a whole number in 0 … ${maxRank}`);
    below[rank + 1]++;
  }
  for (let rank = 1; rank < below.length; rank++) below[rank] += below[rank - 1];
  return edges.map((edge) => below[edge]);
}
