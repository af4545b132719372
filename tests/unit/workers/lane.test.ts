// A lane behind a worker: calls and draws cross, failures reject, a breakdown leaves nothing pending.
import { describe, expect, it } from 'vitest';
import { fakeWorker } from './fake-worker.ts';
import type { Lane } from '../../../src/engine/lane.ts';
import type { Advance } from '../../../src/engine/types.ts';
import { moving } from '../../../src/workers/moving.ts';
import { laneOn } from '../../../src/workers/spawn.ts';

const never = () => new Promise<never>(() => undefined);

function advanceOf(columns: Record<string, Float64Array>, state: Float64Array): Advance {
  return {
    taskKey: 't',
    chunk: { taskKey: 't', first: 0, count: 2, columns, gradients: 1, warmupGradients: 0 },
    checkpoint: { taskKey: 't', engine: 'cpu', iteration: 2, state: { position: state } },
    iteration: 2,
    iterations: 9,
    done: false,
    failure: null,
  };
}

/** A lane that answers with `advances` and notes what it was asked. */
function scripted(advances: readonly Advance[]) {
  const asked: unknown[] = [];
  const lane: Lane = {
    prepare: async (...given) => void asked.push(given),
    advance: async (gradients) => {
      asked.push(gradients);
      return moving(advances);
    },
    dispose: async () => void asked.push('dispose'),
  };
  return { asked, lane };
}

describe('a lane in a worker', () => {
  it('is asked what the page asks and answers bit for bit', async () => {
    const values = Float64Array.of(-0, NaN, 5e-324, 1 / 3);
    const { asked, lane } = scripted([advanceOf({ position: values.slice() }, Float64Array.of(1))]);
    const handle = laneOn(fakeWorker(lane));
    const checkpoint = { taskKey: 't', engine: 'cpu' as const, iteration: 3, state: {} };
    await handle.lane.prepare([], [checkpoint]);
    const [advance] = await handle.lane.advance(500);
    await handle.lane.dispose();
    expect(advance).toEqual(advanceOf({ position: values }, Float64Array.of(1)));
    expect(Object.is(advance.chunk!.columns.position[0], -0)).toBe(true);
    expect(asked).toEqual([[[], [checkpoint]], 500, 'dispose']);
    handle.terminate();
  });

  it('rejects with the message of what failed there', async () => {
    const { lane } = scripted([]);
    const failing: Lane = { ...lane, prepare: () => Promise.reject(new RangeError('no draws asked for')) };
    const handle = laneOn(fakeWorker(failing));
    await expect(handle.lane.prepare([], [])).rejects.toThrow('no draws asked for');
    handle.terminate();
  });

  it('rejects what is pending and what comes later when its thread breaks down', async () => {
    const worker = fakeWorker({ ...scripted([]).lane, advance: never });
    const { lane, terminate } = laneOn(worker);
    const pending = [lane.advance(1), lane.advance(2)];
    worker.fail('out of memory');
    for (const call of pending) await expect(call).rejects.toThrow('a CPU worker broke down: out of memory');
    await expect(lane.advance(3)).rejects.toThrow('a CPU worker broke down: out of memory');
    expect(worker.terminated).toBe(true);
    terminate();
  });

  it('says so when the script could not be loaded', async () => {
    const worker = fakeWorker({ ...scripted([]).lane, prepare: never });
    const { lane } = laneOn(worker);
    const pending = lane.prepare([], []);
    worker.fail('');
    await expect(pending).rejects.toThrow('its script could not be loaded or run');
  });

  it('never settles what was pending when it is terminated, and takes no further calls', async () => {
    const worker = fakeWorker({ ...scripted([]).lane, advance: never });
    const { lane, terminate } = laneOn(worker);
    let settled = false;
    lane.advance(1).then(
      () => (settled = true),
      () => (settled = true),
    );
    terminate();
    await expect(lane.advance(1)).rejects.toThrow('terminated');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(settled).toBe(false);
    expect(worker.terminated).toBe(true);
  });
});

describe('draws that move', () => {
  it('leave the worker; checkpoints and views into larger buffers stay', async () => {
    const whole = Float64Array.of(1, 2);
    const larger = Float64Array.of(0, 3, 4, 0);
    const state = Float64Array.of(7);
    const columns = { position: whole, same: whole, view: larger.subarray(1, 3), none: new Float64Array(0) };
    const { lane } = scripted([advanceOf(columns, state), { ...advanceOf({}, state), chunk: null }]);
    const handle = laneOn(fakeWorker(lane));
    const [first, second] = await handle.lane.advance(1);
    expect(first.chunk!.columns.position).toEqual(Float64Array.of(1, 2));
    expect(first.chunk!.columns.view).toEqual(Float64Array.of(3, 4));
    expect(second.chunk).toBeNull();
    expect(whole.byteLength).toBe(0);
    expect(larger).toEqual(Float64Array.of(0, 3, 4, 0));
    expect(state).toEqual(Float64Array.of(7));
    handle.terminate();
  });
});
