import { describe, expect, it } from 'vitest';
import { namePairs, ofPair } from '../../../../src/app/portability/contrast-pairs.ts';
import { regimesOf, unequalGames } from '../../../../src/app/portability/contrast-sizes.ts';
import { PortabilityDraft } from '../../../../src/app/portability/draft.svelte.ts';
import type { ChoiceTable } from '../../../../src/formats/choice-table.ts';
import { agentTable } from '../../../../src/instruments/portability/agents.ts';
import { portabilityContrasts } from '../../../../src/instruments/portability/contrasts.ts';
import { balanceOf } from '../../../../src/instruments/portability/import/balance.ts';

const table = agentTable({
  game: 'dictator',
  agents: ['portable', 'shift'],
  regimes: ['a', 'b', 'none'],
  environments: 3,
  instances: 10,
  draws: 2,
  shared: false,
  seed: 1,
});
const fewer: ChoiceTable = {
  ...table,
  action: table.action.map((action, row) =>
    table.regime.codes[row] === 1 && table.instance.codes[row] > 4 ? NaN : action,
  ),
};
const datasetOf = (content: ChoiceTable) => ({
  hash: 'd',
  name: '',
  condition: '',
  source: { file: '', address: null, licence: null, citation: null },
  history: [],
  content,
});

describe('tables that are to be compared', () => {
  it('are said to be unequal where they are', () => {
    expect(unequalGames(balanceOf(table))).toEqual([]);
    expect(unequalGames(balanceOf(fewer))).toEqual([
      'Dictator has 10 to 20 rows in an environment: cells of unequal size do not compare, unless they are cut.',
    ]);
    const alone = { ...fewer, regime: { names: ['a'], codes: new Uint32Array(table.rows) } };
    const single = { ...alone, model: { names: ['m'], codes: new Uint32Array(table.rows) } };
    expect(unequalGames(balanceOf(single))).toEqual([]);
    expect(regimesOf([table, fewer])).toEqual(['a', 'b', 'none']);
    const unnamed = { ...table, regime: { names: [''], codes: new Uint32Array(table.rows) } };
    expect(regimesOf([unnamed, table])).toEqual(['a', 'b', 'none']);
  });

  it('give the plan its reference as long as it is one of theirs', () => {
    const draft = new PortabilityDraft();
    draft.chosen = new Set(['d']);
    const reference = (): string | null | undefined => draft.plan([datasetOf(table)]).settings.reference;
    expect(reference()).toBeNull();
    draft.reference = 'b';
    expect(reference()).toBe('b');
    draft.reference = 'gone';
    expect(reference()).toBeNull();
  });

  it('are cut where that is asked for', () => {
    const draft = new PortabilityDraft();
    expect(draft.settings().equalRows).toBe(false);
    draft.equalRows = true;
    expect(draft.settings().equalRows).toBe(true);
  });
});

it('shows the contrasts of two regimes at a time', () => {
  const draft = new PortabilityDraft();
  draft.chosen = new Set(['d']);
  draft.set('bootstrap', '0');
  const { rows } = portabilityContrasts(draft.plan([datasetOf(table)]), new Map([['d', table]]));
  const pairs = namePairs(rows);
  expect(pairs).toEqual([
    { from: 'none', to: 'a' },
    { from: 'none', to: 'b' },
    { from: 'a', to: 'b' },
  ]);
  expect(ofPair(rows, pairs[1]).map(({ scope }) => scope)).toEqual([
    'all',
    'model',
    'model',
    'game',
    'cell',
    'cell',
  ]);
  expect(ofPair(rows, undefined)).toEqual([]);
});
