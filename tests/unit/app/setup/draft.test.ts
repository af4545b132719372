// Plans made from drafts: what is chosen reaches the plan, what is wrong is said before.
import { describe, expect, it } from 'vitest';
import { AnalysisDraft } from '../../../../src/app/setup/draft.svelte.ts';
import { cellsOf, pairsWithinTasks, rowFault, rowOf } from '../../../../src/app/setup/conditions.ts';
import { guessPlace } from '../../../../src/app/setup/place.ts';
import { commonModels, modelOffers, suggestedModel } from '../../../../src/app/setup/models.ts';
import type { Dataset } from '../../../../src/formats/dataset.ts';
import { generateContent } from '../../../../src/instruments/seu/design/generate.ts';
import { DEMO_DESIGN } from '../../../../src/instruments/seu/design/settings.ts';
import { SEU_PRESETS } from '../../../../src/models/seu/presets.ts';

const content = generateContent({ ...DEMO_DESIGN, menus: 5 }, 5);
const dataset = (hash: string, condition: string, name = hash): Dataset => ({
  hash,
  name,
  condition,
  source: { file: `${name}.json`, address: null, licence: null, citation: null },
  history: [],
  content,
});

describe('where a dataset stands in a study', () => {
  it.each([
    ['GPT-4o × insurance, T = 0.3', '', 'GPT-4o', 'insurance', '0.3'],
    ['Claude x Ellsberg', 'stan_data_T1_0', 'Claude', 'Ellsberg', '1'],
    ['0.7', 'T0_7', '', '', '0.7'],
    ['', 'pilot temperature=1.5', '', '', '1.5'],
    ['treatment', 'claims', '', '', ''],
  ])('reads %j of %j', (condition, name, agent, task, temperature) => {
    expect(guessPlace(dataset('a', condition, name), null)).toEqual({ agent, task, temperature });
  });
});

describe('models', () => {
  it('refuses what the data do not allow, with what they need', () => {
    const refused = modelOffers(content).filter((offer) => offer.refused !== null);
    expect(refused.map(({ name }) => name)).toEqual(['m_03', 'm_1', 'm_11', 'm_2', 'm_21', 'm_3', 'm_31']);
    expect(refused[0].refused).toContain('delta_concentration');
    expect(commonModels([content])).toEqual(['m_0', 'm_01', 'm_02']);
    expect(suggestedModel(dataset('a', ''), null)).toBe('m_0');
  });
});

describe('a fit', () => {
  it('is planned with its priors, sampler and seed', () => {
    const draft = new AnalysisDraft();
    expect(draft.plan()).toBeNull();
    draft.choose([dataset('a', 'pilot')], null);
    draft.change(new Set(['a']), { model: 'm_01' });
    draft.changePrior('m_01', 'alpha.mu', '2.5');
    draft.seed = '7';
    const plan = draft.plan();
    expect(plan?.title).toBe('pilot');
    expect(plan?.seed).toBe(7);
    const [condition] = plan!.settings.conditions;
    expect(condition.model).toEqual({
      ...SEU_PRESETS.m_01,
      priors: { ...SEU_PRESETS.m_01.priors, alpha: { mu: 2.5, sigma: 0.75 } },
    });
    expect(plan?.settings.sampler).toMatchObject({ name: 'hmc', chains: 4, targetAcceptance: 0.95 });
    draft.resetPriors('m_01');
    expect(draft.plan()?.settings.conditions[0].model).toEqual(SEU_PRESETS.m_01);
  });

  it.each([
    ['alpha.sigma', '0', 'above 0'],
    ['beta.mean', 'x', 'not a number'],
    ['beta.sd', '1, 2', '2 sd of β for 5 features'],
  ])('is refused with %s = %s', (field, text, words) => {
    const draft = new AnalysisDraft();
    draft.choose([dataset('a', '')], null);
    draft.changePrior('m_0', field, text);
    expect(draft.faults.join(' ')).toContain(words);
    expect(draft.plan()).toBeNull();
  });

  it('tells equal labels apart', () => {
    const draft = new AnalysisDraft();
    draft.choose([dataset('aaaa1', 'pilot'), dataset('bbbb2', 'pilot')], null);
    expect(draft.plan()?.settings.conditions.map(({ label }) => label)).toEqual([
      'pilot (aaaa)',
      'pilot (bbbb)',
    ]);
  });
});

describe('a study', () => {
  const rows = [
    'A × x, T = 0',
    'A × x, T = 1',
    'B × x, T = 0',
    'B × x, T = 1',
    'A × y, T = 0',
    'A × y, T = 2',
  ];
  const datasets = rows.map((condition, place) => dataset(String(place), condition));

  it('has cells by agent and task, and compares agents within a task', () => {
    const cells = cellsOf(datasets.map((each) => rowOf(each, null)));
    expect(cells.map(({ id, temperatures }) => [id, ...temperatures])).toEqual([
      ['A × x', 0, 1],
      ['B × x', 0, 1],
      ['A × y', 0, 2],
    ]);
    expect(pairsWithinTasks(cells)).toEqual([['A × x', 'B × x']]);
  });

  it('is planned with merged neighbours, and without what is not to be compared', () => {
    const draft = new AnalysisDraft();
    draft.chooseKind('study');
    draft.choose(datasets, null);
    draft.toggleMerge('A × y', [0, 2]);
    expect(draft.plan()?.settings.study).toEqual({
      cells: [
        { id: 'A × x', agent: 'A', task: 'x', merge: [] },
        { id: 'B × x', agent: 'B', task: 'x', merge: [] },
        { id: 'A × y', agent: 'A', task: 'y', merge: [[0, 2]] },
      ],
      compare: [['A × x', 'B × x']],
    });
    draft.toggleCompared(['A × x', 'B × x']);
    expect(draft.plan()?.settings.study?.compare).toEqual([]);
    expect(draft.plan()?.settings.conditions[5]).toMatchObject({ cell: 'A × y', temperature: 2 });
  });

  it('says which condition stands in its way', () => {
    const made = datasets.map((each) => rowOf(each, null));
    expect(rowFault(made[0], made.slice(0, 1))).toContain('has one condition');
    expect(rowFault({ ...made[1], temperature: '0' }, [made[0], { ...made[1], temperature: '0' }])).toBe(
      'T = 0 twice in A × x.',
    );
    expect(rowFault({ ...made[0], temperature: '' }, made)).toContain('temperature');
    expect(rowFault({ ...made[0], agent: ' ' }, made)).toContain('an agent and a task');
  });
});
