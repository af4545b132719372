import { describe, expect, it } from 'vitest';
import { chainStepper } from '../../src/engine/cpu/chain-stepper.ts';
import { encodeHierarchical } from '../../src/engine/gpu/encode-hierarchical.ts';
import { gpuDensities } from '../../src/engine/gpu/density.ts';
import { openGpuEngine } from '../../src/engine/gpu/engine.ts';
import { misfit } from '../../src/engine/gpu/misfit.ts';
import type { Device } from '../../src/engine/gpu/device.ts';
import { samplingModel } from '../../src/engine/models.ts';
import type { ChainTask, ModelInstance } from '../../src/engine/types.ts';
import type { HierarchicalData } from '../../src/models/hierarchical/data.ts';
import { hierarchicalTarget } from '../../src/models/hierarchical/density.ts';
import {
  hierarchicalFrame,
  plainHierarchicalFrame,
  turnHierarchicalFrame,
} from '../../src/models/hierarchical/frame.ts';
import { plainEntries, plainMap } from '../../src/models/hierarchical/own.ts';
import { HIERARCHICAL_PRESETS } from '../../src/models/hierarchical/presets.ts';
import { hierarchicalSampling } from '../../src/models/hierarchical/sampling.ts';
import { agreement } from './agreement.ts';
import {
  hierarchicalDataOf,
  hierarchicalModel,
  hierarchicalNames,
  smallData,
  WHOLE_MODEL,
  type HierarchicalFixture,
  type HierarchicalStan,
} from '../support/hierarchical.ts';
import { readFixture } from '../support/seu.ts';
import { column, instanceOf, NO_ADAPTER, runAll, testGpu, type TestGpu } from './support.ts';

const TOLERANCE = 5e-5;
const test = await testGpu();

const norm = (vector: ArrayLike<number>): number =>
  Math.sqrt(Array.from(vector).reduce((sum, v) => sum + v * v, 0));
const distance = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  norm(Array.from(a, (value, i) => value - b[i])) / (1 + norm(b));

describe.skipIf(test === null)(`hierarchical densities on the device${test ? '' : `: ${NO_ADAPTER}`}`, () => {
  const { opened, pipelines } = test ?? ({} as TestGpu);

  it.each(hierarchicalNames())('agrees with every reference point of %s', async (name) => {
    const fixture = readFixture<HierarchicalFixture>(name);
    const data = hierarchicalDataOf(fixture.data);
    const model = hierarchicalModel(fixture.model);
    const frame = plainHierarchicalFrame(model, data);
    const maps = fixture.points.map(() => plainMap(plainEntries(model, data, frame)));
    const questions = fixture.points.map(({ unconstrained }, i) => {
      const position = new Float64Array(frame.dimension);
      maps[i].toPlain(unconstrained, position);
      return { dataset: 0, position };
    });
    const dataset = encodeHierarchical(model, data, frame);
    const answers = await gpuDensities(opened, pipelines, [dataset], questions);
    fixture.points.forEach((point, i) => {
      const gradient = new Float64Array(frame.dimension);
      const value = maps[i].toOwn(answers[i].value, answers[i].gradient, gradient);
      const expected = point.direct.log_posterior_unconstrained;
      expect(Math.abs(value - expected) / (1 + Math.abs(expected)), `value ${i}`).toBeLessThan(TOLERANCE);
      expect(distance(gradient, point.direct_complex_step_grad_adjust_true), `gradient ${i}`).toBeLessThan(
        TOLERANCE,
      );
    });
  });

  it.each([8, 32])(
    'agrees with f64 in reduced and turned frames, in one batch, with %i lanes',
    async (lanes) => {
      const shapes = [
        { K: 3, D: 2, J: 5, P: 2, seed: 1 },
        { K: 4, D: 7, J: 3, P: 0, seed: 2 },
        { K: 2, D: 3, J: 1, P: 1, seed: 3 },
      ];
      const models = [...Object.values(HIERARCHICAL_PRESETS), WHOLE_MODEL];
      const cases = models.flatMap((model, m) =>
        shapes.map((shape, s) => {
          const data = smallData(shape);
          const frame = hierarchicalFrame(model, data);
          const curvature = hierarchicalSampling(model, data).curvature();
          curvature.add(Float64Array.from({ length: frame.dimension }, (_, i) => 0.3 * Math.sin(i)));
          const turned = (m + s) % 2 ? turnHierarchicalFrame(frame, curvature.estimate().basis) : frame;
          return { name: `${model.name} ${s}`, model, data, frame: turned };
        }),
      );
      const positions = cases.map(({ frame }, c) =>
        Float64Array.from({ length: frame.dimension }, (_, i) =>
          Math.fround(0.8 * Math.sin(1 + 2.3 * i + c)),
        ),
      );
      const answers = await gpuDensities(
        { ...opened, lanes },
        pipelines,
        cases.map(({ model, data, frame }) => encodeHierarchical(model, data, frame)),
        positions.map((position, dataset) => ({ dataset, position })),
      );
      cases.forEach(({ name, model, data, frame }, c) => {
        const gradient = new Float64Array(frame.dimension);
        const value = hierarchicalTarget(model, data, frame).logDensity(positions[c], gradient);
        expect(Math.abs(answers[c].value - value) / (1 + Math.abs(value)), name).toBeLessThan(TOLERANCE);
        expect(distance(answers[c].gradient, gradient), name).toBeLessThan(TOLERANCE);
      });
    },
  );
});

