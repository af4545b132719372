// What pictures of a portability run show, from its report and its rows.
import type { Chunk } from '../../engine/types.ts';
import type { ChoiceTable } from '../../formats/choice-table.ts';
import { kernelDensity } from '../../statistics/density.ts';
import { comparisonRows, matricesOf, type ComparisonRow, type PortabilityMatrix } from './comparisons.ts';
import { plannedCells, type PlannedCell, type PortabilityPlan } from './plan.ts';
import { portabilityReport, rowsOf, type CellReport } from './report.ts';
import type { Columns } from './rows.ts';
import { clusteredOrder, pairFloor, type PairFloor } from './views-matrix.ts';
import { caveatsOf } from './caveats.ts';
import { findingOf, findingWord, isAbove } from './views-words.ts';

/** A density of distances on an even grid; plain lists, for they cross threads with the rest. */
export interface Curve {
  readonly x: readonly number[];
  readonly density: readonly number[];
}

/** One split violin: what was observed, and its floor. */
export interface Violin {
  readonly cell: CellReport;
  /** TV of every split; null before there are two that differ, and where the distance is not determined. */
  readonly observed: Curve | null;
  /** The cell's mean TV over permutations. */
  readonly floor: Curve | null;
  readonly above: boolean;
}

/** TV of every ordered pair of environments of one cell. */
export interface MatrixView extends PortabilityMatrix {
  /** Number of the cell in the plan. */
  readonly index: number;
  /** Environments by clustering: places in `environments`. */
  readonly order: readonly number[];
  /** Where a pair lies when framings are exchangeable; null where predictors are not least squares. */
  readonly floor: PairFloor | null;
}

export interface PortabilityViews {
  readonly cells: readonly CellReport[];
  readonly violins: readonly Violin[];
  readonly matrices: readonly MatrixView[];
  readonly caveats: readonly string[];
  readonly finding: string;
  /** The finding in a few words; null where there is none. */
  readonly word: string | null;
}

const POINTS = 96;

function curveOf(values: Float64Array | null): Curve | null {
  if (!values || values.length < 2 || values.every((value) => value === values[0])) return null;
  const { x, density } = kernelDensity(values, { points: POINTS, lower: 0 });
  return { x: [...x], density: [...density] };
}

const tvOf = (rows: Columns | undefined): Float64Array | null =>
  rows ? rows.numerator.map((value, i) => value / (2 * rows.rows[i])) : null;

function violinOf(cell: CellReport, rows: ReadonlyMap<string, Columns>): Violin {
  const told = cell.tv_mean !== null;
  return {
    cell,
    observed: told ? curveOf(tvOf(rows.get(`${cell.index}/splits`))) : null,
    floor: told ? curveOf(rows.get(`${cell.index}/permutations`)?.tv20 ?? null) : null,
    above: isAbove(cell),
  };
}

/** Floors of pairs are made once a cell: `known` keeps them between folds of one run. */
function matrixView(
  plan: PortabilityPlan,
  planned: PlannedCell,
  pairs: readonly ComparisonRow[],
  known: Map<number, PairFloor | null>,
): MatrixView | null {
  const { index, cell, game, model, regime } = planned;
  const own = pairs.filter((row) => row.game === game && row.model === model && row.regime === regime);
  if (own.length < cell.environments * (cell.environments - 1) || own.length === 0) return null;
  const [matrix] = matricesOf(own);
  if (!known.has(index))
    known.set(
      index,
      plan.settings.predictor === 'ols' && plan.settings.given === null
        ? pairFloor(cell, plan.settings.bins, plan.seed, index)
        : null,
    );
  return { ...matrix, index, order: clusteredOrder(matrix), floor: known.get(index) ?? null };
}

/** Everything that the page of a run shows, from whatever chunks have landed. */
export function portabilityViews(
  plan: PortabilityPlan,
  tables: ReadonlyMap<string, ChoiceTable>,
  chunks: readonly Chunk[],
  floors: Map<number, PairFloor | null> = new Map(),
): PortabilityViews {
  const report = portabilityReport(plan, tables, chunks);
  const rows = rowsOf(chunks);
  const pairs = plan.settings.matrix ? comparisonRows(plan, tables, chunks, 'pairs') : [];
  const matrices = plannedCells(plan, tables).flatMap(
    (planned) => matrixView(plan, planned, pairs, floors) ?? [],
  );
  return {
    cells: report.cells,
    violins: report.cells.map((cell) => violinOf(cell, rows)),
    matrices,
    caveats: caveatsOf(report),
    finding: findingOf(report),
    word: findingWord(report),
  };
}
