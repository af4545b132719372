// From a table of choices to the cells that portability is measured in: one model under one regime in one game.
import type { ChoiceTable } from '../../formats/choice-table.ts';
import type { Cell } from '../../statistics/portability/cell.ts';
import { gameNamed } from './games.ts';

export interface CellName {
  readonly game: string;
  readonly model: string;
  readonly regime: string;
}

/** A cell with the names behind its codes. */
export interface NamedCell extends CellName {
  readonly cell: Cell;
  readonly environments: readonly string[];
  /** Row of the table behind each row of the cell. */
  readonly rows: Uint32Array;
  /** Rows without a parsed action: dropped, and counted. */
  readonly unparsed: number;
  /** Environments that are left out, for having too few rows or instances to train and test on. */
  readonly excluded: readonly string[];
}

/** Scale of each feature: the game's own ranges, else the range of the table's values; a constant has width 1. */
export function featureScale(table: ChoiceTable): {
  readonly low: Float64Array;
  readonly width: Float64Array;
} {
  const known = gameNamed(table.game)?.parameters ?? [];
  const p = table.features.length;
  const low = new Float64Array(p).fill(Infinity);
  const high = new Float64Array(p).fill(-Infinity);
  for (let at = 0; at < table.x.length; at++) {
    low[at % p] = Math.min(low[at % p], table.x[at]);
    high[at % p] = Math.max(high[at % p], table.x[at]);
  }
  table.features.forEach((name, j) => {
    const parameter = known.find((entry) => entry.name === name);
    if (parameter) [low[j], high[j]] = [parameter.low, parameter.high];
  });
  return { low, width: low.map((value, j) => (high[j] > value ? high[j] - value : 1)) };
}

/** Codes as they occur among `rows`, renumbered from 0 in the order of the names. */
function renumber(
  codes: Uint32Array,
  rows: Uint32Array,
  names: number,
): { used: number[]; code: Int32Array } {
  const present = new Uint8Array(names);
  for (const row of rows) present[codes[row]] = 1;
  const code = new Int32Array(names).fill(-1);
  const used: number[] = [];
  present.forEach((is, name) => {
    if (is) code[name] = used.push(name) - 1;
  });
  return { used, code };
}

function cellOf(table: ChoiceTable, rows: Uint32Array, scale: ReturnType<typeof featureScale>) {
  const p = table.features.length;
  const { used, code } = renumber(table.environment.codes, rows, table.environment.names.length);
  const size = rows.length;
  const x = new Float64Array(size * p);
  const action = new Float64Array(size);
  const environment = new Uint16Array(size);
  const instance = new Uint32Array(size);
  for (let i = 0; i < size; i++) {
    const row = rows[i];
    for (let j = 0; j < p; j++) x[i * p + j] = table.x[row * p + j];
    action[i] = table.action[row];
    environment[i] = code[table.environment.codes[row]];
    instance[i] = table.instance.codes[row];
  }
  const cell: Cell = {
    environments: used.length,
    features: p,
    x,
    action,
    environment,
    instance,
    shared: table.shared,
    ...scale,
  };
  return { cell, environments: used.map((name) => table.environment.names[name]) };
}

/** Tables never change, and plan, report and comparisons each ask for the cells of two million rows. */
const known = new WeakMap<ChoiceTable, readonly NamedCell[]>();

/** Every cell of a table that has rows with an action, by model, then regime, in the order of their names. */
export function cellsOf(table: ChoiceTable): readonly NamedCell[] {
  const cells = known.get(table) ?? splitTable(table);
  known.set(table, cells);
  return cells;
}

function splitTable(table: ChoiceTable): readonly NamedCell[] {
  const regimes = table.regime.names.length;
  const groups = Array.from({ length: table.model.names.length * regimes }, (): number[] => []);
  const unparsed = new Uint32Array(groups.length);
  for (let row = 0; row < table.rows; row++) {
    const group = table.model.codes[row] * regimes + table.regime.codes[row];
    if (Number.isNaN(table.action[row])) unparsed[group] += 1;
    else groups[group].push(row);
  }
  const scale = featureScale(table);
  return groups.flatMap((list, group) => {
    if (list.length === 0) return [];
    const rows = Uint32Array.from(list);
    return [
      {
        game: table.game,
        model: table.model.names[Math.floor(group / regimes)],
        regime: table.regime.names[group % regimes],
        ...cellOf(table, rows, scale),
        rows,
        unparsed: unparsed[group],
        excluded: [],
      },
    ];
  });
}
