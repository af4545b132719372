// Short plans on generated agents that page and Node both run, and the draws of a run bit for bit.
import { cpuLane } from '../../../src/engine/cpu/lane.ts';
import { cpuPool } from '../../../src/engine/cpu/pool.ts';
import type { Clock } from '../../../src/engine/clock.ts';
import type { Chunk, SamplerName } from '../../../src/engine/types.ts';
import type { Dataset } from '../../../src/formats/dataset.ts';
import { datasetOf, sha256 } from '../../../src/formats/hash.ts';
import { generateContent } from '../../../src/instruments/seu/design/generate.ts';
import { DEFAULT_SAMPLER, fitTasks, type FitPlan } from '../../../src/instruments/seu/plan.ts';
import { memoryStore } from '../../../src/jobs/memory-store.ts';
import type { EngineChoice } from '../../../src/jobs/run.ts';
import { runJob } from '../../../src/jobs/runner.ts';
import { SEU_PRESETS } from '../../../src/models/seu/presets.ts';

export interface AgentFit {
  readonly sampler: SamplerName;
  /** One generated agent each. */
  readonly conditions: number;
  readonly draws: number;
  /** Iterations between draws: what makes a run long without making it large. */
  readonly thin: number;
  readonly engine: EngineChoice;
}

export interface AgentPlan {
  readonly plan: FitPlan;
  readonly datasets: ReadonlyMap<string, Dataset>;
}

const DESIGN = { consequences: 3, dimensions: 2, alternatives: 6, menus: 30, smallest: 2, largest: 4 };
const CHAINS = 2;
const WARMUP = 200;

const agent = (seed: number): Promise<Dataset> =>
  datasetOf(generateContent({ ...DESIGN, seed }, 5), {
    name: `Agent ${seed}`,
    condition: '',
    source: { file: 'built-in agent', address: null, licence: null, citation: null },
    history: [],
  });

export async function agentPlan(fit: AgentFit): Promise<AgentPlan> {
  const { sampler: name, conditions, draws, thin, engine } = fit;
  const datasets = await Promise.all(Array.from({ length: conditions }, (_, i) => agent(i + 1)));
  const condition = ({ hash: dataset, name: label }: Dataset) =>
    ({ dataset, label, model: SEU_PRESETS.m_0, cell: null, temperature: null }) as const;
  const plan: FitPlan = {
    instrument: 'seu',
    analysis: 'fit',
    title: `${conditions} by ${name}`,
    datasets: datasets.map(({ hash }) => hash),
    settings: {
      conditions: datasets.map(condition),
      sampler: { ...DEFAULT_SAMPLER, name, chains: CHAINS, warmup: WARMUP, draws, thin },
      study: null,
    },
    seed: 7,
    engine,
  };
  return { plan, datasets: new Map(datasets.map((dataset) => [dataset.hash, dataset])) };
}

export const clock: Clock = {
  now: () => performance.now(),
  after: (milliseconds, action) => {
    const timer = setTimeout(action, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** Per task: how many draws, after how many gradients, and the SHA-256 of every column's bits. */
export type DrawsByTask = Readonly<Record<string, string>>;

/** Throws where draws are missing or there twice. */
export async function drawsOf(chunks: readonly Chunk[]): Promise<DrawsByTask> {
  const keys = [...new Set(chunks.map(({ taskKey }) => taskKey))].sort();
  const entries = keys.map(async (key) => {
    const own = chunks.filter(({ taskKey }) => taskKey === key).sort((a, b) => a.first - b.first);
    return [key, await imprint(own)] as const;
  });
  return Object.fromEntries(await Promise.all(entries));
}

async function imprint(own: readonly Chunk[]): Promise<string> {
  let count = 0;
  for (const chunk of own) {
    if (chunk.first !== count)
      throw new Error(`${chunk.taskKey}: draw ${count} is followed by ${chunk.first}`);
    count += chunk.count;
  }
  const names = Object.keys(own[0].columns).sort();
  const values = names.flatMap((name) => own.map(({ columns }) => columns[name]));
  const bytes = await new Blob(values as Float64Array<ArrayBuffer>[]).arrayBuffer();
  const { gradients, warmupGradients } = own[own.length - 1];
  const digest = await sha256(new Uint8Array(bytes));
  return `${count} draws after ${gradients} + ${warmupGradients} gradients: ${names.join(' ')} ${digest}`;
}

/** The draws of an undisturbed run on the CPU, in this thread. */
export async function undisturbed(fit: AgentFit): Promise<DrawsByTask> {
  const { plan, datasets } = await agentPlan(fit);
  const store = memoryStore();
  const spawn = () => ({ lane: cpuLane(), terminate: () => undefined });
  await runJob({
    runId: 'undisturbed',
    tasks: fitTasks(plan, datasets),
    cpu: cpuPool({ size: 1, spawn, clock, leaseMilliseconds: 60_000 }),
    gpu: null,
    store,
    clock,
    signal: new AbortController().signal,
    onProgress: () => undefined,
  });
  return drawsOf(await store.chunks('undisturbed'));
}
