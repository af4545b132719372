// The WebAssembly twin against the TypeScript density: the same bits, at points and over whole chains.
import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { initialPoint, integrate, pointAt, type Point } from '../../../../src/inference/chain.ts';
import { hmcKernel } from '../../../../src/inference/hmc.ts';
import { nutsKernel } from '../../../../src/inference/nuts.ts';
import { startPilot, type Pilot } from '../../../../src/inference/pooled.ts';
import { randomStream } from '../../../../src/math/random.ts';
import { menuBlock, type MenuBlock, type SeuData } from '../../../../src/models/seu/data.ts';
import { seuTarget } from '../../../../src/models/seu/density.ts';
import { frameOf, reducedFrame, turnFrame } from '../../../../src/models/seu/frame.ts';
import { SEU_PRESETS, type SeuModel } from '../../../../src/models/seu/presets.ts';
import { seuSampling } from '../../../../src/models/seu/sampling.ts';
import { samplingTarget } from '../../../../src/models/seu/wasm.ts';
import type { SamplingModel } from '../../../../src/models/sampling.ts';
import type { Target } from '../../../../src/models/target.ts';
import { dataOf, modelOf, readFixture, type StanData } from '../../../support/seu.ts';

const REAL = '../shared/data/seu/gpt4o-insurance/T0_0.json';

/** Menus of two to `largest` items, some shown twice. */
function menusOf(items: number, count: number, largest: number, seed: number): MenuBlock {
  const random = randomStream(seed, 1, 0);
  random.seek(0, 16);
  const below = (n: number): number => random.word() % n;
  const members = Array.from({ length: count }, () => {
    const size = Math.min(items, 2 + below(largest - 1));
    const menu = new Set<number>();
    while (menu.size < size) menu.add(below(items));
    return [...menu].sort((a, b) => a - b);
  });
  const twice = [...members, ...members.slice(0, count >> 1)];
  return menuBlock(
    twice,
    twice.map((menu) => below(menu.length)),
  );
}

/** A design with lotteries; models without a risky block leave them aside. */
function designOf(K: number, D: number, R: number, menus: number, seed: number): SeuData {
  const random = randomStream(seed, 0, 0);
  random.seek(0, 16);
  const lotteries = 2 + (seed % 4);
  const weights = Array.from({ length: lotteries }, () => Array.from({ length: K }, () => random.uniform()));
  return {
    consequences: K,
    alternatives: R,
    dimensions: D,
    features: Float64Array.from({ length: R * D }, () => random.normal()),
    uncertain: menusOf(R, menus, 5, seed),
    risky: {
      lotteries,
      probabilities: Float64Array.from(
        weights.flatMap((row) => row.map((p) => p / row.reduce((a, b) => a + b, 0))),
      ),
      menus: menusOf(lotteries, 8, 4, seed + 1),
    },
  };
}

interface Twins {
  readonly fast: Target;
  readonly plain: Target;
}

function twinsOf(model: SeuModel, data: SeuData): Twins {
  const frame = frameOf(model, data);
  return { fast: samplingTarget(model, data, frame, null), plain: seuTarget(model, data, frame) };
}

const bitsOf = (values: Float64Array): string =>
  Buffer.from(values.buffer, values.byteOffset, values.byteLength).toString('hex');

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

/** The model with its sampling target, or with the reference in its place. */
function modelsOf(model: SeuModel, data: SeuData): readonly [SamplingModel, SamplingModel] {
  const fast = seuSampling(model, data);
  const frame = frameOf(model, data);
  return [fast, { ...fast, target: (basis) => seuTarget(model, data, turnFrame(frame, basis)) }];
}

const PILOT = 30;
const DRAWS = 12;

function pilotOf(model: SamplingModel): Pilot {
  const pilot = startPilot([model], 5, 0, PILOT, 0.9, null);
  while (pilot.iteration() < pilot.total) pilot.advance();
  return pilot;
}

/** Positions and log densities of an hmc chain after its pilot, as bits. */
function hmcChain(model: SamplingModel): string {
  const { basis, positions, variances, stepSize } = pilotOf(model).result();
  const start = positions.slice(0, model.dimension);
  model.turn(basis, start, false);
  const target = model.target(basis);
  const kernel = hmcKernel(target, randomStream(6, 0, 0));
  return draws(pointAt(target, start), (point, i) => kernel.transition(point, i, stepSize, variances));
}

function nutsChain(model: SamplingModel): string {
  const target = model.target(new Float64Array(0));
  const random = randomStream(7, 0, 0);
  const kernel = nutsKernel(target, random, 8);
  const variances = new Float64Array(target.dimension).fill(1);
  return draws(initialPoint(target, random), (point, i) => kernel.transition(point, i, 0.05, variances));
}

function draws(point: Point, move: (point: Point, iteration: number) => { energy: number }): string {
  const rows: string[] = [];
  for (let i = 1; i <= DRAWS; i++) {
    const { energy } = move(point, i);
    rows.push(bitsOf(Float64Array.of(point.lp, energy, ...point.position, ...point.gradient)));
  }
  return rows.join('\n');
}

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
  const [fast, plain] = modelsOf(model, data);
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

describe('a trajectory', () => {
  const model = SEU_PRESETS.m_01;
  const data = designOf(3, 4, 9, 15, 8);
  const fly = (target: Target, start: Float64Array, step: number, steps: number): string => {
    const n = target.dimension;
    const { position, gradient, lp } = pointAt(target, start.slice());
    const motion = { position, gradient, momentum: positionOf(n, 3, 4) };
    const variances = new Float64Array(n).fill(0.7);
    const { lp: last, error, leapfrogs } = integrate(target, motion, step, variances, steps, -lp);
    return [Float64Array.of(last, error, leapfrogs), position, motion.momentum].map(bitsOf).join(' ');
  };

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
