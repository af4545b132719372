import { describe, expect, it } from 'vitest';
import type { PortabilityTask } from '../../../src/engine/types.ts';
import { CHAINS_WORTH_A_GPU, chainsWorthOf } from '../../../src/engine/worth.ts';
import { nutsTask, tuneTask } from './cpu/tasks.ts';

const portability = (parts: Partial<PortabilityTask>): PortabilityTask =>
  ({
    kind: 'portability',
    cell: { environments: 8 },
    settings: { predictor: 'ols' },
    part: 'splits',
    count: 1000,
    ...parts,
  }) as PortabilityTask;

describe('what tasks are worth in chains', () => {
  it('counts chains, not their warmup', () => {
    expect(chainsWorthOf([tuneTask(), nutsTask(0), nutsTask(1)])).toBe(2);
  });

  it('counts comparisons, many of which make a chain', () => {
    expect(chainsWorthOf([portability({}), portability({})])).toBe(1);
    expect(chainsWorthOf([portability({ part: 'permutations' })])).toBe(4);
    expect(chainsWorthOf([portability({ part: 'outer' })])).toBe(44);
    expect(chainsWorthOf([portability({ count: 2000 * CHAINS_WORTH_A_GPU })])).toBe(CHAINS_WORTH_A_GPU);
  });

  it('leaves other predictors to the CPU', () => {
    const settings = { ...portability({}).settings, predictor: 'forest' } as const;
    expect(chainsWorthOf([portability({ settings, count: 1e6 })])).toBe(0);
  });
});
