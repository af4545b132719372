import { describe, expect, it } from 'vitest';
import { AIM_MILLISECONDS, FIRST_PACE, nextPace, type Pace } from '../../../../src/engine/gpu/pace.ts';

/** Paces after many dispatches on a device that takes `cost` ms for a leapfrog of one chain and runs `wide` at once. */
function settle(cost: number, wide: number, chains: number): Pace {
  let pace = FIRST_PACE;
  for (let i = 0; i < 60; i++) {
    const took = cost * pace.leapfrogs * Math.ceil(Math.min(pace.chains, chains) / wide);
    pace = nextPace(pace, took, chains);
  }
  return pace;
}

describe('nextPace', () => {
  it('settles at the aim on a wide device, all chains at once', () => {
    const pace = settle(0.05, 1000, 80);
    expect(pace.chains).toBe(80);
    expect(0.05 * pace.leapfrogs).toBeGreaterThan(AIM_MILLISECONDS / 2);
    expect(0.05 * pace.leapfrogs).toBeLessThan(AIM_MILLISECONDS * 2);
  });

  it('bounds the chains of a dispatch on a slow device', () => {
    const pace = settle(1, 2, 1000);
    expect(pace.chains).toBeLessThan(100);
    expect((pace.leapfrogs * pace.chains) / 2).toBeLessThan(AIM_MILLISECONDS * 2);
  });

  it('goes down to one leapfrog of one chain and never to none', () => {
    expect(settle(1000, 1, 10)).toEqual({ chains: 1, leapfrogs: 1 });
    expect(nextPace({ chains: 1, leapfrogs: 1 }, 1e9, 0).chains).toBe(1);
  });

  it('changes fourfold at most', () => {
    const pace = nextPace({ chains: 10, leapfrogs: 100 }, 0, 10);
    expect(pace).toEqual({ chains: 10, leapfrogs: 400 });
    expect(nextPace({ chains: 10, leapfrogs: 100 }, 1e9, 10)).toEqual({ chains: 10, leapfrogs: 25 });
  });
});
