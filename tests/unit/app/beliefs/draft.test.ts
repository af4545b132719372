import { describe, expect, it } from 'vitest';
import { BeliefDraft } from '../../../../src/app/beliefs/draft.svelte.ts';
import {
  answerRow,
  cellsOfTable,
  lowRetention,
  retentionOfTable,
} from '../../../../src/app/beliefs/facts.ts';
import type { ResponseTable } from '../../../../src/formats/response-table.ts';
import { beliefAgentTable } from '../../../../src/instruments/beliefs/agents.ts';
import { DEFAULT_BELIEFS } from '../../../../src/instruments/beliefs/plan.ts';
import { seededSplits } from '../../../../src/instruments/beliefs/splits.ts';

const table = beliefAgentTable({
  agents: ['coherent', 'framing-biased'],
  domains: ['ckd', 'werewolf'],
  cases: 30,
  seed: 1,
});
const datasetOf = (hash: string, content: ResponseTable) => ({
  hash,
  name: `table ${hash}`,
  condition: '',
  source: { file: '', address: null, licence: null, citation: null },
  history: [],
  content,
});

describe('a study of beliefs that is set up', () => {
  it('has the plan of the command under the defaults', () => {
    const draft = new BeliefDraft();
    const chosen = [datasetOf('d', table)];
    expect(draft.faults(chosen)).toEqual([]);
    expect(draft.plan(chosen)).toEqual({
      instrument: 'beliefs',
      analysis: 'beliefs',
      title: 'coherent, ckd; coherent, werewolf and 2 more',
      datasets: ['d'],
      settings: { ...DEFAULT_BELIEFS, splits: seededSplits(cellsOfTable(table), 1), given: false },
      seed: 1,
      engine: 'auto',
    });
  });

  it('takes analyses in and leaves them out, in their own order', () => {
    const draft = new BeliefDraft();
    draft.analyses = [];
    draft.toggle('folds');
    draft.toggle('curves');
    expect(draft.analyses).toEqual(['curves', 'folds']);
    draft.toggle('folds');
    expect(draft.plan([datasetOf('d', table)]).settings.analyses).toEqual(['curves']);
  });

  it('refuses a table of nothing but answers under prefixes', () => {
    const prefix = { names: ['p1'], codes: new Uint32Array(table.rows) };
    const [fault, ...others] = new BeliefDraft().faults([datasetOf('branches', { ...table, prefix })]);
    expect(fault).toMatch(/^table branches has no answer without a prefix/);
    expect(others).toEqual([]);
  });

  it('says what keeps it from being run', () => {
    const draft = new BeliefDraft();
    expect(draft.faults([])).toEqual(['No table of answers is chosen.']);
    draft.clip = '0.5';
    draft.set('cases', 'many');
    expect(draft.faults([datasetOf('d', table)])).toEqual([
      'Clip is “0.5”; needed a number above 0, at most 0.1.',
      'Resamples of cases is “many”; needed a whole number from 0 to 100000.',
    ]);
    expect(new BeliefDraft().faults([datasetOf('a', table), datasetOf('b', table)])).toEqual([
      'Two of the chosen tables have answers of coherent, ckd; needed one a cell.',
    ]);
    const other = {
      ...table,
      agent: { ...table.agent, names: table.agent.names.map((name) => `${name} 2`) },
      outcome: table.outcome.map((y) => 1 - y),
    };
    expect(new BeliefDraft().faults([datasetOf('a', table), datasetOf('b', other)])).toEqual([
      expect.stringMatching(/^The chosen tables give \S+, \S+ both outcomes; needed one outcome a case\.$/),
    ]);
  });
});

describe('splits and thresholds of a study', () => {
  const { settings } = new BeliefDraft().plan([datasetOf('d', table)]);

  it('are taken from a file as from the command', () => {
    const draft = new BeliefDraft();
    const splits = {
      ckd: { train: ['a'], validation: [], test: ['b'] },
      werewolf: { train: ['c'], validation: [], test: [] },
    };
    draft.splits = { file: 'splits.json', text: JSON.stringify(splits) };
    const chosen = [datasetOf('d', table)];
    expect(draft.faults(chosen)).toEqual([]);
    expect(draft.plan(chosen).settings).toMatchObject({ splits, given: true });
    draft.estimator = 'hmc';
    expect(draft.plan(chosen).settings).toMatchObject({ splits, given: true });
    draft.splits = null;
    expect(draft.plan(chosen).settings).toMatchObject({ splits: settings.splits, given: false });
  });

  it('are refused where a domain is missing or the file is no JSON', () => {
    const draft = new BeliefDraft();
    const chosen = [datasetOf('d', table)];
    draft.splits = { file: 's.json', text: '{"ckd": {"train": [], "validation": [], "test": []}}' };
    expect(draft.faults(chosen).join()).toMatch(/s\.json.*werewolf: no such domain/);
    draft.splits = { file: 's.json', text: 'no' };
    expect(draft.faults(chosen)).toHaveLength(1);
  });

  it('of the verdict are its fields, checked where there is a verdict', () => {
    const draft = new BeliefDraft();
    const chosen = [datasetOf('d', table)];
    draft.setVerdict('coherent', '0.7');
    draft.setVerdict('smallestGain', '0.02');
    expect(draft.plan(chosen).settings.coherence).toEqual({
      ...{ coherent: 0.7, incoherent: 0.2, smallestGain: 0.02 },
    });
    draft.setVerdict('incoherent', '0.9');
    expect(draft.faults(chosen)).toEqual([]);
    draft.toggle('coherence');
    expect(draft.faults(chosen)).toEqual([
      'Verdict: coherence thresholds 0.9 and 0.7: needed 0 or more, ascending.',
    ]);
  });
});

describe('tables of answers in lists', () => {
  const holed: ResponseTable = {
    ...table,
    response: table.response.map((value, row) =>
      table.prompt.codes[row] === 2 && row % 5 > 0 ? NaN : value,
    ),
  };

  it('are counted', () => {
    expect(answerRow(datasetOf('d', table))).toMatchObject({
      rows: 1920,
      agents: 2,
      domains: 2,
      cases: 60,
      prompts: 16,
      branched: 0,
    });
    const missing = (content: ResponseTable): number => answerRow(datasetOf('d', content)).missing;
    expect(missing(holed)).toBeGreaterThan(missing(table));
  });

  it('are said to keep few cases, with the prompt that costs most', () => {
    expect(lowRetention(retentionOfTable(table))).toEqual([]);
    const [first] = lowRetention(retentionOfTable(holed));
    expect(first).toMatch(
      /^coherent, ckd: \d+ of 30 cases have every answer; probability_bin_quintile alone lacks \d+\./,
    );
  });
});
