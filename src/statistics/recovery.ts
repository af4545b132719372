// How well posteriors find known truths, over the iterations of a recovery study.
import { mean, sd, variance } from './moments.ts';
import { orderOf } from './order.ts';
import { binomialInterval, type Share } from './sbc/binomial-interval.ts';
import { contraction } from './sbc/rank.ts';

/** One quantity over the iterations: all columns have one entry an iteration. */
export interface Recovered {
  readonly truth: Float64Array;
  readonly mean: Float64Array;
  readonly sd: Float64Array;
  /** Ends of the central interval whose coverage is counted. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

export interface RecoverySummary {
  readonly iterations: number;
  /** Mean of posterior mean − truth, with its Monte Carlo standard error. */
  readonly bias: number;
  readonly biasError: number;
  /** Root mean square of the same, with its Monte Carlo standard error. */
  readonly rmse: number;
  readonly rmseError: number;
  /** Bias and RMSE over the mean truth (a ratio of means, not the mean of ratios); NaN where the mean truth is 0. */
  readonly relativeBias: number;
  readonly relativeRmse: number;
  /** Truths inside their intervals, ends included, with a Clopper–Pearson interval. */
  readonly coverage: Share;
  readonly meanWidth: number;
  /** Mean over iterations of 1 − (sd / prior sd)². */
  readonly meanContraction: number;
}

function checkColumns(columns: Recovered): number {
  const { length } = columns.truth;
  for (const [name, column] of Object.entries(columns) as [string, Float64Array][])
    if (column.length !== length)
      throw new RangeError(`${column.length} entries of ${name} for ${length} truths: needed one for each`);
  if (length === 0) throw new RangeError('a recovery study without iterations: needed at least one');
  return length;
}

/** Posterior mean − truth by iteration. */
export const estimationErrors = ({
  truth,
  mean: estimate,
}: Pick<Recovered, 'truth' | 'mean'>): Float64Array => estimate.map((value, i) => value - truth[i]);

const standardError = (x: Float64Array): number => sd(x) / Math.sqrt(x.length);

/** All recovery statistics of one quantity, `priorSd` its prior standard deviation (NaN where it has none). */
export function recoverySummary(columns: Recovered, priorSd: number): RecoverySummary {
  const iterations = checkColumns(columns);
  const { truth, lower, upper } = columns;
  const errors = estimationErrors(columns);
  const squares = errors.map((error) => error * error);
  const bias = mean(errors);
  const rmse = Math.sqrt(mean(squares));
  const covered = truth.reduce(
    (count, value, i) => count + Number(lower[i] <= value && value <= upper[i]),
    0,
  );
  return {
    iterations,
    bias,
    biasError: standardError(errors),
    rmse,
    rmseError: standardError(squares) / (2 * rmse),
    relativeBias: bias / mean(truth),
    relativeRmse: rmse / mean(truth),
    coverage: binomialInterval(covered, iterations),
    meanWidth: mean(upper.map((end, i) => end - lower[i])),
    meanContraction: mean(columns.sd.map((own) => contraction(own, priorSd))),
  };
}

/** Pearson correlation of two columns; NaN where one of them is constant or they have fewer than two entries. */
export function correlation(x: Float64Array, y: Float64Array): number {
  if (x.length !== y.length) throw new RangeError(`${x.length} values cannot be paired with ${y.length}`);
  const [centreX, centreY] = [mean(x), mean(y)];
  const products = x.map((value, i) => (value - centreX) * (y[i] - centreY));
  return (mean(products) * x.length) / (x.length - 1) / Math.sqrt(variance(x) * variance(y));
}

/** Iterations with neighbouring truths. */
export interface ShrinkagePoint {
  readonly iterations: number;
  readonly truth: number;
  /** Mean of posterior mean − truth among them, with its standard error: positive below the prior's centre where the prior pulls. */
  readonly error: number;
  readonly errorSe: number;
  readonly meanWidth: number;
}

/** Mean error and width by true value: `groups` groups of equal size (to one), truths ascending. */
export function shrinkageCurve(columns: Recovered, groups = 5): ShrinkagePoint[] {
  const iterations = checkColumns(columns);
  if (!Number.isInteger(groups) || groups < 1)
    throw new RangeError(`${groups} groups of truths: needed at least 1`);
  const order = orderOf(columns.truth);
  const errors = estimationErrors(columns);
  const count = Math.min(groups, iterations);
  return Array.from({ length: count }, (_, g) => {
    const own = order.subarray(
      Math.round((g * iterations) / count),
      Math.round(((g + 1) * iterations) / count),
    );
    const pick = (column: Float64Array): Float64Array => Float64Array.from(own, (i) => column[i]);
    const ownErrors = pick(errors);
    return {
      iterations: own.length,
      truth: mean(pick(columns.truth)),
      error: mean(ownErrors),
      errorSe: standardError(ownErrors),
      meanWidth: mean(Float64Array.from(own, (i) => columns.upper[i] - columns.lower[i])),
    };
  });
}
