import { describe, expect, it } from 'vitest';
import type { Device } from '../../../../src/engine/gpu/device.ts';
import { misfit, replicatesMisfit } from '../../../../src/engine/gpu/misfit.ts';
import { alike } from '../../../../src/engine/gpu/run.ts';
import { encodeTask, type Seat } from '../../../../src/engine/gpu/seats.ts';
import { boundsOf, workgroupBytes } from '../../../../src/engine/gpu/sizes.ts';
import type { ChainTask, Study } from '../../../../src/engine/types.ts';
import { menuBlock } from '../../../../src/models/seu/data.ts';
import { SEU_PRESETS } from '../../../../src/models/seu/presets.ts';
import { design, replicatesTask, sampler, study } from '../replicates.ts';

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

it('parts tasks whose joint arrays a workgroup cannot hold, though each alone fits', () => {
  const seat = (task: ChainTask): Seat => ({ task, site: { dataset: encodeTask(task) } }) as unknown as Seat;
  const [many, few] = [seat(taskOf(100)), seat(taskOf(10))];
  const room = workgroupBytes(boundsOf([many.site.dataset.sizes]), device.lanes);
  const wide: Seat = {
    ...few,
    site: {
      ...few.site,
      dataset: { ...few.site.dataset, sizes: { ...few.site.dataset.sizes, dimensions: 32 } },
    },
  };
  const tight = { ...device, workgroupBytes: room };
  expect(alike([many, few, many], tight).map((group) => group.length)).toEqual([3]);
  expect(alike([many, wide, wide], tight).map((group) => group.length)).toEqual([1, 2]);
});

describe('replicates', () => {
  /** A study that counts how often its design is read. */
  function countedStudy(): { counted: Study; reads: () => number } {
    let reads = 0;
    const counted: Study = Object.defineProperty({ ...study() }, 'design', {
      get: () => ((reads += 1), design),
    });
    return { counted, reads: () => reads };
  }

  it('are measured once a study, whatever their block, and refused as their chains are', () => {
    const { counted, reads } = countedStudy();
    const [first, second] = [0, 10].map((at) =>
      replicatesTask(null, { study: counted, first: at, key: `r${at}` }),
    );
    expect(replicatesMisfit(first, device)).toBeNull();
    const once = reads();
    expect(once).toBeGreaterThan(0);
    expect(replicatesMisfit(second, device)).toBeNull();
    expect(replicatesMisfit(second, { ...device, workgroupBytes: 64 })).toMatch(/bytes of workgroup memory/);
    expect(reads()).toBe(once);
  });

  it('are measured with their own sampler: the trees of nuts take more room', () => {
    const small = { ...device, bindingBytes: 2 ** 20 };
    const own = study();
    expect(replicatesMisfit(replicatesTask(null, { study: own }), small)).toBeNull();
    const nuts = replicatesTask(null, { study: own, sampler: sampler({ name: 'nuts', maxDepth: 10 }) });
    expect(replicatesMisfit(nuts, small)).toMatch(/needs \d+ bytes of state/);
  });

  it('whose first cannot be simulated are left to the CPU, with the reason', () => {
    const seedless = replicatesTask(null, { stream: { seed: -1, task: 0, chain: 0 }, study: study() });
    expect(replicatesMisfit(seedless, device)).toBe(
      'the sizes of replicate 0 are not known: seed -1: needed an integer in 0 … 2^53 - 1',
    );
  });
});
