// Autocovariance, the costly part of every effective sample size: lag by lag while few are asked for, else by transform.
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

/** Lags summed one by one before one transform gives all: chains that mix ask for fewer. */
const SUMMED_LAGS = 32;

/** The same at one lag after another, ascending: mixing chains are asked for a few. */
export function autocovarianceByLag(x: Chains): (lag: number) => number {
  const { values, chains, iterations } = x;
  const means = chainMeans(x);
  const centred = new Float64Array(values.length);
  for (let chain = 0; chain < chains; chain++)
    for (let i = chain * iterations; i < (chain + 1) * iterations; i++) centred[i] = values[i] - means[chain];
  let all: Float64Array | null = null;

  function summed(lag: number): number {
    let sum = 0;
    for (let chain = 0; chain < chains; chain++) {
      const end = (chain + 1) * iterations - lag;
      for (let i = chain * iterations; i < end; i++) sum += centred[i] * centred[i + lag];
    }
    return sum / (iterations * chains);
  }

  return (lag) => (lag < SUMMED_LAGS ? summed(lag) : (all ??= meanAutocovariance(x))[lag]);
}
