// The GPU engine of portability against exact references and the f64 engine, and the time that each takes.
import { portabilityStepper } from '../../src/engine/cpu/portability-stepper.ts';
import { openGpuEngine } from '../../src/engine/gpu/engine.ts';
import { openNodeGpu } from '../../src/engine/gpu/node.ts';
import type { Chunk, Engine, PortabilityTask } from '../../src/engine/types.ts';
import { agentTable } from '../../src/instruments/portability/agents.ts';
import {
  DEFAULT_PORTABILITY,
  portabilityTasks,
  type PortabilityPlan,
} from '../../src/instruments/portability/plan.ts';
import { rowsOf } from '../../src/instruments/portability/report.ts';
import { PARTS, PART_COLUMNS } from '../../src/statistics/portability/work.ts';
import { isPortability, onDevice } from './portability-gpu-run.ts';
import { checkReferences } from './portability-gpu-splits.ts';
import type { Tally } from './tally.ts';

const ENVIRONMENTS = 8;
/** Rows of the part that is timed. */
const PERMUTATIONS = 40;

/** A cell of 8 environments with 81 test rows, so many rows of each part. */
function largeTasks(rows: Readonly<Record<(typeof PARTS)[number], number>>): PortabilityTask[] {
  const table = agentTable({
    game: 'normal_form',
    agents: ['shift'],
    regimes: [''],
    environments: ENVIRONMENTS,
    instances: 90,
    draws: 3,
    shared: false,
    seed: 7,
  });
  const settings = { ...DEFAULT_PORTABILITY, sources: ENVIRONMENTS - 1 };
  const plan: PortabilityPlan = {
    instrument: 'portability',
    analysis: 'portability',
    title: 'large',
    datasets: ['0'],
    settings,
    seed: 1,
    engine: 'gpu',
  };
  const tasks = portabilityTasks(plan, new Map([['0', table]])).filter(isPortability);
  return PARTS.map((part) => ({ ...tasks.find((task) => task.part === part)!, count: rows[part] }));
}

function inF64(task: PortabilityTask): Chunk {
  const stepper = portabilityStepper(task, null);
  while (!stepper.done) stepper.step();
  return stepper.report().chunk!;
}

const seconds = (): number => performance.now() / 1000;

/** Largest relative difference of a column; numerators and counts must be equal. */
function largestDifference(task: PortabilityTask, own: Readonly<Record<string, Float64Array>>): number {
  const { columns } = inF64(task);
  let largest = 0;
  for (const name of PART_COLUMNS[task.part])
    own[name].forEach((value, i) => {
      const truth = columns[name][i];
      if (Number.isNaN(value) && Number.isNaN(truth)) return;
      const error = Math.abs(value - truth) / Math.max(1, Math.abs(truth));
      largest = error <= largest ? largest : error;
    });
  return largest;
}

async function checkParts(tally: Tally, engine: Engine): Promise<void> {
  const tasks = largeTasks({ observed: 1, splits: 60, pairs: 40, permutations: 10, nulls: 10, outer: 2 });
  const rows = rowsOf(await onDevice(engine, tasks));
  for (const task of tasks) {
    const own = rows.get(`0/${task.part}`)!;
    const difference = largestDifference(task, own);
    tally.check(
      `${task.part}: ${task.count} rows, GPU against f64, largest difference`,
      difference.toPrecision(2),
      'none: the same bits',
      difference === 0,
    );
  }
}

async function timeEngines(tally: Tally, engine: Engine): Promise<void> {
  const [task] = largeTasks({
    observed: 1,
    splits: 1,
    pairs: 1,
    permutations: PERMUTATIONS,
    nulls: 1,
    outer: 1,
  }).filter(({ part }) => part === 'permutations');
  const began = seconds();
  await onDevice(engine, [task]);
  const between = seconds();
  inF64(task);
  const ended = seconds();
  const each = (time: number): string => `${((1e6 * time) / (PERMUTATIONS * ENVIRONMENTS)).toFixed(0)} µs`;
  tally.note(
    `a comparison of permutations, 81 test rows, 8 features: ${each(between - began)} on ${engine.description.label}, ${each(ended - between)} on one CPU thread`,
  );
}

export async function gpuDistances(tally: Tally): Promise<void> {
  const gpu = await openNodeGpu();
  if (!gpu) return tally.skip('portability on the GPU', 'no WebGPU adapter here');
  const engine = await openGpuEngine({ gpu, now: () => performance.now() });
  tally.note(engine.description.label);
  try {
    await checkReferences(tally, engine);
    await checkParts(tally, engine);
    await timeEngines(tally, engine);
  } finally {
    engine.dispose();
  }
}
