// Checks a device when it opens: generator, elementary functions, non-finite test and one density, against f64.
import { seuTarget } from '../../models/seu/density.ts';
import { reducedFrame } from '../../models/seu/frame.ts';
import { menuBlock, type SeuData } from '../../models/seu/data.ts';
import { SEU_PRESETS } from '../../models/seu/presets.ts';
import { gpuDensities } from './density.ts';
import type { Device } from './device.ts';
import { encodeDataset } from './encode.ts';
import { compareAnswers, examine, selfTestQuestions } from './examine.ts';
import type { Pipelines } from './pipelines.ts';

const MAXIMUM_ULP = 4;
const DENSITY_TOLERANCE = 5e-5;

const EXAMPLE: SeuData = {
  consequences: 3,
  alternatives: 4,
  dimensions: 2,
  features: Float64Array.of(0.3, -1.2, 1.1, 0.4, -0.7, 0.9, 0.2, -0.1),
  uncertain: menuBlock(
    [
      [0, 1],
      [1, 2, 3],
      [0, 1, 2, 3],
      [0, 3],
    ],
    [0, 1, 3, 0],
  ),
  risky: {
    lotteries: 2,
    probabilities: Float64Array.of(0.2, 0.5, 0.3, 0.6, 0, 0.4),
    menus: menuBlock([[0, 1]], [1]),
  },
};

/** Relative errors of value and gradient of a small model with every part: [value, gradient]. */
async function densityErrors(device: Device, pipelines: Pipelines): Promise<[number, number]> {
  const model = SEU_PRESETS.m_31;
  const frame = reducedFrame(model, EXAMPLE);
  const position = Float64Array.from({ length: frame.dimension }, (_, i) => Math.fround(0.9 - 0.37 * i));
  const gradient = new Float64Array(frame.dimension);
  const value = seuTarget(model, EXAMPLE, frame).logDensity(position, gradient);
  const dataset = encodeDataset(model, EXAMPLE, frame);
  const [answer] = await gpuDensities(device, pipelines, [dataset], [{ dataset: 0, position }]);
  const norm = (vector: Float64Array): number => Math.sqrt(vector.reduce((sum, v) => sum + v * v, 0));
  const difference = gradient.map((g, i) => g - answer.gradient[i]);
  return [Math.abs(answer.value - value) / (1 + Math.abs(value)), norm(difference) / (1 + norm(gradient))];
}

export interface SelfTest {
  readonly passed: boolean;
  /** One line for the manifest. */
  readonly result: string;
}

const figures = (numbers: readonly number[]): string => numbers.map((n) => n.toPrecision(2)).join(', ');

export async function selfTest(device: Device, pipelines: Pipelines): Promise<SelfTest> {
  const questions = selfTestQuestions();
  const found = compareAnswers(questions, await examine(device, pipelines, questions));
  const density = await densityErrors(device, pipelines);
  const ulps = [found.exp, found.log, found.log1p, found.uniform, found.normal];
  const passed =
    found.words === 0 &&
    found.finiteness === 0 &&
    ulps.every((error) => error <= MAXIMUM_ULP) &&
    density.every((error) => error <= DENSITY_TOLERANCE);
  const integers = `generator ${found.words === 0 ? 'exact' : `wrong in ${found.words} of ${questions.length} words`}`;
  const finiteness = `non-finite test ${found.finiteness === 0 ? 'right' : `wrong ${found.finiteness} times`}`;
  const functions = `exp, log, log1p, uniform, normal within ${figures(ulps)} ulp`;
  const verdict = passed ? 'passed' : 'failed';
  const result = `${verdict}: ${integers}; ${finiteness}; ${functions}; density and gradient off by ${figures(density)}`;
  return { passed, result };
}
