// Stan data files: good ones give the content they state, bad ones give every fault by pointer.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { SeuContent } from '../../../../../src/formats/dataset.ts';
import { faultLine } from '../../../../../src/formats/fault.ts';
import type { JsonValue } from '../../../../../src/formats/json.ts';
import { parseJson } from '../../../../../src/formats/json.ts';
import { writeStanData } from '../../../../../src/formats/stan-data.ts';
import type { StanImport } from '../../../../../src/instruments/seu/import/stan-json.ts';
import { readStanData } from '../../../../../src/instruments/seu/import/stan-json.ts';
import { REAL_CONDITIONS, haveShared, sharedPath } from '../../../formats/shared.ts';

type Data = Record<string, unknown>;

const small = (): Data => ({
  M: 2,
  K: 3,
  D: 2,
  R: 3,
  w: [
    [0, 1],
    [1, 0],
    [0.5, -2],
  ],
  I: [
    [1, 0, 1],
    [1, 1, 1],
  ],
  y: [2, 3],
});
const risky = (): Data => ({
  ...small(),
  N: 1,
  S: 3,
  x: [
    [0.25, 0.5, 0.25],
    [1, 0, 0],
    [0.2, 0.2, 0.6],
  ],
  J: [[0, 1, 1]],
  z: [1],
});
const asJson = (data: Data): JsonValue => data as unknown as JsonValue;
const imported = (data: Data): StanImport => {
  const parsed = readStanData(asJson(data), 'a.json');
  if (!parsed.ok) throw new Error(parsed.faults.map(faultLine).join('\n'));
  return parsed.value;
};
const faults = (data: JsonValue): string[] => {
  const parsed = readStanData(data, 'a.json');
  return parsed.ok ? [] : parsed.faults.map(faultLine);
};

