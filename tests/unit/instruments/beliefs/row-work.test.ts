import { expect, it } from 'vitest';
import { beliefKey } from '../../../../src/instruments/beliefs/keys.ts';
import { rowWork } from '../../../../src/instruments/beliefs/row-work.ts';

it('is of the part that the key names, whatever cell and row', () => {
  expect(rowWork(beliefKey(0, 'fit', 0))).toBe(rowWork(beliefKey(7, 'fit', 0)));
  expect(rowWork(beliefKey(3, 'outcome', 500))).toBe(rowWork(beliefKey(3, 'outcome', 0)));
  expect(rowWork(beliefKey(1, 'plane', 2))).toBeGreaterThan(rowWork(beliefKey(1, 'fit', 0)));
  expect(rowWork(beliefKey(1, 'refits', 20))).toBe(rowWork(beliefKey(1, 'clips', 0)));
  expect(rowWork(beliefKey(1, 'outcome_null', 2))).toBeGreaterThan(rowWork(beliefKey(1, 'outcome', 2)));
});
