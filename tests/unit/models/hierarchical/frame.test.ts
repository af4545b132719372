import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/math/random.ts';
import type { HierarchicalData } from '../../../../src/models/hierarchical/data.ts';
import { hierarchicalTarget } from '../../../../src/models/hierarchical/density.ts';
import {
  hierarchicalDroppedConstants,
  hierarchicalExpander,
  type HierarchicalDraw,
} from '../../../../src/models/hierarchical/expand.ts';
import { hierarchicalFrame } from '../../../../src/models/hierarchical/frame.ts';
import { hierarchicalLayout, hierarchicalOwnTarget } from '../../../../src/models/hierarchical/own.ts';
import { HIERARCHICAL_PRESETS, type HierarchicalModel } from '../../../../src/models/hierarchical/presets.ts';
import { hierarchicalSampling } from '../../../../src/models/hierarchical/sampling.ts';
import { hierarchicalVariables, writeHierarchical } from '../../../../src/models/hierarchical/variables.ts';
import type { Target } from '../../../../src/models/target.ts';
import { smallData, WHOLE_MODEL } from '../../../support/hierarchical.ts';

const PLAIN: HierarchicalModel = {
  ...WHOLE_MODEL,
  name: 'plain',
  priors: { ...WHOLE_MODEL.priors, beta: { mean: 0.4, sd: 1.3 } },
};
const MODELS = [...Object.values(HIERARCHICAL_PRESETS), WHOLE_MODEL, PLAIN];
const NO_TURN = new Float64Array(0);

function normalPosition(dimension: number, seed: number, scale: number): Float64Array {
  const random = randomStream(seed, 1, 0);
  random.seek(0, 0);
  return Float64Array.from({ length: dimension }, () => scale * random.normal());
}

/** Own unconstrained vector of an expanded draw: deviates with the sign of their sd, stick values recovered from δ. */
function ownVector(
  model: HierarchicalModel,
  data: HierarchicalData,
  position: Float64Array,
  drawn: HierarchicalDraw,
): Float64Array {
  const { offsets } = hierarchicalFrame(model, data);
  const [{ consequences: K, dimensions: D }] = data.cells;
  let left = 1;
  const sticks = Array.from({ length: K - 2 }, (_, i) => {
    const share = drawn.delta[i] / left;
    left -= drawn.delta[i];
    return Math.log(share / (1 - share)) + Math.log(K - 2 - i);
  });
  return Float64Array.from([
    drawn.gamma0,
    ...drawn.gamma,
    ...(drawn.gammaSize === null ? [] : [drawn.gammaSize]),
    Math.log(drawn.sigmaCell),
    ...(drawn.sigmaPool === null ? [] : [Math.log(drawn.sigmaPool)]),
    ...offsets.cells.map((at) => Math.sign(position[offsets.sigmaCell]) * position[at]),
    ...position
      .subarray(offsets.pools, offsets.cells[0])
      .map((z) => Math.sign(position[offsets.sigmaPool ?? 0]) * z),
    ...drawn.cells.flatMap(({ beta }) =>
      Array.from({ length: K * D }, (_, i) => beta[(i % K) * D + Math.floor(i / K)]),
    ),
    ...sticks,
  ]);
}

function expectGradient(target: Target, position: Float64Array): void {
  const gradient = new Float64Array(target.dimension);
  const scratch = new Float64Array(target.dimension);
  target.logDensity(position, gradient);
  const h = 1e-5;
  gradient.forEach((slope, i) => {
    const at = (by: number) =>
      target.logDensity(
        position.map((q, j) => (j === i ? q + by : q)),
        scratch,
      );
    const difference = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
    expect(Math.abs(difference - slope), `coordinate ${i}`).toBeLessThan(1e-6 * (1 + Math.abs(slope)));
  });
}

