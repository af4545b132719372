// How much of what other answers tell goes through one belief: gains of both models over the base rates, by kind of answer.
import type { CoherenceReport, TargetType, TypeVerdict } from '../instruments/beliefs/coherence/verdict.ts';
import { aboveAllWords } from '../instruments/beliefs/coherence/words.ts';
import { countColumn, fractionColumn, numberColumn, textColumn } from './columns.ts';
import { dotRowsChart, type DotRowsView, type RowDot } from './dot-rows.ts';
import { dotMarks } from './dot-rows-figure.ts';
import type { Figure } from './figure.ts';
import { fixed, integer, percent } from './number-format.ts';
import { seriesColor } from './roles.ts';

const TITLE = 'One belief against what other answers tell';
const SERIES = [
  { name: 'one belief', color: seriesColor(0), shape: 0 },
  { name: 'regression on all other answers', color: seriesColor(4), shape: 1 },
] as const;
const TYPE_WORDS: Readonly<Record<TargetType, string>> = {
  probability: 'stated probabilities',
  ordinal: 'judgments',
  decision: 'decisions',
};

const estimatesOf = ({ latent, saturated }: TypeVerdict) => [latent, saturated] as const;

const dotsOf = (verdict: TypeVerdict): readonly RowDot[] =>
  estimatesOf(verdict).map(({ estimate, ends }, series) => ({
    id: `${verdict.type} ${series}`,
    series,
    value: estimate,
    lower: ends[0],
    upper: ends[1],
    color: SERIES[series].color,
    shape: SERIES[series].shape,
  }));

const shareText = ({ share }: TypeVerdict): string =>
  share === null
    ? 'not defined'
    : `${percent(share.estimate)} [${share.ends.map((end) => integer(100 * end)).join(', ')}]`;

const describeVerdict = (cell: string, { verdict, types, cases }: CoherenceReport): string =>
  `${cell}: ${verdict}, on ${integer(cases)} cases. ${types
    .map(
      (type) =>
        `${TYPE_WORDS[type.type]} ${fixed(type.latent.estimate, 3)} nats by one belief, ` +
        `${fixed(type.saturated.estimate, 3)} by all other answers, share ${shareText(type)}`,
    )
    .join('; ')}.`;

/** A figure of gains in nats an answer; kinds of answers are never summed. */
export function verdictFigure(cell: string, report: CoherenceReport): Figure {
  const view: DotRowsView = {
    title: TITLE,
    description: describeVerdict(cell, report),
    groups: [
      {
        name: '',
        rows: report.types.map((type) => ({
          label: TYPE_WORDS[type.type],
          strong: true,
          dots: dotsOf(type),
          tick: null,
          text: shareText(type),
        })),
      },
    ],
    series: SERIES,
    axis: 'nats an answer over its base rate',
    domain: null,
    reference: { value: 0, label: 'base rate' },
    tick: '',
  };
  const above = aboveAllWords(report.types);
  return {
    id: 'beliefs-verdict',
    title: TITLE,
    subtitle:
      'Held-out log score of each kind of answer over its base rate, with 95\u202f% intervals over resampled cases. At the right: the share of the attainable gain.',
    caption:
      `Coherent from ${percent(report.thresholds.coherent)} of the attainable gain on, incoherent up to ` +
      `${percent(report.thresholds.incoherent)}, each where intervals say so. Densities and probabilities are never summed.` +
      (above === null ? '' : ` ${above}`),
    description: view.description,
    columns: [
      textColumn('type', 'Kind'),
      countColumn('answers', 'Answers'),
      numberColumn('baseline', 'Base rates', 3),
      numberColumn('latent', 'One belief', 3),
      numberColumn('latent_lower', 'lower', 3),
      numberColumn('latent_upper', 'upper', 3),
      numberColumn('saturated', 'All others', 3),
      numberColumn('saturated_lower', 'lower', 3),
      numberColumn('saturated_upper', 'upper', 3),
      fractionColumn('share', 'Share', 3),
      fractionColumn('share_lower', 'lower', 3),
      fractionColumn('share_upper', 'upper', 3),
      textColumn('verdict', 'Verdict'),
    ],
    rows: report.types.map(({ type, answers, baseline, latent, saturated, share, verdict }) => ({
      type,
      answers,
      baseline,
      latent: latent.estimate,
      latent_lower: latent.ends[0],
      latent_upper: latent.ends[1],
      saturated: saturated.estimate,
      saturated_lower: saturated.ends[0],
      saturated_upper: saturated.ends[1],
      share: share?.estimate ?? null,
      share_lower: share?.ends[0] ?? null,
      share_upper: share?.ends[1] ?? null,
      verdict,
    })),
    marks: dotMarks(view, ({ id, series, value, lower, upper }) => ({
      name: TYPE_WORDS[id.slice(0, -2) as TargetType],
      lines: [SERIES[series].name, `${fixed(value, 3)} nats [${fixed(lower, 3)}, ${fixed(upper, 3)}]`],
    })),
    draw: (width) => dotRowsChart(view, width),
  };
}
