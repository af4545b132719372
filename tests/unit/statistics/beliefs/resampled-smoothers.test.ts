// Resamples in WebAssembly against the same loops in TypeScript, bit by bit, and against one regression at a time.
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loopExports } from '../../../../src/math/loops/machine.ts';
import { randomStream } from '../../../../src/math/random.ts';
import {
  resampledSmoothers,
  type ResampledSmoothers,
} from '../../../../src/statistics/beliefs/resampled-smoothers.ts';
import type { Samples } from '../../../../src/statistics/beliefs/smoother-memory.ts';
import {
  beliefKernels,
  bestBandwidth,
  localLinear,
  sampleOf,
} from '../../../../src/statistics/beliefs/smoother.ts';

/** Beliefs with their kernels, and the samples of prompts that are accepted where beliefs and noise are high. */
function studyOf(cases: number, prompts: number, seed: number) {
  const random = randomStream(seed, 1, 0);
  random.seek(0, 0);
  const beliefs = Float64Array.from({ length: cases }, () => random.uniform());
  const outcomes = beliefs.map((belief) => (random.uniform() < belief ? 1 : 0));
  const kernels = beliefKernels(beliefs);
  const samples = Array.from({ length: prompts }, (): Samples => {
    const decisions = beliefs.map((belief) => (random.uniform() + random.uniform() < 2 * belief ? 1 : 0));
    return [
      sampleOf(kernels, decisions, () => true),
      sampleOf(kernels, outcomes, (i) => decisions[i] === 1),
      sampleOf(kernels, outcomes, (i) => decisions[i] === 0),
    ];
  });
  const weights = new Float64Array(cases);
  for (let k = 0; k < cases; k++) weights[Math.floor(random.uniform() * cases)]++;
  return { kernels, samples, weights };
}

const bitsOf = ({ bandwidths, chosen, kept }: ResampledSmoothers): string =>
  [bandwidths, ...[chosen, kept].map((row) => new BigUint64Array(row.slice().buffer))].join(' ');

const shape = fc.record({
  cases: fc.integer({ min: 2, max: 45 }),
  prompts: fc.integer({ min: 1, max: 4 }),
  seed: fc.integer({ min: 0, max: 1e6 }),
});

/** The regression at case i on a sample's cases, each as often as it was drawn. */
function valueAt(
  { kernels: { beliefs, bandwidths }, weights }: ReturnType<typeof studyOf>,
  { cases, targets }: Samples[0],
  h: number,
  i: number,
): number {
  const times = [...cases.keys()].flatMap((k) => Array<number>(weights[cases[k]]).fill(k));
  const own = Float64Array.from(times, (k) => beliefs[cases[k]]);
  const answered = Float64Array.from(times, (k) => targets[k]);
  return localLinear(own, answered, bandwidths[h], beliefs[i])!;
}

/** Σ w π(1 − π)|μ₁ − μ₀| with smoothers that are fitted one by one, at the bandwidths given or the best. */
function oneByOne(study: ReturnType<typeof studyOf>, kept: readonly number[] | null): number[] {
  const { kernels, samples, weights } = study;
  return samples.map((own) => {
    const present = own.map((sample) => {
      const answered = new Float64Array(weights.length);
      sample.cases.forEach((i, k) => (answered[i] = sample.targets[k]));
      return restricted(sample, answered, weights);
    });
    if (present[1].cases.length === 0 || present[2].cases.length === 0) return 0;
    const h = present.map((sample, s) => kept?.[s] ?? bestBandwidth(kernels, sample, weights));
    let sum = 0;
    for (const i of present[0].cases) {
      const [pi, mu1, mu0] = present.map((sample, s) => valueAt(study, sample, h[s], i));
      if (pi !== 0 && pi !== 1) sum += weights[i] * pi * (1 - pi) * Math.abs(mu1 - mu0);
    }
    return sum;
  });
}

/** The cases that a resample has, in the folds that they had. */
function restricted(sample: Samples[0], answered: Float64Array, weights: Float64Array): Samples[0] {
  const folds = [0, 1, 2, 3].map((f) =>
    Array.from(sample.cases.subarray(sample.starts[f], sample.starts[f + 1])).filter((i) => weights[i] > 0),
  );
  const cases = Int32Array.from(folds.flat());
  let end = 0;
  const starts = Int32Array.from([0, ...folds.map((fold) => (end += fold.length))]);
  return { cases, targets: Float64Array.from(cases, (i) => answered[i]), starts };
}

const KEPT = [3, 6, 11];
const keptOf = (samples: readonly Samples[]): Int32Array => Int32Array.from(samples.flatMap(() => KEPT));

describe('resampled smoothers', () => {
  it('are the bits of the TypeScript loops for any cases, prompts and resample', () => {
    expect(loopExports()).not.toBeNull();
    fc.assert(
      fc.property(shape, ({ cases, prompts, seed }) => {
        const { kernels, samples, weights } = studyOf(cases, prompts, seed);
        const fast = resampledSmoothers(kernels, samples);
        const plain = resampledSmoothers(kernels, samples, null);
        const kept = keptOf(samples);
        expect(bitsOf(fast(weights, kept))).toBe(bitsOf(plain(weights, kept)));
        weights.fill(1);
        expect(bitsOf(fast(weights))).toBe(bitsOf(plain(weights)));
      }),
      { seed: 1, numRuns: 60 },
    );
  });

  it('are those fitted one by one', () => {
    for (const seed of [1, 2, 3]) {
      const study = studyOf(40, 3, seed);
      const smooth = resampledSmoothers(study.kernels, study.samples);
      const { chosen, kept } = smooth(study.weights, keptOf(study.samples));
      oneByOne(study, null).forEach((value, j) => expect(chosen[j]).toBeCloseTo(value, 12));
      oneByOne(study, KEPT).forEach((value, j) => expect(kept[j]).toBeCloseTo(value, 12));
    }
  });

  it('stay with their study when several share the memory', () => {
    const studies = [5, 40, 12, 25].map((cases, seed) => studyOf(cases, 2, seed));
    const fast = studies.map(({ kernels, samples }) => resampledSmoothers(kernels, samples));
    const expected = studies.map(({ kernels, samples, weights }) =>
      bitsOf(resampledSmoothers(kernels, samples, null)(weights)),
    );
    for (let round = 0; round < 2; round++)
      fast.forEach((smooth, k) => expect(bitsOf(smooth(studies[k].weights))).toBe(expected[k]));
  });
});

describe('without the module', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });
  const refuse = function (): never {
    throw new EvalError('refused by policy');
  };

  it.each([
    ['there is no WebAssembly', undefined],
    ['compilation is refused', { Module: refuse, Instance: refuse }],
  ])('TypeScript stands in where %s', async (_, stub) => {
    const { kernels, samples, weights } = studyOf(20, 2, 7);
    const expected = bitsOf(resampledSmoothers(kernels, samples)(weights));
    vi.stubGlobal('WebAssembly', stub);
    vi.resetModules();
    const machine = await import('../../../../src/math/loops/machine.ts');
    expect(machine.loopExports()).toBeNull();
    const fresh = await import('../../../../src/statistics/beliefs/resampled-smoothers.ts');
    expect(bitsOf(fresh.resampledSmoothers(kernels, samples)(weights))).toBe(expected);
  });
});