describe.each(MODELS.map((model) => [model.name, model] as const))('%s', (_, model) => {
  const data = smallData({ K: 4, D: 5, J: 4, P: 2, seed: 3 });
  const sampling = hierarchicalSampling(model, data);

  it('expands to parameters with the same density, likelihood and utilities', () => {
    const own = hierarchicalOwnTarget(model, data);
    const { expand } = hierarchicalExpander(model, data, randomStream(6, 0, 0));
    for (let draw = 0; draw < 5; draw++) {
      const position = normalPosition(sampling.dimension, draw, 1);
      const drawn = expand(position, draw);
      const value = own.logDensity(ownVector(model, data, position, drawn), new Float64Array(own.dimension));
      expect(drawn.lp + hierarchicalDroppedConstants(model, data)).toBeCloseTo(value, 7);
      expect(drawn.logLikelihood).toBeCloseTo(own.inner.logLikelihood(), 8);
      drawn.cells.forEach(({ alpha, eta }, j) => {
        expect(Math.log(alpha)).toBeCloseTo(own.inner.state.logAlpha[j], 9);
        eta.forEach((value, r) => expect(value).toBeCloseTo(own.inner.state.eta[j][r], 9));
      });
    }
  });

  it('has the gradient of its density in canonical, turned and own coordinates', () => {
    const curvature = sampling.curvature();
    curvature.add(normalPosition(sampling.dimension, 9, 0.3));
    const { basis, variances } = curvature.estimate();
    expect(variances.every((variance) => variance > 0 && variance <= 1)).toBe(true);
    for (const turn of [NO_TURN, basis])
      expectGradient(sampling.target(turn), normalPosition(sampling.dimension, 10, 0.6));
    const own = hierarchicalOwnTarget(model, data);
    expectGradient(own, normalPosition(own.dimension, 11, 0.6));
  });

  it('turns positions to and fro without loss', () => {
    const curvature = sampling.curvature();
    curvature.add(normalPosition(sampling.dimension, 12, 0.3));
    const { basis } = curvature.estimate();
    const position = normalPosition(sampling.dimension, 13, 0.5);
    const turned = position.slice();
    const scratch = new Float64Array(sampling.dimension);
    sampling.turn(basis, turned, false);
    expect(turned).not.toEqual(position);
    expect(sampling.target(basis).logDensity(turned, scratch)).toBeCloseTo(
      sampling.target(NO_TURN).logDensity(position, scratch),
      8,
    );
    sampling.turn(basis, turned, true);
    turned.forEach((value, i) => expect(value).toBeCloseTo(position[i], 10));
  });

  it('writes one value for each of its variables', () => {
    const { expand } = hierarchicalExpander(model, data, randomStream(6, 0, 0));
    const drawn = expand(normalPosition(sampling.dimension, 14, 1), 0);
    for (const detail of ['all', 'study'] as const) {
      const names = hierarchicalVariables(model, data, detail);
      const values: number[] = [];
      writeHierarchical(drawn, (value) => values.push(value), detail);
      expect(values).toHaveLength(names.length);
      expect(new Set(names).size).toBe(names.length);
      expect(values[names.indexOf('alpha[3]')]).toBe(drawn.cells[2].alpha);
      expect(values[names.indexOf('eta[2,5]')]).toBe(drawn.cells[1].eta[4]);
      if (detail === 'all') expect(values[names.indexOf('psi[2,5,3]')]).toBe(drawn.cells[1].psi[2 * 5 + 4]);
    }
  });
});

it('reduces where the β prior allows it, and only there', () => {
  const data = smallData({ K: 3, D: 6, J: 2, P: 0, seed: 4 });
  const reduced = hierarchicalFrame(WHOLE_MODEL, data);
  expect(reduced.reduced).toBe(true);
  expect(reduced.dimension).toBeLessThan(hierarchicalLayout(WHOLE_MODEL, data).dimension);
  const plain = hierarchicalFrame(PLAIN, data);
  expect(plain.reduced).toBe(false);
  expect(plain.dimension).toBe(hierarchicalLayout(PLAIN, data).dimension);
});

it('does not let log α + log |t| move with δ', () => {
  const data = smallData({ K: 4, D: 3, J: 3, P: 1, seed: 5 });
  const frame = hierarchicalFrame(WHOLE_MODEL, data);
  const target = hierarchicalTarget(WHOLE_MODEL, data, frame);
  const position = normalPosition(frame.dimension, 1, 0.5);
  const gradient = new Float64Array(frame.dimension);
  target.logDensity(position, gradient);
  const levels = target.state.levels.slice();
  const alphas = target.state.logAlpha.slice();
  position[frame.offsets.sticks] += 1;
  target.logDensity(position, gradient);
  expect(target.state.levels).toEqual(levels);
  expect(target.state.logAlpha).not.toEqual(alphas);
});

it('draws unseen directions of β afresh for every cell and every draw', () => {
  const data = smallData({ K: 3, D: 6, J: 2, P: 0, seed: 6 });
  const { cells } = data;
  const twins = { ...data, cells: [cells[0], cells[0]] };
  const { expand } = hierarchicalExpander(HIERARCHICAL_PRESETS.h_m01, twins, randomStream(1, 0, 0));
  const position = new Float64Array(hierarchicalFrame(HIERARCHICAL_PRESETS.h_m01, twins).dimension);
  const [first, second] = expand(position, 0).cells.map(({ beta }) => beta.slice());
  const [again] = expand(position, 1).cells.map(({ beta }) => beta.slice());
  expect(Math.abs(first[0] - second[0])).toBeGreaterThan(1e-6);
  expect(Math.abs(first[0] - again[0])).toBeGreaterThan(1e-6);
});

it('differentiates and expands for any number of cells, consequences, features and predictors', () => {
  const shape = fc.record({
    K: fc.integer({ min: 2, max: 5 }),
    D: fc.integer({ min: 1, max: 6 }),
    J: fc.integer({ min: 1, max: 4 }),
    P: fc.integer({ min: 0, max: 3 }),
    seed: fc.integer({ min: 0, max: 1e6 }),
  });
  fc.assert(
    fc.property(shape, (given) => {
      const data = smallData(given);
      const target = hierarchicalSampling(WHOLE_MODEL, data).target(NO_TURN);
      const position = normalPosition(target.dimension, given.seed, 0.4);
      expectGradient(target, position);
      const own = hierarchicalOwnTarget(WHOLE_MODEL, data);
      const drawn = hierarchicalExpander(WHOLE_MODEL, data, randomStream(given.seed, 2, 0)).expand(
        position,
        0,
      );
      const vector = ownVector(WHOLE_MODEL, data, position, drawn);
      expect(own.logDensity(vector, new Float64Array(own.dimension))).toBeCloseTo(
        drawn.lp + hierarchicalDroppedConstants(WHOLE_MODEL, data),
        6,
      );
    }),
    { numRuns: 15, seed: 7 },
  );
});
