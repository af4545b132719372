// Simulated agents: paired between kinds, as often disturbed as they are said to be, and placed against the fit.
import { describe, expect, it } from 'vitest';
import { checksCondition } from '../../../../../src/instruments/seu/check/check-runs.ts';
import { LEAVE_OUT } from '../../../../../src/instruments/seu/check/left-out-plans.ts';
import { PREDICTIVE, predictivePlan } from '../../../../../src/instruments/seu/check/predictive-plan.ts';
import {
  predictiveReport,
  predictiveValues,
  simulatedValues,
} from '../../../../../src/instruments/seu/check/predictive-report.ts';
import { calibratedRows, simulatedRows } from '../../../../../src/instruments/seu/check/predictive-rows.ts';
import {
  FIRST_ODDS,
  LAPSE_RATE,
  simulatedChoices,
} from '../../../../../src/instruments/seu/check/simulate.ts';
import { generateContent } from '../../../../../src/instruments/seu/design/generate.ts';
import { fitReport } from '../../../../../src/instruments/seu/fit.ts';
import { randomStream } from '../../../../../src/math/random.ts';
import { SEU_PRESETS } from '../../../../../src/models/seu/presets.ts';
import { chunksOf, fitOf } from '../fits.ts';
import { constantDraws, contentOf, repeated } from './content.ts';

/** One menu many times at known probabilities 1/4 and 3/4. */
const MANY = 4000;
const content = contentOf(repeated([[0, 1]], MANY));
const draws = constantDraws([1, 1], [0, Math.log(3), 0, 0]);
const shares = (by: 'sound' | 'position' | 'lapses'): number => {
  const [{ uncertain }] = simulatedChoices(SEU_PRESETS.m_0, content, draws, by, 1, randomStream(3, 0, 9));
  return uncertain.reduce((sum, rank) => sum + rank, 0) / MANY;
};
/** Four standard errors of a share near 3/4. */
const SLACK = 4 * Math.sqrt(0.1875 / MANY);

describe('choices of a simulated agent', () => {
  it('follow the model where it is sound', () =>
    expect(Math.abs(shares('sound') - 0.75)).toBeLessThan(SLACK));

  it('are even in the share of lapses', () =>
    expect(Math.abs(shares('lapses') - (0.75 - LAPSE_RATE * 0.25))).toBeLessThan(SLACK));

  it('favour what is shown first, whichever of the two it is', () => {
    const first = (3 * FIRST_ODDS) / (3 * FIRST_ODDS + 1);
    const second = 3 / (3 + FIRST_ODDS);
    expect(Math.abs(shares('position') - (first + second) / 2)).toBeLessThan(SLACK);
  });

  it('are the same in every kind but where they are disturbed', () => {
    const of = (by: 'sound' | 'lapses') =>
      simulatedChoices(SEU_PRESETS.m_0, content, draws, by, 2, randomStream(3, 0, 9))[1].uncertain;
    const disturbed = of('lapses');
    const changed = of('sound').filter((rank, m) => rank !== disturbed[m]).length / MANY;
    expect(changed).toBeGreaterThan(0);
    expect(changed).toBeLessThan(LAPSE_RATE);
  });
});

describe('a run of simulated agents', async () => {
  const design = {
    consequences: 3,
    dimensions: 2,
    alternatives: 6,
    menus: 20,
    smallest: 2,
    largest: 3,
    seed: 2,
  };
  const agent = generateContent(design, 6);
  const fit = await fitOf(agent, SEU_PRESETS.m_0, { chains: 2, warmup: 100, draws: 60 }, 4);
  const report = fitReport(fit.plan, fit.datasets, await chunksOf(fit), [], 0, 'study')!;
  const plan = predictivePlan(fit.plan, 0, agent, report.draws, 20);
  const chunks = await chunksOf({ plan, datasets: fit.datasets });
  const agents = plan.settings.conditions.flatMap((_, i) => {
    const own = fitReport(plan, fit.datasets, chunks, [], i, 'study')!;
    return simulatedValues(plan, i, agent, own) ?? [];
  });
  const observed = predictiveValues(report, agent, { seed: 4, condition: 0 });

  it('has agents of each kind on the dataset’s own menus, without a dataset of their own', () => {
    expect(plan.datasets).toEqual(fit.plan.datasets);
    expect(plan.settings.conditions).toHaveLength(60);
    expect(plan.settings.sampler).toMatchObject({ chains: 2, warmup: 100, draws: 60 });
    expect(plan.settings.conditions[20]).toMatchObject({
      label: 'position 1',
      derived: { kind: 'simulated', by: 'position', replicate: 0 },
    });
    expect(checksCondition(plan, PREDICTIVE, fit.plan, 0)).toBe(true);
    expect(checksCondition(plan, LEAVE_OUT, fit.plan, 0)).toBe(false);
    expect(checksCondition(fit.plan, PREDICTIVE, fit.plan, 0)).toBe(false);
  });

  it('places each p-value of the fit among those of sound agents', () => {
    const told = predictiveReport('test', observed, agents, plan);
    expect(told.checks.map(({ check }) => check)).toEqual(observed.map(({ check }) => check));
    for (const { p, values, below, above, calibrated, bounds } of told.checks) {
      const under = values.sound.filter((value) => value <= p).length;
      expect(below).toBeCloseTo((1 + under) / 21, 12);
      expect(calibrated).toBeCloseTo(Math.min(1, 2 * Math.min(below, above)), 12);
      const outside = values.sound.filter((value) => value < bounds[0] || value > bounds[1]).length;
      expect(outside).toBeLessThanOrEqual(2);
    }
    expect(told.findings).toHaveLength(observed.length + 1);
    expect(told.findings.at(-1)).toMatchObject({ id: 'refits', threshold: 0 });
    expect(calibratedRows(told)).toHaveLength(observed.length);
    expect(simulatedRows(told)).toHaveLength(60 * observed.length);
  });

  it('finds nothing before every agent is fitted', () => {
    const growing = predictiveReport('test', observed, agents.slice(0, 45), plan);
    expect(growing).toMatchObject({ planned: 60, fitted: 45, findings: [] });
  });
}, 60_000);
