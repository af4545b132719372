import { describe, expect, it } from 'vitest';
import { gpuDensities } from '../../src/engine/gpu/density.ts';
import { encodeDataset } from '../../src/engine/gpu/encode.ts';
import { seuTarget } from '../../src/models/seu/density.ts';
import {
  beliefOffset,
  betaScaleOf,
  plainFrame,
  reducedFrame,
  stickOffset,
  type Frame,
} from '../../src/models/seu/frame.ts';
import type { SeuData } from '../../src/models/seu/data.ts';
import type { SeuModel } from '../../src/models/seu/presets.ts';
import { dataOf, fixtureNames, modelOf, readFixture, type DensityFixture } from '../support/seu.ts';
import { NO_ADAPTER, testGpu, type TestGpu } from './support.ts';

const TOLERANCE = 5e-5;
const names = fixtureNames('logdensity_').filter((name) => !name.includes('h_m01'));
const test = await testGpu();

const norm = (vector: ArrayLike<number>): number =>
  Math.sqrt(Array.from(vector).reduce((sum, v) => sum + v * v, 0));

/** Distance of two vectors relative to the second's own norm. */
const distance = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  norm(Array.from(a, (value, i) => value - b[i])) / (1 + norm(b));

/** For each entry of the model's own order the entry of the plain frame, and what one unit of it is worth there. */
function ownOrder(model: SeuModel, { consequences: K, dimensions: D }: SeuData, frame: Frame) {
  const order = Array.from({ length: frame.dimension }, (_, i) => ({ at: i, scale: 1, shift: 0 }));
  const first = beliefOffset(frame);
  for (let d = 0; d < D; d++)
    for (let k = 0; k < K; k++)
      order[first + d * K + k] = {
        at: first + k * D + d,
        scale: betaScaleOf(model.priors.beta, d),
        shift: model.priors.beta.mean,
      };
  return order;
}

describe.skipIf(test === null)(`densities on the device${test ? '' : `: ${NO_ADAPTER}`}`, () => {
  const { opened, pipelines } = test ?? ({} as TestGpu);

  it.each(names)('agrees with every reference point of %s', async (name) => {
    const fixture = readFixture<DensityFixture>(name);
    const data = dataOf(fixture.data);
    const model = modelOf(fixture.model, fixture.data);
    const frame = plainFrame(model, data);
    const order = ownOrder(model, data, frame);
    const scales = order.reduce((sum, { scale }) => sum + Math.log(scale), 0);
    const questions = fixture.points.map(({ unconstrained }) => {
      const position = new Float64Array(frame.dimension);
      order.forEach(({ at, scale, shift }, i) => (position[at] = (unconstrained[i] - shift) / scale));
      return { dataset: 0, position };
    });
    const answers = await gpuDensities(opened, pipelines, [encodeDataset(model, data, frame)], questions);
    fixture.points.forEach((point, p) => {
      const expected = point.direct.log_posterior_unconstrained;
      expect(
        Math.abs(answers[p].value - scales - expected) / (1 + Math.abs(expected)),
        `value ${p}`,
      ).toBeLessThan(TOLERANCE);
      const gradient = order.map(({ at, scale }) => answers[p].gradient[at] / scale);
      expect(distance(gradient, point.direct_complex_step_grad_adjust_true), `gradient ${p}`).toBeLessThan(
        TOLERANCE,
      );
    });
    expect(stickOffset(frame)).toBeLessThanOrEqual(frame.dimension);
  });

  it.each([8, 32, 64])(
    'agrees with f64 in the reduced frames of all models, in one batch, with %i lanes',
    async (lanes) => {
      const cases = names.map((name) => {
        const fixture = readFixture<DensityFixture>(name);
        const data = dataOf(fixture.data);
        const model = modelOf(fixture.model, fixture.data);
        return { name, data, model, frame: reducedFrame(model, data) };
      });
      const positions = cases.map(({ frame }, c) =>
        Float64Array.from({ length: frame.dimension }, (_, i) =>
          Math.fround(0.8 * Math.sin(1 + 2.3 * i + c)),
        ),
      );
      const answers = await gpuDensities(
        { ...opened, lanes },
        pipelines,
        cases.map(({ model, data, frame }) => encodeDataset(model, data, frame)),
        positions.map((position, dataset) => ({ dataset, position })),
      );
      cases.forEach(({ name, model, data, frame }, c) => {
        const gradient = new Float64Array(frame.dimension);
        const value = seuTarget(model, data, frame).logDensity(positions[c], gradient);
        expect(Math.abs(answers[c].value - value) / (1 + Math.abs(value)), name).toBeLessThan(TOLERANCE);
        expect(distance(answers[c].gradient, gradient), name).toBeLessThan(TOLERANCE);
      });
    },
  );
});
