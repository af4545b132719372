// Scores of held-out predictions over resampled cases, the same cases for every score: how sure the scores are of cases.
import { concordance } from './concordance.ts';
import type { PairedPredictions, Predictions } from './one-report.ts';
import { fillIndices, PORTABLE_SEED, portableStream } from './portable-draws.ts';

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

const gather = (values: Float64Array, drawn: Int32Array): Float64Array =>
  Float64Array.from(drawn, (i) => values[i]);

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

interface Drawn {
  readonly concordance: number;
  readonly sse: number;
  readonly sst: number;
}

function drawnTarget(answers: Float64Array, predictions: Float64Array): Drawn {
  const centre = answers.reduce((sum, value) => sum + value, 0) / answers.length;
  let [sse, sst] = [0, 0];
  for (let i = 0; i < answers.length; i++) {
    sse += (answers[i] - predictions[i]) ** 2;
    sst += (answers[i] - centre) ** 2;
  }
  return { concordance: concordance(answers, predictions), sse, sst };
}

function scoreOf(targets: readonly Drawn[]): DrawnScore {
  const total = (value: (target: Drawn) => number): number =>
    targets.reduce((sum, target) => sum + value(target), 0);
  return {
    concordance: mean(targets.map((target) => target.concordance).filter((value) => !Number.isNaN(value))),
    r2: 1 - total(({ sse }) => sse) / total(({ sst }) => sst),
  };
}

const drawnTargets = (targets: readonly Predictions[], drawn: Int32Array): Drawn[] =>
  targets.map(({ answers, predictions }) => drawnTarget(gather(answers, drawn), gather(predictions, drawn)));

/** Scores over the resample of number `index`, from 0: it depends on the index and the number of cases alone. */
export function caseDraw(heldOut: HeldOut, cases: number): (index: number) => CaseDraw {
  const drawn = new Int32Array(cases);
  const ofGroup = (targets: readonly Predictions[]): DrawnScore => scoreOf(drawnTargets(targets, drawn));
  const side = (name: 'others' | 'report'): Drawn[] =>
    drawnTargets(
      heldOut.paired.map((target) => ({ answers: target.answers, predictions: target[name] })),
      drawn,
    );
  return (index) => {
    fillIndices(drawn, cases, portableStream(CASE_SEED, index * cases));
    const [others, report] = [scoreOf(side('others')), scoreOf(side('report'))];
    return {
      decisions: ofGroup(heldOut.decisions),
      reports: ofGroup(heldOut.reports),
      single: ofGroup(heldOut.single),
      others,
      report,
      ratio: (report.concordance - 0.5) / (others.concordance - 0.5),
    };
  };
}
