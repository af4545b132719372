import { describe, expect, it } from 'vitest';
import {
  CHAIN_LAYOUT,
  checkpointOf,
  freshStart,
  PHASE,
  recordOf,
  savedStart,
} from '../../../../src/engine/gpu/chain-state.ts';
import { scheduleBits } from '../../../../src/engine/gpu/seats.ts';
import type { ChainTask } from '../../../../src/engine/types.ts';

const sampler = {
  name: 'nuts',
  chains: 1,
  warmup: 20,
  draws: 10,
  thin: 2,
  targetAcceptance: 0.8,
  maxDepth: 8,
};
const task = { key: 'k', stream: { seed: 5, task: 7, chain: 3 }, sampler } as unknown as ChainTask;
const settings = { dataset: 2, key: [5, 0], warmup: 20, iterations: 40, scheduleAt: 99 } as const;

describe('the state of a chain', () => {
  it('comes back from a checkpoint as it was at its last whole transition', () => {
    const record = {
      ...recordOf(task, settings, freshStart([1, 2], [1, 1], 0.25)),
      iteration: 12,
      gradients: 0,
      warmup_gradients: 345,
      lp: Math.fround(-3.7),
      step_size: Math.fround(0.3),
      variance_count: 4,
      phase: 3,
      leaves: 5,
    };
    const kept = Float32Array.from({ length: 20 }, (_, i) => i);
    const checkpoint = checkpointOf('k', record, kept, 4, 2);
    expect(checkpoint.iteration).toBe(12);
    expect(checkpoint.state.gradient).toEqual(Float32Array.of(4, 5));
    const start = savedStart(checkpoint);
    const again = recordOf(task, settings, start);
    expect(again).toMatchObject({ iteration: 12, warmup_gradients: 345, lp: Math.fround(-3.7), leaves: 0 });
    expect(again.phase).toBe(PHASE.refresh);
    expect(start.vectors.squares).toEqual(Float32Array.of(16, 17));
  });

  it('is done where the checkpoint is that of the last iteration', () => {
    const fresh = recordOf(task, settings, freshStart([0], [1], 1));
    const checkpoint = checkpointOf('k', { ...fresh, iteration: 40 }, new Float32Array(5), 1, 1);
    expect(recordOf(task, settings, savedStart(checkpoint)).phase).toBe(PHASE.done);
    expect(CHAIN_LAYOUT.words).toBe(CHAIN_LAYOUT.names.length);
  });

  it('is not taken from another engine', () => {
    expect(() => savedStart({ taskKey: 'k', engine: 'cpu', iteration: 1, state: {} })).toThrow(
      'the cpu engine',
    );
  });
});

describe('scheduleBits', () => {
  it('marks the draws that count for the metric and the ends of the windows', () => {
    const bits = scheduleBits(1000);
    expect(bits).toHaveLength(1000);
    expect([bits[74], bits[75], bits[949], bits[950]]).toEqual([0, 1, 3, 0]);
    expect(bits.filter((bit) => bit === 3)).toHaveLength(5);
  });
});
