// What the page of cells fitted together shows: a pure function of its report and of the cells' own fits.
import { cellsForestFigure, poolingColumns, poolingTable } from '../../charts/cells-forest.ts';
import { cellsLineFigure } from '../../charts/cells-line.ts';
import { coefficientsFigure } from '../../charts/coefficients.ts';
import { numberColumn, probabilityColumn, textColumn } from '../../charts/columns.ts';
import { energyFigure } from '../../charts/energy.ts';
import type { Figure } from '../../charts/figure.ts';
import { ppcFigure } from '../../charts/ppc.ts';
import { rankFigure } from '../../charts/rank-histogram.ts';
import { traceFigure } from '../../charts/trace.ts';
import { coefficientViews, type CoefficientView } from '../../instruments/seu/hierarchical/coefficients.ts';
import { poolingView, type PoolingView } from '../../instruments/seu/hierarchical/pooling.ts';
import type { HierarchicalReport } from '../../instruments/seu/hierarchical/report.ts';
import { energyView } from '../../instruments/seu/views/energy.ts';
import { ppcView } from '../../instruments/seu/views/ppc.ts';
import { rankView } from '../../instruments/seu/views/rank-histogram.ts';
import { traceView } from '../../instruments/seu/views/trace.ts';
import type { CellsReport } from '../../workers/fit-cells.ts';
import type { RunTableView } from '../run-view.ts';

/** Fewer draws a chain than this make no interval worth looking at. */
const ENOUGH_DRAWS = 20;

export interface CellsView {
  readonly figures: readonly Figure[];
  readonly tables: readonly RunTableView[];
}

/** The variables whose chains are shown: the first slope, or γ₀ without one; the spread, which mixes worst. */
function traced({ draws }: HierarchicalReport): readonly string[] {
  const slope = draws.variables.includes('gamma[1]') ? 'gamma[1]' : 'gamma0';
  return [slope, 'sigma_cell'];
}

function figuresOf(
  report: HierarchicalReport,
  pooling: PoolingView,
  coefficients: readonly CoefficientView[],
): readonly Figure[] {
  const line = cellsLineFigure(pooling);
  const [slope, spread] = traced(report);
  return [
    coefficientsFigure(coefficients),
    ...(line ? [line] : []),
    cellsForestFigure(pooling),
    ppcFigure(ppcView(report)),
    traceFigure(traceView(report, slope)),
    traceFigure(traceView(report, spread)),
    rankFigure(rankView(report, slope)),
    energyFigure(energyView(report)),
  ];
}

const regression = (coefficients: readonly CoefficientView[]): RunTableView => {
  const { columns, rows } = coefficientsFigure(coefficients);
  return { title: 'Regression of log α', columns, rows };
};

/** The slope of the joint fit beside that over the cells' own fits. */
function slopes({ apartSlope, axis }: PoolingView, coefficients: readonly CoefficientView[]): RunTableView[] {
  const joint = coefficients.find(({ group }) => group === 'slopes');
  if (apartSlope === null || axis === null || !joint) return [];
  const row = (by: string, median: number, q5: number, q95: number, negative: number) => ({
    by,
    median,
    q5,
    q95,
    probability_negative: negative,
  });
  return [
    {
      title: `Slope of log α on ${axis.name}`,
      columns: [
        textColumn('by', 'fits'),
        numberColumn('median'),
        numberColumn('q5'),
        numberColumn('q95'),
        probabilityColumn('probability_negative', 'P(slope < 0)'),
      ],
      rows: [
        row('cells together', joint.median, joint.q5, joint.q95, joint.probability_negative),
        row(
          'each cell alone, least squares',
          apartSlope.median,
          apartSlope.q5,
          apartSlope.q95,
          apartSlope.probabilityNegative,
        ),
      ],
    },
  ];
}

/** Pictures and tables; none before there are draws enough. `names` are those of the plan's predictors. */
export function cellsView({ report, apart }: CellsReport, names?: readonly string[]): CellsView {
  if (report.draws.iterations < ENOUGH_DRAWS) return { figures: [], tables: [] };
  const pooling = poolingView(
    report,
    apart.map((own) => own?.alpha ?? null),
    names,
  );
  const coefficients = coefficientViews(report, names);
  const cells = {
    title: 'Sensitivity of every cell',
    columns: poolingColumns(pooling),
    rows: poolingTable(pooling),
  };
  return {
    figures: figuresOf(report, pooling, coefficients),
    tables: [regression(coefficients), ...slopes(pooling, coefficients), cells],
  };
}
