import { describe, expect, it } from 'vitest';
import { seuTarget } from '../../../../src/models/seu/density.ts';
import { plainFrame } from '../../../../src/models/seu/frame.ts';
import { ownTarget, seuLayout } from '../../../../src/models/seu/own.ts';
import { dataOf, fixtureNames, modelOf, readFixture, type DensityFixture } from '../../../support/seu.ts';

const TOLERANCE = 1e-10;
const names = fixtureNames('logdensity_').filter((name) => !name.includes('h_m01'));

const norm = (vector: ArrayLike<number>): number =>
  Math.sqrt(Array.from(vector).reduce((s, v) => s + v * v, 0));

describe.each(names)('%s', (name) => {
  const fixture = readFixture<DensityFixture>(name);
  const data = dataOf(fixture.data);
  const model = modelOf(fixture.model, fixture.data);
  const target = ownTarget(model, data);

  it('lays parameters out as Stan does', () => {
    expect(seuLayout(model, data).dimension).toBe(fixture.unconstrained_names.length);
    expect(target.dimension).toBe(fixture.unconstrained_names.length);
  });

  it.each(fixture.points.map((point, index) => [index, point] as const))('agrees at point %i', (_, point) => {
    const gradient = new Float64Array(target.dimension);
    const value = target.logDensity(Float64Array.from(point.unconstrained), gradient);
    const expected = point.direct.log_posterior_unconstrained;
    expect(Math.abs(value - expected)).toBeLessThan(TOLERANCE * (1 + Math.abs(expected)));
    expect(Math.abs(target.inner.logLikelihood() - point.direct.log_lik)).toBeLessThan(
      TOLERANCE * (1 + Math.abs(point.direct.log_lik)),
    );
    const reference = point.direct_complex_step_grad_adjust_true;
    const error = norm(gradient.map((g, i) => g - reference[i]));
    expect(error).toBeLessThan(TOLERANCE * (1 + norm(reference)));
  });
});

it('does not evaluate a frame whose dimension differs from the layout', () => {
  const fixture = readFixture<DensityFixture>(names[0]);
  const model = modelOf(fixture.model, fixture.data);
  const data = dataOf(fixture.data);
  expect(seuTarget(model, data, plainFrame(model, data)).dimension).toBe(seuLayout(model, data).dimension);
});
