import { describe, expect, it } from 'vitest';
import { generateContent } from '../../../../src/instruments/seu/design/generate.ts';
import { DEFAULT_DESIGN } from '../../../../src/instruments/seu/design/settings.ts';
import { fitTasks, parseKey } from '../../../../src/instruments/seu/plan.ts';
import { SEU_PRESETS } from '../../../../src/models/seu/presets.ts';
import { fitOf } from './fits.ts';

const content = generateContent({ ...DEFAULT_DESIGN, menus: 5 }, 1);

describe('the tasks of a fit', () => {
  it('are one chain each, with streams by condition and chain', async () => {
    const { plan, datasets } = await fitOf(content, SEU_PRESETS.m_0, { chains: 3 }, 11);
    const [condition] = plan.settings.conditions;
    const two = { ...plan, settings: { ...plan.settings, conditions: [condition, condition] } };
    const tasks = fitTasks(two, datasets);
    expect(tasks.map(({ key }) => key)).toEqual([
      'c000/k000',
      'c000/k001',
      'c000/k002',
      'c001/k000',
      'c001/k001',
      'c001/k002',
    ]);
    expect(tasks[4].stream).toEqual({ seed: 11, task: 1, chain: 1 });
  });

  it('begin with a pooled warmup that hmc chains wait for', async () => {
    const { plan, datasets } = await fitOf(content, SEU_PRESETS.m_0, { name: 'hmc', chains: 2 });
    const [tune, ...chains] = fitTasks(plan, datasets);
    expect(tune).toMatchObject({ kind: 'tune', key: 'c000/tune' });
    expect(chains).toMatchObject([{ tuneKey: 'c000/tune' }, { tuneKey: 'c000/tune' }]);
  });

  it('are the same each time they are made from the plan as JSON', async () => {
    const { plan, datasets } = await fitOf(content, SEU_PRESETS.m_01, { chains: 2 });
    expect(fitTasks(JSON.parse(JSON.stringify(plan)), datasets)).toEqual(fitTasks(plan, datasets));
  });

  it('need their datasets', async () => {
    const { plan } = await fitOf(content, SEU_PRESETS.m_0, {});
    expect(() => fitTasks(plan, new Map())).toThrow(/dataset [0-9a-f]{64} of condition test is not at hand/);
  });

  it.each([
    ['c000/k000', { condition: 0, chain: 0 }],
    ['c012/k103', { condition: 12, chain: 103 }],
    ['c1234/k1000', { condition: 1234, chain: 1000 }],
    ['c007/tune', { condition: 7, chain: null }],
  ])('have keys that say where they belong: %s', (key, place) => expect(parseKey(key)).toEqual(place));
});
