// Whether answers look like the ones that a fitted model gives: means, spreads, extreme and rounded reports.
import { percentileEnds, type Ends } from './portable-draws.ts';

export const REPORT_CHECKS = ['mean', 'sd', 'extreme', 'rounded'] as const;
export const ANSWER_CHECKS = ['mean', 'sd'] as const;
export type PredictiveCheckName = (typeof REPORT_CHECKS)[number];

/** How close to 0 or 1 a report is extreme, and to a twentieth rounded. */
const EXTREME = 0.01;
const STEP = 0.05;
const ON_STEP = 1e-6;

export interface PredictiveCheck {
  readonly name: PredictiveCheckName;
  readonly observed: number;
  /** Mean and central 95 % of the replicates. */
  readonly mean: number;
  readonly ends: Ends;
  /** Two-sided: twice the smaller tail, replicates equal to the observed value on both sides. */
  readonly p: number;
}

const meanOf = (x: Float64Array): number => x.reduce((sum, value) => sum + value, 0) / x.length;

const shareOf = (x: Float64Array, accept: (value: number) => boolean): number =>
  x.filter(accept).length / x.length;

const STATISTICS: Readonly<Record<PredictiveCheckName, (x: Float64Array) => number>> = {
  mean: meanOf,
  sd: (x) => {
    const centre = meanOf(x);
    return Math.sqrt(x.reduce((sum, value) => sum + (value - centre) ** 2, 0) / x.length);
  },
  extreme: (x) => shareOf(x, (value) => value <= EXTREME || value >= 1 - EXTREME),
  rounded: (x) => shareOf(x, (value) => Math.abs(value / STEP - Math.round(value / STEP)) < ON_STEP),
};

function checkOf(
  name: PredictiveCheckName,
  answers: Float64Array,
  replicates: readonly Float64Array[],
): PredictiveCheck {
  const statistic = STATISTICS[name];
  const observed = statistic(answers);
  const values = Float64Array.from(replicates, statistic);
  const tail = (within: (value: number) => boolean): number =>
    (1 + values.filter(within).length) / (1 + values.length);
  const slack = 1e-12 * (1 + Math.abs(observed));
  return {
    name,
    observed,
    mean: meanOf(values),
    ends: percentileEnds(values),
    p: Math.min(
      1,
      2 *
        Math.min(
          tail((v) => v >= observed - slack),
          tail((v) => v <= observed + slack),
        ),
    ),
  };
}

/** Checks of one output's answers (none missing) against replicates of them, each of the same cases. */
export const predictiveChecks = (
  names: readonly PredictiveCheckName[],
  answers: Float64Array,
  replicates: readonly Float64Array[],
): PredictiveCheck[] => names.map((name) => checkOf(name, answers, replicates));
