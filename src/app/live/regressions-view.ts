// What the page of a study shows of its regressions: the conditions of each cell fitted together.
import { cellsLineFigure } from '../../charts/cells-line.ts';
import { numberColumn, probabilityColumn, textColumn } from '../../charts/columns.ts';
import type { Figure } from '../../charts/figure.ts';
import { significant } from '../../charts/number-format.ts';
import { coefficientViews } from '../../instruments/seu/hierarchical/coefficients.ts';
import { poolingView, type PoolingView } from '../../instruments/seu/hierarchical/pooling.ts';
import { worstSeverity, type Diagnostic } from '../../statistics/diagnostic.ts';
import type { CellsReport } from '../../workers/fit-cells.ts';
import type { RunTableView } from '../run-view.ts';

/** Fewer draws a chain than this make no interval worth looking at. */
const ENOUGH_DRAWS = 20;

const grown = (reports: readonly CellsReport[]): readonly CellsReport[] =>
  reports.filter(({ report }) => report.draws.iterations >= ENOUGH_DRAWS);

const poolingOf = ({ report, apart }: CellsReport): PoolingView =>
  poolingView(
    report,
    apart.map((own) => own?.alpha ?? null),
    undefined,
    report.label,
  );

export const regressionFigures = (reports: readonly CellsReport[]): readonly Figure[] =>
  grown(reports).flatMap((one) => cellsLineFigure(poolingOf(one)) ?? []);

function slopeRow(one: CellsReport) {
  const { report } = one;
  const coefficients = coefficientViews(report);
  const slope = coefficients.find(({ group }) => group === 'slopes')!;
  const spread = coefficients.find(({ variable }) => variable === 'sigma_cell')!;
  const { apartSlope } = poolingOf(one);
  return {
    cell: report.label,
    slope_median: slope.median,
    slope_q5: slope.q5,
    slope_q95: slope.q95,
    p_slope_negative: slope.probability_negative,
    independent_median: apartSlope?.median ?? null,
    independent_q5: apartSlope?.q5 ?? null,
    independent_q95: apartSlope?.q95 ?? null,
    sigma_cell_median: spread.median,
    gamma0_distance: report.prior.distance,
  };
}

export function regressionTables(reports: readonly CellsReport[]): readonly RunTableView[] {
  const ready = grown(reports);
  if (ready.length === 0) return [];
  return [
    {
      title: 'Slope of log α on temperature, conditions fitted together',
      columns: [
        textColumn('cell'),
        numberColumn('slope_median', 'median'),
        numberColumn('slope_q5', 'q5'),
        numberColumn('slope_q95', 'q95'),
        probabilityColumn('p_slope_negative', 'P(slope < 0)'),
        numberColumn('independent_median', 'each alone'),
        numberColumn('independent_q5', 'q5'),
        numberColumn('independent_q95', 'q95'),
        numberColumn('sigma_cell_median', 'σ cells'),
        numberColumn('gamma0_distance', 'γ₀ from its prior, sds'),
      ],
      rows: ready.map(slopeRow),
    },
  ];
}

/** One line for a regression that asks for something: the first of its most severe diagnostics. */
export const regressionDiagnostics = (reports: readonly CellsReport[]): readonly Diagnostic[] =>
  reports.flatMap(({ report: { label, diagnostics } }) => {
    const severity = worstSeverity(diagnostics);
    const worst = diagnostics.find((one) => one.severity === severity);
    if (!worst || severity === 'fine' || severity === 'na') return [];
    const name = `${label}, fitted together`;
    const value = worst.value === null ? '' : ` = ${significant(worst.value)}`;
    return [{ ...worst, id: name, label: name, value: null, hint: `${worst.label}${value}. ${worst.hint}` }];
  });
