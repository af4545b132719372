import { describe, expect, it } from 'vitest';
import { responseCsv } from '../../../src/formats/response-csv.ts';
import type { ResponseTable } from '../../../src/formats/response-table.ts';

const codes = (...values: readonly number[]): Uint32Array => Uint32Array.from(values);
const table: ResponseTable = {
  schema: 'beliefs',
  rows: 5,
  agent: { names: ['m, large'], codes: codes(0, 0, 0, 0, 0) },
  domain: { names: [''], codes: codes(0, 0, 0, 0, 0) },
  case: { names: ['a', 'b'], codes: codes(0, 0, 0, 0, 1) },
  prompt: { names: ['p', 'bet', 'act', 'mood', 'line'], codes: codes(0, 1, 2, 3, 4) },
  prefix: { names: ['', '7'], codes: codes(0, 0, 0, 0, 1) },
  outputs: [
    { prompt: 'p', family: 'probability' },
    { prompt: 'bet', family: 'decision', framing: 'bet', threshold: 1 / (1 + 19) },
    { prompt: 'act', family: 'decision', framing: 'none', threshold: null },
    { prompt: 'mood', family: 'ordinal', categories: 4 },
    { prompt: 'line', family: 'decision', framing: 'threshold', threshold: 1 / 3 },
  ],
  response: Float64Array.of(0.25, 1, NaN, 4, 0),
  outcome: Float64Array.of(1, 1, 1, 1, NaN),
};

describe('the CSV of a table of answers', () => {
  it('states thresholds as they are, other instructions as odds, and nothing where nothing is known', () => {
    expect(responseCsv(table).split('\r\n')).toEqual([
      'model,domain,case,prompt_id,family,framing,parameter,categories,response,y,prefix',
      '"m, large",,a,p,probability,none,,,0.25,1,',
      '"m, large",,a,bet,decision,bet,19,,1,1,',
      '"m, large",,a,act,decision,none,,,,1,',
      '"m, large",,a,mood,ordinal,none,,4,4,1,',
      '"m, large",,b,line,decision,threshold,0.3333333333333333,,0,,7',
      '',
    ]);
  });

  it('states odds that are not whole so that they read back close', () => {
    const outputs = [{ prompt: 'p', family: 'decision', framing: 'cost', threshold: 0.37 } as const];
    const one = { ...table, rows: 1, outputs: [...outputs, ...table.outputs.slice(1)] };
    const parameter = Number(responseCsv(one).split('\r\n')[1].split(',')[7]);
    expect(1 / (1 + parameter)).toBeCloseTo(0.37, 15);
  });
});
