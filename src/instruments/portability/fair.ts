// Cells at equal numbers of rows: distances fall with the rows behind them, so that only equal designs compare.
import type { ChoiceTable } from '../../formats/choice-table.ts';
import type { Cell } from '../../statistics/portability/cell.ts';
import type { Cluster } from '../../statistics/portability/clusters.ts';
import {
  clustersByEnvironment,
  commonSize,
  keptRows,
  restrictCell,
  type CutSize,
} from '../../statistics/portability/subsample.ts';
import { cellsOf, type NamedCell } from './cells.ts';

/** A cell of which some rows may have been left out. */
export interface CutCell extends NamedCell {
  readonly left_out: number;
}

/** An environment under fewer rows has no two to train on and no two to test on. */
export const LEAST_ROWS = 4;
/** An environment with one instance has one x: no slope is learned on it, and it has nothing to exchange. */
export const LEAST_INSTANCES = 2;

/** The cell in the given environments (their places in it), each cut to the size at the same place. */
function cutCell(
  named: NamedCell,
  places: readonly number[],
  sizes: readonly CutSize[],
  seed: number,
): CutCell {
  const groups = clustersByEnvironment(named.cell);
  const kept = places.map((place, k) => keptRows(groups[place], sizes[k], seed));
  const rows = Uint32Array.from(kept.flatMap((own) => [...own])).sort();
  return {
    ...named,
    cell: restrictCell(named.cell, places, rows),
    environments: places.map((place) => named.environments[place]),
    rows: rows.map((row) => named.rows[row]),
    left_out: named.rows.length - rows.length,
  };
}

const whole = (named: NamedCell): CutCell => ({ ...named, left_out: 0 });

/** The cells of a table with all their rows. */
export const wholeCells = (table: ChoiceTable): readonly CutCell[] => cellsOf(table).map(whole);

/** Environments that have rows and instances enough. */
function largeOf(cell: Cell): readonly number[] {
  const groups = clustersByEnvironment(cell);
  const rows = groups.map((clusters) => clusters.reduce((sum, own) => sum + own.rows.length, 0));
  return [...groups.keys()].filter((e) => rows[e] >= LEAST_ROWS && groups[e].length >= LEAST_INSTANCES);
}

/** The cell without environments that have too few rows or instances; of nothing but such, the first is left. */
function withoutSmall(named: NamedCell): NamedCell {
  const { cell, environments, rows } = named;
  const large = largeOf(cell);
  if (large.length === cell.environments) return named;
  const places = large.length > 0 ? large : [0];
  const kept = Uint32Array.from(rows.keys()).filter((row) => places.includes(cell.environment[row]));
  return {
    ...named,
    cell: restrictCell(cell, places, kept),
    environments: places.map((place) => environments[place]),
    rows: kept.map((row) => rows[row]),
    excluded: environments.filter((_, place) => !places.includes(place)),
  };
}

const sound = new WeakMap<ChoiceTable, readonly NamedCell[]>();

/** The cells of a table in environments that can be trained and tested on. */
function soundCells(table: ChoiceTable): readonly NamedCell[] {
  const cells = sound.get(table) ?? cellsOf(table).map(withoutSmall);
  sound.set(table, cells);
  return cells;
}
const isCompared = ({ cell }: NamedCell): boolean => cell.environments > 1;

const known = new WeakMap<
  readonly NamedCell[],
  { readonly seed: number; readonly cells: readonly CutCell[] }
>();

/** Every environment of every cell of one game cut to the size that all can have; the last seed's cut is kept. */
export function equalCells(cells: readonly NamedCell[], seed: number): readonly CutCell[] {
  const kept = known.get(cells);
  if (kept?.seed === seed) return kept.cells;
  const cut = cutAlike(cells, seed);
  known.set(cells, { seed, cells: cut });
  return cut;
}

function cutAlike(cells: readonly NamedCell[], seed: number): readonly CutCell[] {
  const groups = cells.filter(isCompared).flatMap(({ cell }) => clustersByEnvironment(cell));
  if (groups.length === 0) return cells.map(whole);
  const size = commonSize(groups);
  return cells.map((named) => {
    if (!isCompared(named)) return whole(named);
    const places = named.environments.map((_, place) => place);
    return cutCell(
      named,
      places,
      places.map(() => size),
      seed,
    );
  });
}

/** The cells of a table without environments of too few rows, cut to one size where that is asked for. */
export function cellsAlike(table: ChoiceTable, equalRows: boolean, seed: number): readonly CutCell[] {
  const cells = soundCells(table);
  return equalRows ? equalCells(cells, seed) : cells.map(whole);
}

/** Two cells in the environments that both have, environment by environment at one size. */
export interface EqualPair {
  readonly from: CutCell;
  readonly to: CutCell;
  readonly sizes: readonly CutSize[];
}

interface SharedEnvironment {
  readonly places: readonly [number, number];
  readonly size: CutSize;
}

function sharedEnvironments(from: NamedCell, to: NamedCell): readonly SharedEnvironment[] {
  const [own, other]: readonly (readonly Cluster[])[][] = [from.cell, to.cell].map((cell) => [
    ...clustersByEnvironment(cell),
  ]);
  return from.environments.flatMap((name, place): SharedEnvironment[] => {
    const at = to.environments.indexOf(name);
    if (at < 0) return [];
    const size = commonSize([own[place], other[at]]);
    return size.rows < LEAST_ROWS ? [] : [{ places: [place, at], size }];
  });
}

/** Null where fewer than two environments are common. */
export function equalPair(from: NamedCell, to: NamedCell, seed: number): EqualPair | null {
  const shared = sharedEnvironments(from, to);
  if (shared.length < 2) return null;
  const sizes = shared.map(({ size }) => size);
  const cut = (cell: NamedCell, side: 0 | 1): CutCell =>
    cutCell(
      cell,
      shared.map(({ places }) => places[side]),
      sizes,
      seed,
    );
  return { from: cut(from, 0), to: cut(to, 1), sizes };
}
