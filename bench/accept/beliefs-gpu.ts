// Belief models on a device: marginal likelihoods against the reference, fits against the f64 engine.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { beliefsStepper } from '../../src/engine/cpu/beliefs-stepper.ts';
import { openMarginals } from '../../src/engine/gpu/beliefs-marginals.ts';
import { openDevice } from '../../src/engine/gpu/device.ts';
import { openGpuEngine } from '../../src/engine/gpu/engine.ts';
import { openNodeGpu } from '../../src/engine/gpu/node.ts';
import { openSession } from '../../src/engine/gpu/session.ts';
import type { BeliefTask, Chunk } from '../../src/engine/types.ts';
import { faultLine, type Parsed } from '../../src/formats/fault.ts';
import { beliefCells } from '../../src/instruments/beliefs/import/cells.ts';
import { importResponses } from '../../src/instruments/beliefs/import/import.ts';
import { DEFAULT_BELIEFS, type BeliefPlan } from '../../src/instruments/beliefs/plan.ts';
import { readSplits } from '../../src/instruments/beliefs/splits.ts';
import { beliefTasks } from '../../src/instruments/beliefs/tasks.ts';
import { completeCases, selectCases } from '../../src/models/beliefs/cell.ts';
import { beliefModel } from '../../src/models/beliefs/model.ts';
import { checkLikelihoods, furthest, timeEvaluations } from './beliefs-gpu-likelihood.ts';
import { onDevice } from './portability-gpu-run.ts';
import { atMost, type Tally } from './tally.ts';

const read = (name: string): Buffer => readFileSync(resolve('tests/fixtures/beliefs', name));

function valueOf<Value>(parsed: Parsed<Value>): Value {
  if (parsed.ok) return parsed.value;
  throw new Error(parsed.faults.map(faultLine).join('; '));
}

const tableOf = (file: string, bytes: Uint8Array) => valueOf(importResponses([{ file, bytes }], {})).table;

const CELLS = ['coherent|ckd', 'noisy|werewolf'];

function fitTasks(): readonly BeliefTask[] {
  const table = tableOf('main.csv.gz', gunzipSync(read('main.csv.gz')));
  const splits = valueOf(readSplits(read('splits.json').toString(), 'splits.json', beliefCells(table)));
  const plan: BeliefPlan = {
    instrument: 'beliefs',
    analysis: 'beliefs',
    title: 'GPU',
    datasets: ['t'],
    settings: { ...DEFAULT_BELIEFS, analyses: [], splits, given: true },
    seed: 1,
    engine: 'gpu',
  };
  const tasks = beliefTasks(plan, new Map([['t', table]]));
  return tasks.filter(({ part, cell }) => part === 'fit' && CELLS.includes(`${cell.agent}|${cell.domain}`));
}

function inF64(task: BeliefTask): Chunk {
  const stepper = beliefsStepper(task, null);
  while (!stepper.done) stepper.step();
  return stepper.report().chunk!;
}

const seconds = (): number => performance.now() / 1000;

/** Decisions whose threshold is known to this standard error, in logits, are well determined. */
const KNOWN = 0.5;

/** Largest difference of thresholds, on the probability scale. */
function thresholdsApart({ cell }: BeliefTask, own: Chunk, truth: Chunk): number {
  const { scores, outputs } = beliefModel('linear', cell.outputs);
  const decisions = scores.filter(({ output }) => outputs[output].family === 'decision');
  const implied = ({ columns: { theta } }: Chunk): number[] =>
    decisions.map(({ cutpoint, slopes }) => 1 / (1 + Math.exp(theta[cutpoint] / theta[slopes[0]])));
  const known = decisions.map((_, k) => truth.columns.threshold_error[k] < KNOWN);
  const of = (chunk: Chunk): number[] => implied(chunk).filter((_, k) => known[k]);
  return furthest(of(own), of(truth));
}

async function checkFits(tally: Tally, gpu: GPU): Promise<void> {
  const engine = await openGpuEngine({ gpu, now: () => performance.now() });
  const tasks = fitTasks();
  const began = seconds();
  const chunks = await onDevice(engine, tasks);
  tally.note(
    `${tasks.length} fits with their gaps on ${engine.description.label}: ${(seconds() - began).toFixed(1)} s`,
  );
  for (const task of tasks) {
    const [name, own, truth] = [
      `${task.cell.agent}|${task.cell.domain}`,
      chunks.find(({ taskKey }) => taskKey === task.key)!,
      inF64(task),
    ];
    const apart = Math.abs(own.columns.train[0] / truth.columns.train[0] - 1);
    atMost(tally, `${name}: log likelihood of the MAP, relative to f64`, apart, 1e-6);
    atMost(
      tally,
      `${name}: thresholds of well-determined decisions`,
      thresholdsApart(task, own, truth),
      1e-3,
    );
  }
  engine.dispose();
}

export async function gpuBeliefs(tally: Tally): Promise<void> {
  const gpu = await openNodeGpu();
  const opened = gpu && (await openDevice(gpu));
  if (!gpu || !opened) return tally.skip('beliefs on the GPU', 'no WebGPU adapter here');
  tally.note(opened.label);
  const marginals = await openMarginals(openSession(opened), Math.min(opened.bindingBytes, 2 ** 27));
  try {
    const [small] = beliefCells(tableOf('small.csv', read('small.csv')));
    const complete = selectCases(small, completeCases(small));
    await checkLikelihoods(tally, marginals, complete);
    await timeEvaluations(tally, marginals, complete, 'linear', opened.fallback ? 16 : 512);
    await timeEvaluations(tally, marginals, complete, 'two_d', opened.fallback ? 2 : 32);
  } finally {
    marginals.dispose();
    opened.device.destroy();
  }
  await checkFits(tally, gpu);
}
