// Scores of predictions of several outputs: concordance and squared error by target, averaged and pooled.
import { concordance } from './concordance.ts';

/** Scores of one target over the cases with an answer. */
export interface TargetScore {
  readonly cases: number;
  /** NaN where all answers are equal. */
  readonly concordance: number;
  readonly sse: number;
  /** About the mean of these answers, or about the baseline given. */
  readonly sst: number;
  /** 1 − sse / sst; NaN where sst is 0. */
  readonly r2: number;
}

export interface GroupScore {
  readonly targets: readonly TargetScore[];
  /** Mean over the targets whose answers vary. */
  readonly macroConcordance: number;
  readonly evaluable: number;
  /** 1 − Σ sse / Σ sst, raw squared errors of all targets together. */
  readonly pooledR2: number;
  /** Mean of the targets' own R², which does not depend on their scales. */
  readonly macroR2: number;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

const sumOfSquares = (x: Float64Array, centre: (i: number) => number): number =>
  x.reduce((sum, value, i) => sum + (value - centre(i)) ** 2, 0);

/** Scores predictions of one target; cases with a NaN answer are left out. `baseline` is the answers' mean by default. */
export function scoreTarget(
  answers: Float64Array,
  predictions: Float64Array,
  baseline: number | null = null,
): TargetScore {
  const rows = Array.from(answers, (_, i) => i).filter((i) => !Number.isNaN(answers[i]));
  const observed = Float64Array.from(rows, (i) => answers[i]);
  const predicted = Float64Array.from(rows, (i) => predictions[i]);
  const centre = baseline ?? mean(Array.from(observed));
  const sse = sumOfSquares(observed, (i) => predicted[i]);
  const sst = sumOfSquares(observed, () => centre);
  return {
    cases: rows.length,
    concordance: concordance(observed, predicted),
    sse,
    sst,
    r2: sst > 0 ? 1 - sse / sst : NaN,
  };
}

const meanOfDefined = (values: readonly number[]): number =>
  mean(values.filter((value) => !Number.isNaN(value)));

/** Pools the scores of a group of targets. */
export function scoreGroup(targets: readonly TargetScore[]): GroupScore {
  const sse = targets.reduce((sum, target) => sum + target.sse, 0);
  const sst = targets.reduce((sum, target) => sum + target.sst, 0);
  const concordances = targets.map((target) => target.concordance);
  return {
    targets,
    macroConcordance: meanOfDefined(concordances),
    evaluable: concordances.filter((value) => !Number.isNaN(value)).length,
    pooledR2: sst > 0 ? 1 - sse / sst : NaN,
    macroR2: meanOfDefined(targets.map(({ r2 }) => r2)),
  };
}
