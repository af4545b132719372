// Long tables: the rank coding against the published Stan data, and every way to spell a table.
import { describe, expect, it } from 'vitest';
import type { SeuContent } from '../../../../../src/formats/dataset.ts';
import { parseTable } from '../../../../../src/formats/delimited.ts';
import { faultLine } from '../../../../../src/formats/fault.ts';
import type { Mapping } from '../../../../../src/instruments/seu/import/mapping.ts';
import { completeMapping } from '../../../../../src/instruments/seu/import/mapping.ts';
import { compareNatural } from '../../../../../src/instruments/seu/import/natural-order.ts';
import { missingPresentations } from '../../../../../src/instruments/seu/import/presentations.ts';
import type {
  ImportOptions,
  Recognition,
  Refusal,
} from '../../../../../src/instruments/seu/import/recognise.ts';
import { recognise } from '../../../../../src/instruments/seu/import/recognise.ts';
import { REAL_CONDITIONS, haveShared, sharedBytes, sharedJson } from '../../../formats/shared.ts';

const read = (text: string, options?: ImportOptions): Recognition | Refusal =>
  recognise('a.csv', new TextEncoder().encode(text), options);
const imported = (text: string, options?: ImportOptions): Recognition => {
  const result = read(text, options);
  if (!result.ok) throw new Error(result.faults.map(faultLine).join('\n'));
  return result;
};
const content = (text: string, options?: ImportOptions): SeuContent =>
  imported(text, options).contents[0].content;
const complaint = (text: string, options?: ImportOptions): string[] => {
  const result = read(text, options);
  return result.ok ? [] : result.faults.map(faultLine);
};

const small = `problem,alternative,chosen,f1,f2
P1,C10,0,1,2
P1,C2,1,3,4
P2,C10,1,1,2
P2,C2,0,3,4
P2,C1,0,5,6
`;

