// What a report says of answers under prefixes: whether they tell of the instance that gave them.
import type { Bounded } from './scores.ts';

/** Figure 6: whether answers tell of the instance that gave them. */
export interface PrefixReport {
  /** Rows collected under prefixes, and the whole ones that are used. */
  readonly collected: number;
  readonly rows: number;
  readonly cases: number;
  readonly icc: IccReportRows | null;
  readonly comparison: PrefixComparisonRows | null;
}

export interface PrefixTree {
  readonly case: string;
  /** Stated probabilities by prefix. */
  readonly prefixes: readonly (readonly number[])[];
  /** One-way random-effects ICC of this case; null where all answers are equal. */
  readonly icc: number | null;
}

export interface IccReportRows {
  readonly trees: readonly PrefixTree[];
  readonly cases: number;
  readonly constantCases: number;
  /** Mean over cases of their ICC(1), not clipped; interval of resampled cases. */
  readonly caseIcc: Bounded;
  /** Other estimators by name, with their mean where answers are dealt to prefixes at random. */
  readonly estimators: readonly {
    readonly name: string;
    readonly value: number;
    readonly permuted: number;
  }[];
}

export interface PrefixScoreRow {
  readonly pairs: 'pooled' | 'within';
  readonly evidence: 'same' | 'different';
  readonly decisions: number | null;
  readonly reports: number | null;
  readonly mean: number | null;
  /** Of the draws of other prefixes, the cases as they are; null of the same prefix. */
  readonly lower: number | null;
  readonly upper: number | null;
  /** Ends of a central 95 % of drawn cases, of other prefixes in expectation over them; null over pairs of all rows. */
  readonly caseLower: number | null;
  readonly caseUpper: number | null;
}

export interface PrefixComparisonRows {
  readonly scores: readonly PrefixScoreRow[];
  readonly draws: number;
  /** Within cases, the same prefix less another; interval of drawn cases. */
  readonly withinDifference: Bounded;
}
