// The WebAssembly twin against the TypeScript density: the same bits, at points and over whole chains.
import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { integrate, pointAt } from '../../../../src/inference/chain.ts';
import { randomStream } from '../../../../src/math/random.ts';
import type { SeuData } from '../../../../src/models/seu/data.ts';
import { seuTarget } from '../../../../src/models/seu/density.ts';
import { frameOf, reducedFrame } from '../../../../src/models/seu/frame.ts';
import { SEU_PRESETS, type SeuModel } from '../../../../src/models/seu/presets.ts';
import { seuSampling } from '../../../../src/models/seu/sampling.ts';
import { samplingTarget } from '../../../../src/models/seu/wasm.ts';
import type { Target } from '../../../../src/models/target.ts';
import { dataOf, modelOf, readFixture, type StanData } from '../../../support/seu.ts';
import { bitsOf, designOf, hmcChain, nutsChain, twinModels } from '../../../support/seu-chains.ts';

const REAL = '../shared/data/seu/gpt4o-insurance/T0_0.json';

interface Twins {
  readonly fast: Target;
  readonly plain: Target;
}

function twinsOf(model: SeuModel, data: SeuData): Twins {
  const frame = frameOf(model, data);
  return { fast: samplingTarget(model, data, frame, null), plain: seuTarget(model, data, frame) };
}

/** Density and gradient at a position, as bits. */
function answer(target: Target, position: Float64Array): string {
  const gradient = new Float64Array(target.dimension);
  const lp = target.logDensity(position, gradient);
  return `${bitsOf(Float64Array.of(lp))} ${Number.isFinite(lp) ? bitsOf(gradient) : ''}`;
}

function positionOf(n: number, scale: number, seed: number): Float64Array {
  const random = randomStream(seed, 2, 0);
  random.seek(0, 0);
  return Float64Array.from({ length: n }, () => scale * random.normal());
}

const shape = fc.record({
  K: fc.integer({ min: 2, max: 6 }),
  D: fc.integer({ min: 1, max: 9 }),
  R: fc.integer({ min: 2, max: 19 }),
  menus: fc.integer({ min: 1, max: 30 }),
  seed: fc.integer({ min: 0, max: 1e6 }),
  name: fc.constantFrom('m_0', 'm_01', 'm_1', 'm_2', 'm_21', 'm_3', 'm_31'),
  scale: fc.constantFrom(0, 0.3, 1, 3, 10, 100),
});

describe('density and gradient', () => {
  it('are the bits of the reference for any design, link and position', () => {
    fc.assert(
      fc.property(shape, ({ K, D, R, menus, seed, name, scale }) => {
        const { fast, plain } = twinsOf(SEU_PRESETS[name], designOf(K, D, R, menus, seed));
        const position = positionOf(plain.dimension, scale, seed);
        expect(fast.integrate).toBeDefined();
        expect(answer(fast, position)).toBe(answer(plain, position));
      }),
      { seed: 1, numRuns: 400 },
    );
  });

  it('are the bits of the reference where exponentials overflow or menus need their own maxima', () => {
    const { fast, plain } = twinsOf(SEU_PRESETS.m_2, designOf(4, 3, 7, 12, 5));
    for (const extreme of [-800, -20, 7, 20, 710, NaN, Infinity])
      for (let i = 0; i < plain.dimension; i++) {
        const position = positionOf(plain.dimension, 1, 7);
        position[i] = extreme;
        expect(answer(fast, position), `coordinate ${i} at ${extreme}`).toBe(answer(plain, position));
      }
  });

  it('stay with their target when many share the memory, which grows as needed', () => {
    const sizes = [2, 40, 3, 120];
    const twins = sizes.map((R, i) => twinsOf(SEU_PRESETS.m_01, designOf(3, R >> 1, R, 20, i)));
    for (let round = 0; round < 3; round++)
      for (const { fast, plain } of [...twins, ...twins.toReversed()]) {
        const position = positionOf(plain.dimension, 0.5, round);
        expect(answer(fast, position)).toBe(answer(plain, position));
      }
  });
});

const fromFixture = (file: string, name: string): readonly [string, SeuModel, SeuData] => {
  const stan = readFixture<StanData>(file);
  return [`${name} of ${file}`, modelOf(name, stan), dataOf(stan)];
};