describe('readLongTable', () => {
  it('ranks the choice among the members in natural order', () => {
    expect(content(small)).toEqual({
      schema: 'seu',
      consequences: 3,
      features: [
        [5, 6],
        [3, 4],
        [1, 2],
      ],
      alternatives: ['C1', 'C2', 'C10'],
      uncertain: {
        menus: [
          [1, 2],
          [0, 1, 2],
        ],
        chosen: [0, 2],
        problems: ['P1', 'P2'],
        presentations: null,
      },
      risky: null,
      deltaConcentration: null,
      truth: null,
    } satisfies SeuContent);
  });

  it('says what it assumed', () => {
    const { contents, summary, kind } = imported(small.replaceAll(/$/gm, '').replace('f2', 'f2'));
    expect(kind).toBe('long-csv');
    expect(summary).toBe('Long table: 2 choices from 5 rows, 3 alternatives with 2 features, K = 3.');
    expect(contents[0].notes).toEqual([
      'Columns: problem from problem, alternative from alternative, chosen from chosen; features from f1, f2.',
      'K = 3 consequences, as stated at import: a table of choices does not hold them.',
    ]);
    expect(content(small, { consequences: 4 }).consequences).toBe(4);
    expect(complaint(small, { consequences: 1 })).toEqual([
      'a.csv: 1 consequences; a whole number from 2 to 1000',
    ]);
  });

  it('takes rows in any order', () => {
    const [header, ...rows] = small.trim().split('\n');
    const shuffled = [header, rows[4], rows[1], rows[3], rows[0], rows[2]].join('\n');
    const { menus, chosen, problems } = content(shuffled).uncertain;
    expect([problems, menus, chosen]).toEqual([
      ['P2', 'P1'],
      [
        [0, 1, 2],
        [1, 2],
      ],
      [2, 0],
    ]);
  });

  it.each([
    ['TRUE', 'FALSE'],
    ['yes', 'no'],
    ['x', ''],
    ['1', ''],
    ['1.0', '0.0'],
    ['T', 'F'],
  ])('reads choices spelt %j and %j', (yes, no) => {
    const marks = [no, yes, yes, no, no];
    const lines = small.trim().split('\n');
    const text = lines
      .map((line, i) => (i === 0 ? line : line.replace(/,[01],/, `,${marks[i - 1]},`)))
      .join('\n');
    expect(content(text).uncertain).toEqual(content(small).uncertain);
  });

  it('reads choices given by name in every row of a menu', () => {
    const names = ['C2', 'C2', 'C10', 'C10', 'C10'];
    const lines = small.trim().split('\n');
    const text = lines
      .map((line, i) => (i === 0 ? line : line.replace(/,[01],/, `,${names[i - 1]},`)))
      .join('\n');
    expect(content(text).uncertain).toEqual(content(small).uncertain);
    expect(complaint(text.replaceAll(',C2,3,4', ',C9,3,4'))).toContain(
      'a.csv:2:chosen: choices C2, C9 (problem P1); one choice in all rows of a menu',
    );
    const outside = text.replace('P1,C10,C2', 'P1,C10,C1').replace('P1,C2,C2', 'P1,C2,C1');
    expect(complaint(outside)).toEqual([
      'a.csv:2:chosen: choice C1 outside its menu (problem P1); one of C10, C2',
    ]);
  });

  it('reads semicolons with decimal commas', () => {
    const text = 'problem;alternative;chosen;f\nP;a;1;0,5\nP;b;0;-1,25\n';
    expect(content(text).features).toEqual([[0.5], [-1.25]]);
    expect(complaint('problem;alternative;chosen;f\nP;a;1;0,5\nP;b;0;1.25\n')[0]).toBe(
      'a.csv:f: decimal points and decimal commas; one decimal mark and no thousands separators',
    );
    const thousands = 'problem;alternative;chosen;f\nP;a;1;1,500\nP;b;0;2,250\n';
    expect(complaint(thousands)[0]).toMatch(/commas that may part decimals or thousands/);
    expect(content(thousands, { decimal: ',' }).features).toEqual([[1.5], [2.25]]);
  });

  it('makes one dataset per condition, and lets features differ between conditions', () => {
    const text = `${small
      .trim()
      .split('\n')
      .map((line, i) => `${line},${i === 0 ? 'temperature' : '0.5'}`)
      .join('\n')}
P1,C1,1,7,7,1.0
P1,C2,0,8,8,1.0
`;
    const { contents } = imported(text);
    expect(contents.map(({ name, condition }) => [name, condition])).toEqual([
      ['a 0.5', '0.5'],
      ['a 1.0', '1.0'],
    ]);
    expect(contents[0].content.features[0]).toEqual([5, 6]);
    expect(contents[1].content.features[0]).toEqual([7, 7]);
  });

  it('lets the user map columns, and shows table and mapping with a refusal', () => {
    const renamed = small.replace('problem,alternative,chosen', 'aa,bb,cc');
    const refused = read(renamed);
    expect(refused.ok).toBe(false);
    expect(refused.table?.columns).toEqual(['aa', 'bb', 'cc', 'f1', 'f2']);
    const mapping: Mapping = { aa: 'problem', bb: 'alternative', cc: 'chosen', f2: 'ignore' };
    expect(content(renamed, { mapping }).features).toEqual([[5], [3], [1]]);
    expect(complaint(small, { mapping: { nowhere: 'feature' } })).toEqual([
      'a.csv:1:nowhere: no such column; one of problem, alternative, chosen, f1, f2',
    ]);
  });

  it('counts missing presentations', () => {
    const row = (p: string, s: number): string => `${p},${s},a,1,0\n${p},${s},b,0,1\n`;
    const text = `problem,presentation,alternative,chosen,f\n${row('P1', 1)}${row('P1', 2)}${row('P2', 1)}${row('P3', 1)}${row('P3', 2)}`;
    const [{ content: data, notes }] = imported(text).contents;
    expect(missingPresentations(data.uncertain)).toEqual({ problems: 3, usual: 2, short: 1, missing: 1 });
    expect(notes).toContain('1 presentation is missing: 1 of 3 problems have fewer than the usual 2.');
    expect(data.uncertain.presentations).toEqual(['1', '2', '1', '1', '2']);
  });

  it('imports the rest where faulty menus may be dropped, and lists what it dropped', () => {
    const text = `${small}P3,C1,1,5,6\nP3,C2,1,3,4\nP4,C1,1,5,6\n`;
    expect(complaint(text)).toEqual([
      'a.csv:8:chosen: 2 alternatives chosen (problem P3); exactly one chosen alternative',
      'a.csv:9:alternative: a menu with one alternative (problem P4); a menu with at least two alternatives',
    ]);
    const [{ content: data, notes }] = imported(text, { dropFaultyMenus: true }).contents;
    expect(data).toEqual(content(small));
    expect(notes).toContain('2 menus were dropped as faulty.');
    expect(notes).toContain('Dropped problem P3: row 8, chosen: 2 alternatives chosen (problem P3).');
  });

  it('drops every menu of an alternative whose features disagree', () => {
    const text = `${small}P3,C1,1,5,6.5\nP3,C2,0,3,4\n`;
    expect(complaint(text)).toEqual(['a.csv:7:f2: 6.5 for alternative C1; 6, its value in row 6']);
    const [{ content: data }] = imported(text, { dropFaultyMenus: true }).contents;
    expect(data.uncertain.problems).toEqual(['P1']);
  });

  it.each<[string, string, string[]]>([
    [
      'none chosen',
      small.replace('C2,1', 'C2,0'),
      ['a.csv:2:chosen: no alternative chosen (problem P1); exactly one chosen alternative'],
    ],
    [
      'a repeated alternative',
      small.replace('P1,C2,1,3,4', 'P1,C10,1,1,2'),
      [
        'a.csv:3:alternative: alternative C10 twice in one menu (problem P1); each alternative once, or a column that tells the presentations apart',
        'a.csv:2:alternative: a menu with one alternative (problem P1); a menu with at least two alternatives',
      ].sort(),
    ],
    [
      'features that are no numbers',
      small.replace('P1,C10,0,1,2', 'P1,C10,0,NaN,'),
      ['a.csv:2:f1: "NaN"; a finite number', 'a.csv:2:f2: a blank cell; a finite number'],
    ],
    [
      'a choice that cannot be read',
      small.replace('P1,C10,0', 'P1,C10,maybe'),
      [
        'a.csv:2:chosen: "maybe"; 1 or 0 (TRUE or FALSE, yes or no, x or blank), or the name of the chosen alternative',
      ],
    ],
    [
      'a blank among 1 and 0',
      small.replace('P1,C10,0', 'P1,C10,'),
      [
        'a.csv:2:chosen: a blank cell; 1 or 0 (TRUE or FALSE, yes or no, x or blank), or the name of the chosen alternative',
      ],
    ],
    [
      'a row without a problem',
      small.replace('P1,C10,0', ',C10,0'),
      [
        'a.csv:2:problem: a blank cell; the problem of the row',
        'a.csv:3:alternative: a menu with one alternative (problem P1); a menu with at least two alternatives',
      ].sort(),
    ],
    [
      'no feature column',
      'problem,alternative,chosen\nP,a,1\nP,b,0\n',
      ['a.csv:1: no feature column; at least one column of numbers'],
    ],
    [
      'no column for the choice',
      'problem,alternative,f\nP,a,1.5\nP,b,0\n',
      ['a.csv:1: no column with the role chosen; a column named chosen, or a mapping that names one'],
    ],
  ])('lists %s', (_, text, expected) => {
    expect(complaint(text).sort()).toEqual(expected);
  });
});

