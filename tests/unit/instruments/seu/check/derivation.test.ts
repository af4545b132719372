// Conditions that are fitted to a part of their data, or to simulated choices, without a dataset of their own.
import { describe, expect, it } from 'vitest';
import { derivedContent, type Derivation } from '../../../../../src/instruments/seu/check/derivation.ts';
import { fitTasks, type FitPlan } from '../../../../../src/instruments/seu/plan.ts';
import { SEU_PRESETS } from '../../../../../src/models/seu/presets.ts';
import { fitOf } from '../fits.ts';
import { block, contentOf } from './content.ts';

const menus = [
  [0, 1],
  [1, 2, 3],
  [0, 1],
  [0, 3],
];
const content = contentOf(block({ menus, chosen: [0, 1, 1, 0], positions: [0, 0, 1, 1] }));

describe('data of a derived condition', () => {
  it('are the dataset itself where nothing is changed', () =>
    expect(derivedContent(content, undefined)).toBe(content));

  it('lack all presentations of the problems that are left out', () => {
    const left = derivedContent(content, { kind: 'left out', block: 'uncertain', problems: [0] });
    expect(left.uncertain).toMatchObject({ menus: [menus[1], menus[3]], chosen: [1, 0] });
  });

  it('have simulated choices in place of their own, and no places of display, which belong to those', () => {
    const simulated = { by: 'sound', replicate: 3, uncertain: [1, 2, 0, 1], risky: null } as const;
    const { uncertain } = derivedContent(content, { kind: 'simulated', ...simulated });
    expect(uncertain).toEqual({ menus, chosen: [1, 2, 0, 1], problems: null, presentations: null });
  });

  it('need a simulated choice for every menu', () => {
    const short = { by: 'sound', replicate: 0, uncertain: [1], risky: null } as const;
    expect(() => derivedContent(content, { kind: 'simulated', ...short })).toThrow(
      '1 simulated choices; needed one for each of 4',
    );
  });

  it('are what its tasks fit', async () => {
    const fit = await fitOf(content, SEU_PRESETS.m_0, { chains: 1 });
    const derived: Derivation = { kind: 'left out', block: 'uncertain', problems: [0, 2] };
    const conditions = fit.plan.settings.conditions.map((condition) => ({ ...condition, derived }));
    const plan: FitPlan = { ...fit.plan, settings: { ...fit.plan.settings, conditions } };
    const [task] = fitTasks(plan, fit.datasets);
    expect(task).toMatchObject({
      kind: 'chain',
      instance: { data: { uncertain: { chosen: Int32Array.of(1) } } },
    });
  });
});
