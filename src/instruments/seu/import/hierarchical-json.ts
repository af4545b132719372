// Reads Stan data files of the hierarchical models: choices of several cells, and what links the cells.
import type { CellLink, ChoiceBlock, SeuContent } from '../../../formats/dataset.ts';
import type { Parsed } from '../../../formats/fault.ts';
import type { JsonObject } from '../../../formats/json.ts';
import { MOST, readBlock } from './stan-block.ts';
import { StanShape, finite, wholeFrom } from './stan-shape.ts';

/** What links the cells of one file: predictors of their sensitivities, and the item pool of each. */
export interface Regression {
  /** X, a row of P numbers for each cell; no intercept. */
  readonly predictors: readonly (readonly number[])[];
  /** From zero, without gaps; null where the file names no pools. */
  readonly pools: readonly number[] | null;
}

/** What links cell `j`, from zero, to the others. */
export const linkOf = ({ predictors, pools }: Regression, j: number): CellLink => ({
  predictors: predictors[j],
  pool: pools?.[j] ?? null,
});

export interface HierarchicalImport {
  /** One a cell, its menus in the order of the file. */
  readonly contents: readonly SeuContent[];
  readonly regression: Regression;
  /** What was ignored or assumed, in sentences. */
  readonly notes: readonly string[];
}

const KEYS = ['J', 'P', 'X', 'M_total', 'cell', 'I', 'w', 'y', 'M_per_cell', 's', 'K', 'D', 'R', 'pool'];
const OWN_KEYS = ['M_total', 'cell', 'M_per_cell'];
/** A given size covariate may differ from menu size less mean menu size by this much. */
const CENTRING_TOLERANCE = 1e-6;

/** Whether an object is data of several cells: J is their number there, a matrix of lotteries elsewhere. */
export function isHierarchicalData(json: JsonObject): boolean {
  if (OWN_KEYS.some((key) => Object.hasOwn(json, key))) return true;
  return typeof json.J === 'number' && !Object.hasOwn(json, 'N');
}

/** Data of the keys J, P, X, M_total, cell, I, w, y, K, D, R, and M_per_cell, s and pool where given. */
export function readHierarchicalData(json: JsonObject, file: string): Parsed<HierarchicalImport> {
  const shape = new StanShape(json, file);
  const value = readCells(shape, json);
  return value && shape.faults.length === 0 ? { ok: true, value } : { ok: false, faults: shape.faults };
}

function readCells(shape: StanShape, json: JsonObject): HierarchicalImport | null {
  const cells = shape.scalar('J', wholeFrom(1, MOST));
  const consequences = shape.scalar('K', wholeFrom(2, 1000));
  const dimensions = shape.scalar('D', wholeFrom(1, MOST));
  const alternatives = shape.scalar('R', wholeFrom(2, MOST));
  const names = ['J', 'R', 'D'] as const;
  const features = shape.matrices('w', cells, alternatives, dimensions, names, finite);
  const keys = { count: 'M_total', menus: 'I', items: 'R', chosen: 'y' };
  const block = readBlock(shape, keys, alternatives);
  const cellOf = shape.vector('cell', block?.menus.length ?? null, 'M_total', wholeFrom(1, cells ?? MOST));
  const regression = readRegression(shape, cells);
  if (!block || !cellOf || cellOf.includes(null) || cells === null) return null;
  checkCounts(shape, cells, cellOf as number[]);
  checkSizes(shape, block);
  if (consequences === null || !features || !regression || shape.faults.length > 0) return null;
  const contents = Array.from({ length: cells }, (_, j) =>
    cellContent(consequences, (features[j] ?? features[0]) as number[][], blockOf(block, cellOf, j + 1)),
  );
  return { contents, regression, notes: notesOn(json, features.length) };
}

function readRegression(shape: StanShape, cells: number | null): Regression | null {
  const predictors = shape.scalar('P', wholeFrom(0, MOST));
  const none = predictors === 0 && cells !== null && !shape.has('X');
  const rows = none
    ? Array.from({ length: cells }, () => [])
    : shape.matrix('X', cells, predictors, ['J', 'P'], finite);
  const pools = shape.has('pool') ? readPools(shape, cells) : null;
  return rows && { predictors: rows as number[][], pools };
}

function readPools(shape: StanShape, cells: number | null): readonly number[] | null {
  const pools = shape.vector('pool', cells, 'J', wholeFrom(1, cells ?? MOST));
  if (!pools || pools.includes(null)) return null;
  const seen = new Set(pools);
  if (Math.max(...(pools as number[])) > seen.size)
    return shape.fault('/pool', `pools ${[...seen].join(', ')}`, 'pools numbered from 1 without gaps');
  return (pools as number[]).map((pool) => pool - 1);
}

/** Every cell has observations, as many as M_per_cell says where it is given. */
function checkCounts(shape: StanShape, cells: number, cellOf: readonly number[]): void {
  const counts = new Array<number>(cells).fill(0);
  for (const cell of cellOf) counts[cell - 1] += 1;
  counts.forEach((count, j) => {
    if (count === 0)
      shape.fault('/cell', `no observation of cell ${j + 1}`, 'at least one of each of J cells');
  });
  if (!shape.has('M_per_cell')) return;
  shape.vector('M_per_cell', cells, 'J', wholeFrom(0, MOST))?.forEach((given, j) => {
    if (given !== null && given !== counts[j])
      shape.fault(`/M_per_cell/${j}`, String(given), `${counts[j]}, the observations of cell ${j + 1}`);
  });
}

/** s, where given, is menu size less its mean over all observations. */
function checkSizes(shape: StanShape, { menus }: ChoiceBlock): void {
  if (!shape.has('s')) return;
  const mean = menus.reduce((sum, menu) => sum + menu.length, 0) / menus.length;
  shape.vector('s', menus.length, 'M_total', finite)?.forEach((given, m) => {
    const needed = menus[m].length - mean;
    if (given !== null && !(Math.abs(given - needed) <= CENTRING_TOLERANCE))
      shape.fault(`/s/${m}`, String(given), `${needed}, the size of menu ${m + 1} less the mean menu size`);
  });
}

function blockOf(
  { menus, chosen }: ChoiceBlock,
  cellOf: readonly (number | null)[],
  cell: number,
): ChoiceBlock {
  const own = menus.flatMap((_, m) => (cellOf[m] === cell ? [m] : []));
  return {
    menus: own.map((m) => menus[m]),
    chosen: own.map((m) => chosen[m]),
    problems: null,
    presentations: null,
  };
}

const cellContent = (
  consequences: number,
  features: readonly (readonly number[])[],
  uncertain: ChoiceBlock,
): SeuContent => ({
  schema: 'seu',
  consequences,
  features,
  alternatives: null,
  uncertain,
  risky: null,
  deltaConcentration: null,
  truth: null,
});

function notesOn(json: JsonObject, matrices: number): string[] {
  const unknown = Object.keys(json).filter((key) => !KEYS.includes(key));
  return [
    ...(unknown.length > 0 ? [`Keys that were not used: ${unknown.join(', ')}.`] : []),
    ...(matrices > 1 ? ['Each cell has features of its own.'] : []),
  ];
}
