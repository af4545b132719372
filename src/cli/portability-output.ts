// What luce portability prints and writes.
import { writeTableCsv, type TableRow } from '../formats/table-csv.ts';
import { matricesOf, type ComparisonRow } from '../instruments/portability/comparisons.ts';
import type { CellReport, PortabilityReport } from '../instruments/portability/report.ts';
import type { PortabilityInputs } from './portability-inputs.ts';
import { toJson, type OutputDirectory } from './output.ts';
import { columns } from './text.ts';

export interface PortabilityResult {
  readonly report: PortabilityReport;
  /** Comparisons on splits, and on pairs of environments. */
  readonly splits: readonly ComparisonRow[];
  readonly pairs: readonly ComparisonRow[];
  readonly caveats: readonly string[];
  readonly seconds: number;
}

/** `listed`: whether the comparisons of splits are printed as well. */
export const portabilityJson = (
  { report, splits, pairs, caveats, seconds }: PortabilityResult,
  listed: boolean,
): Record<string, unknown> => ({
  cells: report.cells,
  ...(listed && { comparisons: splits }),
  ...(pairs.length > 0 && { matrices: matricesOf(pairs) }),
  caveats,
  seconds,
});

function cellRow({ index: _, environments, n_test, test, ...cell }: CellReport): TableRow {
  const { game, model, regime, ...rest } = cell;
  return {
    game,
    model,
    regime,
    environments: environments.length,
    n_test_least: n_test[0],
    n_test_most: n_test[1],
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
});

export async function writePortability(
  output: OutputDirectory,
  inputs: PortabilityInputs,
  result: PortabilityResult,
): Promise<void> {
  const { report, splits, pairs } = result;
  await output.write(
    'balance.csv',
    writeTableCsv(inputs.games.flatMap(({ balance }) => balance.map((row) => ({ ...row })))),
  );
  await output.write('cells.csv', writeTableCsv(report.cells.map(cellRow)));
  await output.write('comparisons.csv', writeTableCsv(splits.map(comparisonTableRow)));
  if (pairs.length > 0) await output.write('matrix.csv', writeTableCsv(pairs.map(pairRow)));
  await output.write('report.json', `${toJson(portabilityJson(result, false))}\n`);
}

/** Cells of one game with unequal test folds, and games side by side, are no fair comparison. */
export function caveatsOf({ cells }: PortabilityReport): readonly string[] {
  const games = [...new Set(cells.map(({ game }) => game))];
  const unequal = games.flatMap((game) => {
    const sizes = cells.filter((cell) => cell.game === game).flatMap(({ n_test }) => n_test);
    const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
    return most > 1.1 * least
      ? [
          `${game}: test folds have ${least} to ${most} rows. TV falls with them: compare cells at equal numbers alone.`,
        ]
      : [];
  });
  const across =
    'TV of one game says nothing beside that of another: its floor depends on how many actions there are.';
  return games.length > 1 ? [...unequal, across] : unequal;
}

const figure = (value: number | null, digits = 3): string => (value === null ? 'NA' : value.toFixed(digits));

/** A floor stands beside a distance alone. */
const beside = (cell: CellReport, value: number | null): string =>
  figure(cell.tv_mean === null ? null : value);

const HEAD = [
  'cell',
  'TV',
  'floor',
  'to 95 %',
  'TV few bins',
  'excess',
  'p',
  'p adjusted',
  'R2 target',
  'resolution',
];

export function portabilityText({ report, caveats }: PortabilityResult): string {
  const rows = report.cells.map((cell) => [
    [cell.game, cell.model, cell.regime].filter((name) => name !== '').join(', '),
    figure(cell.tv_mean),
    beside(cell, cell.perm_mean),
    beside(cell, cell.perm_q95),
    figure(cell.tvB_mean),
    cell.excess_lo === null
      ? figure(cell.excess)
      : `${figure(cell.excess)} [${figure(cell.excess_lo)}, ${figure(cell.excess_hi)}]`,
    figure(cell.p_min, 4),
    figure(cell.p_adjusted, 4),
    figure(cell.r2_in),
    cell.resolution,
  ]);
  return [columns([HEAD, ...rows]), ...caveats.map((caveat) => `${caveat}\n`)].join('');
}
