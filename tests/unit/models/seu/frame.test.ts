import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/math/random.ts';
import { seuTarget } from '../../../../src/models/seu/density.ts';
import { droppedConstants, expander } from '../../../../src/models/seu/expand.ts';
import { frameOf, polynomialContrasts, reducedFrame } from '../../../../src/models/seu/frame.ts';
import { ownTarget } from '../../../../src/models/seu/own.ts';
import { seuSampling } from '../../../../src/models/seu/sampling.ts';
import { dataOf, fixtureNames, modelOf, readFixture, type DensityFixture } from '../../../support/seu.ts';

const names = fixtureNames('logdensity_').filter((name) => !name.includes('h_m01'));

/** Own unconstrained vector of an expanded draw: stick values recovered from δ. */
function ownVector(
  expanded: ReturnType<ReturnType<typeof expander>['expand']>,
  link: string,
  K: number,
  D: number,
) {
  const { delta } = expanded.state;
  const sticks: number[] = [];
  let left = 1;
  for (let i = 0; i < K - 2; i++) {
    const z = delta[i] / left;
    sticks.push(Math.log(z / (1 - z)) + Math.log(K - 2 - i));
    left -= delta[i];
  }
  const second =
    link === 'separate'
      ? [Math.log(expanded.omega)]
      : link === 'proportional'
        ? [Math.log(expanded.kappa)]
        : [];
  const beta = Array.from({ length: K * D }, (_, i) => expanded.beta[(i % K) * D + Math.floor(i / K)]);
  return Float64Array.from([Math.log(expanded.alpha), ...second, ...beta, ...sticks]);
}

describe.each(names)('%s', (name) => {
  const fixture = readFixture<DensityFixture>(name);
  const data = dataOf(fixture.data);
  const model = modelOf(fixture.model, fixture.data);
  const { consequences: K, dimensions: D } = data;

  it('drops the constants that Stan drops', () => {
    expect(droppedConstants(model, data)).toBeCloseTo(fixture.constant_dropped_by_stan, 10);
  });

  it('expands reduced coordinates to parameters with the same density and likelihood', () => {
    const own = ownTarget(model, data);
    const dimension = frameOf(model, data).dimension;
    const random = randomStream(5, 0, 0);
    const { expand } = expander(model, data, randomStream(6, 0, 0));
    for (let draw = 0; draw < 5; draw++) {
      random.seek(draw, 0);
      const position = Float64Array.from({ length: dimension }, () => random.normal());
      const expanded = expand(position, draw);
      const value = own.logDensity(ownVector(expanded, model.link, K, D), new Float64Array(own.dimension));
      expect(expanded.lp + droppedConstants(model, data)).toBeCloseTo(value, 7);
      expect(expanded.logLikelihood).toBeCloseTo(own.inner.logLikelihood(), 7);
    }
  });

  it('has the gradient of its density in the reduced and in the turned frame', () => {
    const sampling = seuSampling(model, data);
    const curvature = sampling.curvature();
    curvature.add(new Float64Array(sampling.dimension).fill(0.2));
    for (const basis of [new Float64Array(0), curvature.estimate().basis]) {
      const target = sampling.target(basis);
      const position = Float64Array.from({ length: target.dimension }, (_, i) => 0.7 * Math.sin(1 + 3 * i));
      const gradient = new Float64Array(target.dimension);
      const scratch = new Float64Array(target.dimension);
      target.logDensity(position, gradient);
      for (let i = 0; i < target.dimension; i++) {
        const h = 1e-5;
        const moved = (by: number) =>
          target.logDensity(
            position.map((v, j) => (j === i ? v + by : v)),
            scratch,
          );
        const difference = (8 * (moved(h) - moved(-h)) - (moved(2 * h) - moved(-2 * h))) / (12 * h);
        expect(Math.abs(difference - gradient[i])).toBeLessThan(1e-6 * (1 + Math.abs(gradient[i])));
      }
    }
  });
});

describe('frames', () => {
  const fixture = readFixture<DensityFixture>('logdensity_m_0_small_K4.json');
  const data = dataOf(fixture.data);
  const model = modelOf('m_0', fixture.data);

  it('turns positions to and fro without loss', () => {
    const sampling = seuSampling(model, data);
    const curvature = sampling.curvature();
    curvature.add(new Float64Array(sampling.dimension).fill(0.3));
    const { basis } = curvature.estimate();
    const position = Float64Array.from({ length: sampling.dimension }, (_, i) => i + 0.5);
    const turned = position.slice();
    sampling.turn(basis, turned, false);
    const scratch = new Float64Array(sampling.dimension);
    expect(sampling.target(basis).logDensity(turned, scratch)).toBeCloseTo(
      sampling.target(new Float64Array(0)).logDensity(position, scratch),
      8,
    );
    sampling.turn(basis, turned, true);
    turned.forEach((value, i) => expect(value).toBeCloseTo(position[i], 10));
  });

  it.each([
    ['a mean other than 0', { mean: 0.5, sd: 1 }],
    ['an sd per feature', { mean: 0, sd: [1, 2, 0.5] }],
  ])('falls back to the plain frame for a β prior with %s', (_, beta) => {
    const other = { ...model, priors: { ...model.priors, beta } };
    expect(frameOf(other, data).reduced).toBe(false);
    expect(() => reducedFrame(other, data)).toThrow(/one sd/);
    const own = ownTarget(other, data);
    const plain = seuTarget(other, data, frameOf(other, data));
    expect(plain.dimension).toBe(own.dimension);
    const { expand } = expander(other, data, randomStream(1, 0, 0));
    const position = Float64Array.from({ length: plain.dimension }, (_, i) => Math.sin(i));
    const expanded = expand(position, 0);
    const vector = ownVector(expanded, 'none', data.consequences, data.dimensions);
    const value = own.logDensity(vector, new Float64Array(own.dimension));
    expect(expanded.lp + droppedConstants(other, data)).toBeCloseTo(value, 8);
  });

  it('has orthonormal contrasts that rise linearly first', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 9 }), (K) => {
        const contrasts = polynomialContrasts(K);
        const column = (c: number) => Array.from({ length: K }, (_, k) => contrasts[k * (K - 1) + c]);
        const dot = (a: number[], b: number[]) => a.reduce((sum, value, k) => sum + value * b[k], 0);
        for (let c = 0; c < K - 1; c++) {
          expect(
            dot(
              column(c),
              Array.from({ length: K }, () => 1),
            ),
          ).toBeCloseTo(0, 12);
          for (let e = 0; e <= c; e++) expect(dot(column(c), column(e))).toBeCloseTo(c === e ? 1 : 0, 12);
        }
        expect(column(0)[K - 1]).toBeGreaterThan(column(0)[0]);
      }),
    );
  });
});
