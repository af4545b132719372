import { describe, expect, it } from 'vitest';
import { PILOT_CHAINS, pilotSchedule, startPilot } from '../../../src/inference/pooled.ts';
import { seuSampling } from '../../../src/models/seu/sampling.ts';
import { dataOf, modelOf, readFixture, type DensityFixture } from '../../support/seu.ts';
import { normalTarget, plainModel } from './targets.ts';

describe('the schedule of pooled warmup', () => {
  it.each([
    [1000, { turn: 40, variances: 60, step: 50 }],
    [150, { turn: 40, variances: 60, step: 50 }],
    [75, { turn: 20, variances: 30, step: 25 }],
    [20, { turn: 5, variances: 8, step: 7 }],
  ])('of %d iterations at most', (warmup, phases) => expect(pilotSchedule(warmup)).toEqual(phases));
});

describe('a pilot', () => {
  const fixture = readFixture<DensityFixture>('logdensity_m_0_small_K4.json');
  const model = seuSampling(modelOf('m_0', fixture.data), dataOf(fixture.data));
  const WARMUP = 30;

  it('taken up from what it saved goes on with equal bits, at every iteration', () => {
    const whole = startPilot([model], 3, 1, WARMUP, 0.9, null);
    let resumed = startPilot([model], 3, 1, WARMUP, 0.9, whole.save());
    expect(resumed.save()).toEqual(whole.save());
    for (let iteration = 1; iteration <= whole.total; iteration++) {
      expect(resumed.advance()).toBe(whole.advance());
      const saved = structuredClone(whole.save());
      expect(resumed.save()).toEqual(saved);
      expect(resumed.iteration()).toBe(iteration);
      resumed = startPilot([model], 3, 1, WARMUP, 0.9, saved);
    }
    expect(whole.iteration()).toBe(whole.total);
    expect(resumed.result()).toEqual(whole.result());
  });

  it('turns the coordinates, and gives canonical positions of finite density', () => {
    const pilot = startPilot([model], 3, 1, WARMUP, 0.9, null);
    while (pilot.iteration() < pilot.total) pilot.advance();
    const { basis, positions, variances, stepSize } = pilot.result();
    expect(basis.length).toBeGreaterThan(0);
    expect(positions).toHaveLength(PILOT_CHAINS * model.dimension);
    expect(variances.every((value) => value > 0) && stepSize > 0).toBe(true);
    const gradient = new Float64Array(model.dimension);
    const turned = model.target(basis);
    const canonical = model.target(new Float64Array(0));
    const last = pilot.save().positions;
    for (let chain = 0; chain < PILOT_CHAINS; chain++) {
      const row = [chain * model.dimension, (chain + 1) * model.dimension] as const;
      const value = canonical.logDensity(positions.slice(...row), gradient);
      expect(value).toBeCloseTo(turned.logDensity(last.slice(...row), gradient), 8);
    }
  });

  it('depends on seed and task, not on anything before', () => {
    const run = (seed: number, task: number) => {
      const pilot = startPilot([model], seed, task, 20, 0.9, null);
      for (let i = 0; i < 3; i++) pilot.advance();
      return pilot.save();
    };
    expect(run(3, 1)).toEqual(run(3, 1));
    expect(run(3, 1).positions).not.toEqual(run(4, 1).positions);
    expect(run(3, 1).positions).not.toEqual(run(3, 2).positions);
  });

  it('learns scales, and a step of the acceptance asked for', () => {
    const sd = [0.1, 1, 10];
    const pilot = startPilot([plainModel(normalTarget(sd))], 1, 0, 150, 0.9, null);
    while (pilot.iteration() < pilot.total) pilot.advance();
    const { variances, stepSize } = pilot.result();
    variances.forEach((value, i) => {
      expect(value / sd[i] ** 2).toBeGreaterThan(0.6);
      expect(value / sd[i] ** 2).toBeLessThan(1.6);
    });
    expect(stepSize).toBeGreaterThan(0.3);
    expect(stepSize).toBeLessThan(2);
  });
});
