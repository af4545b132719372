// The tables and the JSON of a portability run: page and command give the same files.
import { writeTableCsv, type TableRow } from '../../formats/table-csv.ts';
import { matricesOf, type ComparisonRow } from './comparisons.ts';
import type { ContrastRow, Contrasts } from './contrasts.ts';
import type { BalanceRow } from './import/balance.ts';
import type { CellReport, PortabilityReport } from './report.ts';

export interface PortabilityResult {
  readonly report: PortabilityReport;
  /** Comparisons on splits, and on pairs of environments. */
  readonly splits: readonly ComparisonRow[];
  readonly pairs: readonly ComparisonRow[];
  readonly contrasts: Contrasts;
  readonly caveats: readonly string[];
  readonly seconds: number;
}

/** `listed`: whether the comparisons of splits are printed as well. */
export const portabilityJson = (
  { report, splits, pairs, contrasts, caveats, seconds }: PortabilityResult,
  listed: boolean,
): Record<string, unknown> => ({
  cells: report.cells,
  ...(listed && { comparisons: splits }),
  ...(pairs.length > 0 && { matrices: matricesOf(pairs) }),
  contrasts: contrasts.rows,
  caveats: [...caveats, ...contrasts.notes],
  seconds,
});

/** One cell as a row of `cells.csv`. */
export function cellRow({ index: _, environments, excluded, n_test, test, ...cell }: CellReport): TableRow {
  const { game, model, regime, ...rest } = cell;
  return {
    game,
    model,
    regime,
    environments: environments.length,
    n_test_least: n_test[0],
    n_test_most: n_test[1],
    excluded: excluded.join('|'),
    ...rest,
    test_tv20: test?.tv20 ?? null,
    test_tvB: test?.tvB ?? null,
    test_gap: test?.gap ?? null,
    test_pred: test?.pred ?? null,
  };
}

const comparisonTableRow = (row: ComparisonRow): TableRow => ({
  ...row,
  sources: row.sources.join('|'),
  coefficients_source: row.coefficients_source?.join('|') ?? null,
  coefficients_target: row.coefficients_target?.join('|') ?? null,
});

const pairRow = ({ sources, ...row }: ComparisonRow): TableRow => ({
  game: row.game,
  model: row.model,
  regime: row.regime,
  source: sources[0],
  target: row.target,
  n_test: row.n_test,
  tv: row.tv,
  tv_numerator: row.tv_numerator,
  log_rmse_gap: row.log_rmse_gap,
  r2_out: row.r2_out,
  r2_in: row.r2_in,
  occupied: row.occupied,
  largest: row.largest,
  deficient: row.deficient,
});

const contrastTableRow = (row: ContrastRow): TableRow => ({ ...row });

/** File name → text of the CSV tables of a run. */
export function portabilityTables(
  balance: readonly BalanceRow[],
  { report, splits, pairs, contrasts }: PortabilityResult,
): Readonly<Record<string, string>> {
  return {
    'balance.csv': writeTableCsv(balance.map((row) => ({ ...row }))),
    'cells.csv': writeTableCsv(report.cells.map(cellRow)),
    'comparisons.csv': writeTableCsv(splits.map(comparisonTableRow)),
    ...(pairs.length > 0 && { 'matrix.csv': writeTableCsv(pairs.map(pairRow)) }),
    ...(contrasts.rows.length > 0 && {
      'contrasts.csv': writeTableCsv(contrasts.rows.map(contrastTableRow)),
    }),
  };
}
