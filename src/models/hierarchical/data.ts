// Choices of several cells encoded for the hierarchical models, and the checks that cells belong together.
import { menuCount, menuSize, type SeuData } from '../seu/data.ts';
import type { HierarchicalModel } from './presets.ts';

/** J cells with P predictors of their sensitivities. */
export interface HierarchicalData {
  /**
   * Each cell's choices as a flat model would have them, without a risky block. All have the same K and D; features
   * are a cell's own, and cells may point at the same array.
   */
  readonly cells: readonly SeuData[];
  readonly predictors: number;
  /** X, J × P, row by row; no intercept. */
  readonly design: Float64Array;
  /** Item pool of each cell, from zero, without gaps; null where there is one pool. */
  readonly pools: Int32Array | null;
}

/** A given size covariate may differ from menu size less mean menu size by this much. */
const CENTRING_TOLERANCE = 1e-6;

export const poolCount = ({ pools }: HierarchicalData): number =>
  pools === null ? 0 : pools.reduce((most, pool) => Math.max(most, pool), -1) + 1;

/** K and D, which all cells share. */
export const commonShape = ({ cells }: HierarchicalData): { consequences: number; dimensions: number } => ({
  consequences: cells[0].consequences,
  dimensions: cells[0].dimensions,
});

/** Mean menu size over all observations of all cells. */
export function meanMenuSize({ cells }: HierarchicalData): number {
  const observations = cells.reduce((sum, { uncertain }) => sum + menuCount(uncertain), 0);
  return cells.reduce((sum, { uncertain }) => sum + uncertain.items.length, 0) / observations;
}

/** s_m of every observation, cell by cell: its menu's size less the mean size. */
export function sizeDeviations(data: HierarchicalData): Float64Array {
  const mean = meanMenuSize(data);
  return Float64Array.from(
    data.cells.flatMap(({ uncertain }) =>
      Array.from({ length: menuCount(uncertain) }, (_, m) => menuSize(uncertain, m) - mean),
    ),
  );
}

/** What is wrong with a size covariate that came with the data, in the order of `sizeDeviations`; null if nothing. */
export function sizeFault(data: HierarchicalData, given: ArrayLike<number>): string | null {
  const needed = sizeDeviations(data);
  if (given.length !== needed.length)
    return `s has ${given.length} entries, needed one for each of ${needed.length} observations`;
  const m = needed.findIndex((value, i) => !(Math.abs(given[i] - value) <= CENTRING_TOLERANCE));
  if (m < 0) return null;
  return `s[${m + 1}] = ${given[m]}, needed ${needed[m]}: menu size less the mean menu size over all observations`;
}

function cellFault({ cells }: HierarchicalData, j: number): string | null {
  const [first] = cells;
  const cell = cells[j];
  if (cell.consequences !== first.consequences)
    return `cell ${j + 1} has K = ${cell.consequences}, needed ${first.consequences} as cell 1: utilities are shared`;
  if (cell.dimensions !== first.dimensions)
    return `cell ${j + 1} has D = ${cell.dimensions}, needed ${first.dimensions} as cell 1`;
  return cell.risky === null
    ? null
    : `cell ${j + 1} has choices among lotteries, which the model does not use`;
}

function poolFault({ cells, pools }: HierarchicalData): string | null {
  if (pools === null) return 'pools are missing, needed one for each cell: the model has a pool effect';
  if (pools.length !== cells.length)
    return `pools has ${pools.length} entries, needed one for each of ${cells.length} cells`;
  const seen = new Set(pools);
  const missing = Array.from({ length: Math.max(...pools) + 1 }, (_, pool) => pool).find(
    (pool) => !seen.has(pool),
  );
  return missing === undefined && Math.min(...pools) === 0
    ? null
    : `pools are ${[...pools].join(', ')}, needed numbers from 0 without gaps`;
}

/** Why `model` cannot be fitted to `data`, or null. */
export function hierarchicalFault(model: HierarchicalModel, data: HierarchicalData): string | null {
  const { cells, predictors, design } = data;
  if (cells.length === 0) return 'no cells, needed at least one';
  if (design.length !== cells.length * predictors)
    return `X has ${design.length} entries, needed ${cells.length} cells × ${predictors} predictors`;
  for (let j = 0; j < cells.length; j++) {
    const fault = cellFault(data, j);
    if (fault !== null) return fault;
  }
  return model.poolEffect ? poolFault(data) : null;
}
