// What one stated probability keeps of what all answers together predict (Figures 4 and 9).
import { percentileEnds, resampled, type Ends } from './portable-draws.ts';
import { scoreGroup, scoreTarget, type GroupScore, type TargetScore } from './scores.ts';

/** Answers to one output with predictions from evidence of two kinds; no answer is missing. */
export interface PairedPredictions {
  readonly answers: Float64Array;
  /** From all other outputs. */
  readonly others: Float64Array;
  /** From the stated probability alone. */
  readonly report: Float64Array;
}

export interface OneReport {
  readonly others: GroupScore;
  readonly report: GroupScore;
  /** (macro concordance − ½ from the report) / (the same from all others), over targets where both are defined. */
  readonly ratio: number;
  readonly evaluable: number;
}

interface Pair {
  readonly others: number;
  readonly report: number;
}

/** Concordances of the targets where either evidence has one. */
function evaluablePairs(others: readonly TargetScore[], report: readonly TargetScore[]): Pair[] {
  return others
    .map(({ concordance }, j) => ({ others: concordance, report: report[j].concordance }))
    .filter((pair) => !Number.isNaN(pair.others) && !Number.isNaN(pair.report));
}

/** Mean over the drawn entries. */
function meanOf<Entry>(
  entries: readonly Entry[],
  drawn: ArrayLike<number>,
  value: (entry: Entry) => number,
): number {
  let sum = 0;
  for (let k = 0; k < drawn.length; k++) sum += value(entries[drawn[k]]);
  return sum / drawn.length;
}

const excessRatio = (pairs: readonly Pair[], drawn: ArrayLike<number>): number =>
  (meanOf(pairs, drawn, ({ report }) => report) - 0.5) / (meanOf(pairs, drawn, ({ others }) => others) - 0.5);

export function scoreOneReport(targets: readonly PairedPredictions[]): OneReport {
  const others = scoreGroup(targets.map((target) => scoreTarget(target.answers, target.others)));
  const report = scoreGroup(targets.map((target) => scoreTarget(target.answers, target.report)));
  const pairs = evaluablePairs(others.targets, report.targets);
  return { others, report, ratio: excessRatio(pairs, [...pairs.keys()]), evaluable: pairs.length };
}

/** Pooled R² of the drawn targets; the means' common divisor cancels. */
const pooledR2 = (targets: readonly TargetScore[], drawn: ArrayLike<number>): number =>
  1 - meanOf(targets, drawn, ({ sse }) => sse) / meanOf(targets, drawn, ({ sst }) => sst);

/**
 * Percentile intervals of targets drawn with replacement (the paper's). They treat prompts as the random unit and carry
 * nothing of the uncertainty of cases.
 */
export interface TargetIntervals {
  readonly ratio: Ends;
  /** Macro concordance from all others: the ratio means little unless it clears ½. */
  readonly othersConcordance: Ends;
  readonly othersR2: Ends;
  readonly reportR2: Ends;
}

/** Targets of undefined concordance are dropped before the ratio's draws. */
export function targetIntervals({ others, report }: OneReport, resamples = 10_000): TargetIntervals {
  const pairs = evaluablePairs(others.targets, report.targets);
  const endsOf = (n: number, statistic: (drawn: Int32Array) => number): Ends =>
    percentileEnds(resampled(n, { resamples }, statistic));
  const r2Of = ({ targets }: GroupScore): Ends => endsOf(targets.length, (drawn) => pooledR2(targets, drawn));
  return {
    ratio: endsOf(pairs.length, (drawn) => excessRatio(pairs, drawn)),
    othersConcordance: endsOf(pairs.length, (drawn) => meanOf(pairs, drawn, (pair) => pair.others)),
    othersR2: r2Of(others),
    reportR2: r2Of(report),
  };
}

export interface Predictions {
  readonly answers: Float64Array;
  readonly predictions: Float64Array;
}
