import { expect, it } from 'vitest';
import type { Device } from '../../../../src/engine/gpu/device.ts';
import { misfit } from '../../../../src/engine/gpu/engine.ts';
import type { ChainTask } from '../../../../src/engine/types.ts';
import { menuBlock } from '../../../../src/models/seu/data.ts';
import { SEU_PRESETS } from '../../../../src/models/seu/presets.ts';

/** A task on `menus` distinct menus of two. */
function taskOf(menus: number): ChainTask {
  const members = Array.from({ length: menus }, (_, m) => [Math.trunc(m / 64), 64 + (m % 64)]);
  const data = {
    consequences: 3,
    alternatives: 128,
    dimensions: 1,
    features: Float64Array.from({ length: 128 }, (_, r) => r / 64),
    uncertain: menuBlock(
      members,
      members.map(() => 0),
    ),
    risky: null,
  };
  const sampler = {
    name: 'nuts',
    chains: 4,
    warmup: 10,
    draws: 10,
    thin: 1,
    targetAcceptance: 0.8,
    maxDepth: 10,
  };
  const instance = { family: 'seu', model: SEU_PRESETS.m_0, data };
  return { kind: 'chain', key: 'k', sampler, instance, tuning: null } as unknown as ChainTask;
}

const device = { label: 'small device', lanes: 32, workgroupBytes: 16384, bindingBytes: 2 ** 27 } as Device;

it('refuses what the memory of a workgroup cannot hold, with both figures', () => {
  expect(misfit(taskOf(100), device)).toBeNull();
  expect(misfit(taskOf(4000), device)).toMatch(/needs \d+ bytes of workgroup memory, small device has 16384/);
});

it('refuses what the largest buffer cannot hold', () => {
  expect(misfit(taskOf(100), { ...device, bindingBytes: 1024 })).toMatch(/needs \d+ bytes of state/);
});
