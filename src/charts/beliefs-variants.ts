// Whether a spline or a second dimension predicts more than one linear belief: Figure 7, target by target.
import type { VariantReport } from '../instruments/beliefs/report-types/scores.ts';
import { promptLabel } from './beliefs-roles.ts';
import { fractionColumn, textColumn } from './columns.ts';
import { dotRowsChart, type DotRowsView } from './dot-rows.ts';
import { dotMarks } from './dot-rows-figure.ts';
import type { Figure } from './figure.ts';
import { counted, fixed, fraction } from './number-format.ts';
import { seriesColor } from './roles.ts';

const TITLE = 'Richer models, prompt by prompt';
const NAMES: Readonly<Record<VariantReport['kind'] | 'linear', string>> = {
  linear: 'one dimension, linear',
  spline: 'monotone spline',
  two_d: 'two dimensions',
};

interface Entry {
  readonly prompt: string;
  readonly concordance: readonly (number | null)[];
  readonly r2: readonly (number | null)[];
}

/** Linear first, then each variant; prompts in the order of the first. */
function entriesOf(variants: readonly VariantReport[]): readonly Entry[] {
  const targets = variants[0]?.targets ?? [];
  return targets.map(({ prompt, linear }) => {
    const own = variants.map((variant) => variant.targets.find((each) => each.prompt === prompt)?.variant);
    return {
      prompt,
      concordance: [linear.concordance, ...own.map((score) => score?.concordance ?? null)],
      r2: [linear.r2, ...own.map((score) => score?.r2 ?? null)],
    };
  });
}

const kindsOf = (variants: readonly VariantReport[]) => [
  'linear' as const,
  ...variants.map(({ kind }) => kind),
];

const SHAPES = [0, 2, 1] as const;

function viewOf(cell: string, variants: readonly VariantReport[]): DotRowsView {
  const series = kindsOf(variants).map((kind, k) => ({
    name: NAMES[kind],
    color: seriesColor(k),
    shape: SHAPES[k],
  }));
  const entries = entriesOf(variants);
  const values = entries.flatMap(({ concordance }) => concordance.filter((value) => value !== null));
  return {
    title: TITLE,
    description: describeVariants(cell, variants),
    groups: [
      {
        name: '',
        rows: entries.map(({ prompt, concordance }) => ({
          label: promptLabel(prompt),
          dots: concordance.map((value, k) => ({
            id: `${prompt} ${k}`,
            series: k,
            value: value ?? NaN,
            lower: null,
            upper: null,
            ...series[k],
          })),
          tick: null,
          text: concordance.map((value) => fraction(value)).join(' / '),
        })),
      },
    ],
    series,
    axis: 'held-out concordance',
    domain: [Math.floor(10 * Math.min(0.5, ...values)) / 10, 1],
    reference: { value: 0.5, label: 'chance' },
    tick: '',
  };
}

const gainOf = ({ targets }: VariantReport): number => {
  const both = targets.filter(
    ({ linear, variant }) => linear.concordance !== null && variant.concordance !== null,
  );
  return (
    both.reduce((sum, { linear, variant }) => sum + variant.concordance! - linear.concordance!, 0) /
    both.length
  );
};

export const describeVariants = (cell: string, variants: readonly VariantReport[]): string =>
  `${cell}: ${variants
    .map(
      (variant) =>
        `${NAMES[variant.kind]}, mean change of concordance ${fixed(gainOf(variant), 3)} over ` +
        `${counted(variant.targets.length, 'prompt')}, test log likelihood ${fixed(variant.logLikelihood.test, 1)}`,
    )
    .join('; ')}.`;

export function variantsFigure(cell: string, variants: readonly VariantReport[]): Figure {
  const view = viewOf(cell, variants);
  const kinds = kindsOf(variants);
  return {
    id: 'beliefs-variants',
    title: TITLE,
    subtitle: 'Each prompt predicted from all others, by one linear belief and by richer models.',
    caption:
      'Dots that lie on one another say that one dimension is enough for that prompt. Differences of single prompts are ' +
      'within what test cases can tell; read them together.',
    description: describeVariants(cell, variants),
    columns: [
      textColumn('prompt', 'Prompt'),
      ...kinds.map((kind) => fractionColumn(kind, NAMES[kind], 3)),
      ...kinds.map((kind) => fractionColumn(`${kind}_r2`, `R², ${NAMES[kind]}`, 3)),
    ],
    rows: entriesOf(variants).map(({ prompt, concordance, r2 }) => ({
      prompt,
      ...Object.fromEntries(kinds.map((kind, k) => [kind, concordance[k]])),
      ...Object.fromEntries(kinds.map((kind, k) => [`${kind}_r2`, r2[k]])),
    })),
    marks: dotMarks(view, ({ id, series, value }) => ({
      name: promptLabel(id.slice(0, id.lastIndexOf(' '))),
      lines: [NAMES[kinds[series]], `concordance ${fraction(value)}`],
    })),
    draw: (width) => dotRowsChart(view, width),
  };
}
