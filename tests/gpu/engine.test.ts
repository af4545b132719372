import { describe, expect, it } from 'vitest';
import { chainStepper } from '../../src/engine/cpu/chain-stepper.ts';
import { agreement } from './agreement.ts';
import { samplingModel } from '../../src/engine/models.ts';
import type { ChainTask, Checkpoint, Chunk, ModelInstance, SamplerName } from '../../src/engine/types.ts';
import { lossyGpu } from './lossy-gpu.ts';
import { column, instanceOf, NO_ADAPTER, runAll } from './support.ts';

const gpu = await lossyGpu();

const SMALL = instanceOf('m_0', 'posterior_m_0_alpha2_data.json');
const LARGER = instanceOf('m_1', 'posterior_m_1_data.json');

function chainTask(
  instance: ModelInstance,
  chain: number,
  changes: Partial<ChainTask['sampler']> = {},
): ChainTask {
  const sampler = {
    name: 'nuts' as SamplerName,
    chains: 2,
    warmup: 40,
    draws: 20,
    thin: 1,
    targetAcceptance: 0.8,
    maxDepth: 6,
  };
  const stream = { seed: 20250101, task: instance === SMALL ? 3 : 4, chain };
  const key = `${instance.model.name}/${chain}`;
  return {
    kind: 'chain',
    key,
    stream,
    instance,
    sampler: { ...sampler, ...changes },
    tuneKey: null,
    tuning: null,
  };
}

/** An hmc task with a plausible tuning and a turned basis. */
function tunedTask(instance: ModelInstance, chain: number, draws: number): ChainTask {
  const n = samplingModel(instance).dimension;
  const { average } = turnOf(instance);
  const positions = Float64Array.from({ length: 2 * n }, (_, i) => 0.3 * Math.sin(i));
  const tuning = {
    stepSize: 0.25,
    variances: new Float64Array(n).fill(0.7),
    basis: average,
    positions,
    iterations: 0,
    gradients: 0,
  };
  return { ...chainTask(instance, chain, { name: 'hmc', draws, warmup: 0 }), tuneKey: 'tune', tuning };
}

function turnOf(instance: ModelInstance) {
  const curvature = samplingModel(instance).curvature();
  const n = samplingModel(instance).dimension;
  for (let k = 0; k < 5; k++) curvature.add(Float64Array.from({ length: n }, (_, i) => Math.sin(i + k)));
  return { average: curvature.estimate().basis };
}

describe.skipIf(gpu === null)(`the GPU engine${gpu ? '' : `: ${NO_ADAPTER}`}`, () => {
  const tasks = [chainTask(SMALL, 0), chainTask(LARGER, 1)];

  it('gives the same bits whatever the dispatches, in any company, across a loss and from a checkpoint', async () => {
    const whole = await gpu!.openEngine({ chains: 8, leapfrogs: 64 });
    const reference = await runAll(whole, tasks);
    const same = (other: Map<string, Chunk[]>, keys: readonly string[], why: string): void => {
      for (const key of keys)
        for (const name of ['position', 'lp', 'accept_stat', 'step_size', 'n_leapfrog', 'energy'])
          expect(column(other.get(key)!, name), `${why}: ${key} ${name}`).toEqual(
            column(reference.get(key)!, name),
          );
    };
    const keys = tasks.map(({ key }) => key);
    const first = reference.get(keys[0])!;
    expect(column(first, 'lp')).toHaveLength(20);
    expect(first[first.length - 1].gradients).toBe(
      column(first, 'n_leapfrog').reduce((sum, n) => sum + n, 0),
    );
    for (const [i, key] of keys.entries())
      for (const chunk of reference.get(key)!) expect(agreement(chunk, tasks[i])).toBeLessThan(2e-5);

    same(await runAll(whole, [tasks[0]]), [keys[0]], 'alone');

    const short = await gpu!.openEngine({ chains: 1, leapfrogs: 17 });
    const saved = new Map<string, Checkpoint>();
    const destroyed = await runAll(short, tasks, new Map(), (news, step) => {
      for (const { taskKey, checkpoint, chunk, done } of news)
        if (!saved.has(taskKey) && chunk && !done) saved.set(taskKey, structuredClone(checkpoint));
      if (step === 3) gpu!.loseDevice();
    });
    same(destroyed, keys, 'short dispatches and a lost device');

    const resumed = await runAll(whole, tasks, saved);
    for (const key of keys) {
      const done = resumed.get(key)![0].first;
      expect(done).toBeGreaterThan(0);
      const n = samplingModel(tasks[keys.indexOf(key)].instance).dimension;
      expect(column(resumed.get(key)!, 'position')).toEqual(
        column(reference.get(key)!, 'position').slice(done * n),
      );
    }
    whole.dispose();
    short.dispose();
  });

  it.each(['nuts', 'hmc'] as const)('makes the transitions of the f64 engine: %s', async (name) => {
    const draws = 4;
    const task = name === 'hmc' ? tunedTask(LARGER, 0, draws) : chainTask(LARGER, 0, { warmup: 0, draws });
    const engine = await gpu!.openEngine({ chains: 8, leapfrogs: 64 });
    const chunks = (await runAll(engine, [task])).get(task.key)!;
    engine.dispose();
    const stepper = chainStepper(task, null);
    while (!stepper.done) stepper.step();
    const { columns } = stepper.report().chunk!;
    expect(column(chunks, 'n_leapfrog')).toEqual(columns.n_leapfrog);
    expect(column(chunks, 'tree_depth')).toEqual(columns.tree_depth);
    for (const key of ['position', 'lp', 'energy', 'accept_stat', 'step_size'])
      column(chunks, key).forEach((value, i) => {
        expect(Math.abs(value - columns[key][i]), `${key} ${i}`).toBeLessThan(1e-3 * (1 + Math.abs(value)));
      });
  });

  it('resolves `lost` after the second loss', async () => {
    const engine = await gpu!.openEngine({ chains: 8, leapfrogs: 2 });
    const run = await engine.prepare([chainTask(SMALL, 0, { draws: 100000 })], new Map());
    await run.advance();
    gpu!.loseDevice();
    expect(await run.advance()).not.toHaveLength(0);
    gpu!.loseDevice();
    await expect(run.advance()).rejects.toThrow('lost twice');
    expect(await engine.lost).toContain('lost twice');
  });

  it('runs tuned hmc in turned coordinates and returns canonical positions', async () => {
    const engine = await gpu!.openEngine();
    const task = tunedTask(SMALL, 1, 60);
    const chunks = (await runAll(engine, [task])).get(task.key)!;
    expect(column(chunks, 'lp')).toHaveLength(60);
    for (const chunk of chunks) expect(agreement(chunk, task)).toBeLessThan(2e-5);
    const acceptance = column(chunks, 'accept_stat');
    expect(acceptance.reduce((sum, a) => sum + a, 0) / 60).toBeGreaterThan(0.6);
    engine.dispose();
  });

  it('refuses tune tasks and says why', async () => {
    const engine = await gpu!.openEngine();
    const { stream, instance, sampler } = tasks[0];
    expect(engine.refuses({ kind: 'tune', key: 'tune', stream, instance, sampler })).toMatch(/on the CPU/);
    expect(engine.refuses(tasks[0])).toBeNull();
    expect(engine.description).toMatchObject({ kind: 'gpu' });
    expect(engine.description.selfTest).toMatch(/^passed/);
    engine.dispose();
  });
});
