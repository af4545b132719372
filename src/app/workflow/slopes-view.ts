// What the Compare step shows of a study's conditions together: effects, the least slope that would be seen, other priors.
import { countColumn, numberColumn, probabilityColumn, textColumn } from '../../charts/columns.ts';
import type { Figure } from '../../charts/figure.ts';
import { percent, probability, probabilityOf, significant } from '../../charts/number-format.ts';
import { powerCurveFigure } from '../../charts/power-curve.ts';
import { priorSweepFigure } from '../../charts/prior-sweep.ts';
import type { SweepFinding, SweepPrior } from '../../instruments/seu/compare/sweep.ts';
import type { CellResolution } from '../../instruments/seu/compare/detectable.ts';
import type { FitSlopes } from '../../workers/fit-slopes.ts';
import type { RunTableView } from '../run-view.ts';

const PRIOR_WORDS: Readonly<Record<SweepPrior, string>> = {
  baseline: 'as fitted',
  down: 'lower',
  up: 'higher',
  wide: 'wider',
};

function resolutionSentence({ cell, rows: [row], slope }: CellResolution): string {
  const least = `${cell}: the smallest |slope| that would be seen at ${percent(row.level)} is ${significant(row.proportional)} (method C)`;
  const seen = Math.max(slope.p_negative, 1 - slope.p_negative) >= row.level;
  return (
    `${least}; the data have ${significant(slope.median)} (${probabilityOf('slope < 0', slope.p_negative)}). ` +
    (seen ? 'Its sign is seen.' : 'Its sign is not seen: the data do not say that there is no slope.')
  );
}

function sweepSentence({ cell, sign_stable, reading_stable, p_range: [low, high] }: SweepFinding): string {
  const least = probabilityOf('slope < 0', low);
  const range =
    probability(low) === probability(high) ? least : `${least} at least, ${probability(high)} at most`;
  if (!sign_stable) return `${cell}: the sign of the slope depends on the prior of α (${range}).`;
  return reading_stable
    ? `${cell}: the reading of the slope is the same under all priors of α that were fitted (${range}).`
    : `${cell}: whether the slope is seen depends on the prior of α (${range}).`;
}

function unsweptSentence({ resolutions, unswept }: FitSlopes): readonly string[] {
  if (resolutions.length === 0)
    return ['Slopes need a study: two or more conditions of a cell, each with its temperature.'];
  if (unswept.length === 0) return [];
  const names = unswept.map((prior) => PRIOR_WORDS[prior]).join(', ');
  return [`Not yet refitted here with the prior of α: ${names}.`];
}

export const slopeSentences = (slopes: FitSlopes): readonly string[] => [
  ...slopes.resolutions.map(resolutionSentence),
  ...slopes.sweepFindings.map(sweepSentence),
  ...unsweptSentence(slopes),
];

const powerFigure = ({ cell, rows: [detectable], slope, power }: CellResolution): Figure =>
  powerCurveFigure({ cell, points: power, detectable, observed: Math.abs(slope.median) });

export const slopeFigures = ({ resolutions, sweep }: FitSlopes): readonly Figure[] => [
  ...resolutions.map(powerFigure),
  ...(sweep.length > 0 ? [priorSweepFigure({ rows: sweep })] : []),
];

const effectTable = ({ effects }: FitSlopes): RunTableView => ({
  title: 'Effects of factors on α',
  columns: [
    textColumn('kind'),
    textColumn('scale', 'on'),
    textColumn('factor'),
    textColumn('levels'),
    textColumn('within'),
    countColumn('conditions'),
    ...['median', 'q5', 'q95'].map((key) => numberColumn(key)),
    probabilityColumn('p_negative', 'P(effect < 0)'),
    numberColumn('minimum_detectable', 'least seen at 95 %'),
  ],
  rows: effects.map((row) => ({ ...row })),
});

const resolutionTable = ({ resolutions }: FitSlopes): RunTableView => ({
  title: 'Smallest slopes that would be seen',
  columns: [
    textColumn('cell'),
    probabilityColumn('level', 'P(slope < 0)'),
    numberColumn('gaussian', 'A, normal'),
    numberColumn('empirical', 'B, own shape'),
    numberColumn('proportional', 'C, proportional'),
    numberColumn('multiple_of_observed', 'C ÷ |slope|', 2),
    numberColumn('fraction_of_alpha', 'C over the range ÷ α', 2),
  ],
  rows: resolutions.flatMap(({ rows }) => rows.map((row) => ({ ...row }))),
});

const sweepTable = ({ sweep }: FitSlopes): RunTableView => ({
  title: 'Slopes by prior of α',
  columns: [
    textColumn('cell'),
    textColumn('prior'),
    numberColumn('slope_median', 'slope'),
    numberColumn('mcse_median', 'mcse'),
    numberColumn('slope_q5', 'q5'),
    numberColumn('slope_q95', 'q95'),
    probabilityColumn('p_slope_negative', 'P(slope < 0)'),
  ],
  rows: sweep.map((row) => ({ ...row, prior: PRIOR_WORDS[row.prior] })),
});

export const slopeTables = (slopes: FitSlopes): readonly RunTableView[] =>
  [resolutionTable, sweepTable, effectTable]
    .map((table) => table(slopes))
    .filter(({ rows }) => rows.length > 0);
