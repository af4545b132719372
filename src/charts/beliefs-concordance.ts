// How well prompts of one kind order the answers to each prompt of the other: Figure 1, both directions, target by target.
import type { BeliefOutput } from '../models/beliefs/cell.ts';
import { framingLegend, framingsOf, promptLabel, promptRole } from './beliefs-roles.ts';
import { countColumn, fractionColumn, textColumn } from './columns.ts';
import { dotRowsChart, type DotGroup, type DotRow, type DotRowsView } from './dot-rows.ts';
import type { Figure, Mark, Row } from './figure.ts';
import { fraction, integer } from './number-format.ts';
import { INK } from './roles.ts';

export interface ScoredTarget {
  readonly prompt: string;
  readonly cases: number;
  /** NaN where all answers are equal. */
  readonly concordance: number;
  readonly r2: number;
  /** Ends of an interval; null where none was computed. */
  readonly lower: number | null;
  readonly upper: number | null;
  /** Concordance that a model without a belief in common reaches; null where none was fitted. */
  readonly ceiling: number | null;
}

export interface ScoredDirection {
  /** "From decisions to reports". */
  readonly name: string;
  readonly targets: readonly ScoredTarget[];
  readonly macroConcordance: number;
  readonly lower: number | null;
  readonly upper: number | null;
  readonly pooledR2: number;
}

export interface ConcordanceView {
  /** Name of the cell. */
  readonly cell: string;
  readonly outputs: readonly BeliefOutput[];
  readonly directions: readonly ScoredDirection[];
  /** What intervals are; '' where there are none. */
  readonly interval: string;
}

const TITLE = 'Held-out concordance, prompt by prompt';

const targetId = ({ name }: ScoredDirection, { prompt }: ScoredTarget): string => `${name} ${prompt}`;
const meanId = ({ name }: ScoredDirection): string => `${name} mean`;

function targetRow(view: ConcordanceView, direction: ScoredDirection, target: ScoredTarget): DotRow {
  const { prompt, concordance, lower, upper, ceiling } = target;
  const output = view.outputs.find((each) => each.prompt === prompt)!;
  const role = promptRole(output, framingsOf(view.outputs));
  return {
    label: promptLabel(prompt),
    dots: [{ id: targetId(direction, target), series: 0, value: concordance, lower, upper, ...role }],
    tick: ceiling,
    text: fraction(concordance),
  };
}

const meanRow = (direction: ScoredDirection): DotRow => ({
  label: 'mean',
  strong: true,
  dots: [
    {
      id: meanId(direction),
      series: 0,
      value: direction.macroConcordance,
      lower: direction.lower,
      upper: direction.upper,
      color: INK,
      shape: 3,
    },
  ],
  tick: null,
  text: fraction(direction.macroConcordance),
});

const groupOf = (view: ConcordanceView, direction: ScoredDirection): DotGroup => ({
  name: direction.name,
  rows: [meanRow(direction), ...direction.targets.map((target) => targetRow(view, direction, target))],
});

const lowest = ({ directions }: ConcordanceView): number =>
  Math.min(
    0.5,
    ...directions.flatMap(({ targets }) =>
      targets.flatMap(({ concordance, lower }) =>
        [concordance, lower ?? NaN].filter((value) => Number.isFinite(value)),
      ),
    ),
  );

const viewOf = (view: ConcordanceView): DotRowsView => ({
  title: TITLE,
  description: describeConcordance(view),
  groups: view.directions.map((direction) => groupOf(view, direction)),
  series: [],
  axis: 'held-out concordance',
  domain: [Math.floor(10 * lowest(view)) / 10, 1],
  reference: { value: 0.5, label: 'chance' },
  tick: view.directions.some(({ targets }) => targets.some(({ ceiling }) => ceiling !== null))
    ? 'saturated model'
    : '',
});

/** Means of both directions with their R². */
export const describeConcordance = ({ cell, directions }: ConcordanceView): string =>
  `${cell}: ${directions
    .map(
      ({ name, macroConcordance, pooledR2, targets }) =>
        `${name.toLowerCase()}, mean concordance ${fraction(macroConcordance)} over ${integer(
          targets.filter(({ concordance }) => Number.isFinite(concordance)).length,
        )} prompts, pooled R² ${fraction(pooledR2)}`,
    )
    .join('; ')}.`;

const endsOf = (lower: number | null, upper: number | null): string =>
  lower === null || upper === null ? '' : ` [${fraction(lower)}, ${fraction(upper)}]`;

function marksOf(direction: ScoredDirection, series: number): readonly Mark[] {
  const { targets, macroConcordance, pooledR2, lower, upper, name } = direction;
  return [
    {
      id: meanId(direction),
      series,
      name: `${name}, mean`,
      lines: [
        `concordance ${fraction(macroConcordance)}${endsOf(lower, upper)}`,
        `pooled R² ${fraction(pooledR2)}`,
      ],
    },
    ...targets.map((target) => ({
      id: targetId(direction, target),
      series,
      name: promptLabel(target.prompt),
      lines: [
        `concordance ${fraction(target.concordance)}${endsOf(target.lower, target.upper)}`,
        `R² ${fraction(target.r2)}`,
        `${integer(target.cases)} test cases`,
      ],
    })),
  ];
}

const rowOf = (direction: ScoredDirection, target: ScoredTarget): Row => ({
  direction: direction.name,
  prompt: target.prompt,
  cases: target.cases,
  concordance: target.concordance,
  lower: target.lower,
  upper: target.upper,
  r2: target.r2,
  saturated: target.ceiling,
});

/** A figure of what reports say of decisions, and decisions of reports. */
export const concordanceFigure = (view: ConcordanceView): Figure => ({
  id: 'beliefs-concordance',
  title: TITLE,
  subtitle:
    'Each prompt predicted from all prompts of the other kind, through the belief. Diamond: mean over prompts whose answers vary.' +
    (view.interval === '' ? '' : ` Bars: ${view.interval}.`),
  caption:
    `${framingLegend(framingsOf(view.outputs))}. Chance is .5. A prompt whose answers are all equal has no concordance. ` +
    'R² in the table is about the test cases’ own mean, and mixes scales where it is pooled.',
  description: describeConcordance(view),
  columns: [
    textColumn('direction', 'Direction'),
    textColumn('prompt', 'Prompt'),
    countColumn('cases', 'Cases'),
    fractionColumn('concordance', 'Concordance', 3),
    fractionColumn('lower', 'lower', 3),
    fractionColumn('upper', 'upper', 3),
    fractionColumn('r2', 'R²', 3),
    fractionColumn('saturated', 'Saturated', 3),
  ],
  rows: view.directions.flatMap((direction) => direction.targets.map((target) => rowOf(direction, target))),
  marks: view.directions.flatMap(marksOf).filter(({ lines }) => !lines[0].startsWith('concordance NA')),
  draw: (width) => dotRowsChart(viewOf(view), width),
});
