// The CPU engine: a pool of lanes, one task each, with a lease on every call so that a dead thread loses nothing.
import type { Clock } from '../clock.ts';
import type { LaneHandle } from '../lane.ts';
import type { Advance, Checkpoint, Engine, EngineDescription, Run, Task } from '../types.ts';

export interface PoolOptions {
  readonly size: number;
  readonly spawn: () => LaneHandle;
  readonly clock: Clock;
  /** A call unanswered for this long means a dead lane; default 10 s. */
  readonly leaseMilliseconds?: number;
  /** Aim of one step; default 200 ms. */
  readonly stepMilliseconds?: number;
}

const LEASE_MILLISECONDS = 10_000;
const STEP_MILLISECONDS = 200;
const FIRST_GRADIENTS = 2_000;
const SLOWEST = 200;
const FASTEST = 500_000;
/** Lanes tried after the first that died of the same step. */
const REVIVALS = 3;

class LostLane extends Error {}

function withLease<Value>(call: Promise<Value>, clock: Clock, milliseconds: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const cancel = clock.after(milliseconds, () =>
      reject(new LostLane(`no answer for ${milliseconds / 1000} s`)),
    );
    call.then(
      (value) => (cancel(), resolve(value)),
      (error) => (cancel(), reject(error instanceof Error ? error : new Error(String(error)))),
    );
  });
}

/** Gradients per step so that a step takes about `aim` milliseconds; changes at most fourfold at a time. */
export function nextBudget(gradients: number, milliseconds: number, aim: number): number {
  const ratio = Math.min(4, Math.max(0.25, aim / Math.max(1, milliseconds)));
  return Math.min(FASTEST, Math.max(SLOWEST, Math.round(gradients * ratio)));
}

/** Lanes are started when first needed and kept; a dead one is replaced, and its task goes on from its checkpoint. */
export function cpuPool(options: PoolOptions): Engine {
  const { size, spawn, clock } = options;
  const lease = options.leaseMilliseconds ?? LEASE_MILLISECONDS;
  const aim = options.stepMilliseconds ?? STEP_MILLISECONDS;
  const idle: LaneHandle[] = [];
  const busy = new Set<LaneHandle>();
  const waiting: ((handle: LaneHandle) => void)[] = [];
  let closed = false;

  function acquire(): Promise<LaneHandle> {
    const handle = idle.pop() ?? (busy.size < size ? spawn() : null);
    if (handle === null) return new Promise((resolve) => waiting.push(resolve));
    busy.add(handle);
    return Promise.resolve(handle);
  }

  function give(handle: LaneHandle): void {
    const next = waiting.shift();
    if (next) return next(handle);
    busy.delete(handle);
    idle.push(handle);
  }

  function replace(handle: LaneHandle): LaneHandle {
    busy.delete(handle);
    handle.terminate();
    const fresh = spawn();
    busy.add(fresh);
    return fresh;
  }

  async function prepare(tasks: readonly Task[], given: ReadonlyMap<string, Checkpoint>): Promise<Run> {
    const checkpoints = new Map(given);
    const open = new Map(tasks.map((task) => [task.key, task]));
    let handle = await acquire();
    let ready = false;
    let budget = FIRST_GRADIENTS;
    let finished = false;

    async function makeReady(): Promise<void> {
      if (ready) return;
      await withLease(handle.lane.prepare([...open.values()], [...checkpoints.values()]), clock, lease);
      ready = true;
    }

    async function step(): Promise<readonly Advance[]> {
      await makeReady();
      const began = clock.now();
      const news = await withLease(handle.lane.advance(budget), clock, lease);
      budget = nextBudget(budget, clock.now() - began, aim);
      return news;
    }

    /** Does `work` on this lane, or on a fresh one from the last checkpoints; throws when lane after lane dies of it. */
    async function survive<Result>(work: () => Promise<Result>): Promise<Result> {
      for (let deaths = 1; ; deaths++) {
        try {
          return await work();
        } catch (error) {
          if (closed || finished) throw error;
          handle = replace(handle);
          ready = false;
          budget = FIRST_GRADIENTS;
          if (deaths > REVIVALS) throw error;
        }
      }
    }

    function dispose(): void {
      if (finished) return;
      finished = true;
      give(handle);
    }

    await survive(makeReady).catch((error: unknown) => {
      dispose();
      throw error;
    });

    return {
      async advance() {
        const news = await survive(step);
        for (const item of news) {
          checkpoints.set(item.taskKey, item.checkpoint);
          if (item.done) open.delete(item.taskKey);
        }
        return news;
      },
      dispose,
    };
  }

  const description: EngineDescription = {
    kind: 'cpu',
    label: `CPU · ${size} ${size === 1 ? 'worker' : 'workers'}`,
    fallbackAdapter: false,
    lanes: null,
    selfTest: null,
  };

  return {
    description,
    parallelRuns: size,
    batchSize: 1,
    lost: new Promise(() => undefined),
    refuses: () => null,
    prepare,
    dispose() {
      closed = true;
      for (const handle of [...idle, ...busy]) handle.terminate();
      idle.length = 0;
      busy.clear();
    },
  };
}
