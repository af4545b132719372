import { describe, expect, it } from 'vitest';
import {
  keepMenus,
  onePresentation,
  withoutProblems,
} from '../../../../../src/instruments/seu/check/derived.ts';
import { missingRow, missingRows } from '../../../../../src/instruments/seu/check/missing.ts';
import { baseProblems, menusByProblem } from '../../../../../src/instruments/seu/check/problems.ts';
import { proportion } from '../../../../../src/instruments/seu/check/proportion.ts';
import { block, contentOf } from './content.ts';

const menus = [
  [0, 1],
  [1, 2, 3],
  [0, 1],
  [1, 2, 3],
  [0, 1],
  [2, 3],
];
const chosen = [0, 2, 1, 0, 0, 1];
const unnamed = block({ menus, chosen });
const named = block({
  menus,
  chosen,
  problems: ['p', 'q', 'p', 'q', 'r', 's'],
  presentations: ['1', '1', '2', '2', '1', '1'],
});

describe('base problems', () => {
  it('are identical menus where the source names none, and say so', () => {
    const problems = baseProblems(unnamed);
    expect(problems).toMatchObject({ count: 3, names: ['1,2', '2,3,4', '3,4'], source: 'menus' });
    expect(menusByProblem(problems)).toEqual([[0, 2, 4], [1, 3], [5]]);
    expect(problems.note).toMatch(/names no problems: 6 choices from 3 distinct menus/);
  });

  it('keep their names, so that two problems with one menu stay apart', () => {
    const problems = baseProblems(named);
    expect(problems).toMatchObject({ count: 4, names: ['p', 'q', 'r', 's'], source: 'named' });
    expect([...problems.of]).toEqual([0, 1, 0, 1, 2, 3]);
  });
});

describe('data cut for a refit', () => {
  it('hold one presentation a problem', () => {
    const first = onePresentation(contentOf(named)).uncertain;
    expect(first.menus).toEqual([menus[0], menus[1], menus[4], menus[5]]);
    expect(first.chosen).toEqual([0, 2, 0, 1]);
    expect(first.problems).toEqual(['p', 'q', 'r', 's']);
    const second = onePresentation(contentOf(named), 1).uncertain;
    expect(second.chosen).toEqual([1, 0, 0, 1]);
    expect(second.presentations).toEqual(['2', '2', '1', '1']);
  });

  it('lack the problems left out', () => {
    const rest = withoutProblems(contentOf(unnamed), 'uncertain', new Set([0, 2])).uncertain;
    expect(rest.menus).toEqual([menus[1], menus[3]]);
    expect(() => withoutProblems(contentOf(unnamed), 'risky', new Set([0]))).toThrow(/no risky choices/);
  });

  it('keep the lotteries of a risky block', () => {
    const risky = { ...unnamed, lotteries: [[0.5, 0.5]] };
    expect(keepMenus(risky, (m) => m === 5)).toEqual({
      lotteries: [[0.5, 0.5]],
      menus: [[2, 3]],
      chosen: [1],
      problems: null,
      presentations: null,
    });
  });
});

it('counts missing presentations with an interval', () => {
  const row = missingRow('hot', block({ ...named, problems: ['p', 'p', 'q', 'q', 'r', 's'] }));
  expect(row).toMatchObject({ label: 'hot', usual: 2, hits: 2, cases: 8, rate: 0.25, named: true });
});

it('counts missing presentations by menu size, with the usual number of all sizes', () => {
  const menus = [
    [0, 1],
    [0, 1],
    [0, 1],
    [0, 2],
    [0, 1, 2],
    [0, 1, 2],
  ];
  const problems = ['p', 'p', 'q', 'q', 'r', 's'];
  const rows = missingRows('hot', block({ menus, chosen: [0, 0, 0, 0, 0, 0], problems }));
  expect(rows.map(({ size, hits, cases, usual }) => [size, hits, cases, usual])).toEqual([
    [null, 2, 8, 2],
    [2, 0, 4, 2],
    [3, 2, 4, 2],
  ]);
});

it('puts Jeffreys’ interval around a share', () => {
  // R: qbeta(c(.05, .95), 3.5, 7.5)
  const { q5, q95 } = proportion(3, 10);
  expect(q5).toBeCloseTo(0.1173294, 6);
  expect(q95).toBeCloseTo(0.5581268, 6);
  expect(proportion(0, 10)).toMatchObject({ rate: 0, q5: 0 });
  expect(proportion(10, 10)).toMatchObject({ rate: 1, q95: 1 });
});
