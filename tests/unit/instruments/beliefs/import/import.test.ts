import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { faultLine } from '../../../../../src/formats/fault.ts';
import { responseTableHash } from '../../../../../src/formats/table-hash.ts';
import { beliefCells } from '../../../../../src/instruments/beliefs/import/cells.ts';
import { importResponses } from '../../../../../src/instruments/beliefs/import/import.ts';
import type { Mapping } from '../../../../../src/instruments/beliefs/import/mapping.ts';
import { completeCases } from '../../../../../src/models/beliefs/cell.ts';
import { smallCell } from '../../../../support/beliefs.ts';

const fixture = (name: string): Buffer =>
  readFileSync(new URL(`../../../../fixtures/beliefs/${name}`, import.meta.url));
const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function read(text: string | Uint8Array, mapping: Partial<Mapping> = {}) {
  const bytes = typeof text === 'string' ? bytesOf(text) : text;
  const imported = importResponses([{ file: 'a.csv', bytes }], mapping);
  if (!imported.ok) throw new Error(imported.faults.map(faultLine).join('\n'));
  return imported.value;
}

function faultsOf(text: string, mapping: Partial<Mapping> = {}): string[] {
  const imported = importResponses([{ file: 'a.csv', bytes: bytesOf(text) }], mapping);
  return imported.ok ? [] : imported.faults.map(faultLine);
}

const HEADER = 'model,domain,case,prompt_id,family,framing,parameter,response,y,prefix';
const long = (...rows: readonly string[]): string => [HEADER, ...rows].join('\n');

describe('the reference table', () => {
  const { table, notes } = read(fixture('small.csv'));

  it('has its cell, prompts, answers and outcomes', () => {
    expect(beliefCells(table)).toEqual([smallCell()]);
    expect(notes).toEqual(['likert: 5 categories, the highest answer seen.']);
  });

  it('keeps missing answers', () => {
    const [cell] = beliefCells(table);
    expect([cell.cases.length, completeCases(cell).length]).toEqual([120, 114]);
  });

  it('is named by its content', async () => {
    const text = fixture('small.csv').toString().split(/\r?\n/).slice(0, 161).join('\n');
    const small = read(text).table;
    const again = read(text.replaceAll('\n', '\r\n')).table;
    const other = read(text.replace(',0.00,', ',0.01,')).table;
    expect(await responseTableHash(small)).toMatch(/^[0-9a-f]{64}$/);
    expect(await responseTableHash(again)).toBe(await responseTableHash(small));
    expect(await responseTableHash(other)).not.toBe(await responseTableHash(small));
  });
});

describe('files of another kind', () => {
  it('are named for what they are', () => {
    expect(faultsOf('{"a": 3, "b": [1, 2]}')).toEqual([
      'a.csv: JSON; delimited text: a header and an answer a row, or a case a row',
    ]);
    expect(faultsOf('PK\u0003\u0004\u0014\u0000')[0]).toContain('a spreadsheet or an archive');
    expect(faultsOf('\u0001\u0002,\u0003')[0]).toContain('bytes that are no text');
  });

  it('that hold percentages are told apart from those that hold anything else', () => {
    expect(faultsOf('case,prompt,response\n1,prob_A,50\n2,prob_A,0')[0]).toContain(
      'but look like percentages; probabilities from 0 to 1: a column of them, or these divided by 100',
    );
    expect(faultsOf('case,prompt,response\n1,pay,-3\n2,pay,400')[0]).toContain(
      'that suggest no family; a column for family',
    );
  });
});