describe('a mapping that is guessed', () => {
  const suggest = (text: string): Mapping => {
    const parsed = parseTable(text, 'a.csv');
    if (!parsed.ok) throw new Error('no table');
    return completeMapping(parsed.value, {});
  };

  it('knows columns by many names, and leaves display columns and text out', () => {
    const text =
      'Choice Set,option_id,is chosen,Temp,rep,position,note,w.1,w.2\n1,a,1,0.5,1,2,hello,1,NaN\n1,b,0,0.5,1,1,there,2,3\n';
    expect(suggest(text)).toEqual({
      'Choice Set': 'problem',
      option_id: 'alternative',
      'is chosen': 'chosen',
      Temp: 'condition',
      rep: 'presentation',
      position: 'position',
      note: 'ignore',
      'w.1': 'feature',
      'w.2': 'feature',
    });
  });

  it('guesses from content where names say nothing', () => {
    expect(suggest('problem,q,r,s\n1,a,1,0.5\n1,b,0,0.7\n')).toEqual({
      problem: 'problem',
      q: 'alternative',
      r: 'chosen',
      s: 'feature',
    });
  });
});

describe('compareNatural', () => {
  it('orders numbers inside names', () => {
    const names = ['C10', 'C2', 'C1', 'B30', 'C02', 'C', '10', '9', 'C2b'];
    expect([...names].sort(compareNatural)).toEqual(['9', '10', 'B30', 'C', 'C1', 'C02', 'C2', 'C2b', 'C10']);
  });
});

