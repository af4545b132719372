// Keys that go from cell to cell: within the cells there are, and only while what they move is on the page.
import { expect, it } from 'vitest';
import { shortcuts } from '../../../../src/app/shortcuts.svelte.ts';
import { cellKeys } from '../../../../src/app/workflow/cell-keys.ts';

it('steps through the cells and stops at either end', () => {
  let place = 1;
  const leave = cellKeys(
    () => 3,
    () => place,
    (next) => (place = next),
  )();
  const press = (key: string): number => {
    shortcuts.bound.find(({ keys }) => keys.join() === key)!.run!();
    return place;
  };
  expect(['J', 'J', 'K', 'K', 'K'].map(press)).toEqual([2, 2, 1, 0, 0]);
  leave();
  expect(shortcuts.bound).toEqual([]);
});
