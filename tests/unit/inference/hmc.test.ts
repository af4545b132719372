import { describe, expect, it } from 'vitest';
import { drawMomentum, kineticEnergy, leapfrog, pointAt } from '../../../src/inference/chain.ts';
import { hmcKernel, MEAN_LENGTH, stepsFor } from '../../../src/inference/hmc.ts';
import { initialStep } from '../../../src/inference/initial-step.ts';
import { randomStream } from '../../../src/math/random.ts';
import { SITE } from '../../../src/math/sites.ts';
import { autoregressiveTarget, cliffTarget, copyPoint, normalTarget } from './targets.ts';

describe('trajectory lengths', () => {
  it('are uniform up to twice the mean, at least one step and at most 1023', () => {
    expect([stepsFor(0.5, 0.1), stepsFor(1, 0.1)]).toEqual([Math.round(MEAN_LENGTH / 0.1), 35]);
    expect([stepsFor(1e-9, 0.1), stepsFor(0.9, 100), stepsFor(0.9, 1e-6)]).toEqual([1, 1, 1023]);
  });
});

describe('an HMC transition', () => {
  it('is its definition, replayed from counters', () => {
    const target = autoregressiveTarget(4, 0.6);
    const variances = Float64Array.of(1, 0.5, 2, 1);
    const random = randomStream(4, 2, 1);
    const kernel = hmcKernel(target, random);
    const point = pointAt(target, new Float64Array(4).fill(0.4));
    let rejected = 0;
    for (let iteration = 1; iteration <= 300; iteration++) {
      const { position, gradient, lp } = copyPoint(target, point);
      const before = position.slice();
      const info = kernel.transition(point, iteration, 0.7, variances);
      random.seek(iteration, SITE.length);
      const steps = stepsFor(random.uniform(), 0.7);
      const momentum = new Float64Array(4);
      drawMomentum(random, iteration, variances, momentum);
      const energy = kineticEnergy(momentum, variances) - lp;
      let end = lp;
      for (let i = 0; i < steps; i++) end = leapfrog(target, position, momentum, gradient, 0.7, variances);
      const gain = energy - (kineticEnergy(momentum, variances) - end);
      random.seek(iteration, SITE.accept);
      const accepted = random.uniform() < Math.exp(gain);
      expect(point.position).toEqual(accepted ? position : before);
      expect([info.leapfrogs, info.energy, info.divergent]).toEqual([steps, energy, false]);
      expect(info.acceptStat).toBeCloseTo(Math.min(1, Math.exp(gain)), 13);
      expect(info.lp).toBe(accepted ? end : lp);
      if (!accepted) rejected += 1;
    }
    expect(rejected).toBeGreaterThan(10);
  });

  it('stops where it falls off a cliff, and stays', () => {
    const target = cliffTarget(0.5);
    const random = randomStream(2, 0, 0);
    const kernel = hmcKernel(target, random);
    let falls = 0;
    for (let iteration = 1; iteration <= 200; iteration++) {
      const point = pointAt(target, Float64Array.of(0.4, 0));
      const info = kernel.transition(point, iteration, 0.1, Float64Array.of(1, 1));
      random.seek(iteration, SITE.length);
      const steps = stepsFor(random.uniform(), 0.1);
      if (!info.divergent) {
        expect(info.leapfrogs).toBe(steps);
        continue;
      }
      falls += 1;
      expect(info.leapfrogs).toBeLessThanOrEqual(steps);
      expect([info.acceptStat, info.lp, ...point.position]).toEqual([0, -0.08000000000000002, 0.4, 0]);
    }
    expect(falls).toBeGreaterThan(40);
    expect(falls).toBeLessThan(180);
  });
});

describe('the first step', () => {
  it.each([0.01, 1, 100])('scales with the density: sd %d', (sd) => {
    const target = normalTarget([sd, sd, sd]);
    const point = pointAt(target, Float64Array.of(sd, -sd, 0.5 * sd));
    const before = structuredClone(point);
    const step = initialStep(target, randomStream(1, 0, 0), point, Float64Array.of(1, 1, 1));
    expect(step / sd).toBeGreaterThan(0.1);
    expect(step / sd).toBeLessThan(2);
    expect(point).toEqual(before);
  });

  it('shrinks where one step leaves the support', () => {
    const target = cliffTarget(1e-3);
    const point = pointAt(target, Float64Array.of(0, 0));
    const step = initialStep(target, randomStream(1, 0, 0), point, Float64Array.of(1, 1));
    expect(Number.isFinite(step) && step > 0).toBe(true);
  });
});
