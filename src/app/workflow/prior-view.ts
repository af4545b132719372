// What the Prior step shows of a report: figures and tables.
import { calibrationGridFigure } from '../../charts/calibration-grid.ts';
import { rateAlphaFigure } from '../../charts/prior-rate-alpha.ts';
import { problemRateFigure } from '../../charts/prior-rate-problem.ts';
import { priorRateFigure, type RateBlockView } from '../../charts/prior-rate.ts';
import { countColumn, fractionColumn, numberColumn, textColumn } from '../../charts/columns.ts';
import type { Figure } from '../../charts/figure.ts';
import type { PriorSettings } from '../../instruments/seu/prior/report.ts';
import type { RateBlock } from '../../instruments/seu/prior/views.ts';
import type { PriorRunReport } from '../../workers/prior-reports.ts';
import type { RunTableView } from '../run-view.ts';

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** Chance and mean rate of one block, or of all menus. */
function blockOf(block: RateBlock, { problems, chance, summary }: PriorRunReport): RateBlockView {
  if (block === 'all')
    return { block, chance, mean: summary.find(({ quantity }) => quantity === 'rate')!.mean };
  const own = problems.filter((row) => row.block === block);
  return { block, chance: mean(own.map((row) => row.chance)), mean: mean(own.map(({ rate }) => rate)) };
}

/** The grid marks the model's own prior of α, where it is among its points. Each is made when it is asked for. */
export function priorFigures(report: PriorRunReport, { model }: PriorSettings): readonly (() => Figure)[] {
  const { agents, bins, byAlpha, chance, grid, problems } = report;
  const blocks = [...new Set(bins.map(({ block }) => block))].map((block) => blockOf(block, report));
  const { mu, sigma } = model.priors.alpha;
  const chosen = grid.some((row) => row.mu === mu && row.sigma === sigma) ? { mu, sigma } : null;
  return [
    () => priorRateFigure({ draws: agents, rows: bins, blocks }),
    () => rateAlphaFigure({ chance, rows: byAlpha }),
    ...(grid.length > 1
      ? [() => calibrationGridFigure({ rows: grid, target: null, chosen, published: [] })]
      : []),
    () => problemRateFigure({ rows: problems }),
  ];
}

export function priorTables({ grid, summary, problems }: PriorRunReport): readonly RunTableView[] {
  return [
    {
      title: 'Calibration grid',
      columns: [
        numberColumn('mu', 'μ'),
        numberColumn('sigma', 'σ'),
        numberColumn('alpha_q5', 'α 5 %'),
        numberColumn('alpha_median', 'α median'),
        numberColumn('alpha_q95', 'α 95 %'),
        fractionColumn('rate_mean', 'mean rate', 3),
        fractionColumn('rate_sd', 'sd', 3),
        fractionColumn('rate_q5', 'rate 5 %'),
        fractionColumn('rate_q95', 'rate 95 %'),
      ],
      rows: grid.map((row) => ({ ...row })),
    },
    {
      title: 'Prior predictive',
      columns: [
        textColumn('quantity'),
        ...['mean', 'sd', 'q5', 'q25', 'median', 'q75', 'q95'].map((key) => numberColumn(key)),
      ],
      rows: summary.map((row) => ({ ...row })),
    },
    {
      title: 'Rate by menu',
      columns: [
        textColumn('block'),
        countColumn('menu'),
        countColumn('size'),
        fractionColumn('chance', 'chance', 3),
        fractionColumn('rate', 'SEU-maximal', 3),
      ],
      rows: problems.map((row) => ({ ...row })),
    },
  ].filter(({ rows }) => rows.length > 0);
}