interface RawProblems {
  readonly problems: readonly { readonly id: string; readonly claim_ids: readonly string[] }[];
}
interface RawChoices {
  readonly choices: readonly {
    readonly problem_id: string;
    readonly presentation_id: number;
    readonly claim_order: readonly string[];
    readonly position_chosen: number;
  }[];
}
interface StanFile {
  readonly w: number[][];
  readonly I: number[][];
  readonly y: number[];
}

describe.skipIf(!haveShared)('the published insurance study', () => {
  it('rebuilt as a long table from its raw choices gives the published y, I and w', () => {
    const stan = sharedJson<StanFile>('seu/gpt4o-insurance/T0_0.json');
    const claims = sharedJson<{ claims: { id: string }[] }>('seu/gpt4o-insurance/raw_claims.json');
    const problems = sharedJson<RawProblems>('seu/gpt4o-insurance/raw_problems.json');
    const { choices } = sharedJson<RawChoices>('seu/gpt4o-insurance/raw_choices_T0_0.json');
    const ids = claims.claims.map(({ id }) => id).sort();
    const header = [
      'problem',
      'presentation',
      'position',
      'alternative',
      'chosen',
      ...stan.w[0].map((_, d) => `f${d}`),
    ];
    const rows = choices.flatMap((choice) =>
      choice.claim_order.map((id, place) => [
        choice.problem_id,
        choice.presentation_id,
        place + 1,
        id,
        place + 1 === choice.position_chosen ? 1 : 0,
        ...stan.w[ids.indexOf(id)],
      ]),
    );
    const { contents } = imported([header, ...rows].map((row) => row.join(',')).join('\n'));
    const { uncertain, features, alternatives } = contents[0].content;
    expect(alternatives).toEqual(ids);
    expect(features).toEqual(stan.w);
    expect(uncertain.chosen.map((rank) => rank + 1)).toEqual(stan.y);
    expect(uncertain.positions).toEqual(choices.map(({ position_chosen }) => position_chosen - 1));
    const indicator = uncertain.menus.map((menu) => ids.map((_, r) => (menu.includes(r) ? 1 : 0)));
    expect(indicator).toEqual(stan.I);
    const shown = new Map(problems.problems.map(({ id, claim_ids }) => [id, [...claim_ids].sort()]));
    uncertain.menus.forEach((menu, m) =>
      expect(menu.map((r) => ids[r])).toEqual(shown.get(uncertain.problems?.[m] ?? '')),
    );
  });

  // Without names of problems one that lost every presentation cannot be seen: one in Claude insurance at 0.2, one in
  // Claude Ellsberg at 1.0.
  it('lacks as many presentations as it has choices fewer than 300, in problems that can be seen', () => {
    const menus = (data: SeuContent): number => new Set(data.uncertain.menus.map((menu) => menu.join())).size;
    const found: number[] = [];
    for (const [path, choices] of REAL_CONDITIONS) {
      const result = recognise(path, sharedBytes(`seu/${path}`));
      if (!result.ok) throw new Error(path);
      const [{ content: data, condition, name }] = result.contents;
      const { missing, problems } = missingPresentations(data.uncertain);
      expect(problems).toBe(menus(data));
      found.push(300 - choices - missing);
      expect(`T${Number(condition).toFixed(1).replace('.', '_')}`).toBe(name);
    }
    expect(found).toEqual([...Array<number>(6).fill(0), 3, ...Array<number>(12).fill(0), 3]);
  });
});