describe.each([
  fromFixture('posterior_m_0_alpha2_data.json', 'm_0'),
  ['m_01 of real size', SEU_PRESETS.m_01, designOf(3, 32, 30, 60, 1)],
  ['m_02 with K = 4', SEU_PRESETS.m_02, designOf(4, 5, 11, 20, 2)],
  fromFixture('posterior_m_1_data.json', 'm_1'),
  fromFixture('posterior_m_2_data.json', 'm_2'),
  ['m_3 with K = 3', SEU_PRESETS.m_3, designOf(3, 4, 8, 15, 3)],
  ['m_3 with K = 4', SEU_PRESETS.m_3, designOf(4, 3, 9, 15, 4)],
] as const)('chains on %s', (_, model, data) => {
  const [fast, plain] = twinModels(model, data);
  it('of hmc after a pooled warmup are the same bits', () => {
    expect(hmcChain(fast)).toBe(hmcChain(plain));
  });
  it('of nuts are the same bits', () => {
    expect(nutsChain(fast)).toBe(nutsChain(plain));
  });
});

it.skipIf(!existsSync(REAL))('gives the bits of the reference on the real insurance data', () => {
  const stan = JSON.parse(readFileSync(REAL, 'utf8')) as StanData;
  const { fast, plain } = twinsOf(SEU_PRESETS.m_01, dataOf(stan));
  for (let seed = 0; seed < 50; seed++) {
    const position = positionOf(plain.dimension, 1, seed);
    expect(answer(fast, position)).toBe(answer(plain, position));
  }
});

/** Where a trajectory ends, as bits. */
const fly = (target: Target, start: Float64Array, step: number, steps: number): string => {
  const n = target.dimension;
  const { position, gradient, lp } = pointAt(target, start.slice());
  const motion = { position, gradient, momentum: positionOf(n, 3, 4) };
  const variances = new Float64Array(n).fill(0.7);
  const { lp: last, error, leapfrogs } = integrate(target, motion, step, variances, steps, -lp);
  return [Float64Array.of(last, error, leapfrogs), position, motion.momentum].map(bitsOf).join(' ');
};

describe('a trajectory', () => {
  const model = SEU_PRESETS.m_01;
  const data = designOf(3, 4, 9, 15, 8);
  it('ends at the step that diverges, with the bits of the reference', () => {
    const { fast, plain } = twinsOf(model, data);
    const start = positionOf(plain.dimension, 1, 3);
    for (const step of [0.01, -0.3, 1, 4, 300])
      expect(fly(fast, start, step, 25)).toBe(fly(plain, start, step, 25));
  });

  it('goes through the reference where one position needs it, and on from there', () => {
    const { fast, plain } = twinsOf(model, data);
    const start = positionOf(plain.dimension, 1, 3);
    for (const sensitivity of [6.2, 6.6, 7, 8]) {
      start[0] = sensitivity;
      for (const steps of [1, 2, 20])
        expect(fly(fast, start, 1e-3, steps)).toBe(fly(plain, start, 1e-3, steps));
    }
  });
});

describe('after positions that the module declined', () => {
  it.each([
    ['m_2', 3, 2],
    ['m_3', 3, 5],
    ['m_0', 2, 2],
  ])('%s with K = %i and D = %i goes on with the bits of the reference', (name, K, D) => {
    const { fast, plain } = twinsOf(SEU_PRESETS[name], designOf(K, D, 9, 15, 8));
    const start = positionOf(plain.dimension, 1, 3);
    const far = start.slice();
    for (let s = 6; s < 9; s += 0.01) {
      far[0] = s;
      fast.logDensity(far, new Float64Array(plain.dimension));
    }
    far[0] = NaN;
    fast.logDensity(far, new Float64Array(plain.dimension));
    expect(fly(fast, start, 0.1, 5)).toBe(fly(plain, start, 0.1, 5));
  });
});

describe('the reference', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });
  const data = designOf(3, 4, 9, 15, 8);
  const freshTarget = async (): Promise<Target> => {
    vi.resetModules();
    const fresh = await import('../../../../src/models/seu/wasm.ts');
    return fresh.samplingTarget(SEU_PRESETS.m_0, data, reducedFrame(SEU_PRESETS.m_0, data), null);
  };

  it('stands in where there is no WebAssembly', async () => {
    vi.stubGlobal('WebAssembly', undefined);
    expect((await freshTarget()).integrate).toBeUndefined();
  });

  it('stands in where compilation is refused', async () => {
    const refuse = function (): never {
      throw new EvalError('refused by policy');
    };
    vi.stubGlobal('WebAssembly', { Module: refuse, Instance: refuse });
    expect((await freshTarget()).integrate).toBeUndefined();
  });

  it('stands in for faults and in the plain frame', () => {
    const { m_0 } = SEU_PRESETS;
    const spread: SeuModel = { ...m_0, priors: { ...m_0.priors, beta: { mean: 1, sd: 1 } } };
    expect(seuSampling(m_0, data, 'delta_jacobian').target(new Float64Array(0)).integrate).toBeUndefined();
    expect(seuSampling(spread, data).target(new Float64Array(0)).integrate).toBeUndefined();
    expect(seuSampling(m_0, data).target(new Float64Array(0)).integrate).toBeDefined();
  });
});
