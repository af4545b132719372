import { describe, expect, it } from 'vitest';
import { PortabilityDraft } from '../../../../src/app/portability/draft.svelte.ts';
import {
  balanceOfTable,
  powerCommand,
  tableRow,
  unevenCells,
} from '../../../../src/app/portability/facts.ts';
import { farthestPair, nextPair } from '../../../../src/app/portability/pairs.ts';
import { stepWords } from '../../../../src/app/portability/step-words.ts';
import { DEFAULT_PORTABILITY } from '../../../../src/instruments/portability/plan.ts';
import { datasetOf } from '../../../../src/formats/hash.ts';
import { table, views } from '../../instruments/portability/agents-run.ts';

const ABOUT = {
  name: 'agents',
  condition: '',
  source: { file: 'agents', address: null, licence: null, citation: null },
  history: [],
};
const dataset = await datasetOf(table, ABOUT);

describe('a measurement that is set up', () => {
  it('has the plan of the command under the defaults', () => {
    const draft = new PortabilityDraft();
    draft.chosen = new Set([dataset.hash]);
    expect(draft.faults([dataset])).toEqual([]);
    expect(draft.plan([dataset])).toEqual({
      instrument: 'portability',
      analysis: 'portability',
      title: 'dictator',
      datasets: [dataset.hash],
      settings: DEFAULT_PORTABILITY,
      seed: 1,
      engine: 'auto',
    });
  });

  it('says what keeps it from being run', () => {
    const draft = new PortabilityDraft();
    expect(draft.faults([dataset])).toEqual(['No table of choices is chosen.']);
    draft.chosen = new Set([dataset.hash]);
    draft.set('bins', '1');
    expect(draft.faults([dataset])[0]).toMatch(/^Bins is “1”; needed a whole number from 2/);
    draft.set('bins', '20');
    draft.sources = 'all';
    expect(draft.faults([dataset])[0]).toMatch(/^Sources is “all”/);
    draft.sources = '4';
    expect(draft.faults([dataset])).toEqual(['Sources is 4; dictator, portable leaves at most 3.']);
    draft.sources = '3';
    expect(draft.faults([dataset])).toEqual([]);
    const other = { ...dataset, hash: 'other' };
    draft.chosen = new Set([dataset.hash, 'other']);
    expect(draft.faults([dataset, other])).toEqual(['Two tables of dictator are chosen; needed one a game.']);
  });

  it('asks for no interval without a bootstrap', () => {
    const draft = new PortabilityDraft();
    draft.set('bootstrap', '0');
    expect(draft.settings()).toMatchObject({ bootstrap: 0, outer: 0 });
  });
});

describe('facts of tables', () => {
  it('names the command for the power of a design of one of the seven games', () => {
    expect(powerCommand(table)).toBe(
      'luce portability power --game dictator --environments 4 --instances 60 --draws 2 --sharing private',
    );
    expect(powerCommand({ ...table, game: 'pilot' })).toBeNull();
  });

  it('counts what the table holds', () => {
    expect(tableRow(dataset)).toMatchObject({
      game: 'Dictator',
      rows: 960,
      models: 2,
      regimes: 1,
      environments: 4,
      instances: 60,
      unparsed: 0,
      shared: false,
    });
  });

  it('tells cells whose environments have unequal numbers of rows', () => {
    const balance = balanceOfTable(table);
    expect(unevenCells(balance)).toEqual([]);
    const short = balance.map((row, i) => (i === 0 ? { ...row, rows: 50 } : row));
    expect(unevenCells(short)).toHaveLength(1);
    expect(unevenCells(short)[0]).toMatch(/50 to 120 rows/);
    const none = { measure: [], robustness: [], mechanism: [] };
    expect(stepWords([dataset], none).design).toEqual({ state: 'fine', word: 'balanced' });
  });
});

it('walks every pair of a matrix once, and finds the farthest', () => {
  const [, frame] = views.matrices;
  const first = farthestPair(frame);
  const seen = new Set<string>();
  for (let pair = first, i = 0; i < 12; i++, pair = nextPair(frame, pair))
    seen.add(`${pair.source} ${pair.target}`);
  expect(seen.size).toBe(12);
  const largest = Math.max(...frame.tv.flat().map((value) => value ?? 0));
  expect(frame.tv[first.source][first.target]).toBe(largest);
});
