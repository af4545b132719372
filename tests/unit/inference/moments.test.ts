import { describe, expect, it } from 'vitest';
import type { Kernel } from '../../../src/inference/chain.ts';
import { hmcKernel } from '../../../src/inference/hmc.ts';
import { nutsKernel } from '../../../src/inference/nuts.ts';
import type { RandomStream } from '../../../src/math/random.ts';
import type { Target } from '../../../src/models/target.ts';
import { mean } from '../../../src/statistics/moments.ts';
import { mcseMean } from '../../../src/statistics/convergence.ts';
import { autoregressiveTarget, cliffTarget, logGammaTarget, normalTarget, runChain } from './targets.ts';

const kernels: readonly (readonly [string, (target: Target, random: RandomStream) => Kernel])[] = [
  ['nuts', (target, random) => nutsKernel(target, random, 10)],
  ['hmc', hmcKernel],
];

/** A seed is fixed and up to 30 figures are looked at together, so 4.5 standard errors leave 1 false alarm in 5,000. */
const SIGMAS = 4.5;

/** (mean − truth) in Monte Carlo standard errors. */
function distance(values: Float64Array, truth: number): number {
  const error = mcseMean(values, 1)!;
  return Math.abs(mean(values) - truth) / error;
}

const squares = (x: Float64Array): Float64Array => x.map((value) => value * value);

describe.each(kernels)('%s', (_, kernel) => {
  it('samples independent normals of unequal scales', () => {
    const sd = [0.1, 1, 1, 3, 10];
    const variances = Float64Array.from(sd, (s) => s * s);
    const { draws } = runChain(normalTarget(sd), { kernel, step: 0.8, variances, iterations: 4000 });
    draws.forEach((x, i) => {
      expect(distance(x, 0)).toBeLessThan(SIGMAS);
      expect(distance(squares(x), variances[i])).toBeLessThan(SIGMAS);
      expect(mcseMean(x, 1)! / sd[i]).toBeLessThan(0.03);
    });
  });

  it('samples ten correlated normals', () => {
    const rho = 0.7;
    const { draws } = runChain(autoregressiveTarget(10, rho), { kernel, step: 0.35, iterations: 3000 });
    draws.forEach((x, i) => {
      expect(distance(x, 0)).toBeLessThan(SIGMAS);
      expect(distance(squares(x), 1)).toBeLessThan(SIGMAS);
      if (i > 0)
        expect(
          distance(
            x.map((value, s) => value * draws[i - 1][s]),
            rho,
          ),
        ).toBeLessThan(SIGMAS);
    });
  });

  it('samples a skewed density with a step so large that energies err', () => {
    const { draws, infos } = runChain(logGammaTarget(2), { kernel, step: 1.1, iterations: 20_000 });
    const digamma = 1 - 0.5772156649015329;
    const trigamma = Math.PI ** 2 / 6 - 1;
    expect(mean(Float64Array.from(infos, ({ acceptStat }) => acceptStat))).toBeLessThan(0.97);
    expect(distance(draws[0], digamma)).toBeLessThan(SIGMAS);
    expect(distance(squares(draws[0]), trigamma + digamma ** 2)).toBeLessThan(SIGMAS);
    expect(distance(draws[0].map(Math.exp), 2)).toBeLessThan(SIGMAS);
  });

  it('samples up to a cliff, calls the falls divergent and never lands beyond it', () => {
    const edge = 0.5;
    const { draws, infos } = runChain(cliffTarget(edge), { kernel, step: 0.5, iterations: 20_000 });
    const cut = 0.3520653267642995 / 0.6914624612740131; // φ(½) / Φ(½)
    expect(Math.max(...draws[0])).toBeLessThanOrEqual(edge);
    expect(distance(draws[0], -cut)).toBeLessThan(SIGMAS);
    expect(distance(squares(draws[0]), 1 - edge * cut)).toBeLessThan(SIGMAS);
    expect(distance(draws[1], 0)).toBeLessThan(SIGMAS);
    expect(distance(squares(draws[1]), 1)).toBeLessThan(SIGMAS);
    const divergent = infos.filter((info) => info.divergent);
    expect(divergent.length).toBeGreaterThan(2000);
    expect(divergent.length).toBeLessThan(15_000);
  });
});
