// How sure concordance within a case is over the cases: evidence of the same prefix, of another, and how far they lie apart.
import { TIE_TOLERANCE } from './concordance.ts';
import { percentileEnds, PORTABLE_SEED, resampled, type Ends } from './portable-draws.ts';
import { caseStarts, type PrefixDesign, type PrefixTarget } from './prefixes.ts';

/** A mean concordance within cases with its central 95 % of cases drawn with replacement; NaN of fewer than two cases. */
export interface WithinMean {
  readonly mean: number;
  readonly ends: Ends;
}

export interface WithinCases {
  readonly cases: number;
  readonly same: WithinMean;
  /** In expectation over the other prefix that every row takes, each as likely: what draws of it tend to. */
  readonly different: WithinMean;
  /** same − different, the same cases drawn for both. */
  readonly difference: WithinMean;
}

/** One target by case: ordered pairs of different answers, and how many of them either evidence orders right. */
interface TargetCredits {
  readonly pairs: Float64Array;
  readonly same: Float64Array;
  readonly different: Float64Array;
}

const creditOf = (gap: number): number => (gap > TIE_TOLERANCE ? 1 : gap < -TIE_TOLERANCE ? 0 : 0.5);

/** Mean credit of a pair whose rows i and j take, each by itself, the prediction of another row of start … end − 1. */
function expectedCredit(predictions: Float64Array, i: number, j: number, start: number, end: number): number {
  let credit = 0;
  for (let s = start; s < end; s++)
    for (let t = start; t < end; t++)
      if (s !== i && t !== j) credit += creditOf(predictions[s] - predictions[t]);
  return credit / (end - start - 1) ** 2;
}

function creditsOf({ answers, predictions }: PrefixTarget, starts: readonly number[]): TargetCredits {
  const cases = starts.length - 1;
  const credits = {
    pairs: new Float64Array(cases),
    same: new Float64Array(cases),
    different: new Float64Array(cases),
  };
  for (let c = 0; c < cases; c++)
    for (let i = starts[c]; i < starts[c + 1]; i++)
      for (let j = starts[c]; j < starts[c + 1]; j++) {
        if (!(answers[i] > answers[j])) continue;
        credits.pairs[c]++;
        credits.same[c] += creditOf(predictions[i] - predictions[j]);
        credits.different[c] += expectedCredit(predictions, i, j, starts[c], starts[c + 1]);
      }
  return credits;
}

/** Mean over targets of the share of pairs ordered right; targets without a pair among the drawn cases are left out. */
function meanOver(
  targets: readonly TargetCredits[],
  evidence: 'same' | 'different',
  drawn: Int32Array,
): number {
  let [sum, count] = [0, 0];
  for (const target of targets) {
    let [credit, pairs] = [0, 0];
    for (const c of drawn) {
      credit += target[evidence][c];
      pairs += target.pairs[c];
    }
    if (pairs === 0) continue;
    sum += credit / pairs;
    count++;
  }
  return count === 0 ? NaN : sum / count;
}

/** Means within cases with intervals over cases. A resample takes targets × cases, so that thousands cost little. */
export function withinCases(
  { cases, decisions, reports }: PrefixDesign,
  resamples = 2000,
  seed = PORTABLE_SEED,
): WithinCases {
  const starts = caseStarts(cases);
  const n = starts.length - 1;
  const tasks = [decisions, reports].map((targets) => targets.map((target) => creditsOf(target, starts)));
  const meanOf = (evidence: 'same' | 'different', drawn: Int32Array): number =>
    tasks.reduce((sum, targets) => sum + meanOver(targets, evidence, drawn), 0) / tasks.length;
  const all = Int32Array.from({ length: n }, (_, c) => c);
  const means = { same: meanOf('same', all), different: meanOf('different', all) };
  const drawn = (evidence: 'same' | 'different'): Float64Array =>
    resampled(n, { resamples, seed }, (indices) => meanOf(evidence, indices));
  const [same, different] = [drawn('same'), drawn('different')];
  const endsOf = (values: Float64Array): Ends => (n < 2 ? [NaN, NaN] : percentileEnds(values));
  return {
    cases: n,
    same: { mean: means.same, ends: endsOf(same) },
    different: { mean: means.different, ends: endsOf(different) },
    difference: {
      mean: means.same - means.different,
      ends: endsOf(same.map((value, b) => value - different[b])),
    },
  };
}
