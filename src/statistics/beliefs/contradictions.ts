// Coherence without a model: decisions against stated probabilities, against other framings, and against one another.
import { binomialInterval, type Share } from '../sbc/binomial-interval.ts';
import { percentileEnds, resampled, type Ends } from './portable-draws.ts';

/** A decision with an instructed threshold: answers 0 or 1 by case, NaN where missing. */
export interface InstructedDecision {
  readonly prompt: string;
  readonly framing: string;
  readonly threshold: number;
  readonly answers: Float64Array;
}

const known = (value: number): boolean => !Number.isNaN(value);

/** Whether two thresholds are one: 1/3 and 0.3333333333333333 are. */
export const sameThreshold = (a: number, b: number): boolean => Math.abs(a - b) < 1e-9;

export interface Contradiction extends Share {
  readonly prompt: string;
  readonly framing: string;
  /** Answered with 1 though the stated probability is below the threshold, and with 0 though it is above. */
  readonly rash: number;
  readonly timid: number;
}

/** Cases whose decision is not the one that their stated probability asks for; a probability at the threshold asks none. */
export function contradictionsOf(reports: Float64Array, decision: InstructedDecision): Contradiction {
  const { prompt, framing, threshold, answers } = decision;
  let [rash, timid, cases] = [0, 0, 0];
  reports.forEach((report, i) => {
    if (!known(report) || !known(answers[i]) || sameThreshold(report, threshold)) return;
    cases++;
    if (answers[i] === 1 && report < threshold) rash++;
    if (answers[i] === 0 && report > threshold) timid++;
  });
  return { prompt, framing, rash, timid, ...binomialInterval(rash + timid, cases) };
}

/** Contradicted and comparable decisions by case. */
function contradictedByCase(reports: Float64Array, decisions: readonly InstructedDecision[]) {
  const wrong = new Float64Array(reports.length);
  const compared = new Float64Array(reports.length);
  for (const { answers, threshold } of decisions)
    reports.forEach((report, i) => {
      if (!known(report) || !known(answers[i]) || sameThreshold(report, threshold)) return;
      compared[i]++;
      if ((answers[i] === 1) !== report > threshold) wrong[i]++;
    });
  return { wrong, compared };
}

export interface ClusteredShare {
  readonly estimate: number;
  /** Central 95 % of cases drawn with replacement: decisions about one case are not independent. */
  readonly ends: Ends;
  readonly cases: number;
}

/** Σ counted / Σ compared over cases, with an interval over cases. */
export function clusteredShare(
  counted: Float64Array,
  compared: Float64Array,
  resamples = 2000,
): ClusteredShare {
  const ratio = (indices: ArrayLike<number>): number => {
    let [count, of] = [0, 0];
    for (let k = 0; k < indices.length; k++) {
      count += counted[indices[k]];
      of += compared[indices[k]];
    }
    return count / of;
  };
  return {
    estimate: ratio([...counted.keys()]),
    ends: percentileEnds(resampled(counted.length, { resamples }, ratio)),
    cases: compared.filter((count) => count > 0).length,
  };
}

/** The share of all instructed decisions together that contradict the stated probability. */
export function contradictedShare(
  reports: Float64Array,
  decisions: readonly InstructedDecision[],
): ClusteredShare {
  const { wrong, compared } = contradictedByCase(reports, decisions);
  return clusteredShare(wrong, compared);
}

type Instruction = Omit<InstructedDecision, 'answers'>;

export interface Disagreement extends Share {
  readonly first: Instruction;
  readonly second: Instruction;
  /** Answered with 1 in the first framing alone, and in the second alone. */
  readonly firstAlone: number;
  readonly secondAlone: number;
}

const instructionOf = ({ prompt, framing, threshold }: InstructedDecision): Instruction => ({
  prompt,
  framing,
  threshold,
});

function disagreementOf(first: InstructedDecision, second: InstructedDecision): Disagreement {
  let [firstAlone, secondAlone, cases] = [0, 0, 0];
  first.answers.forEach((a, i) => {
    const b = second.answers[i];
    if (!known(a) || !known(b)) return;
    cases++;
    if (a > b) firstAlone++;
    if (b > a) secondAlone++;
  });
  return {
    first: instructionOf(first),
    second: instructionOf(second),
    firstAlone,
    secondAlone,
    ...binomialInterval(firstAlone + secondAlone, cases),
  };
}

/** Cases answered differently under two framings with the same threshold, for every such two decisions. */
export const framingDisagreements = (decisions: readonly InstructedDecision[]): Disagreement[] =>
  decisions.flatMap((first, a) =>
    decisions
      .slice(a + 1)
      .filter(
        ({ framing, threshold }) => framing !== first.framing && sameThreshold(threshold, first.threshold),
      )
      .map((second) => disagreementOf(first, second)),
  );

export interface GuttmanErrors {
  readonly framing: string;
  readonly decisions: number;
  /** Cases with an answer to every decision of the framing. */
  readonly cases: number;
  /** Pairs answered with 1 at the higher threshold and 0 at the lower one. */
  readonly errors: number;
  /** Share of cases with any. */
  readonly share: Share;
  /** Errors over the most that as many answers of 1 allow; NaN where all answers to all decisions are alike. */
  readonly normed: number;
  /** 1 − errors / errors expected of independent decisions (Loevinger's H, 1948); NaN where none are expected. */
  readonly h: number;
}

/** Thresholds ascending; pairs with one threshold are no pair. */
function errorsOf(row: readonly number[], thresholds: readonly number[]): number {
  let errors = 0;
  for (let a = 0; a < row.length; a++)
    for (let b = a + 1; b < row.length; b++)
      if (!sameThreshold(thresholds[a], thresholds[b]) && row[b] > row[a]) errors++;
  return errors;
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

function expectedErrors(rows: readonly (readonly number[])[], thresholds: readonly number[]): number {
  const rates = thresholds.map((_, k) => total(rows.map((row) => row[k])) / rows.length);
  return total(
    rates.flatMap((rate, a) =>
      rates
        .slice(a + 1)
        .map((later, k) =>
          sameThreshold(thresholds[a], thresholds[a + 1 + k]) ? 0 : rows.length * (1 - rate) * later,
        ),
    ),
  );
}

/** Guttman errors within a framing: who acts at a higher threshold must act at every lower one. */
export function guttmanErrors(framing: string, decisions: readonly InstructedDecision[]): GuttmanErrors {
  const own = decisions
    .filter((decision) => decision.framing === framing)
    .sort((a, b) => a.threshold - b.threshold);
  const thresholds = own.map(({ threshold }) => threshold);
  const rows = Array.from(own[0].answers, (_, i) => own.map(({ answers }) => answers[i])).filter((row) =>
    row.every(known),
  );
  const errors = rows.map((row) => errorsOf(row, thresholds));
  const most = rows.map((row) => total(row) * (row.length - total(row)));
  return {
    framing,
    decisions: own.length,
    cases: rows.length,
    errors: total(errors),
    share: binomialInterval(errors.filter((count) => count > 0).length, rows.length),
    normed: total(errors) / total(most),
    h: 1 - total(errors) / expectedErrors(rows, thresholds),
  };
}
