// Truths of a posterior SBC as a chunk of its run: what a resumed run or a bundle needs beside plan and datasets.
import type { Chunk } from '../../../engine/types.ts';
import type { Dataset } from '../../../formats/dataset.ts';
import type { Draws } from '../../../statistics/draws.ts';
import { truthsKey } from './keys.ts';
import { truthsOfDraws } from './posterior.ts';

/** More draws of a fit stand for no more of its posterior. */
const MOST_TRUTHS = 4000;
/** Of the golden ratio: multiples of it are spread evenly at any number of them. */
const GOLDEN = (Math.sqrt(5) - 1) / 2;

const divisor = (a: number, b: number): number => (b === 0 ? a : divisor(b, a % b));

/** The step nearest to the golden section of `count` that visits every row. */
function stepOf(count: number): number {
  let step = Math.max(1, Math.round(GOLDEN * count));
  while (divisor(step, count) !== 1) step += 1;
  return step;
}

/** Rows in an order whose every beginning is spread over all of them: replicates take them in turn. */
export function spreadRows(rows: Float64Array, count: number): Float64Array {
  const width = rows.length / count;
  const step = stepOf(count);
  const spread = new Float64Array(rows.length);
  for (let i = 0; i < count; i++) {
    const from = (i * step) % count;
    spread.set(rows.subarray(from * width, (from + 1) * width), i * width);
  }
  return spread;
}

/** Rows of [α, ω, β row by row, δ] of a fit's draws, at most 4,000, however many replicates there will be. */
export function truthsOfFit(
  draws: Draws,
  dataset: Dataset,
): { readonly count: number; readonly rows: Float64Array } {
  const count = Math.min(MOST_TRUTHS, draws.chains * draws.iterations);
  return { count, rows: spreadRows(truthsOfDraws(draws, dataset, count), count) };
}

/** `rows` of `count` truths as a chunk that is no replicate's. */
export const truthsChunk = (rows: Float64Array, count: number): Chunk => ({
  taskKey: truthsKey,
  first: 0,
  count,
  columns: { truths: rows },
  gradients: 0,
  warmupGradients: 0,
});

/** The truths among the chunks of a run; null where there are none. */
export const truthsIn = (chunks: readonly Chunk[]): Float64Array | null =>
  chunks.find(({ taskKey }) => taskKey === truthsKey)?.columns.truths ?? null;
