// The belief at which an agent acts against the one at which it was told to: Figure 5, of an optimum or of a posterior.
import { rowConvergence } from '../instruments/beliefs/posterior/convergence-words.ts';
import type { PosteriorThreshold } from '../instruments/beliefs/posterior/thresholds.ts';
import type { PromptRow } from '../instruments/beliefs/report-types/scores.ts';
import type {
  RefitsReport,
  RefitThreshold,
  ThresholdRow,
} from '../instruments/beliefs/report-types/thresholds.ts';
import { endsOf } from './beliefs-bounded.ts';
import { framingsOf, promptLabel } from './beliefs-roles.ts';
import { captionOf, isOpen, NO_INTERVAL, refitCaption } from './beliefs-threshold-captions.ts';
import {
  besideOf,
  describeThresholds,
  isInstructed,
  thresholdChart,
  TITLE,
  type Instructed,
  type ThresholdMark,
  type ThresholdView,
} from './beliefs-threshold-plane.ts';
import { countColumn, fractionColumn, numberColumn, textColumn } from './columns.ts';
import type { Column, Figure, Mark, Row } from './figure.ts';
import { fraction } from './number-format.ts';

function markOf(one: Instructed, view: ThresholdView): Mark {
  const other = besideOf(view, one.prompt);
  return {
    id: one.prompt,
    series: view.framings.indexOf(one.framing),
    name: promptLabel(one.prompt),
    lines: [
      `instructed ${fraction(one.nominal, 3)}`,
      `implied ${fraction(one.implied, 3)}${endsOf(one)}`,
      ...(other ? [`${view.besideName} ${fraction(other.implied, 3)}${endsOf(other)}`] : []),
      `answered 1 in ${fraction(one.rate)} of the cases`,
      ...(one.caution === null ? [] : [`means nothing: ${one.caution}`]),
      ...(isOpen(one) ? [NO_INTERVAL] : []),
    ],
  };
}

const rowOf = (one: ThresholdMark): Row => ({
  prompt: one.prompt,
  framing: one.framing,
  nominal: one.nominal,
  implied: one.implied,
  lower: one.lower,
  upper: one.upper,
  beta: one.beta,
  rate: one.rate,
  caution: one.caution ?? (isOpen(one) ? NO_INTERVAL : null),
});

const COLUMNS: readonly Column[] = [
  textColumn('prompt', 'Prompt'),
  textColumn('framing', 'Framing'),
  fractionColumn('nominal', 'Instructed', 3),
  fractionColumn('implied', 'Implied', 3),
  fractionColumn('lower', 'lower', 3),
  fractionColumn('upper', 'upper', 3),
  numberColumn('beta', 'Slope'),
  fractionColumn('rate', 'Answered 1'),
  textColumn('caution', 'Caution'),
];

const SUBTITLE = 'The belief at which the agent says yes half of the time.';
const AS_TOLD = 'Dashed: acting exactly as instructed.';

const figureOf = (view: ThresholdView): Pick<Figure, 'title' | 'description' | 'marks' | 'draw'> => ({
  title: TITLE,
  description: describeThresholds(view),
  marks: view.thresholds.filter(isInstructed).map((one) => markOf(one, view)),
  draw: (width) => thresholdChart(view, width),
});

/** Medians and intervals over refits, as marks beside the thresholds of the fit to the cases as they are. */
const refitMarks = (thresholds: readonly ThresholdRow[], refits: RefitsReport | null): ThresholdMark[] =>
  (refits?.thresholds ?? []).flatMap(({ median, lower, upper }, k) =>
    median === null ? [] : [{ ...thresholds[k], implied: median, lower, upper }],
  );

const REFIT_COLUMNS: readonly Column[] = [
  fractionColumn('refit_median', 'Median over refits', 3),
  fractionColumn('refit_lower', 'lower', 3),
  fractionColumn('refit_upper', 'upper', 3),
  fractionColumn('weak_share', 'Refits with slopes near 0', 3),
];

const refitRow = ({ median, lower, upper, weakShare }: RefitThreshold): Row => ({
  refit_median: median,
  refit_lower: lower,
  refit_upper: upper,
  weak_share: weakShare,
});

/** A figure of implied thresholds, with intervals over refits where there are some; those that mean nothing are hollow. */
export function thresholdFigure(
  cell: string,
  prompts: readonly PromptRow[],
  thresholds: readonly ThresholdRow[],
  refits: RefitsReport | null = null,
): Figure {
  const view = {
    ...{ cell, thresholds, framings: framingsOf(prompts) },
    beside: refitMarks(thresholds, refits),
    besideName: 'over refits',
  };
  const barred = [...thresholds, ...view.beside].some((one) => endsOf(one) !== '');
  return {
    ...figureOf(view),
    id: 'beliefs-thresholds',
    subtitle: `${SUBTITLE}${barred ? ' Bars: 95\u202f% intervals.' : ''} ${AS_TOLD}`,
    caption: captionOf(view) + (refits ? refitCaption(refits) : ''),
    columns: [...COLUMNS, ...(refits ? REFIT_COLUMNS : [])],
    rows: thresholds.map((one, k) => ({ ...rowOf(one), ...(refits ? refitRow(refits.thresholds[k]) : {}) })),
  };
}

/** A decision's threshold over draws, with its slope's median. */
export type DrawnThreshold = PosteriorThreshold & { readonly beta: number };

const markOfDrawn = ({ median, q5, q95, ...row }: DrawnThreshold): ThresholdMark => ({
  ...row,
  implied: median,
  lower: q5,
  upper: q95,
});

const besideRow = (other: ThresholdMark | undefined): Row => ({
  map: other?.implied ?? null,
  map_lower: other?.lower ?? null,
  map_upper: other?.upper ?? null,
});

/** A figure of posterior medians with 90 % intervals, the optimum beside them where the cell has one. */
export function posteriorThresholdFigure(
  cell: string,
  prompts: readonly PromptRow[],
  thresholds: readonly DrawnThreshold[],
  beside: readonly ThresholdRow[] = [],
): Figure {
  const marks = thresholds.map(markOfDrawn);
  const view = { cell, thresholds: marks, beside, besideName: 'MAP', framings: framingsOf(prompts) };
  const both = beside.length > 0;
  return {
    ...figureOf(view),
    id: 'beliefs-posterior-thresholds',
    subtitle: `${SUBTITLE} Posterior medians with 90\u202f% intervals. ${AS_TOLD}`,
    caption:
      captionOf(view) +
      (both
        ? ' Grey ticks: the optimum under weak priors (MAP), with 95\u202f% intervals by the delta method.'
        : ''),
    columns: [
      ...COLUMNS,
      fractionColumn('mean', 'Mean', 3),
      numberColumn('sd', 'sd'),
      numberColumn('rhat', 'R-hat', 3),
      countColumn('ess_bulk', 'Bulk ESS'),
      textColumn('converged', 'Chains'),
      ...(both
        ? [
            fractionColumn('map', 'MAP', 3),
            fractionColumn('map_lower', 'lower', 3),
            fractionColumn('map_upper', 'upper', 3),
          ]
        : []),
    ],
    rows: thresholds.map((row, k) => ({
      ...rowOf(marks[k]),
      ...{ mean: row.mean, sd: row.sd, rhat: row.rhat, ess_bulk: row.ess_bulk },
      converged: rowConvergence(row),
      ...(both ? besideRow(besideOf(view, row.prompt)) : {}),
    })),
  };
}
