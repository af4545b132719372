import { expect, it } from 'vitest';
import { firstChoice } from '../../../../src/app/import/chosen.ts';

const kept = ['a', 'b', 'c'].map((hash) => ({ hash }));

it('takes up the tables of the newest study that are all kept', () => {
  expect([...firstChoice(kept, [['gone', 'a'], ['b', 'c'], ['a']])]).toEqual(['b', 'c']);
});

it('takes the only table where nothing was studied, and none of several', () => {
  expect([...firstChoice(kept.slice(1, 2), [])]).toEqual(['b']);
  expect([...firstChoice(kept, [[], ['gone']])]).toEqual([]);
  expect([...firstChoice([], [])]).toEqual([]);
});
