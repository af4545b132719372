// Item 1: the log density and its gradient at every reference point, in f64 and on the GPU in f32.
import { gpuDensities } from '../../src/engine/gpu/density.ts';
import { openDevice, type Device } from '../../src/engine/gpu/device.ts';
import { encodeDataset, type EncodedDataset } from '../../src/engine/gpu/encode.ts';
import { encodeHierarchical } from '../../src/engine/gpu/encode-hierarchical.ts';
import { openNodeGpu } from '../../src/engine/gpu/node.ts';
import { pipelinesOf } from '../../src/engine/gpu/pipelines.ts';
import { encodeSeu } from '../../src/instruments/seu/encode.ts';
import { plainHierarchicalFrame } from '../../src/models/hierarchical/frame.ts';
import { hierarchicalOwnTarget, plainEntries, plainMap } from '../../src/models/hierarchical/own.ts';
import { HIERARCHICAL_PRESETS } from '../../src/models/hierarchical/presets.ts';
import { beliefOffset, plainFrame, type Frame } from '../../src/models/seu/frame.ts';
import { ownTarget } from '../../src/models/seu/own.ts';
import type { SeuData } from '../../src/models/seu/data.ts';
import type { SeuModel } from '../../src/models/seu/presets.ts';
import type { Target } from '../../src/models/target.ts';
import { hierarchicalDataOf, type HierarchicalStan } from '../../tests/support/hierarchical-stan.ts';
import { fixtureNames, readFixture, subjectOf } from './data.ts';
import { atMost, type Tally } from './tally.ts';

const F64_BOUND = 1e-10;
const F32_BOUND = 5e-5;

/** Devices do not outlive the GPU object they came from, so it is held to the end. */
const held: GPU[] = [];

interface Point {
  readonly unconstrained: readonly number[];
  readonly direct: { readonly log_posterior_unconstrained: number };
  readonly direct_complex_step_grad_adjust_true: readonly number[];
}

interface Case {
  readonly name: string;
  readonly points: readonly Point[];
  readonly target: Target;
  /** The same in a frame that the shaders know, and the way there and back. */
  readonly dataset: EncodedDataset;
  toFrame(own: readonly number[]): Float64Array;
  toOwn(own: readonly number[], answer: Answer): Answer;
}

interface Answer {
  readonly value: number;
  readonly gradient: ArrayLike<number>;
}

const norm = (vector: ArrayLike<number>): number =>
  Math.sqrt(Array.from(vector).reduce((sum, value) => sum + value * value, 0));

/** Largest |Δv| / (1 + |v|) and ‖Δg‖ / (1 + ‖g‖) over the points. */
function errors(points: readonly Point[], answers: readonly Answer[]): { value: number; gradient: number } {
  const valueErrors = points.map(({ direct: { log_posterior_unconstrained: v } }, i) => {
    return Math.abs(answers[i].value - v) / (1 + Math.abs(v));
  });
  const gradientErrors = points.map(({ direct_complex_step_grad_adjust_true: g }, i) => {
    const difference = g.map((entry, j) => answers[i].gradient[j] - entry);
    return norm(difference) / (1 + norm(g));
  });
  return { value: Math.max(...valueErrors), gradient: Math.max(...gradientErrors) };
}

async function readFlat(name: string): Promise<Case> {
  const {
    model: modelName,
    data,
    points,
  } = readFixture<{ model: string; data: object; points: Point[] }>(name);
  const bytes = new TextEncoder().encode(JSON.stringify(data));
  const { dataset, model } = await subjectOf(name, bytes, modelName, name);
  return flatCase(name, model, encodeSeu(dataset.content, model.link), points);
}

