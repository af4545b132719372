// The GPU half of luce bench: gradients per second of a real run, as a share of the adapter's measured peak.
import type { ChainTask, Engine, ModelInstance, SeuInstance } from '../engine/types.ts';
import { openGpuEngine } from '../engine/gpu/engine.ts';
import { openNodeGpu } from '../engine/gpu/node.ts';
import { multiplyAddPeak } from '../engine/gpu/peak.ts';
import { DEFAULT_SAMPLER } from '../instruments/seu/plan.ts';
import { frameOf } from '../models/seu/frame.ts';
import { systemClock } from './clock.ts';

const CHAINS = { fallback: 8, hardware: 1024 };
/** Short trees: the speed of gradients is measured, not sampling. */
const SHORT = { warmup: 20, draws: 20, maxDepth: 5 };

export interface GpuBench {
  readonly adapter: string;
  readonly lanes: number | null;
  readonly self_test: string | null;
  readonly chains: number;
  readonly gradients_per_second: number;
  readonly peak_multiply_adds_per_second: number;
  /** Multiply-adds of the belief products alone, over the peak. */
  readonly share_of_peak: number;
}

/** Belief products of one gradient: forward and back over every component. */
function multiplyAdds({ model, data }: SeuInstance): number {
  const { components, rank } = frameOf(model, data);
  return 2 * components * rank * data.alternatives;
}

function chainTasks(instance: ModelInstance, chains: number): readonly ChainTask[] {
  const sampler = { ...DEFAULT_SAMPLER, chains, ...SHORT };
  return Array.from({ length: chains }, (_, chain) => ({
    kind: 'chain',
    key: `bench/k${chain}`,
    stream: { seed: 1, task: 0, chain },
    instance,
    sampler,
    tuneKey: null,
    tuning: null,
  }));
}

/** Gradients per second over a whole short run of many chains; the pipeline is compiled before the clock starts. */
async function throughput(engine: Engine, instance: ModelInstance, chains: number): Promise<number> {
  const warm = await engine.prepare(chainTasks(instance, 1), new Map());
  await warm.advance();
  warm.dispose();
  const run = await engine.prepare(chainTasks(instance, chains), new Map());
  const began = systemClock.now();
  const gradients = new Map<string, number>();
  for (let open = chains; open > 0;) {
    for (const { taskKey, chunk, done } of await run.advance()) {
      if (chunk) gradients.set(taskKey, chunk.gradients + chunk.warmupGradients);
      if (done) open -= 1;
    }
  }
  const seconds = (systemClock.now() - began) / 1000;
  run.dispose();
  return [...gradients.values()].reduce((sum, value) => sum + value, 0) / seconds;
}

/** Null for `auto` where there is no adapter; for `gpu` its absence is an error. */
export async function gpuBench(instance: SeuInstance, required: boolean): Promise<GpuBench | null> {
  const gpu = await openNodeGpu();
  if (gpu === null && required) throw new Error('--engine gpu: no adapter was found; needed a Vulkan driver');
  if (gpu === null) return null;
  const peak = await multiplyAddPeak(gpu, systemClock.now);
  const engine = await openGpuEngine({ gpu, now: systemClock.now });
  const { description } = engine;
  const chains = description.fallbackAdapter ? CHAINS.fallback : CHAINS.hardware;
  const speed = await throughput(engine, instance, chains);
  engine.dispose();
  return {
    adapter: description.label,
    lanes: description.lanes,
    self_test: description.selfTest,
    chains,
    gradients_per_second: speed,
    peak_multiply_adds_per_second: peak,
    share_of_peak: (speed * multiplyAdds(instance)) / peak,
  };
}
