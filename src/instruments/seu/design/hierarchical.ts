// Designs of hierarchical studies: cells that share alternatives and cross the levels of factors.
import { drawFeatures, drawMenus, sizeRule, UNCERTAIN } from './rules.ts';
import { designFaults, type DesignSettings } from './settings.ts';

type Rows = readonly (readonly number[])[];

export interface CellDesign {
  /** Level of each factor, from 0. */
  readonly levels: readonly number[];
  readonly menus: Rows;
}

export interface HierarchicalDesign {
  readonly consequences: number;
  /** R × D, the same in every cell. */
  readonly features: Rows;
  /** J cells, row by row: the last factor varies fastest. */
  readonly cells: readonly CellDesign[];
  /** X, J × P: a column for every level but the first of each factor, 1 where a cell has it. No intercept. */
  readonly regressors: Rows;
  readonly regressorNames: readonly string[];
}

/** Every combination of levels, the last factor fastest. */
export const crossLevels = (factors: readonly number[]): Rows =>
  factors.reduce<Rows>(
    (rows, count) => rows.flatMap((row) => Array.from({ length: count }, (_, level) => [...row, level])),
    [[]],
  );

/** Treatment coding: Σ (levels − 1) indicators; level 0 of every factor is the reference. */
export const treatmentCoding = (levels: readonly number[], factors: readonly number[]): readonly number[] =>
  factors.flatMap((count, f) => Array.from({ length: count - 1 }, (_, i) => (levels[f] === i + 1 ? 1 : 0)));

const codingNames = (factors: readonly number[]): readonly string[] =>
  factors.flatMap((count, f) =>
    Array.from({ length: count - 1 }, (_, i) => `factor ${f + 1}, level ${i + 2}`),
  );

/** Cell j's menus have the numbers of task j: cells do not depend on how many there are. */
export function hierarchicalDesign(design: DesignSettings): HierarchicalDesign {
  const faults = designFaults(design);
  if (faults.length > 0) throw new RangeError(faults.join('; '));
  const { factors, seed, alternatives, menus, consequences } = design;
  if (!factors) throw new RangeError('a design without cells; needed factors');
  const levels = crossLevels(factors);
  const cell = (task: number): Rows =>
    drawMenus({ seed, task, block: UNCERTAIN }, alternatives, sizeRule(design), 0, menus);
  return {
    consequences,
    features: drawFeatures(design),
    cells: levels.map((row, j) => ({ levels: row, menus: cell(j) })),
    regressors: levels.map((row) => treatmentCoding(row, factors)),
    regressorNames: codingNames(factors),
  };
}

/** s: size of each menu minus the mean size over all of them, cell after cell. */
export function centredSizes(cells: readonly CellDesign[]): readonly number[] {
  const sizes = cells.flatMap(({ menus }) => menus.map((menu) => menu.length));
  const mean = sizes.reduce((sum, size) => sum + size, 0) / sizes.length;
  return sizes.map((size) => size - mean);
}

/**
 * Stan data of h_m01 and h_m01_size: J, K, D, R, P, w, M_total, M_per_cell, cell, I, y, X, s. The choices y are all
 * the first member and mean nothing.
 */
export function hierarchicalStanData(design: HierarchicalDesign): Record<string, unknown> {
  const { consequences, features, cells, regressors, regressorNames } = design;
  const menus = cells.flatMap((cell) => cell.menus);
  const indicator = (menu: readonly number[]): number[] => features.map((_, r) => (menu.includes(r) ? 1 : 0));
  return {
    J: cells.length,
    K: consequences,
    D: features[0].length,
    R: features.length,
    P: regressorNames.length,
    w: features,
    M_total: menus.length,
    M_per_cell: cells.map((cell) => cell.menus.length),
    cell: cells.flatMap((cell, j) => cell.menus.map(() => j + 1)),
    I: menus.map(indicator),
    y: menus.map(() => 1),
    X: regressors,
    s: centredSizes(cells),
  };
}
