import { describe, expect, it } from 'vitest';
import { replicatesStepper } from '../../src/engine/cpu/replicates-stepper.ts';
import { tuneStepper, tuningOf } from '../../src/engine/cpu/tune-stepper.ts';
import { openGpuEngine } from '../../src/engine/gpu/engine.ts';
import { openNodeGpu } from '../../src/engine/gpu/node.ts';
import type { Pace } from '../../src/engine/gpu/pace.ts';
import type { Chunk, Engine, ReplicatesTask, Study } from '../../src/engine/types.ts';
import { DEFAULT_QUANTITIES } from '../../src/models/replication.ts';
import { ALL_MENUS } from '../../src/models/seu/subset.ts';
import { joinChunks } from '../unit/engine/cpu/tasks.ts';
import { instanceOf, NO_ADAPTER } from './support.ts';

const gpu = await openNodeGpu();
const { model, data } = instanceOf('m_0', 'posterior_m_0_alpha2_data.json');
const study: Study = {
  family: 'seu',
  model,
  design: data,
  fitted: model,
  menus: ALL_MENUS,
  fault: null,
  posterior: null,
  quantities: DEFAULT_QUANTITIES,
};
const COUNT = 3;
const DRAWS = 60;

function taskOf(chains = 1, draws = DRAWS): ReplicatesTask {
  const stream = { seed: 11, task: 0, chain: 0 };
  const sampler = {
    name: 'hmc',
    chains,
    warmup: 20,
    draws,
    thin: 1,
    targetAcceptance: 0.8,
    maxDepth: 10,
  } as const;
  const tune = tuneStepper({ kind: 'ensemble', key: 'ensemble', stream, study, sampler }, null);
  while (!tune.done) tune.step();
  const tuning = tuningOf(tune.report().chunk!);
  return {
    kind: 'replicates',
    key: 'r',
    stream,
    study,
    first: 2,
    count: COUNT,
    sampler,
    tuneKey: 'ensemble',
    tuning,
  };
}

function onCpu(task: ReplicatesTask): Chunk {
  const stepper = replicatesStepper(task, null);
  while (!stepper.done) stepper.step();
  return stepper.report().chunk!;
}

/** All rows of the task, whatever chunks they came in. */
async function onGpu(engine: Engine, task: ReplicatesTask): Promise<Chunk> {
  const run = await engine.prepare([task], new Map());
  const chunks: Chunk[] = [];
  for (let done = false; !done;)
    for (const news of await run.advance()) {
      if (news.chunk) chunks.push(news.chunk);
      done = news.done;
    }
  run.dispose();
  return joinChunks(chunks);
}

interface Cut {
  readonly pace: Pace;
  readonly replicateChains: number;
}

/** Dispatches and chains at once as told; time is counted in calls, so that readings come often. */
function openCut(cut: Cut): Promise<Engine> {
  let time = 0;
  return openGpuEngine({ gpu: gpu!, now: () => (time += 40), ...cut });
}

describe.skipIf(gpu === null)(`replicates on the GPU${gpu ? '' : ` (${NO_ADAPTER})`}`, () => {
  it('have the truths of the f64 engine, and its posteriors to Monte Carlo error', async () => {
    const engine = await openGpuEngine({ gpu: gpu!, now: () => performance.now() });
    const task = taskOf();
    expect(engine.refuses(task)).toBeNull();
    expect(engine.refuses({ ...task, study: { ...study, fault: 'delta_jacobian' } })).toMatch(/on purpose/);
    const [cpu, own] = [onCpu(task), await onGpu(engine, task)];
    engine.dispose();
    expect(own.count).toBe(COUNT);
    expect(own.columns.truth).toEqual(cpu.columns.truth);
    expect([...own.columns.failed]).toEqual([0, 0, 0]);
    const gaps = cpu.columns.mean.map((mean, i) => {
      const error = cpu.columns.sd[i] * Math.sqrt(2 / Math.max(10, cpu.columns.ess_bulk[i]));
      return Math.abs(own.columns.mean[i] - mean) / error;
    });
    // 120 comparisons of strongly dependent quantities in three replicates.
    expect(Math.max(...gaps)).toBeLessThan(5);
    const ranks = cpu.columns.rank.map((rank, i) => Math.abs(rank - own.columns.rank[i]) / DRAWS);
    expect(ranks.reduce((sum, gap) => sum + gap, 0) / ranks.length).toBeLessThan(0.15);
  });

  it('have the same bits whatever the dispatches and however many run at once', async () => {
    const task = taskOf(2, 16);
    const whole = await openCut({ pace: { chains: 8, leapfrogs: 64 }, replicateChains: 32 });
    const reference = await onGpu(whole, task);
    whole.dispose();
    expect(reference.columns.rank.every((rank) => rank >= 0 && rank <= 32)).toBe(true);
    const cut = await openCut({ pace: { chains: 1, leapfrogs: 29 }, replicateChains: 3 });
    expect(await onGpu(cut, task)).toEqual(reference);
    cut.dispose();
  });
});