const sampler = {
  name: 'nuts' as const,
  chains: 2,
  warmup: 0,
  draws: 3,
  thin: 1,
  targetAcceptance: 0.8,
  maxDepth: 5,
};
const taskOf = (key: string, instance: ModelInstance): ChainTask => ({
  kind: 'chain',
  key,
  stream: { seed: 20250101, task: 3, chain: 0 },
  instance,
  sampler,
  tuneKey: null,
  tuning: null,
});
const h_m01: ModelInstance = {
  family: 'hierarchical',
  model: HIERARCHICAL_PRESETS.h_m01,
  data: hierarchicalDataOf(readFixture<HierarchicalStan>('posterior_h_m01_J5_data.json')),
};

describe.skipIf(test === null)(`hierarchical chains on the device${test ? '' : `: ${NO_ADAPTER}`}`, () => {
  it('makes the transitions of the f64 engine, beside chains of the flat family', async () => {
    const tasks = [
      taskOf('cells', h_m01),
      taskOf('flat', instanceOf('m_0', 'posterior_m_0_alpha2_data.json')),
    ];
    const engine = await openGpuEngine({ gpu: test!.gpu, now: () => performance.now() });
    const chunks = await runAll(engine, tasks);
    engine.dispose();
    for (const task of tasks) {
      const own = chunks.get(task.key)!;
      for (const chunk of own) expect(agreement(chunk, task)).toBeLessThan(2e-5);
      const stepper = chainStepper(task, null);
      while (!stepper.done) stepper.step();
      const { columns } = stepper.report().chunk!;
      expect(column(own, 'n_leapfrog'), task.key).toEqual(columns.n_leapfrog);
      expect(samplingModel(task.instance).dimension * sampler.draws).toBe(column(own, 'position').length);
      for (const key of ['position', 'lp', 'energy'])
        column(own, key).forEach((value, i) =>
          expect(Math.abs(value - columns[key][i]), `${task.key} ${key} ${i}`).toBeLessThan(
            2e-3 * (1 + Math.abs(value)),
          ),
        );
    }
  });
});

describe('what a device without more than the least workgroup memory takes', () => {
  const least = { label: 'least', lanes: 32, workgroupBytes: 16384, bindingBytes: 2 ** 27 } as Device;

  /** `cells` cells of `menus` distinct menus of three over R alternatives. */
  function designOf(
    cells: number,
    R: number,
    K: number,
    D: number,
    menus: number,
    P: number,
  ): HierarchicalData {
    const {
      cells: [first],
    } = smallData({ K, D, J: 1, P: 0, seed: 1 });
    const members = Array.from({ length: menus }, (_, m) => {
      const a = m % (R - 2);
      return [a, a + 1 + (Math.trunc(m / (R - 2)) % (R - 2 - a)), R - 1].slice(0, 3);
    });
    const starts = Int32Array.from({ length: menus + 1 }, (_, m) => 3 * m);
    const uncertain = { starts, items: Int32Array.from(members.flat()), chosen: new Int32Array(menus) };
    const features = Float64Array.from({ length: R * D }, (_, i) => Math.sin(1 + i * i));
    const cell = { ...first, alternatives: R, features, uncertain };
    return {
      cells: Array.from({ length: cells }, () => cell),
      predictors: P,
      design: Float64Array.from({ length: cells * P }, (_, i) => Math.cos(i)),
      pools: null,
    };
  }
  const reasonFor = (data: HierarchicalData): string | null =>
    misfit(taskOf('k', { family: 'hierarchical', model: HIERARCHICAL_PRESETS.h_m01_size, data }), least);

  it.each([
    ['18 cells × 10 alternatives, K 3, D 2', designOf(18, 10, 3, 2, 20, 7)],
    ['5 cells × 30 alternatives, K 3, D 32', designOf(5, 30, 3, 32, 98, 1)],
    ['5 cells × 30 alternatives, K 4, D 32', designOf(5, 30, 4, 32, 98, 1)],
  ])('takes %s', (_, data) => {
    expect(reasonFor(data)).toBeNull();
  });

  it('refuses forty cells of thirty alternatives, with both figures', () => {
    expect(reasonFor(designOf(40, 30, 3, 32, 98, 1))).toMatch(
      /needs \d+ bytes of workgroup memory, least has/,
    );
  });
});
