// Every comparison of a run as a row: its environments, its distance, and the coefficients behind it.
import type { Chunk } from '../../engine/types.ts';
import type { ChoiceTable } from '../../formats/choice-table.ts';
import { linearLearner } from '../../statistics/portability/learner.ts';
import { PREDICTORS } from '../../statistics/portability/predictors.ts';
import { cellWork, type CellWork, type ComparisonColumn } from '../../statistics/portability/work.ts';
import type { CellName } from './cells.ts';
import { plannedCells, workOf, type PlannedCell, type PortabilityPlan } from './plan.ts';
import { rowsOf } from './report.ts';
import type { Columns } from './rows.ts';

export interface ComparisonRow extends CellName {
  /** The given number, or the place among sampled splits. */
  readonly id: number;
  readonly sources: readonly string[];
  readonly target: string;
  readonly bins: number;
  readonly n_test: number;
  readonly tv: number;
  /** TV = numerator / (2 n_test). */
  readonly tv_numerator: number;
  readonly log_rmse_gap: number | null;
  readonly r2_out: number | null;
  readonly r2_in: number | null;
  /** Bins that hold a prediction, and the share of predictions in the fullest. */
  readonly occupied: number;
  readonly largest: number;
  /** True where training rows do not determine a fit: the TV of such least squares is no distance. */
  readonly deficient: boolean;
  /** Intercept and slopes as rendered; null where the predictor has none. */
  readonly coefficients_source: readonly number[] | null;
  readonly coefficients_target: readonly number[] | null;
}

type Part = 'splits' | 'pairs';
type Coefficients = (environments: readonly number[]) => readonly number[] | null;

/** Least-squares fits are made again, each once: chunks hold no coefficients. */
function coefficientsOf(
  { settings }: PortabilityPlan,
  { cell }: PlannedCell,
  { folds }: CellWork,
): Coefficients {
  if (settings.predictor !== 'ols') return () => null;
  const learner = linearLearner(cell, folds);
  const made = new Map<string, readonly number[] | null>();
  return (environments) => {
    const key = environments.join();
    let coefficients = made.get(key);
    if (coefficients === undefined) {
      const fit = learner.fit(environments).coefficients;
      made.set(key, (coefficients = fit && [...fit]));
    }
    return coefficients;
  };
}

function plannedWork(plan: PortabilityPlan, planned: PlannedCell): CellWork {
  const { predictor, ...work } = workOf(plan, planned);
  const stream = { seed: plan.seed, task: planned.index };
  return cellWork(planned.cell, { ...work, learner: PREDICTORS[predictor](stream) }, stream);
}

const orNull = (value: number): number | null => (Number.isNaN(value) ? null : value);

function rowsOfCell(
  plan: PortabilityPlan,
  planned: PlannedCell,
  part: Part,
  rows: Columns,
): readonly ComparisonRow[] {
  const { game, model, regime, environments, given } = planned;
  const work = plannedWork(plan, planned);
  const coefficients = coefficientsOf(plan, planned, work);
  const at = (name: ComparisonColumn, row: number): number => rows[name][row];
  return Array.from(rows.numerator, (numerator, row) => {
    const { sources, target } = work.set(part, row);
    return {
      game,
      model,
      regime,
      id: part === 'splits' ? (given?.sets[row].id ?? row) : row,
      sources: sources.map((e) => environments[e]),
      target: environments[target],
      bins: plan.settings.bins,
      n_test: at('rows', row),
      tv: numerator / (2 * at('rows', row)),
      tv_numerator: numerator,
      log_rmse_gap: orNull(at('gap', row)),
      r2_out: orNull(at('r2_out', row)),
      r2_in: orNull(at('r2_in', row)),
      occupied: at('occupied', row),
      largest: at('largest', row),
      deficient: at('deficient', row) === 1,
      coefficients_source: coefficients(sources),
      coefficients_target: coefficients([target]),
    };
  });
}

/** Comparisons on splits, or on every ordered pair of environments, as far as chunks have landed. */
export function comparisonRows(
  plan: PortabilityPlan,
  tables: ReadonlyMap<string, ChoiceTable>,
  chunks: readonly Chunk[],
  part: Part,
): readonly ComparisonRow[] {
  const rows = rowsOf(chunks);
  return plannedCells(plan, tables).flatMap((planned) => {
    const own = rows.get(`${planned.index}/${part}`);
    return own ? rowsOfCell(plan, planned, part, own) : [];
  });
}

export interface PortabilityMatrix extends CellName {
  readonly environments: readonly string[];
  /** [source][target]; null on the diagonal, and where least squares is not determined. */
  readonly tv: readonly (readonly (number | null)[])[];
}

/** Least squares has coefficients. Cubic terms that repeat each other leave predictions unique all the same. */
const isUndetermined = ({ deficient, coefficients_target }: ComparisonRow): boolean =>
  deficient && coefficients_target !== null;

/** The matrices of cells from their pairs. */
export function matricesOf(pairs: readonly ComparisonRow[]): readonly PortabilityMatrix[] {
  const cells = new Map<string, ComparisonRow[]>();
  for (const row of pairs) {
    const key = JSON.stringify([row.game, row.model, row.regime]);
    const known = cells.get(key);
    if (known) known.push(row);
    else cells.set(key, [row]);
  }
  return [...cells.values()].map((rows) => {
    const [{ game, model, regime }] = rows;
    const environments = [...new Set(rows.map(({ sources }) => sources[0]))];
    const tv = new Map(
      rows.map((row) => [`${row.sources[0]}\n${row.target}`, isUndetermined(row) ? null : row.tv]),
    );
    const matrix = environments.map((source) =>
      environments.map((target) => tv.get(`${source}\n${target}`) ?? null),
    );
    return { game, model, regime, environments, tv: matrix };
  });
}
