// An engine behind a worker: facts, runs and losses cross, and a breakdown counts as a loss.
import { describe, expect, it } from 'vitest';
import { fakeWorker } from './fake-worker.ts';
import type { Advance, Checkpoint, Engine, ModelInstance, Task } from '../../../src/engine/types.ts';
import { serveEngine } from '../../../src/workers/serve-engine.ts';
import { engineOn } from '../../../src/workers/spawn-gpu.ts';

const instance = {} as ModelInstance;
const task = { kind: 'chain', key: 't', instance } as Task;
const checkpoint: Checkpoint = {
  taskKey: 't',
  engine: 'gpu',
  iteration: 4,
  state: { position: Float32Array.of(0.5) },
};

const advance = (): Advance => ({
  taskKey: 't',
  chunk: {
    taskKey: 't',
    first: 0,
    count: 1,
    columns: { position: Float64Array.of(2, 3) },
    gradients: 8,
    warmupGradients: 0,
  },
  checkpoint,
  iteration: 5,
  iterations: 5,
  done: true,
  failure: null,
});

/** An engine that answers every step with `advance`, noting what it was given. */
function scripted() {
  const noted: unknown[] = [];
  const losing = { now: (_reason: string): void => undefined };
  const engine: Engine = {
    description: { kind: 'gpu', label: 'scripted', fallbackAdapter: true, lanes: 8, selfTest: 'passed' },
    parallelRuns: 1,
    batchSize: 64,
    lost: new Promise((resolve) => (losing.now = resolve)),
    refuses: ({ key }) => (key === 'large' ? 'needs 32 kB of workgroup memory' : null),
    prepare: async (tasks, checkpoints) => {
      noted.push(tasks, checkpoints);
      return { advance: async () => [advance()], dispose: () => void noted.push('run disposed') };
    },
    dispose: () => void noted.push('engine disposed'),
  };
  return { noted, losing, engine };
}

const breath = () => new Promise((resolve) => setTimeout(resolve, 20));

describe('an engine in a worker', () => {
  it('tells its facts', async () => {
    const { engine } = scripted();
    const remote = await engineOn(fakeWorker(serveEngine(Promise.resolve(engine))));
    expect(remote.description).toEqual(engine.description);
    expect([remote.parallelRuns, remote.batchSize]).toEqual([1, 64]);
    remote.dispose();
  });

  it('tells what it refuses of what it was asked to consider', async () => {
    const { engine } = scripted();
    const remote = await engineOn(fakeWorker(serveEngine(Promise.resolve(engine))));
    const large = { ...task, key: 'large' };
    await remote.consider([task, large]);
    expect(remote.refuses(task)).toBeNull();
    expect(remote.refuses({ ...large, tuning: null } as Task)).toBe('needs 32 kB of workgroup memory');
    const sameKey = { ...task, instance: {} as ModelInstance };
    expect(() => remote.refuses(sameKey)).toThrow('task t: consider it before asking');
    remote.dispose();
  });

  it('runs a batch from its checkpoints and lets go of it', async () => {
    const { engine, noted } = scripted();
    const remote = await engineOn(fakeWorker(serveEngine(Promise.resolve(engine))));
    const run = await remote.prepare([task], new Map([['t', checkpoint]]));
    expect(await run.advance()).toEqual([advance()]);
    expect(await run.advance()).toEqual([advance()]);
    run.dispose();
    await breath();
    expect(noted).toEqual([[task], new Map([['t', checkpoint]]), 'run disposed']);
    remote.dispose();
  });

  it('that cannot be opened rejects with the reason and ends its thread', async () => {
    const worker = fakeWorker(serveEngine(Promise.reject(new Error('no adapter'))));
    await expect(engineOn(worker)).rejects.toThrow('no adapter');
    expect(worker.terminated).toBe(true);
  });

  it('that is lost says why', async () => {
    const { engine, losing } = scripted();
    const remote = await engineOn(fakeWorker(serveEngine(Promise.resolve(engine))));
    losing.now('the device was lost twice');
    expect(await remote.lost).toBe('the device was lost twice');
    remote.dispose();
  });

  it('whose thread breaks down is lost before its calls reject', async () => {
    const { engine } = scripted();
    const hanging: Engine = {
      ...engine,
      prepare: async () => ({ advance: () => new Promise(() => undefined), dispose: () => undefined }),
    };
    const worker = fakeWorker(serveEngine(Promise.resolve(hanging)));
    const remote = await engineOn(worker);
    const run = await remote.prepare([task], new Map());
    const order: string[] = [];
    void remote.lost.then((reason) => order.push(`lost: ${reason}`));
    const step = run.advance().catch((error: Error) => order.push(`rejected: ${error.message}`));
    worker.fail('out of memory');
    await step;
    expect(order).toEqual([
      'lost: the GPU worker broke down: out of memory',
      'rejected: the GPU worker broke down: out of memory',
    ]);
  });
});
