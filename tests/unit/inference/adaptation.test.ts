import { describe, expect, it } from 'vitest';
import {
  averagedStep,
  currentStep,
  learnStep,
  learnVariances,
  startStep,
  startVariances,
  takeVariances,
  warmupWindows,
} from '../../../src/inference/adaptation.ts';
import { randomStream } from '../../../src/math/random.ts';

describe('warmup windows', () => {
  /** Stan's windowed_adaptation.hpp, followed state by state. */
  function stanWindows(warmup: number): { collect: number[]; close: number[] } {
    if (warmup < 20) return { collect: [], close: [] };
    const whole = 75 + 25 + 50 <= warmup;
    const start = whole ? 75 : Math.trunc(0.15 * warmup);
    const term = whole ? 50 : Math.trunc(0.1 * warmup);
    let size = whole ? 25 : warmup - (start + term);
    const last = warmup - term - 1;
    let next = start + size - 1;
    const collect: number[] = [];
    const close: number[] = [];
    for (let counter = 0; counter < warmup; counter++) {
      if (counter >= start && counter < warmup - term) collect.push(counter);
      if (counter !== next) continue;
      close.push(counter);
      if (next === last) continue;
      size *= 2;
      next = counter + size;
      if (next !== last && next + 2 * size >= warmup - term) next = last;
    }
    return { collect, close };
  }

  const indices = (warmup: number, what: 'collect' | 'close'): number[] =>
    warmupWindows(warmup).flatMap((step, i) => (step[what] ? [i] : []));

  it.each([
    [1000, [99, 149, 249, 449, 949]],
    [200, [99, 149]],
    [150, [99]],
    [100, [89]],
    [20, [17]],
    [19, []],
    [0, []],
  ])('of %d iterations close at %j', (warmup, ends) => expect(indices(warmup, 'close')).toEqual(ends));

  it.each([20, 37, 100, 149, 150, 151, 199, 200, 225, 300, 500, 777, 1000, 1500, 2000, 10_000])(
    'of %d iterations are those of Stan',
    (warmup) => {
      const { collect, close } = stanWindows(warmup);
      expect(indices(warmup, 'collect')).toEqual(collect);
      expect(indices(warmup, 'close')).toEqual(close);
      expect(warmupWindows(warmup)).toHaveLength(warmup);
    },
  );
});

describe('dual averaging', () => {
  /** Acceptance that falls with the step: exp(−step), plus noise. The step of target δ is −log δ. */
  function settle(target: number, from: number, noise: number): number {
    const random = randomStream(3, 0, 0);
    random.seek(0, 0);
    const state = startStep(from);
    for (let i = 0; i < 3000; i++) {
      const acceptance = Math.exp(-currentStep(state)) + noise * random.normal();
      learnStep(state, Math.min(1, Math.max(0, acceptance)), target);
    }
    return averagedStep(state);
  }

  it.each([
    [0.8, 1e-3],
    [0.8, 50],
    [0.9, 1],
    [0.6, 1],
  ])('settles at the step of acceptance %d from %d', (target, from) => {
    expect(settle(target, from, 0) / -Math.log(target)).toBeCloseTo(1, 1);
    expect(settle(target, from, 0.05) / -Math.log(target)).toBeCloseTo(1, 1);
  });

  it('takes the steps of Hoffman and Gelman (2014), algorithm 5', () => {
    const acceptances = [0.3, 0.9, 1, 0.2];
    const state = startStep(0.5);
    let error = 0;
    let mean = 0;
    acceptances.forEach((acceptance, i) => {
      const m = i + 1;
      error = (1 - 1 / (m + 10)) * error + (0.8 - acceptance) / (m + 10);
      const logStep = Math.log(5) - (Math.sqrt(m) / 0.05) * error;
      mean = m ** -0.75 * logStep + (1 - m ** -0.75) * mean;
      learnStep(state, acceptance, 0.8);
      expect(currentStep(state)).toBeCloseTo(Math.exp(logStep), 12);
      expect(averagedStep(state)).toBeCloseTo(Math.exp(mean), 12);
    });
  });

  it('keeps its first step where it learned nothing', () => expect(averagedStep(startStep(0.37))).toBe(0.37));
});

describe('variances', () => {
  it("are the sample's, shrunk as Stan shrinks them", () => {
    const rows = [
      [1, 10],
      [2, 10],
      [4, 13],
      [9, 11],
    ];
    const sums = startVariances(2);
    for (const row of rows) learnVariances(sums, Float64Array.from(row));
    const variances = Float64Array.of(1, 1);
    takeVariances(sums, variances);
    const sample = [38 / 3, 2];
    variances.forEach((value, i) => expect(value).toBeCloseTo((4 / 9) * sample[i] + 1e-3 * (5 / 9), 14));
  });

  it('do not lose digits far from zero', () => {
    const sums = startVariances(1);
    for (let i = 0; i < 1000; i++) learnVariances(sums, Float64Array.of(1e9 + (i % 2)));
    const variances = Float64Array.of(0);
    takeVariances(sums, variances);
    expect(variances[0]).toBeCloseTo(((1000 / 1005) * 250) / 999 + 5e-3 / 1005, 6);
  });

  it('leave the metric alone on fewer than two draws', () => {
    const sums = startVariances(1);
    learnVariances(sums, Float64Array.of(3));
    const variances = Float64Array.of(7);
    takeVariances(sums, variances);
    expect(variances[0]).toBe(7);
  });
});
