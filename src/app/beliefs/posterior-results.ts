// What each step shows of one cell's posterior: a sentence, figures, tables, and whether its chains can be read.
import { posteriorScoreFigure, slopeFigure } from '../../charts/beliefs-posterior.ts';
import { posteriorThresholdFigure, type DrawnThreshold } from '../../charts/beliefs-thresholds.ts';
import { countColumn, numberColumn, probabilityColumn, textColumn } from '../../charts/columns.ts';
import { energyFigure } from '../../charts/energy.ts';
import type { Figure } from '../../charts/figure.ts';
import { counted, shareDecimals } from '../../charts/number-format.ts';
import { traceFigure } from '../../charts/trace.ts';
import { isOfInterest, type PosteriorEstimates } from '../../instruments/beliefs/posterior/report.ts';
import { scoresOf } from '../../instruments/beliefs/posterior/report-tables.ts';
import { convergenceWords, rowConvergence } from '../../instruments/beliefs/posterior/convergence-words.ts';
import { posteriorThresholdWords, scoreWords } from '../../instruments/beliefs/posterior/words.ts';
import { energyView } from '../../instruments/seu/views/energy.ts';
import { traceView } from '../../instruments/seu/views/trace.ts';
import type { PosteriorCell } from '../../workers/beliefs-posterior.ts';
import type { RunTableView } from '../run-view.ts';
import type { ResultStep, StepResults } from './results.ts';

type Drawn = PosteriorCell & { readonly estimates: PosteriorEstimates };

/** Fewer draws a chain than this make no trace worth looking at. */
const ENOUGH_DRAWS = 20;

const convergenceColumns = [
  numberColumn('rhat', 'R-hat', 3),
  countColumn('ess_bulk', 'Bulk ESS'),
  countColumn('ess_tail', 'Tail ESS'),
];

/** What a cell is judged by and no figure shows: φ and the log densities; slopes and thresholds have figures. */
const parameterTable = ({ estimates: { summary } }: Drawn): RunTableView => ({
  title: 'Slopes, φ and log densities over draws',
  columns: [
    textColumn('variable', 'Variable'),
    ...['mean', 'sd', 'q5', 'median', 'q95'].map((key) => numberColumn(key)),
    ...convergenceColumns,
  ],
  rows: summary
    .filter(({ variable }) => isOfInterest(variable) && !variable.endsWith('.threshold'))
    .map((row) => ({ ...row })),
});

function differenceTable({ estimates: { differences, draws } }: Drawn): readonly RunTableView[] {
  if (differences.length === 0) return [];
  return [
    {
      title: 'Thresholds of one framing less those of another over draws, in logits',
      columns: [
        textColumn('first', 'First'),
        textColumn('second', 'Second'),
        countColumn('thresholds', 'Thresholds'),
        numberColumn('median', 'Median', 2),
        numberColumn('q5', 'q5', 2),
        numberColumn('q95', 'q95', 2),
        probabilityColumn('probability', 'P(first higher)', shareDecimals(draws.iterations * draws.chains)),
        ...convergenceColumns,
        textColumn('converged', 'Chains'),
      ],
      rows: differences.map(({ thresholds, ...row }) => ({
        ...row,
        thresholds: thresholds.length,
        converged: rowConvergence(row),
      })),
    },
  ];
}

/** The optimum beside the draws, and where it comes from. */
const besideNotes = ({ beside }: Drawn): readonly string[] =>
  beside === null
    ? ['No MAP fit of this cell with the same cases, answers and clip is kept here: run one to see both.']
    : [];

function drawnThresholds({ thresholds, summary }: PosteriorEstimates): readonly DrawnThreshold[] {
  const slopes = new Map(summary.map(({ variable, median }) => [variable, median]));
  return thresholds.map((row) => ({ ...row, beta: slopes.get(`${row.prompt}.beta`) ?? NaN }));
}

function chainFigures({ estimates, traced }: Drawn): readonly Figure[] {
  if (traced === null || estimates.draws.iterations < ENOUGH_DRAWS) return [];
  return [traceFigure(traceView(estimates, traced)), energyFigure(energyView(estimates))];
}

type Shown = Omit<StepResults, 'notes'> & { readonly notes?: readonly string[] };

function fitResults(cell: Drawn): Shown {
  const { estimates, cases, prompts } = cell;
  const slopes = slopeFigure(prompts, estimates.summary);
  return {
    finding:
      `${counted(estimates.draws.chains, 'chain')} of ${counted(estimates.draws.iterations, 'draw')} from the posterior given ` +
      `${counted(cases.train, 'training case')}.`,
    figures: [...(slopes ? [slopes] : []), ...chainFigures(cell)],
    tables: [parameterTable(cell)],
    diagnostics: estimates.diagnostics,
    notes: cell.limits,
  };
}

function coherenceResults(cell: Drawn): Shown {
  const { estimates } = cell;
  const figure = posteriorScoreFigure(
    scoresOf(cell),
    estimates.scores?.draws ?? 0,
    estimates.scores?.cases ?? 0,
  );
  return {
    finding: scoreWords(estimates),
    figures: figure ? [figure] : [],
    tables: [],
    diagnostics: [],
    notes: ['A verdict, its tests and calibration come with a fit by MAP, maximum likelihood or Adam.'],
  };
}

function thresholdResults(cell: Drawn): Shown {
  const { estimates, name, prompts, beside } = cell;
  const drawn = drawnThresholds(estimates);
  return {
    finding: posteriorThresholdWords(estimates),
    figures: drawn.length > 0 ? [posteriorThresholdFigure(name, prompts, drawn, beside?.thresholds)] : [],
    tables: differenceTable(cell),
    diagnostics: [],
    notes: drawn.length > 0 ? besideNotes(cell) : [],
  };
}

const absent = (what: string): Shown => ({
  finding: `${what} is computed beside a fit by MAP, maximum likelihood or Adam: full Bayes has thresholds, slopes and scores.`,
  figures: [],
  tables: [],
  diagnostics: [],
});

const SHOWN: Readonly<Record<ResultStep, (cell: Drawn) => Shown>> = {
  fit: fitResults,
  coherence: coherenceResults,
  thresholds: thresholdResults,
  generalisation: () => absent('Transfer'),
  sufficiency: () => absent('Sufficiency'),
  instances: () => absent('Evidence of other prefixes'),
};

const isDrawn = (cell: PosteriorCell): cell is Drawn => cell.estimates !== null;

/** Null before every chain of the cell has a draw. What has not converged is said first, wherever numbers are. */
export function posteriorResultsOf(step: ResultStep, cell: PosteriorCell): StepResults | null {
  if (!isDrawn(cell)) return null;
  const { notes = [], ...shown } = SHOWN[step](cell);
  const caution = convergenceWords(cell.estimates.diagnostics);
  const numbers = shown.figures.length + shown.tables.length > 0;
  return { ...shown, notes, caution: numbers ? caution : null };
}