describe('columns', () => {
  it('are known by other names, put together, or told', () => {
    const text =
      'person;round;item;question;antwort;truth\nann;1;k;p_probability;0,25;yes\nann;2;k;p_probability;0,5;';
    const { table } = read(text, {
      case: ['item', 'round'],
      prompt: ['question'],
      response: ['antwort'],
      agent: ['person'],
    });
    expect(table.case.names).toEqual(['k · 1', 'k · 2']);
    expect([...table.response]).toEqual([0.25, 0.5]);
    expect([...table.outcome]).toEqual([1, NaN]);
    expect(table.agent.names).toEqual(['ann']);
  });

  it('of a wide table are its prompts, read by name and answers', () => {
    const text =
      'agent,case,probability,bet_r4,act,mood,y\nm,c1,0.2,1,no,3,0\nm,c2,,0,yes,1,1\nm,c3,1,1,NA,2,\n';
    const { table, notes } = read(text);
    const [cell] = beliefCells(table);
    expect(cell.outputs).toEqual([
      { prompt: 'probability', family: 'probability' },
      { prompt: 'bet_r4', family: 'decision', framing: 'bet', threshold: 0.2 },
      { prompt: 'act', family: 'decision', framing: 'none', threshold: null },
      { prompt: 'mood', family: 'ordinal', categories: 3 },
    ]);
    expect([...cell.responses]).toEqual([0.2, 1, 0, 3, NaN, 0, 1, 1, 1, 1, NaN, 2]);
    expect([...cell.outcomes]).toEqual([0, 1, NaN]);
    expect(notes).toContain('act is read as a decision, as its answers suggest.');
  });

  it('that are wanted or do not exist are faults', () => {
    expect(faultsOf('model,response\na,1')).toEqual(['a.csv:1: no column for case; one of model, response']);
    expect(faultsOf('case,prompt_id,response\na,b,1', { outcome: ['won'] })).toEqual([
      'a.csv:1: no column won for outcome; of case, prompt_id, response',
    ]);
  });
});

describe('thresholds and scales', () => {
  it('come from thresholds, odds, cost ratios and declared categories', () => {
    const text = [
      'case,prompt_id,family,framing,parameter,threshold,categories,response',
      'a,t,decision,threshold,0.05,,,1',
      'a,b,decision,bet,19,,,1',
      'a,c,binary,cost ratio,3,,,0',
      'a,d,decision,insurance,,0.4,,0',
      'a,e,decision,,,0.7,,0',
      'a,q,quintile,,,,,2',
      'a,s,likert,,,,7,2',
    ].join('\n');
    const outputs = read(text).table.outputs;
    expect(outputs.map((output) => (output.family === 'decision' ? output.threshold : null))).toEqual([
      0.05,
      0.05,
      0.25,
      0.4,
      0.7,
      null,
      null,
    ]);
    expect(outputs.slice(3, 5).map((output) => output.family === 'decision' && output.framing)).toEqual([
      'insurance',
      'threshold',
    ]);
    expect(outputs.slice(5)).toEqual([
      { prompt: 'q', family: 'ordinal', categories: 5 },
      { prompt: 's', family: 'ordinal', categories: 7 },
    ]);
  });
});

it('joins files that spell one prompt differently', () => {
  const file = (name: string, ...rows: readonly string[]) => ({
    file: name,
    bytes: bytesOf(rows.join('\n')),
  });
  const files = [
    file('a.csv', HEADER, 'm,d,c1,l,likert,,,2,,', 'm,d,c1,b,decision,bet,4,1,,'),
    file(
      'b.csv',
      'case,prompt,family,categories,answer,ratio,framing',
      'c2,l,ordinal,5,1,,none',
      'c2,b,binary,,0,4.0,Bet',
    ),
  ];
  const joined = importResponses(files);
  if (!joined.ok) throw new Error(joined.faults.map(faultLine).join('\n'));
  expect(joined.value.table.outputs).toEqual([
    { prompt: 'l', family: 'ordinal', categories: 5 },
    { prompt: 'b', family: 'decision', framing: 'bet', threshold: 0.2 },
  ]);
  const again = importResponses([files[0], { ...files[0], file: 'c.csv' }]);
  expect(again.ok ? [] : again.faults.map(faultLine)[0]).toContain('after row 2 of a.csv');
});

it('says which categories of a scale nobody used, where its number is read off the answers', () => {
  const answers = [1, 2, 3, 4, 7].map((answer, i) => `m,d,c${i},l,likert,none,,${answer},0,`);
  expect(read(long(...answers)).notes).toContain(
    'l: 7 categories, the highest answer seen. Nobody answered 5, 6: see that 7 is no slip.',
  );
});

