// Samples model instances of either family for the acceptance list, on engines opened as the command opens them.
import type { Engines } from '../../src/cli/engines.ts';
import { tuningOf } from '../../src/engine/cpu/tune-stepper.ts';
import type {
  ChainTask,
  Chunk,
  Engine,
  HierarchicalInstance,
  ModelInstance,
  SamplerSettings,
  SeuInstance,
  Task,
  Tuning,
} from '../../src/engine/types.ts';
import { randomStream } from '../../src/math/random.ts';
import { hierarchicalExpander } from '../../src/models/hierarchical/expand.ts';
import { hierarchicalVariables, writeHierarchical } from '../../src/models/hierarchical/variables.ts';
import { expander } from '../../src/models/seu/expand.ts';

/** Runs tasks to their end, as many batches at once as the engine takes; chunks by task. Throws where a task fails. */
async function runTasks(engine: Engine, tasks: readonly Task[]): Promise<Map<string, Chunk[]>> {
  const chunks = new Map(tasks.map(({ key }) => [key, [] as Chunk[]]));
  const waiting = [...tasks];
  const work = async (): Promise<void> => {
    while (waiting.length > 0) await runBatch(engine, waiting.splice(0, engine.batchSize), chunks);
  };
  await Promise.all(Array.from({ length: engine.parallelRuns }, work));
  return chunks;
}

async function runBatch(
  engine: Engine,
  tasks: readonly Task[],
  chunks: ReadonlyMap<string, Chunk[]>,
): Promise<void> {
  const run = await engine.prepare(tasks, new Map());
  for (let open = tasks.length; open > 0;)
    for (const { taskKey, chunk, done, failure } of await run.advance()) {
      if (failure !== null) throw new Error(`${taskKey}: ${failure}`);
      if (chunk) chunks.get(taskKey)?.push(chunk);
      if (done) open -= 1;
    }
  run.dispose();
}

/** Chains of one instance: their chunks, in order. */
export interface Sampled {
  readonly chains: readonly (readonly Chunk[])[];
  readonly divergences: number;
  readonly gradients: number;
}

async function tune(
  { cpu }: Engines,
  instance: ModelInstance,
  sampler: SamplerSettings,
  seed: number,
): Promise<Tuning | null> {
  if (sampler.name === 'nuts') return null;
  const stream = { seed, task: 1, chain: 0 };
  const chunks = await runTasks(cpu, [{ kind: 'tune', key: 'tune', stream, instance, sampler }]);
  return tuningOf(chunks.get('tune')![0]);
}

/** Warmup on the CPU, chains on `engines.gpu` where it is open. */
export async function sampleInstance(
  engines: Engines,
  instance: ModelInstance,
  sampler: SamplerSettings,
  seed: number,
): Promise<Sampled> {
  const tuning = await tune(engines, instance, sampler, seed);
  const tasks = Array.from({ length: sampler.chains }, (_, chain): ChainTask => {
    const stream = { seed, task: 0, chain };
    return { kind: 'chain', key: `${chain}`, stream, instance, sampler, tuneKey: tuning && 'tune', tuning };
  });
  const engine = engines.gpu ?? engines.cpu;
  const refused = engine.refuses(tasks[0]);
  if (refused !== null) throw new Error(refused);
  const chunks = await runTasks(engine, tasks);
  const chains = tasks.map(({ key }) => chunks.get(key)!);
  const all = chains.flat();
  return {
    chains,
    divergences: all.reduce((sum, { columns }) => sum + columns.divergent.reduce((a, b) => a + b, 0), 0),
    gradients: chains.reduce((sum, own) => sum + (own.at(-1)?.gradients ?? 0), 0),
  };
}

/** Visits every kept draw of a chain. */
function eachDraw(chunks: readonly Chunk[], visit: (position: Float64Array, draw: number) => void): void {
  for (const { columns, first, count } of chunks) {
    const n = columns.position.length / count;
    for (let i = 0; i < count; i++) visit(columns.position.subarray(i * n, (i + 1) * n), first + i);
  }
}

/** Draws of every variable by name, chain after chain. */
export function hierarchicalDraws(
  { model, data }: HierarchicalInstance,
  { chains }: Sampled,
  seed: number,
  draws: number,
): ReadonlyMap<string, Float64Array> {
  const names = hierarchicalVariables(model, data);
  const values = names.map(() => new Float64Array(chains.length * draws));
  chains.forEach((chunks, chain) => {
    const { expand } = hierarchicalExpander(model, data, randomStream(seed, 0, chain));
    eachDraw(chunks, (position, draw) => {
      let variable = 0;
      writeHierarchical(expand(position, draw), (value) => {
        values[variable++][chain * draws + draw] = value;
      });
    });
  });
  return new Map(names.map((name, i) => [name, values[i]]));
}

/** Draws of log α of a flat model, chain after chain. */
export function logAlphaDraws(
  { model, data }: SeuInstance,
  { chains }: Sampled,
  seed: number,
  draws: number,
): Float64Array {
  const values = new Float64Array(chains.length * draws);
  chains.forEach((chunks, chain) => {
    const { expand } = expander(model, data, randomStream(seed, 0, chain));
    eachDraw(chunks, (position, draw) => {
      values[chain * draws + draw] = Math.log(expand(position, draw).alpha);
    });
  });
  return values;
}