function flatCase(name: string, model: SeuModel, data: SeuData, points: readonly Point[]): Case {
  const frame = plainFrame(model, data);
  const order = plainOrder(data, frame);
  return {
    name,
    points,
    target: ownTarget(model, data),
    dataset: encodeDataset(model, data, frame),
    toFrame(own) {
      const position = new Float64Array(frame.dimension);
      order.forEach((at, i) => (position[at] = own[i]));
      return position;
    },
    toOwn: (_, { value, gradient }) => ({ value, gradient: order.map((at) => gradient[at]) }),
  };
}

function readHierarchical(name: string): Case {
  const fixture = readFixture<{ model: string; data: HierarchicalStan; points: Point[] }>(name);
  const model = HIERARCHICAL_PRESETS[fixture.model];
  const data = hierarchicalDataOf(fixture.data);
  const frame = plainHierarchicalFrame(model, data);
  const map = plainMap(plainEntries(model, data, frame));
  const toFrame = (own: readonly number[]): Float64Array => {
    const position = new Float64Array(frame.dimension);
    map.toPlain(own, position);
    return position;
  };
  return {
    name,
    points: fixture.points,
    target: hierarchicalOwnTarget(model, data),
    dataset: encodeHierarchical(model, data, frame),
    toFrame,
    toOwn(own, answer) {
      toFrame(own);
      const gradient = new Float64Array(frame.dimension);
      return { value: map.toOwn(answer.value, answer.gradient, gradient), gradient };
    },
  };
}

const inF64 = ({ target, points }: Case): readonly Answer[] =>
  points.map(({ unconstrained }) => {
    const gradient = new Float64Array(target.dimension);
    return { value: target.logDensity(Float64Array.from(unconstrained), gradient), gradient };
  });

/** Where each entry of the model's own order (β by columns) stands in the plain frame (β by rows); priors are N(0, 1). */
function plainOrder({ consequences: K, dimensions: D }: SeuData, frame: Frame): readonly number[] {
  const first = beliefOffset(frame);
  return Array.from({ length: frame.dimension }, (_, i) => {
    const own = i - first;
    return own >= 0 && own < K * D ? first + (own % K) * D + Math.floor(own / K) : i;
  });
}

async function onDevice(opened: Device, one: Case): Promise<readonly Answer[]> {
  const questions = one.points.map(({ unconstrained }) => ({
    dataset: 0,
    position: one.toFrame(unconstrained),
  }));
  const answers = await gpuDensities(opened, pipelinesOf(opened.device), [one.dataset], questions);
  return answers.map((answer, i) => one.toOwn(one.points[i].unconstrained, answer));
}

/** On the device, where there is one. */
async function checkDevice(tally: Tally, cases: readonly Case[]): Promise<void> {
  const gpu = await openNodeGpu();
  const opened = gpu && (await openDevice(gpu));
  if (!gpu || !opened) return tally.skip('f32', 'no WebGPU adapter here');
  held.push(gpu);
  tally.note(`f32 on ${opened.label}, ${opened.lanes} lanes`);
  for (const one of cases)
    report(tally, `f32 ${labelOf(one.name)}`, one, await onDevice(opened, one), F32_BOUND);
  opened.device.destroy();
}

function report(
  tally: Tally,
  label: string,
  { points }: Case,
  answers: readonly Answer[],
  bound: number,
): void {
  const { value, gradient } = errors(points, answers);
  atMost(tally, `${label} value, ${points.length} points, relative`, value, bound);
  atMost(tally, `${label} gradient, relative to its norm`, gradient, bound);
}

export async function densities(tally: Tally): Promise<void> {
  const names = fixtureNames('logdensity_');
  const hierarchical = names.filter((name) => name.includes('_h_m01'));
  const flat = names.filter((name) => !hierarchical.includes(name));
  const cases = [...(await Promise.all(flat.map(readFlat))), ...hierarchical.map(readHierarchical)];
  for (const one of cases) report(tally, `f64 ${labelOf(one.name)}`, one, inF64(one), F64_BOUND);
  await checkDevice(tally, cases);
}

const labelOf = (name: string): string => name.replace(/^logdensity_|\.json$/g, '');