describe('readStanData', () => {
  it('reads menus as ascending members and y as a rank', () => {
    const { content, notes } = imported(small());
    expect(content).toEqual({
      schema: 'seu',
      consequences: 3,
      features: small().w as number[][],
      alternatives: null,
      uncertain: {
        menus: [
          [0, 2],
          [0, 1, 2],
        ],
        chosen: [1, 2],
        problems: null,
        presentations: null,
      },
      risky: null,
      deltaConcentration: null,
      truth: null,
    } satisfies SeuContent);
    expect(notes).toEqual([]);
  });

  it('reads risky choices', () => {
    const { content } = imported(risky());
    expect(content.risky).toEqual({
      lotteries: risky().x,
      menus: [[1, 2]],
      chosen: [0],
      problems: null,
      presentations: null,
    });
  });

  it('takes length-1 arrays for scalars and a bare number for a list of one', () => {
    const { content } = imported({ ...risky(), M: [2], K: [3], N: [1], z: 1, delta_concentration: [5] });
    expect(content.deltaConcentration).toBe(5);
    expect(content.risky?.chosen).toEqual([0]);
    const flat = imported({ ...small(), D: 1, w: [0, 1, 2] });
    expect(flat.content.features).toEqual([[0], [1], [2]]);
  });

  it('takes whole numbers written 1.0', () => {
    const parsed = parseJson(
      '{"M":1.0,"K":2.0,"D":1,"R":2.0,"w":[[0.5],[1]],"I":[[1.0,1.0]],"y":[2.0]}',
      'a.json',
    );
    expect(parsed.ok && faults(parsed.value)).toEqual([]);
  });

  it('takes a file with the risky keys but N = 0 for one of the m_0 family', () => {
    const { content, notes } = imported({ ...small(), N: 0, S: 0, x: [], J: [], z: [] });
    expect(content.risky).toBeNull();
    expect(notes).toEqual(['N = 0: the file has no risky choices.']);
  });

  it('notes unknown keys, prior keys and lotteries off by rounding, and keeps what it reads', () => {
    const third = [0.3333333, 0.3333333, 0.3333333];
    const x = [third, [1, 0, 0], [0.2, 0.2, 0.6]];
    const { content, notes } = imported({
      ...risky(),
      x,
      extra: NaN,
      alpha_prior_mu: 3,
      alpha_prior_sigma: 0.75,
    });
    expect(content.risky?.lotteries).toEqual(x);
    expect(notes).toEqual([
      'Keys that were not used: extra.',
      'The file gives a prior of alpha (alpha_prior_mu = 3, alpha_prior_sigma = 0.75); the prior is chosen in the plan.',
      '1 lotteries sum to 1 only to rounding; they are kept as given.',
    ]);
  });

  it.each<[string, Data, string[]]>([
    [
      'missing keys',
      {},
      [
        'a.json:/K: no such key; a whole number from 2 to 1000',
        'a.json:/D: no such key; a whole number from 1 to 1000000',
        'a.json:/R: no such key; a whole number from 2 to 1000000',
        'a.json:/w: no such key; R rows of D numbers',
        'a.json:/M: no such key; a whole number from 1 to 1000000',
        'a.json:/I: no such key; M rows of R numbers',
        'a.json:/y: no such key; a list of M numbers',
      ],
    ],
    ['no menus', { ...small(), M: 0, I: [], y: [] }, ['a.json:/M: 0; a whole number from 1 to 1000000']],
    ['one consequence', { ...small(), K: 1 }, ['a.json:/K: 1; a whole number from 2 to 1000']],
    [
      'a count in words',
      { ...small(), K: 'three' },
      ['a.json:/K: the text "three"; a whole number from 2 to 1000'],
    ],
    ['a fractional count', { ...small(), M: 2.5 }, ['a.json:/M: 2.5; a whole number from 1 to 1000000']],
    [
      'too few rows of w',
      {
        ...small(),
        w: [
          [0, 1],
          [1, 0],
        ],
      },
      ['a.json:/w: 2 rows; R = 3 rows'],
    ],
    ['a ragged w', { ...small(), w: [[0, 1], [1], [0.5, -2]] }, ['a.json:/w/1: 1 entry; D = 2 entries']],
    [
      'features that are not finite',
      {
        ...small(),
        w: [
          [NaN, 1],
          [1, null],
          ['0.5', Infinity],
        ],
      },
      [
        'a.json:/w/0/0: NaN; a finite number',
        'a.json:/w/1/1: null; a finite number',
        'a.json:/w/2/0: the text "0.5"; a finite number',
        'a.json:/w/2/1: Infinity; a finite number',
      ],
    ],
    [
      'an indicator of 2',
      {
        ...small(),
        I: [
          [1, 0, 2],
          [1, 1, 1],
        ],
      },
      ['a.json:/I/0/2: 2; 0 or 1'],
    ],
    [
      'a true indicator',
      {
        ...small(),
        I: [
          [1, 0, true],
          [1, 1, 1],
        ],
      },
      ['a.json:/I/0/2: true; 0 or 1'],
    ],
    [
      'menus too small',
      {
        ...small(),
        I: [
          [0, 1, 0],
          [0, 0, 0],
        ],
      },
      [
        'a.json:/I/0: a menu with one alternative; a menu with at least two alternatives',
        'a.json:/I/1: an empty menu; a menu with at least two alternatives',
      ],
    ],
    [
      'choices outside their menus',
      { ...small(), y: [3, 0] },
      [
        'a.json:/y/1: 0; a rank from 1 to the size of its menu',
        'a.json:/y/0: choice 3; a rank from 1 to 2, the size of menu 1',
      ],
    ],
    [
      'a choice beyond its menu',
      { ...small(), y: [3, 3] },
      ['a.json:/y/0: choice 3; a rank from 1 to 2, the size of menu 1'],
    ],
    ['too few choices', { ...small(), y: [2] }, ['a.json:/y: 1 entry; M = 2 entries']],
    [
      'M that matches neither list',
      { ...small(), M: 3 },
      ['a.json:/I: 2 rows; M = 3 rows', 'a.json:/y: 2 entries; M = 3 entries'],
    ],
    ['a matrix of the wrong kind', { ...small(), I: 7 }, ['a.json:/I: 7; M rows of R numbers']],
    [
      'a lottery that does not sum to 1',
      {
        ...risky(),
        x: [
          [0.25, 0.5, 0.2],
          [1, 0, 0],
          [0.2, 0.2, 0.6],
        ],
      },
      ['a.json:/x/0: probabilities that sum to 0.95; a lottery whose probabilities sum to 1'],
    ],
    [
      'a negative probability',
      {
        ...risky(),
        x: [
          [0.25, 0.5, 0.25],
          [1.5, -0.5, 0],
          [0.2, 0.2, 0.6],
        ],
      },
      ['a.json:/x/1/0: 1.5; a probability from 0 to 1', 'a.json:/x/1/1: -0.5; a probability from 0 to 1'],
    ],
    [
      'a risky choice outside its menu',
      { ...risky(), z: [3] },
      ['a.json:/z/0: choice 3; a rank from 1 to 2, the size of menu 1'],
    ],
    [
      'half a risky block',
      { ...small(), x: [[1, 0, 0]] },
      [
        'a.json:/S: no such key; a whole number from 1 to 1000000',
        'a.json:/N: no such key; a whole number from 1 to 1000000',
        'a.json:/J: no such key; N rows of S numbers',
        'a.json:/z: no such key; a list of N numbers',
      ],
    ],
    [
      'a concentration of 0',
      { ...small(), delta_concentration: 0 },
      ['a.json:/delta_concentration: 0; a positive finite number'],
    ],
  ])('lists %s', (_, data, expected) => {
    expect(faults(asJson(data))).toEqual(expected);
  });

  it('refuses a list or a number in place of an object', () => {
    expect(faults([])).toEqual(['a.json: a list of 0; an object with the keys M, K, D, R, w, I, y']);
    expect(faults(3)).toHaveLength(1);
  });
});

describe('writeStanData', () => {
  it('writes what readStanData reads', () => {
    for (const data of [small(), risky(), { ...risky(), delta_concentration: 5 }]) {
      expect(JSON.parse(writeStanData(imported(data).content))).toEqual(data);
    }
  });
});

describe.skipIf(!haveShared)('the twenty real conditions', () => {
  it.each(REAL_CONDITIONS)('%s: %i choices, K = %i', (path, choices, consequences) => {
    const text = readFileSync(sharedPath(`seu/${path}`), 'utf8');
    const raw = JSON.parse(text) as { I: number[][]; y: number[]; w: number[][] };
    const parsed = parseJson(text, path);
    if (!parsed.ok) throw new Error('not JSON');
    const read = readStanData(parsed.value, path);
    if (!read.ok) throw new Error(read.faults.map(faultLine).join('\n'));
    const { content } = read.value;
    expect(content.consequences).toBe(consequences);
    expect(content.features).toEqual(raw.w);
    expect(content.uncertain.menus).toHaveLength(choices);
    content.uncertain.menus.forEach((menu, m) => {
      expect(raw.I[m].reduce((sum, entry) => sum + entry, 0)).toBe(menu.length);
      expect(menu.every((r) => raw.I[m][r] === 1)).toBe(true);
      expect(content.uncertain.chosen[m] + 1).toBe(raw.y[m]);
    });
    if (path === 'gpt4o-insurance/T0_0.json') {
      expect(new Set(content.uncertain.menus.map((menu) => menu.join())).size).toBe(98);
    }
  });
});
