// How well prompts of one kind order the answers to each prompt of the other: Figure 1, both directions, target by target.
import type { ConcordanceReport, ScoreRows, TargetRow } from '../instruments/beliefs/report-types/scores.ts';
import { boundedText, endsOf } from './beliefs-bounded.ts';
import { framingLegend, framingsOf, promptLabel, promptRole } from './beliefs-roles.ts';
import { countColumn, fractionColumn, textColumn } from './columns.ts';
import { dotRowsChart, type DotGroup, type DotRow, type DotRowsView } from './dot-rows.ts';
import type { Figure, Mark } from './figure.ts';
import { fraction, integer } from './number-format.ts';
import { INK } from './roles.ts';

const TITLE = 'Held-out concordance, prompt by prompt';

interface Direction {
  readonly name: string;
  readonly scores: ScoreRows;
}

const directionsOf = ({
  reportsToDecisions,
  decisionsToReports,
}: ConcordanceReport): readonly Direction[] => [
  { name: 'Decisions, from reports', scores: reportsToDecisions },
  { name: 'Reports, from decisions', scores: decisionsToReports },
];

const targetsOf = (report: ConcordanceReport): readonly TargetRow[] =>
  directionsOf(report).flatMap(({ scores }) => scores.targets);

const meanId = ({ name }: Direction): string => `mean: ${name}`;

function targetRow(target: TargetRow, framings: readonly string[], series: number): DotRow {
  const { prompt, concordance } = target;
  const value = concordance ?? NaN;
  const role = promptRole(target, framings);
  return {
    label: promptLabel(prompt),
    dots: [{ id: prompt, series, value, lower: null, upper: null, ...role }],
    tick: null,
    text: fraction(concordance),
  };
}

function meanRow(direction: Direction, series: number): DotRow {
  const { value, lower, upper } = direction.scores.macroConcordance;
  return {
    label: 'mean',
    strong: true,
    dots: [{ id: meanId(direction), series, value: value ?? NaN, lower, upper, color: INK, shape: 3 }],
    tick: null,
    text: fraction(value),
  };
}

const groupOf = (direction: Direction, framings: readonly string[], series: number): DotGroup => ({
  name: direction.name,
  rows: [
    meanRow(direction, series),
    ...direction.scores.targets.map((target) => targetRow(target, framings, series)),
  ],
});

const lowest = (report: ConcordanceReport): number =>
  Math.min(0.5, ...targetsOf(report).map(({ concordance }) => concordance ?? 0.5));

const viewOf = (cell: string, report: ConcordanceReport): DotRowsView => ({
  title: TITLE,
  description: describeConcordance(cell, report),
  groups: directionsOf(report).map((direction, series) =>
    groupOf(direction, framingsOf(targetsOf(report)), series),
  ),
  series: [],
  axis: 'held-out concordance',
  domain: [Math.floor(10 * lowest(report)) / 10, 1],
  reference: { value: 0.5, label: 'chance' },
  tick: '',
});

/** Means of both directions with their R². */
export const describeConcordance = (cell: string, report: ConcordanceReport): string =>
  `${cell}: ${directionsOf(report)
    .map(
      ({ name, scores }) =>
        `${name.toLowerCase()}, mean concordance ${boundedText(scores.macroConcordance)} over ` +
        `${integer(scores.evaluable)} prompts, pooled R² ${boundedText(scores.pooledR2)}`,
    )
    .join('; ')}.`;

const marksOf = (direction: Direction, series: number): readonly Mark[] => [
  {
    id: meanId(direction),
    series,
    name: `${direction.name}: mean`,
    lines: [
      `concordance ${boundedText(direction.scores.macroConcordance)}`,
      `pooled R² ${boundedText(direction.scores.pooledR2)}`,
      `mean of R² ${fraction(direction.scores.macroR2)}`,
    ],
  },
  ...direction.scores.targets
    .filter(({ concordance }) => concordance !== null)
    .map(({ prompt, concordance, r2, cases }) => ({
      id: prompt,
      series,
      name: promptLabel(prompt),
      lines: [`concordance ${fraction(concordance)}`, `R² ${fraction(r2)}`, `${integer(cases)} test cases`],
    })),
];

const hasInterval = (report: ConcordanceReport): boolean =>
  directionsOf(report).some(({ scores }) => endsOf(scores.macroConcordance) !== '');

/** A figure of what reports say of decisions, and decisions of reports. */
export const concordanceFigure = (cell: string, report: ConcordanceReport): Figure => ({
  id: 'beliefs-concordance',
  title: TITLE,
  subtitle:
    'Each prompt predicted from all prompts of the other kind, through the belief. Diamond: mean over prompts whose answers vary' +
    (hasInterval(report) ? ', with its 95\u202f% interval over resampled test cases.' : '.'),
  caption:
    `${framingLegend(framingsOf(targetsOf(report)))} Chance is .5. A prompt whose answers are all equal has no ` +
    'concordance. R² is about the test cases’ own mean; pooled, scales with more categories weigh more.',
  description: describeConcordance(cell, report),
  columns: [
    textColumn('direction', 'Direction'),
    textColumn('prompt', 'Prompt'),
    countColumn('cases', 'Cases'),
    fractionColumn('concordance', 'Concordance', 3),
    fractionColumn('r2', 'R²', 3),
  ],
  rows: directionsOf(report).flatMap(({ name, scores }) =>
    scores.targets.map(({ prompt, cases, concordance, r2 }) => ({
      direction: name,
      prompt,
      cases,
      concordance,
      r2,
    })),
  ),
  marks: directionsOf(report).flatMap(marksOf),
  draw: (width) => dotRowsChart(viewOf(cell, report), width),
});
