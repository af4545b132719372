// Scores of held-out predictions over resampled cases, the same cases for every score: how sure the scores are of cases.
import type { PairedPredictions, Predictions } from './one-report.ts';
import { fillIndices, PORTABLE_SEED, portableStream } from './portable-draws.ts';
import { weightedConcordance, type WeightedConcordance } from './weighted-concordance.ts';

/** Predictions of the test cases, no answer missing: decisions from reports, reports from decisions, each from all others. */
export interface HeldOut {
  readonly decisions: readonly Predictions[];
  readonly reports: readonly Predictions[];
  readonly single: readonly Predictions[];
  /** Targets beside the stated probability, predicted from all others and from it alone. */
  readonly paired: readonly PairedPredictions[];
}

export interface DrawnScore {
  /** Mean over the targets whose drawn answers vary. */
  readonly concordance: number;
  /** 1 − Σ sse / Σ sst. */
  readonly r2: number;
}

export interface CaseDraw {
  readonly decisions: DrawnScore;
  readonly reports: DrawnScore;
  readonly single: DrawnScore;
  readonly others: DrawnScore;
  readonly report: DrawnScore;
  /** (concordance − ½ from the report) / (the same from all others), over targets where both are defined. */
  readonly ratio: number;
}

/** A stream apart from that of resampled targets. */
export const CASE_SEED = PORTABLE_SEED + 1;

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** What a target needs at any weights of the cases. */
interface Weighed {
  readonly answers: Float64Array;
  /** Squared error of every case. */
  readonly errors: Float64Array;
  readonly concordance: WeightedConcordance;
}

const weighed = ({ answers, predictions }: Predictions): Weighed => ({
  answers,
  errors: answers.map((answer, i) => (answer - predictions[i]) ** 2),
  concordance: weightedConcordance(answers, predictions),
});

/** Adds a target's squared errors, and squares about its own mean, to `sums`. */
function addSquares({ answers, errors }: Weighed, weights: Int32Array, sums: Float64Array): void {
  let [total, mass] = [0, 0];
  for (let i = 0; i < answers.length; i++) {
    total += weights[i] * answers[i];
    mass += weights[i];
  }
  const centre = total / mass;
  for (let i = 0; i < answers.length; i++) {
    sums[0] += weights[i] * errors[i];
    sums[1] += weights[i] * (answers[i] - centre) * (answers[i] - centre);
  }
}

function scorer(targets: readonly Predictions[]): (weights: Int32Array) => DrawnScore {
  const own = targets.map(weighed);
  const sums = new Float64Array(2);
  return (weights) => {
    sums.fill(0);
    for (const target of own) addSquares(target, weights, sums);
    const concordances = own.map(({ concordance }) => concordance(weights));
    return {
      concordance: mean(concordances.filter((value) => !Number.isNaN(value))),
      r2: 1 - sums[0] / sums[1],
    };
  };
}

/** Scores over the resample of number `index`, from 0: it depends on the index and the number of cases alone. */
export function caseDraw(heldOut: HeldOut, cases: number): (index: number) => CaseDraw {
  const [drawn, weights] = [new Int32Array(cases), new Int32Array(cases)];
  const side = (name: 'others' | 'report') =>
    scorer(heldOut.paired.map((target) => ({ answers: target.answers, predictions: target[name] })));
  const [othersOf, reportOf] = [side('others'), side('report')];
  const [decisionsOf, reportsOf] = [scorer(heldOut.decisions), scorer(heldOut.reports)];
  const singleOf = scorer(heldOut.single);
  return (index) => {
    fillIndices(drawn, cases, portableStream(CASE_SEED, index * cases));
    weights.fill(0);
    for (const i of drawn) weights[i]++;
    const [others, report] = [othersOf(weights), reportOf(weights)];
    return {
      decisions: decisionsOf(weights),
      reports: reportsOf(weights),
      single: singleOf(weights),
      others,
      report,
      ratio: (report.concordance - 0.5) / (others.concordance - 0.5),
    };
  };
}