describe('faults', () => {
  it('of every kind are listed with their places', () => {
    const text = long(
      'm,d,c1,p,probability,none,,0.5,0,',
      'm,d,c1,p,probability,none,,0.6,0,',
      'm,d,c2,p,probability,none,,50,0,',
      'm,d,c2,b,decision,bet,4,maybe,1,',
      'm,d,c3,b,decision,bet,9,1,2,',
      'm,d,,l,likert,none,,0,,',
      'm,d,c4,x,essay,none,,1,,',
      'm,d,c4,k,decision,cost,-1,1,,',
      'm,d,c4,f,decision,insurance,4,1,,',
    );
    expect(faultsOf(text)).toEqual([
      'a.csv:7: no case; the case that is answered',
      'a.csv:3:response: a second answer to p about c1, after row 2; one answer to a prompt a case: another column for the answers, cases named by several columns, or a column for prefix',
      'a.csv:6:parameter: parameter 9 of prompt b, after 4 in row 5; one family, framing, parameter and number of categories of a prompt',
      'a.csv:8:family: essay; one of probability, report, decision, binary, ordinal, likert, rating, tercile, quartile, quintile, decile',
      'a.csv:9:parameter: -1; odds above 0',
      'a.csv:10:framing: insurance with the parameter 4; a framing of threshold, probability, bet, odds, cost, cost_ratio, ratio, loss, or a column for threshold',
      'a.csv:4:response: "50" to p; a number from 0 to 1, or nothing',
      'a.csv:7:response: "0" to l; a whole number from 1 to 2, or nothing',
      'a.csv:5: outcome 1 of case c2, before 0; one outcome a case, whoever answers, or names of cases that tell those of agents apart',
      'a.csv:6: outcome 2; 0 or 1, or nothing',
    ]);
  });

  it('name the column that tells answers to a prompt about a case apart', () => {
    const header = 'case,prompt,family,response,day,block';
    const rows = ['c1,p,probability,.5,1,1', 'c1,p,probability,.6,1,2', 'c2,p,probability,.7,1,1'];
    const [fault, ...others] = faultsOf([header, ...rows].join('\n'));
    expect(fault).toMatch(
      /^a\.csv:3:response: a second answer .*; block tells them apart: case=case\+block$/,
    );
    expect(others).toEqual([]);
    expect(faultsOf([header, ...rows].join('\n').replaceAll('block', 'prefix'))).toEqual([]);
  });

  it('see that agents give a case different outcomes', () => {
    const text = long(
      'a,d,c1,b,decision,bet,4,1,0,',
      'b,d,c1,b,decision,bet,4,1,1,',
      'b,e,c1,b,decision,bet,4,1,1,',
    );
    expect(faultsOf(text)).toEqual([
      expect.stringMatching(/^a\.csv:3: outcome 1 of case c1, before 0; one outcome/),
    ]);
  });

  it('call percentages by their name, once a prompt', () => {
    const text = long(...[5, 40, 100, 1].map((percent, i) => `m,d,c${i},p,probability,none,,${percent},0,`));
    expect(faultsOf(text)).toEqual([
      'a.csv:2:response: answers to p up to 100, which look like percentages; probabilities from 0 to 1: these divided by 100',
    ]);
  });

  it('are not made of answers under prefixes, which are no part of the cells', () => {
    const text = long(
      'm,d,c1,p,probability,none,,0.5,0,',
      'm,d,c1,p,probability,none,,0.6,0,1',
      'm,d,c1,p,probability,none,,0.7,0,2',
    );
    const { table } = read(text);
    expect(table.rows).toBe(3);
    expect([...beliefCells(table)[0].responses]).toEqual([0.5]);
    expect(beliefCells(read(text.replace('0.5,0,\n', '0.5,0,3\n')).table)).toEqual([]);
  });
});

const shared = new URL('../../../../../../shared/data/beliefs/', import.meta.url);
describe.skipIf(!existsSync(shared))('public data', () => {
  const tidy = (name: string): Buffer => readFileSync(new URL(`${name}/tidy.csv`, shared));

  it('of confidence in yes-no questions loads without a word from the user', () => {
    const cells = beliefCells(read(tidy('comparing-confidence')).table);
    expect(cells).toHaveLength(11);
    expect(cells.filter(({ outputs }) => outputs.length === 3)).toHaveLength(3);
    expect(cells.every(({ cases }) => cases.length === 330)).toBe(true);
    expect(cells[0].outputs.map(({ family }) => family)).toEqual(['decision', 'probability']);
  });

  it('of people judging events loads with blocks as cases', () => {
    const mapping = { agent: [], case: ['agent', 'case', 'block'], response: ['prob_of_event'] };
    const [cell, ...others] = beliefCells(read(tidy('human-probability-judgments'), mapping).table);
    expect(others).toEqual([]);
    expect(cell.cases).toHaveLength(111 * 4 * 3);
    expect(completeCases(cell)).toHaveLength(111 * 4 * 3);
  });
});
