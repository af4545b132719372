// Step size by dual averaging, metric by Welford variances, in Stan's windows.
//
// Hoffman and Gelman (2014), section 3.2; the constants are Stan's. Its twin is shaders/samplers/adaptation.wesl.
import { exp, log } from '../math/elementary.ts';

const GAMMA = 0.05;
const T0 = 10;
const KAPPA = 0.75;

/** Dual averaging as a flat record, so that a checkpoint is a copy: [mu, count, error mean, log-step mean, step]. */
export type StepAdaptation = Float64Array;
const MU = 0;
const COUNT = 1;
const ERROR = 2;
const LOG_MEAN = 3;
const STEP = 4;

export function startStep(stepSize: number): StepAdaptation {
  return Float64Array.of(log(10 * stepSize), 0, 0, 0, stepSize);
}

export const currentStep = (state: StepAdaptation): number => state[STEP];

/** The averaged step, used once adaptation ends. */
export const averagedStep = (state: StepAdaptation): number =>
  state[COUNT] === 0 ? state[STEP] : exp(state[LOG_MEAN]);

/** One update towards acceptance `target`. */
export function learnStep(state: StepAdaptation, acceptStat: number, target: number): void {
  const count = state[COUNT] + 1;
  const eta = 1 / (count + T0);
  const error = (1 - eta) * state[ERROR] + eta * (target - acceptStat);
  const logStep = state[MU] - (error * Math.sqrt(count)) / GAMMA;
  const weight = exp(-KAPPA * log(count));
  state[COUNT] = count;
  state[ERROR] = error;
  state[LOG_MEAN] = (1 - weight) * state[LOG_MEAN] + weight * logStep;
  state[STEP] = exp(logStep);
}

/** Running variances of n coordinates: [count, means…, sums of squares…]. */
export type VarianceSums = Float64Array;

export const startVariances = (n: number): VarianceSums => new Float64Array(1 + 2 * n);

export function learnVariances(sums: VarianceSums, position: Float64Array): void {
  const n = position.length;
  const count = (sums[0] += 1);
  for (let i = 0; i < n; i++) {
    const delta = position[i] - sums[1 + i];
    sums[1 + i] += delta / count;
    sums[1 + n + i] += delta * (position[i] - sums[1 + i]);
  }
}

/** Stan's shrinkage: n/(n + 5) of the sample variance and 10⁻³ · 5/(n + 5). */
export function takeVariances(sums: VarianceSums, variances: Float64Array): void {
  const n = variances.length;
  const count = sums[0];
  if (count < 2) return;
  for (let i = 0; i < n; i++)
    variances[i] = (count / (count + 5)) * (sums[1 + n + i] / (count - 1)) + 1e-3 * (5 / (count + 5));
}

/** What warmup iteration i (from 1) does beside adapting the step. */
export interface WindowStep {
  /** The draw goes into the variance estimate. */
  readonly collect: boolean;
  /** The estimate becomes the metric after this iteration, and both estimates start again. */
  readonly close: boolean;
}

/** Stan's windows: a fast start of 75, slow windows of 25, 50, 100 …, a fast end of 50; in proportion when short. */
export function warmupWindows(warmup: number): readonly WindowStep[] {
  const whole = warmup >= 150;
  const start = whole ? 75 : Math.trunc(0.15 * warmup);
  const stop = warmup - (whole ? 50 : Math.trunc(0.1 * warmup));
  const adapts = warmup >= 20;
  const closes = adapts ? windowEnds(start, stop, whole ? 25 : stop - start) : [];
  return Array.from({ length: warmup }, (_, i) => ({
    collect: adapts && i >= start && i < stop,
    close: closes.includes(i),
  }));
}

/** Last iterations (from 0) of the slow windows: each twice as long as the one before, the last takes what is left. */
function windowEnds(start: number, stop: number, firstSize: number): number[] {
  const ends = [Math.min(start + firstSize, stop) - 1];
  for (let size = 2 * firstSize; ends[ends.length - 1] < stop - 1; size *= 2) {
    const end = ends[ends.length - 1] + size;
    ends.push(end + 2 * size >= stop ? stop - 1 : end);
  }
  return ends;
}
