// Draws from a small density in this thread: NUTS with windowed warmup, for models too small to be worth tasks.
import {
  averagedStep,
  currentStep,
  learnStep,
  learnVariances,
  startStep,
  startVariances,
  takeVariances,
  warmupWindows,
} from '../../../inference/adaptation.ts';
import { initialPoint, type Kernel, type Point } from '../../../inference/chain.ts';
import { initialStep } from '../../../inference/initial-step.ts';
import { nutsKernel } from '../../../inference/nuts.ts';
import { randomStream, type RandomStream } from '../../../math/random.ts';
import type { Target } from '../../../models/target.ts';

export interface TargetSampling {
  readonly chains: number;
  readonly warmup: number;
  readonly draws: number;
  readonly targetAcceptance: number;
  readonly maxDepth: number;
}

export interface TargetDraws {
  /** Positions by chain, then draw. */
  readonly positions: readonly (readonly Float64Array[])[];
  readonly divergences: number;
}

interface Tuned {
  readonly step: number;
  readonly variances: Float64Array;
}

/** Warms a chain up from `point`, which moves. */
function warmUp(
  target: Target,
  kernel: Kernel,
  point: Point,
  random: RandomStream,
  { warmup, targetAcceptance }: TargetSampling,
): Tuned {
  const n = target.dimension;
  const variances = new Float64Array(n).fill(1);
  const step = startStep(initialStep(target, random, point, variances));
  let sums = startVariances(n);
  warmupWindows(warmup).forEach(({ collect, close }, i) => {
    const info = kernel.transition(point, i + 1, currentStep(step), variances);
    learnStep(step, info.acceptStat, targetAcceptance);
    if (collect) learnVariances(sums, point.position);
    if (!close) return;
    takeVariances(sums, variances);
    sums = startVariances(n);
    step.set(startStep(currentStep(step)));
  });
  return { step: averagedStep(step), variances };
}

/** Chain c uses the random stream (seed, task, c). */
export function sampleTarget(
  target: Target,
  sampling: TargetSampling,
  seed: number,
  task: number,
): TargetDraws {
  let divergences = 0;
  const positions = Array.from({ length: sampling.chains }, (_, chain) => {
    const random = randomStream(seed, task, chain);
    const kernel = nutsKernel(target, random, sampling.maxDepth);
    const point = initialPoint(target, random);
    const { step, variances } = warmUp(target, kernel, point, random, sampling);
    return Array.from({ length: sampling.draws }, (__, i) => {
      const { divergent } = kernel.transition(point, sampling.warmup + i + 1, step, variances);
      if (divergent) divergences += 1;
      return point.position.slice();
    });
  });
  return { positions, divergences };
}
