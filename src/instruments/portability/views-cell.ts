// One comparison in full: the two fits, the bins that their predictions fall into, and the rows they are tested on.
import type { ChoiceTable } from '../../formats/choice-table.ts';
import { cutpoints } from '../../statistics/portability/distance.ts';
import { PREDICTORS } from '../../statistics/portability/predictors.ts';
import { drawnFolds } from '../../statistics/portability/work.ts';
import type { CellName } from './cells.ts';
import { foldsOf, plannedCells, type PlannedCell, type PortabilityPlan } from './plan.ts';

/** One row of the common test fold. */
export interface TestRow {
  /** Row of the table, from 0. */
  readonly row: number;
  readonly instance: string;
  readonly draw: number;
  readonly x: readonly number[];
  readonly action: number;
  /** Predictions trained on the source and on the target, and the bin that each falls into, from 1. */
  readonly out: number;
  readonly inside: number;
  readonly bin_out: number;
  readonly bin_in: number;
}

export interface Bin {
  readonly low: number;
  readonly high: number;
  /** Predictions of the source-trained and of the target-trained predictor. */
  readonly out: number;
  readonly inside: number;
}

export interface CellDetail extends CellName {
  readonly features: readonly string[];
  readonly labels: readonly string[] | null;
  readonly source: string;
  readonly target: string;
  /** Null where training rows do not determine least squares. */
  readonly tv: number | null;
  readonly tv_numerator: number;
  /** Out-of-sample R² of either predictor on the fold; null where actions do not vary. */
  readonly r2_out: number | null;
  readonly r2_in: number | null;
  /** Bins that hold a prediction, and the share of predictions in the fullest. */
  readonly occupied: number;
  readonly largest: number;
  readonly deficient: boolean;
  /** Intercept and slopes as rendered; null where the predictor is not linear. */
  readonly coefficients_source: readonly number[] | null;
  readonly coefficients_target: readonly number[] | null;
  readonly bins: readonly Bin[];
  readonly rows: readonly TestRow[];
}

/** Number of interior cutpoints at or below a prediction: its bin from 0, left-closed. */
const binOf = (prediction: number, cuts: Float64Array): number => {
  let bin = 0;
  for (let k = 1; k + 1 < cuts.length; k++) if (cuts[k] <= prediction) bin = k;
  return bin;
};

/** Σ |#out − #in| over actions and bins. */
function numeratorOf(rows: readonly TestRow[]): number {
  const balance = new Map<string, number>();
  const add = (key: string, by: number): void => void balance.set(key, (balance.get(key) ?? 0) + by);
  for (const { action, bin_out, bin_in } of rows) {
    add(`${action} ${bin_out}`, 1);
    add(`${action} ${bin_in}`, -1);
  }
  return [...balance.values()].reduce((sum, value) => sum + Math.abs(value), 0);
}

function tableOf(tables: ReadonlyMap<string, ChoiceTable>, { game }: CellName): ChoiceTable {
  const table = [...tables.values()].find((entry) => entry.game === game);
  if (!table) throw new Error(`no table of ${game} is at hand`);
  return table;
}

function testRows(
  table: ChoiceTable,
  { cell, rows: tableRows }: PlannedCell,
  fold: Uint32Array,
  out: Float64Array,
  inside: Float64Array,
  cuts: Float64Array,
): readonly TestRow[] {
  return Array.from(fold, (row, i): TestRow => {
    const at = tableRows[row];
    return {
      row: at,
      instance: table.instance.names[table.instance.codes[at]],
      draw: table.draw[at],
      x: [...cell.x.subarray(row * cell.features, (row + 1) * cell.features)],
      action: cell.action[row],
      out: out[i],
      inside: inside[i],
      bin_out: binOf(out[i], cuts) + 1,
      bin_in: binOf(inside[i], cuts) + 1,
    };
  });
}

const binsOf = (rows: readonly TestRow[], cuts: Float64Array): readonly Bin[] =>
  Array.from({ length: Math.max(1, cuts.length - 1) }, (_, k) => ({
    low: cuts[k],
    high: cuts[Math.min(k + 1, cuts.length - 1)],
    out: rows.filter(({ bin_out }) => bin_out === k + 1).length,
    inside: rows.filter(({ bin_in }) => bin_in === k + 1).length,
  }));

/** 1 − SSE / SST of predictions about the fold's mean. */
function r2Of(rows: readonly TestRow[], key: 'out' | 'inside'): number | null {
  const mean = rows.reduce((sum, { action }) => sum + action, 0) / rows.length;
  const sum = (term: (row: TestRow) => number): number => rows.reduce((all, row) => all + term(row) ** 2, 0);
  const total = sum(({ action }) => action - mean);
  return total > 0 ? 1 - sum((row) => row.action - row[key]) / total : null;
}

function filling(bins: readonly Bin[], rows: number): Pick<CellDetail, 'occupied' | 'largest'> {
  const held = bins.map(({ out, inside }) => out + inside);
  return { occupied: held.filter((count) => count > 0).length, largest: Math.max(...held) / (2 * rows) };
}

/** The pair of environments `source` → `target` (places in the cell) under the plan's predictor and folds. */
export function cellDetail(
  plan: PortabilityPlan,
  tables: ReadonlyMap<string, ChoiceTable>,
  index: number,
  source: number,
  target: number,
): CellDetail {
  const planned = plannedCells(plan, tables).find((entry) => entry.index === index);
  if (!planned) throw new Error(`the plan has no cell ${index}`);
  const { cell, environments, given, game, model, regime } = planned;
  const folds = given ? foldsOf(given, planned) : drawnFolds(cell, { seed: plan.seed, task: index });
  const learner = PREDICTORS[plan.settings.predictor]({ seed: plan.seed, task: index })(cell, folds);
  const [from, own] = [learner.fit([source]), learner.fit([target])];
  const fold = folds.test[target];
  const [out, inside] = [from.predict(fold), own.predict(fold)];
  const cuts = cutpoints(Float64Array.from([...out, ...inside]).sort(), plan.settings.bins);
  const table = tableOf(tables, planned);
  const rows = testRows(table, planned, fold, out, inside, cuts);
  const tv_numerator = numeratorOf(rows);
  const bins = binsOf(rows, cuts);
  const deficient = from.deficient || own.deficient;
  return {
    game,
    model,
    regime,
    features: table.features,
    labels: table.labels,
    source: environments[source],
    target: environments[target],
    tv: deficient && own.coefficients ? null : tv_numerator / (2 * rows.length),
    tv_numerator,
    r2_out: r2Of(rows, 'out'),
    r2_in: r2Of(rows, 'inside'),
    ...filling(bins, rows.length),
    deficient,
    coefficients_source: from.coefficients && [...from.coefficients],
    coefficients_target: own.coefficients && [...own.coefficients],
    bins,
    rows,
  };
}
