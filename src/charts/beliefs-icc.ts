// How much of the spread of stated probabilities lies between prefixes of a case: estimators beside their null.
import type { IccReportRows } from '../instruments/beliefs/report-types/prefixes.ts';
import { boundedText } from './beliefs-bounded.ts';
import { fractionColumn, textColumn } from './columns.ts';
import { dotRowsChart, type DotRow, type DotRowsView } from './dot-rows.ts';
import { dotMarks } from './dot-rows-figure.ts';
import type { Figure } from './figure.ts';
import { counted, fraction } from './number-format.ts';
import { INK, MARK } from './roles.ts';

const TITLE = 'Reports clustered by prefix';

/** Estimators of the report by what they are of. */
const WORDS: Readonly<Record<string, string>> = {
  caseIcc: 'cases, ICC(1)',
  caseIccClipped: 'cases, clipped at 0',
  caseVarianceFraction: 'cases, share',
  pooledVarianceFraction: 'pooled, share',
  pooledIcc: 'pooled, ICC(1)',
};
const wordsOf = (name: string): string => WORDS[name] ?? name;

const primary = ({ caseIcc }: IccReportRows): DotRow => ({
  label: 'mean over cases',
  strong: true,
  dots: [
    {
      id: 'case',
      series: 0,
      value: caseIcc.value ?? NaN,
      lower: caseIcc.lower,
      upper: caseIcc.upper,
      color: INK,
      shape: 3,
    },
  ],
  tick: null,
  text: fraction(caseIcc.value),
});

const rowOf = ({ name, value, permuted }: IccReportRows['estimators'][number]): DotRow => ({
  label: wordsOf(name),
  dots: [{ id: name, series: 0, value, lower: null, upper: null, color: MARK, shape: 0 }],
  tick: permuted,
  text: fraction(value),
});

const describeIcc = (cell: string, { caseIcc, cases, constantCases }: IccReportRows): string =>
  `${cell}: intraclass correlation of stated probabilities under one prefix ${boundedText(caseIcc)}, mean over ` +
  `${counted(cases - constantCases, 'case')} whose reports vary.`;

export function iccFigure(cell: string, icc: IccReportRows): Figure {
  const view: DotRowsView = {
    title: TITLE,
    description: describeIcc(cell, icc),
    groups: [{ name: '', rows: [primary(icc), ...icc.estimators.map(rowOf)] }],
    series: [],
    axis: 'intraclass correlation, or share of variance',
    domain: null,
    reference: { value: 0, label: 'no clustering' },
    tick: 'answers dealt at random',
  };
  return {
    id: 'beliefs-icc',
    title: TITLE,
    subtitle:
      'Diamond: one-way random-effects ICC(1), mean over cases with its 95\u202f% interval. Dots: other estimators of the same thing.',
    caption:
      'Shares of variance are above 0 without any clustering; the grey tick says by how much. Clipping at 0 adds to that.',
    description: view.description,
    columns: [
      textColumn('name', 'Estimator'),
      fractionColumn('value', 'Value', 3),
      fractionColumn('permuted', 'At random', 3),
    ],
    rows: [
      { name: 'mean over cases', value: icc.caseIcc.value, permuted: null },
      ...icc.estimators.map((row) => ({ ...row, name: wordsOf(row.name) })),
    ],
    marks: dotMarks(view, ({ id, value, lower, upper }) => {
      const other = icc.estimators.find(({ name }) => name === id);
      return {
        name: other ? wordsOf(other.name) : 'Mean over cases',
        lines: other
          ? [`value ${fraction(value)}`, `answers dealt at random ${fraction(other.permuted)}`]
          : [`ICC(1) ${boundedText({ value, lower, upper })}`],
      };
    }),
    draw: (width) => dotRowsChart(view, width),
  };
}
