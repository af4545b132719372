// How fast this device evaluates a model, beside a fixed reference loop timed in the same run.
import { samplingModel } from './models.ts';
import type { ModelInstance } from './types.ts';

/** Multiply-adds of the reference loop. */
const REFERENCE_OPERATIONS = 2e7;
const REFERENCE_LENGTH = 1000;

/** Sums products over a small array: the unit in which speeds of different moments and machines compare. */
export function referenceLoop(): number {
  const values = Float64Array.from({ length: REFERENCE_LENGTH }, (_, i) => i / REFERENCE_LENGTH);
  let total = 0;
  for (let pass = 0; pass < REFERENCE_OPERATIONS / REFERENCE_LENGTH; pass++) {
    let sum = 0;
    for (let i = 0; i < REFERENCE_LENGTH; i++) sum += values[i] * values[i];
    total += sum;
  }
  return total;
}

export interface GradientSpeed {
  readonly dimension: number;
  readonly gradientsPerSecond: number;
  /** Reference multiply-adds per second in the same run. */
  readonly referencePerSecond: number;
}

/** Times `gradients` evaluations on this thread; `seconds` reads a clock (CPU seconds where there is one). */
export function gradientSpeed(
  instance: ModelInstance,
  gradients: number,
  seconds: () => number,
): GradientSpeed {
  const target = samplingModel(instance).target(new Float64Array(0));
  const position = new Float64Array(target.dimension).fill(0.1);
  const gradient = new Float64Array(target.dimension);
  const began = seconds();
  const checksum = referenceLoop();
  const between = seconds();
  for (let i = 0; i < gradients; i++) {
    position[0] = 0.1 + (i % 7) * 1e-3;
    target.logDensity(position, gradient);
  }
  const ended = seconds();
  if (!Number.isFinite(checksum + gradient[0]))
    throw new Error('the benchmark met a value that is not finite');
  return {
    dimension: target.dimension,
    gradientsPerSecond: gradients / (ended - between),
    referencePerSecond: REFERENCE_OPERATIONS / (between - began),
  };
}
