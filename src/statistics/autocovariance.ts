// Autocovariance by Fourier transform: the costly part of every effective sample size.
import { chainMeans, oneChain } from './chains.ts';
import type { Chains } from './chains.ts';
import { powerOfTwoAtLeast, transformOf } from './fft.ts';
import type { Transform } from './fft.ts';

/** A transform with the arrays that it works on; they are overwritten at every use. */
interface Workspace {
  readonly transform: Transform;
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
  readonly power: Float64Array;
}

/** Workspaces so far, by length: a summary of many variables uses one or two. */
const workspaces = new Map<number, Workspace>();

function workspaceOf(size: number): Workspace {
  const workspace = workspaces.get(size) ?? {
    transform: transformOf(size),
    real: new Float64Array(size),
    imaginary: new Float64Array(size),
    power: new Float64Array(size),
  };
  workspaces.set(size, workspace);
  return workspace;
}

function fillCentred(target: Float64Array, draws: Float64Array, centre: number): void {
  for (let i = 0; i < draws.length; i++) target[i] = draws[i] - centre;
  target.fill(0, draws.length);
}

/**
 * Mean over the chains of the autocovariance with divisor `iterations`, at lags 0 … iterations − 1.
 * Two chains share one transform, as real and imaginary part: the real part of the autocovariance of a + ib
 * is the sum of those of a and b.
 */
export function meanAutocovariance(x: Chains): Float64Array {
  const size = powerOfTwoAtLeast(2 * x.iterations);
  const { transform, real, imaginary, power } = workspaceOf(size);
  const means = chainMeans(x);
  power.fill(0);
  for (let chain = 0; chain < x.chains; chain += 2) {
    fillCentred(real, oneChain(x, chain), means[chain]);
    if (chain + 1 < x.chains) fillCentred(imaginary, oneChain(x, chain + 1), means[chain + 1]);
    else imaginary.fill(0);
    transform(real, imaginary);
    for (let k = 0; k < size; k++) power[k] += real[k] * real[k] + imaginary[k] * imaginary[k];
  }
  transform(power, imaginary.fill(0));
  const scale = 1 / (size * x.iterations * x.chains);
  const covariance = power.slice(0, x.iterations);
  for (let lag = 0; lag < x.iterations; lag++) covariance[lag] *= scale;
  return covariance;
}
