// Whether answers tell of the instance that gave them: Figure 6, evidence of the same and of another prefix.
import type { PrefixComparisonRows, PrefixScoreRow } from '../instruments/beliefs/report-types/prefixes.ts';
import { countColumn, fractionColumn, textColumn } from './columns.ts';
import { dotRowsChart, type DotGroup, type DotRowsView, type RowDot } from './dot-rows.ts';
import { dotMarks } from './dot-rows-figure.ts';
import type { Figure } from './figure.ts';
import { boundedText, endsOf } from './beliefs-bounded.ts';
import { fraction, integer } from './number-format.ts';
import { seriesColor } from './roles.ts';

const TITLE = 'Evidence of the same and of another prefix';
const SERIES = [
  { name: 'same prefix', color: seriesColor(0), shape: 0 },
  { name: 'another prefix of the case', color: seriesColor(1), shape: 2 },
] as const;
const PAIRS: Readonly<Record<PrefixScoreRow['pairs'], string>> = {
  pooled: 'Pairs of all rows',
  within: 'Pairs within a case',
};
const KINDS = [
  { key: 'mean', label: 'mean of both' },
  { key: 'decisions', label: 'decisions, from reports' },
  { key: 'reports', label: 'reports, from decisions' },
] as const;

function dotOf(row: PrefixScoreRow, key: (typeof KINDS)[number]['key']): RowDot {
  const series = row.evidence === 'same' ? 0 : 1;
  const bounded = key === 'mean' && row.caseLower !== null && row.caseUpper !== null;
  return {
    id: `${row.pairs} ${key} ${row.evidence}`,
    series,
    value: row[key] ?? NaN,
    lower: bounded ? row.caseLower : null,
    upper: bounded ? row.caseUpper : null,
    color: SERIES[series].color,
    shape: SERIES[series].shape,
  };
}

function groupOf(scores: readonly PrefixScoreRow[], pairs: PrefixScoreRow['pairs']): DotGroup {
  const own = scores.filter((row) => row.pairs === pairs);
  return {
    name: PAIRS[pairs],
    rows: KINDS.map(({ key, label }) => ({
      label,
      strong: key === 'mean',
      dots: own.map((row) => dotOf(row, key)),
      tick: null,
      text: own.map((row) => fraction(row[key])).join(' / '),
    })),
  };
}

const meanOf = (
  scores: readonly PrefixScoreRow[],
  pairs: PrefixScoreRow['pairs'],
  evidence: string,
): string => {
  const row = scores.find((each) => each.pairs === pairs && each.evidence === evidence);
  return row ? `${fraction(row.mean)}${endsOf({ lower: row.caseLower, upper: row.caseUpper })}` : 'NA';
};

const describePrefixes = (cell: string, { scores, withinDifference }: PrefixComparisonRows): string =>
  `${cell}: over pairs of all rows concordance is ${meanOf(scores, 'pooled', 'same')} with evidence of the same prefix and ` +
  `${meanOf(scores, 'pooled', 'different')} with that of another; over pairs within a case ` +
  `${meanOf(scores, 'within', 'same')} and ${meanOf(scores, 'within', 'different')}, apart by ${boundedText(withinDifference)} over drawn cases.`;

export function prefixesFigure(cell: string, comparison: PrefixComparisonRows): Figure {
  const { scores, draws } = comparison;
  const values = scores.flatMap(({ decisions, reports, caseLower }) => [
    decisions ?? 0.5,
    reports ?? 0.5,
    caseLower ?? 0.5,
  ]);
  const view: DotRowsView = {
    title: TITLE,
    description: describePrefixes(cell, comparison),
    groups: (['pooled', 'within'] as const).map((pairs) => groupOf(scores, pairs)),
    series: SERIES,
    axis: 'concordance',
    domain: [Math.floor(10 * Math.min(0.5, ...values)) / 10, 1],
    reference: { value: 0.5, label: 'chance' },
    tick: '',
  };
  return {
    id: 'beliefs-prefixes',
    title: TITLE,
    subtitle:
      'The belief of a row is inferred from its own answers, or from those under another prefix of its case. ' +
      'Bars: 95\u202f% over drawn cases, of pairs within a case.',
    caption:
      'Most pairs of all rows are of different cases: what they order is largely which case it is. Only pairs within a ' +
      'case speak of the instance; at .5 a prefix carries nothing of its own. Which other prefix is drawn moves the means ' +
      `less: the table has the central 95\u202f% of ${integer(draws)} draws.`,
    description: view.description,
    columns: [
      textColumn('pairs', 'Pairs'),
      textColumn('evidence', 'Evidence'),
      ...KINDS.map(({ key, label }) => fractionColumn(key, label, 3)),
      fractionColumn('caseLower', 'lower over cases', 3),
      fractionColumn('caseUpper', 'upper over cases', 3),
      fractionColumn('lower', 'lower over draws', 3),
      fractionColumn('upper', 'upper over draws', 3),
      countColumn('draws', 'Draws'),
    ],
    rows: scores.map((row) => ({ ...row, draws: row.evidence === 'same' ? null : draws })),
    marks: dotMarks(view, ({ id, series, value, lower, upper }) => ({
      name: PAIRS[id.startsWith('pooled') ? 'pooled' : 'within'],
      lines: [SERIES[series].name, `concordance ${fraction(value)}${endsOf({ lower, upper })}`],
    })),
    draw: (width) => dotRowsChart(view, width),
  };
}
