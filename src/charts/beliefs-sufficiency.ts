// What one stated probability keeps of what all other answers predict: Figures 4 and 9, target by target.
import type { SufficiencyReport, TargetRow } from '../instruments/beliefs/report-types/scores.ts';
import { boundedText } from './beliefs-bounded.ts';
import { promptLabel } from './beliefs-roles.ts';
import { fractionColumn, textColumn } from './columns.ts';
import { dotRowsChart, type DotRow, type DotRowsView, type RowDot } from './dot-rows.ts';
import { dotMarks } from './dot-rows-figure.ts';
import type { Figure } from './figure.ts';
import { fraction, integer } from './number-format.ts';
import { seriesColor } from './roles.ts';

const TITLE = 'One stated probability against all other answers';
const SERIES = [
  { name: 'all other answers', color: seriesColor(0), shape: 0 },
  { name: 'the stated probability alone', color: seriesColor(1), shape: 2 },
] as const;

interface Pair {
  readonly prompt: string;
  readonly others: TargetRow;
  readonly report: TargetRow;
}

const pairsOf = ({ others, report }: SufficiencyReport): readonly Pair[] =>
  others.targets.flatMap((target) => {
    const same = report.targets.find(({ prompt }) => prompt === target.prompt);
    return same ? [{ prompt: target.prompt, others: target, report: same }] : [];
  });

const dotOf = (prompt: string, series: 0 | 1, value: number | null): RowDot => ({
  id: `${prompt} ${series}`,
  series,
  value: value ?? NaN,
  lower: null,
  upper: null,
  color: SERIES[series].color,
  shape: SERIES[series].shape,
});

const rowOf = ({ prompt, others, report }: Pair): DotRow => ({
  label: promptLabel(prompt),
  dots: [dotOf(prompt, 0, others.concordance), dotOf(prompt, 1, report.concordance)],
  tick: null,
  text: `${fraction(report.concordance)} / ${fraction(others.concordance)}`,
});

function meanRow({ others, report }: SufficiencyReport): DotRow {
  const dots = [others, report].map(({ macroConcordance }, k): RowDot => ({
    ...dotOf('mean', k as 0 | 1, macroConcordance.value),
    lower: macroConcordance.lower,
    upper: macroConcordance.upper,
  }));
  return {
    label: 'mean',
    strong: true,
    dots,
    tick: null,
    text: `${fraction(report.macroConcordance.value)} / ${fraction(others.macroConcordance.value)}`,
  };
}

function viewOf(cell: string, report: SufficiencyReport): DotRowsView {
  const pairs = pairsOf(report);
  const lowest = Math.min(
    0.5,
    ...pairs.flatMap((pair) => [pair.others.concordance ?? 0.5, pair.report.concordance ?? 0.5]),
  );
  return {
    title: TITLE,
    description: describeSufficiency(cell, report),
    groups: [{ name: '', rows: [meanRow(report), ...pairs.map(rowOf)] }],
    series: SERIES,
    axis: 'held-out concordance',
    domain: [Math.floor(10 * lowest) / 10, 1],
    reference: { value: 0.5, label: 'chance' },
    tick: '',
  };
}

/** The ratio with both its intervals, where it is defined. */
export const describeSufficiency = (cell: string, report: SufficiencyReport): string =>
  `${cell}: the stated probability alone reaches a mean concordance of ${boundedText(report.report.macroConcordance)}, ` +
  `all other answers ${boundedText(report.others.macroConcordance)}, over ${integer(report.evaluable)} prompts. ` +
  (report.defined
    ? `The probability keeps ${fraction(report.ratioByCases.value)} of the excess over chance.`
    : 'All other answers do not clear chance, so that no ratio of the two is defined.');

const pairText = (report: SufficiencyReport, prompt: string, series: number): string => {
  const scores = series === 0 ? report.others : report.report;
  if (prompt === 'mean') return `concordance ${boundedText(scores.macroConcordance)}`;
  const target = scores.targets.find((each) => each.prompt === prompt);
  return `concordance ${fraction(target?.concordance ?? null)}, R² ${fraction(target?.r2 ?? null)}`;
};

export function sufficiencyFigure(cell: string, report: SufficiencyReport): Figure {
  const view = viewOf(cell, report);
  return {
    id: 'beliefs-sufficiency',
    title: TITLE,
    subtitle:
      'Each prompt predicted from all other answers, and from the stated probability alone. Bars: 95\u202f% intervals over resampled test cases.',
    caption:
      'The numbers are the probability’s concordance and that of all other answers. Prompts are framings of a few ' +
      'decisions, so that resampling them, as the paper does, carries no uncertainty of cases.',
    description: describeSufficiency(cell, report),
    columns: [
      textColumn('prompt', 'Prompt'),
      fractionColumn('others', 'All others', 3),
      fractionColumn('report', 'Probability alone', 3),
      fractionColumn('others_r2', 'R², all others', 3),
      fractionColumn('report_r2', 'R², probability', 3),
    ],
    rows: pairsOf(report).map((pair) => ({
      prompt: pair.prompt,
      others: pair.others.concordance,
      report: pair.report.concordance,
      others_r2: pair.others.r2,
      report_r2: pair.report.r2,
    })),
    marks: dotMarks(view, ({ id, series }) => {
      const prompt = id.slice(0, -2);
      return {
        name: prompt === 'mean' ? 'Mean over prompts' : promptLabel(prompt),
        lines: [SERIES[series].name, pairText(report, prompt, series)],
      };
    }),
    draw: (width) => dotRowsChart(view, width),
  };
}
