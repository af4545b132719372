// Medians and intervals of the reported parameters, and of the expected utility of each alternative.
import { variableOf } from '../../../statistics/draws.ts';
import { intervalOf } from '../../../statistics/interval.ts';
import type { FitReport, Interval } from '../report.ts';
import { estimate, integer } from './number-format.ts';
import { symbolOf } from './variables.ts';

export type ForestSubject = 'parameters' | 'alternatives';

export interface ForestRow extends Interval {
  /** Rows of one scale share a group: each sensitivity has its own, δ with υ and all η have [0, 1]. */
  readonly group: string;
  readonly variable: string;
  readonly label: string;
  /** Why it never varies, or null. */
  readonly constant: string | null;
  /** What a generated agent was given, where it is known. */
  readonly truth: number | null;
}

export interface ForestView {
  readonly subject: ForestSubject;
  readonly rows: readonly ForestRow[];
}

export interface ForestNames {
  /** Names of the alternatives in the order of η; their numbers where there are none. */
  readonly alternatives?: readonly string[] | null;
  /** True values by variable name. */
  readonly truths?: Readonly<Record<string, number>>;
}

const PATTERNS: Readonly<Record<ForestSubject, RegExp>> = {
  parameters: /^(alpha|omega|kappa|delta\[\d+\]|upsilon\[\d+\])$/,
  alternatives: /^eta\[\d+\]$/,
};

const groupOf = (variable: string): string =>
  /^(delta|upsilon)/.test(variable) ? 'δ, υ' : symbolOf(variable.split('[')[0]);

function labelOf(variable: string, names: ForestNames): string {
  const place = /^eta\[(\d+)\]$/.exec(variable);
  return (place && names.alternatives?.[Number(place[1]) - 1]) || symbolOf(variable);
}

/** Intervals in model order; alternatives from the highest median η down. */
export function forestView(
  report: FitReport,
  subject: ForestSubject = 'parameters',
  names: ForestNames = {},
): ForestView {
  const rows = report.draws.variables.flatMap((variable, index): ForestRow[] => {
    if (!PATTERNS[subject].test(variable)) return [];
    return [
      {
        group: groupOf(variable),
        variable,
        label: labelOf(variable, names),
        ...intervalOf(variableOf(report.draws, index)),
        constant: report.summary.find((row) => row.variable === variable)?.constant ?? null,
        truth: names.truths?.[variable] ?? null,
      },
    ];
  });
  if (subject === 'alternatives') rows.sort((a, b) => b.median - a.median);
  return { subject, rows };
}

const rowText = (row: ForestRow): string =>
  row.constant === null
    ? `${row.label} ${estimate(row.median, row.q5, row.q95)}`
    : `${row.label} ${integer(row.median)} (${row.constant})`;

export function describeForest({ subject, rows }: ForestView): string {
  if (rows.length === 0) return 'Nothing is reported yet.';
  if (subject === 'parameters')
    return `Posterior medians and 90\u202f% intervals: ${rows.map(rowText).join(', ')}.`;
  return [
    `Expected utility η of ${integer(rows.length)} alternatives, medians and 90\u202f% intervals:`,
    `highest ${rowText(rows[0])}, lowest ${rowText(rows[rows.length - 1])}.`,
  ].join(' ');
}
