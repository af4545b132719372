// Stan data of several cells: good files give each cell's choices and what links the cells, bad ones every fault.
import { describe, expect, it } from 'vitest';
import { faultLine } from '../../../../../src/formats/fault.ts';
import { recognise } from '../../../../../src/instruments/seu/import/recognise.ts';
import type { Recognition } from '../../../../../src/instruments/seu/import/recognise.ts';
import { encodeCells } from '../../../../../src/instruments/seu/hierarchical/encode.ts';
import {
  hierarchicalDataOf,
  hierarchicalNames,
  type HierarchicalFixture,
} from '../../../../support/hierarchical.ts';
import { readFixture } from '../../../../support/seu.ts';

type Data = Record<string, unknown>;

const W = [
  [0, 1],
  [1, 0],
  [0.5, -2],
];
const small = (): Data => ({
  J: 2,
  K: 3,
  D: 2,
  R: 3,
  P: 1,
  w: W,
  M_total: 4,
  cell: [2, 1, 2, 1],
  I: [
    [1, 0, 1],
    [1, 1, 1],
    [0, 1, 1],
    [1, 1, 0],
  ],
  y: [2, 3, 1, 1],
  X: [[0], [0.5]],
  M_per_cell: [2, 2],
  s: [-0.25, 0.75, -0.25, -0.25],
});

const read = (data: Data) => recognise('cells.json', new TextEncoder().encode(JSON.stringify(data)));
const recognised = (data: Data): Recognition => {
  const result = read(data);
  if (!result.ok) throw new Error(result.faults.map(faultLine).join('\n'));
  return result;
};
const faults = (data: Data): string[] => {
  const result = read(data);
  return result.ok ? [] : result.faults.map(faultLine);
};

describe('hierarchical Stan data', () => {
  it('give each cell its choices, in the order of the file', () => {
    const { contents, regression, summary } = recognised(small());
    expect(contents.map(({ condition }) => condition)).toEqual(['cell 1', 'cell 2']);
    expect(contents.map(({ content }) => content.uncertain)).toEqual([
      {
        menus: [
          [0, 1, 2],
          [0, 1],
        ],
        chosen: [2, 0],
        problems: null,
        presentations: null,
      },
      {
        menus: [
          [0, 2],
          [1, 2],
        ],
        chosen: [1, 0],
        problems: null,
        presentations: null,
      },
    ]);
    for (const { content } of contents) expect(content).toMatchObject({ consequences: 3, features: W });
    expect(regression).toEqual({ predictors: [[0], [0.5]], pools: null });
    expect(summary).toBe(
      'Hierarchical Stan data: 4 choices in 2 cells, 3 alternatives with 2 features, K = 3, 1 predictor of α.',
    );
  });

  it('may give each cell features of its own, and item pools', () => {
    const own = W.map((row) => row.map((value) => value + 1));
    const { contents, regression } = recognised({ ...small(), w: [W, own], pool: [2, 1] });
    expect(contents.map(({ content }) => content.features)).toEqual([W, own]);
    expect(regression?.pools).toEqual([1, 0]);
  });

  it('may leave out what follows from the rest', () => {
    const bare = { ...small(), s: undefined, M_per_cell: undefined, X: undefined, P: 0 };
    const { regression } = recognised(bare);
    expect(regression).toEqual({ predictors: [[], []], pools: null });
  });

  it.each(hierarchicalNames())('encode %s as read without the importer', (name) => {
    const { data } = readFixture<HierarchicalFixture>(name);
    const { contents, regression } = recognised(data as unknown as Data);
    const encoded = encodeCells(
      contents.map(({ content }, j) => ({ content, predictors: regression!.predictors[j], pool: null })),
    );
    expect(encoded).toEqual(hierarchicalDataOf(data));
    expect(new Set(encoded.cells.map(({ features }) => features)).size).toBe(1);
  });

  it.each<[string, Data, string[]]>([
    ['a cell beyond J', { cell: [2, 1, 3, 1] }, ['/cell/2: 3; a whole number from 1 to 2']],
    [
      'a cell without observations',
      { cell: [1, 1, 1, 1], M_per_cell: undefined },
      ['/cell: no observation of cell 2; at least one of each of J cells'],
    ],
    [
      'counts that are not those of the cells',
      { M_per_cell: [3, 1] },
      ['/M_per_cell/0: 3; 2, the observations of cell 1', '/M_per_cell/1: 1; 2, the observations of cell 2'],
    ],
    [
      'sizes that are not centred',
      { s: [-0.25, 0.75, -0.25, 2] },
      ['/s/3: 2; -0.25, the size of menu 4 less the mean menu size'],
    ],
    ['a row of X too few', { X: [[0]] }, ['/X: 1 rows; J = 2 rows']],
    ['a predictor too many', { X: [[0], [1, 2]] }, ['/X/1: 2 entries; P = 1 entries']],
    ['no X', { X: undefined }, ['/X: no such key; J rows of P numbers']],
    ['features of one cell too few', { w: [W] }, ['/w: 1 matrices; one matrix, or J = 2 of them']],
    [
      'a feature that is none',
      {
        w: [
          W,
          [
            [0, 1],
            [1, 'a'],
            [0, 0],
          ],
        ],
      },
      ['/w/1/1/1: the text "a"; a finite number'],
    ],
    [
      'a choice beyond its menu',
      { y: [2, 3, 1, 3] },
      ['/y/3: choice 3; a rank from 1 to 2, the size of menu 4'],
    ],
    ['pools with a gap', { J: 2, pool: [2, 2] }, ['/pool: pools 2; pools numbered from 1 without gaps']],
    ['a pool that is none', { pool: [0, 1] }, ['/pool/0: 0; a whole number from 1 to 2']],
    ['J in words', { J: 'two' }, ['/J: the text "two"; a whole number from 1 to 1000000']],
    [
      'no number of choices',
      { M_total: undefined },
      ['/M_total: no such key; a whole number from 1 to 1000000'],
    ],
  ])('refuse %s', (_, change, expected) => {
    expect(faults({ ...small(), ...change })).toEqual(expected.map((line) => `cells.json:${line}`));
  });
});
