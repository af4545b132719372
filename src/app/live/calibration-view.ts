// What the page of a calibration shows of one arm: figures, diagnostics, and the words around them.
import { contractionScatterFigure, type ScoredQuantity } from '../../charts/contraction-scatter.ts';
import { balanceFigure } from '../../charts/calibration-balance.ts';
import { coverageFigure, type CoverageView } from '../../charts/coverage-curve.ts';
import { ecdfDifferenceFigure } from '../../charts/ecdf-difference.ts';
import type { Figure } from '../../charts/figure.ts';
import { fraction, integer } from '../../charts/number-format.ts';
import { rankBarsFigure } from '../../charts/rank-bars.ts';
import { truthEstimateFigure } from '../../charts/truth-estimate.ts';
import { numberColumn, countColumn, probabilityColumn, textColumn } from '../../charts/columns.ts';
import { isLogScale } from '../../instruments/seu/calibration/information.ts';
import type { CalibrationVerdict } from '../../instruments/seu/calibration/report.ts';
import { symbolOf } from '../../instruments/seu/views/variables.ts';
import type { ArmQuantity, ArmReport } from '../../workers/replicate-reports.ts';
import type { RunTableView } from '../run-view.ts';

/** Fewer fitted replicates than this make no curve worth looking at. */
const ENOUGH = 8;
const CONFIDENCE = 0.95;
/** Of the intervals that stand at each truth. */
const INTERVAL = 0.9;

/** Sensitivities and functions of all choices first, then the rest in the model's order: what panels show. */
const READING: readonly string[] = [
  'sensitivity',
  'combination',
  'data',
  'delta',
  'contrast',
  'psi',
  'joint',
  'beta',
];
const inReadingOrder = (quantities: readonly ArmQuantity[]): readonly ArmQuantity[] =>
  quantities.toSorted((a, b) => READING.indexOf(a.group) - READING.indexOf(b.group));

const named = (variable: string) => ({ variable, symbol: symbolOf(variable) });

/** In the order of reading, each made when it is asked for. */
export function calibrationFigures(report: ArmReport): readonly (() => Figure)[] {
  const replicates = report.replicates - report.failures.length;
  if (replicates < ENOUGH) return [];
  const quantities = inReadingOrder(report.quantities);
  const coverage = coverageOf(replicates, quantities);
  const scores = scored(quantities);
  return [
    () => departures(report, replicates, quantities),
    ...(quantities.some(({ histogram }) => histogram) ? [() => histograms(report, quantities)] : []),
    () => balance(report, replicates, quantities),
    () => coverageFigure(coverage, 'coverage'),
    () => coverageFigure(coverage, 'difference'),
    ...(scores.length > 0 ? [() => contractionScatterFigure({ replicates, quantities: scores })] : []),
    () => truthsFigure(quantities),
  ];
}

const plannedOf = ({ planned, failures }: ArmReport): number => planned - failures.length;

const departures = (report: ArmReport, replicates: number, quantities: readonly ArmQuantity[]): Figure =>
  ecdfDifferenceFigure({
    replicates,
    planned: plannedOf(report),
    maxRank: report.max_rank,
    coverage: report.band_coverage,
    quantities: quantities.map(({ variable, departure, ecdf }) => ({
      ...named(variable),
      departure,
      points: ecdf,
    })),
  });

function histograms({ state }: ArmReport, quantities: readonly ArmQuantity[]): Figure {
  const known = quantities.flatMap(({ variable, histogram, last }) =>
    histogram ? [{ ...named(variable), histogram, last: state.kind === 'growing' ? last : [] }] : [],
  );
  return rankBarsFigure({
    bins: known[0].histogram.bins,
    quantities: known.map(({ histogram, ...rest }) => ({ ...rest, counts: histogram.counts })),
  });
}

const balance = (report: ArmReport, replicates: number, quantities: readonly ArmQuantity[]): Figure =>
  balanceFigure({
    replicates,
    planned: plannedOf(report),
    note: couplingNote(report),
    quantities: quantities.map(({ variable, departure, p, contraction }) => ({
      ...named(variable),
      departure,
      p,
      contraction,
    })),
  });

/** What marginal numbers leave out. */
function couplingNote({ informativeness: { coupling } }: ArmReport): string {
  const [strongest] = coupling.toSorted((a, b) => Math.abs(b.correlation) - Math.abs(a.correlation));
  if (!strongest) return '';
  const { first, second, correlation, lower, upper } = strongest;
  return `Errors of ${symbolOf(first)} and ${symbolOf(second)} correlate most: ${fraction(correlation)} [${fraction(lower)}, ${fraction(upper)}].`;
}

const coverageOf = (replicates: number, quantities: readonly ArmQuantity[]): CoverageView => ({
  replicates,
  confidence: CONFIDENCE,
  quantities: quantities.map(({ variable, coverage_curve: curve }) => ({ ...named(variable), curve })),
});

/** Positive sensitivities on logarithmic axes, for their priors are wide. */
const truthsFigure = (quantities: readonly ArmQuantity[]): Figure =>
  truthEstimateFigure({
    level: INTERVAL,
    quantities: quantities.map(({ variable, points }) => ({
      ...named(variable),
      truth: Float64Array.from(points, ({ truth }) => truth),
      mean: Float64Array.from(points, ({ mean }) => mean),
      lower: Float64Array.from(points, ({ q5 }) => q5),
      upper: Float64Array.from(points, ({ q95 }) => q95),
      log: isLogScale(variable),
    })),
  });

const scored = (quantities: readonly ArmQuantity[]): readonly ScoredQuantity[] =>
  quantities.flatMap(({ variable, z_scores, contractions, points }) =>
    z_scores && contractions
      ? [{ ...named(variable), z_score: z_scores, contraction: contractions, cloud: points }]
      : [],
  );

/** What was said at an earlier look of a study that has grown since. */
export const lookWords = ({ replicates, passes, p, look }: CalibrationVerdict): string =>
  `At look ${look}, after ${integer(replicates)} replicates, the ranks were ${passes ? 'in keeping with calibration' : 'not uniform'} (p = ${Number(p.toPrecision(2))}).`;

export function quantityTable({ quantities }: ArmReport): RunTableView {
  return {
    title: 'Quantities',
    columns: [
      textColumn('variable'),
      countColumn('n'),
      numberColumn('departure', 'departure ÷ band', 2),
      probabilityColumn('p'),
      probabilityColumn('adjusted', 'p, Holm'),
      numberColumn('coverage_90', 'coverage of 90 %', 3),
      numberColumn('contraction', 'contraction', 2),
    ],
    rows: quantities.map(({ variable, n, departure, p, adjusted, coverage, contraction }) => ({
      variable,
      n,
      departure,
      p,
      adjusted,
      coverage_90: coverage['90'].estimate,
      contraction,
    })),
  };
}
