// Order and window of a table.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nextOrder, sortRows, windowOf, type Column } from '../../../src/app/components/table.ts';

interface Item {
  readonly name: string;
  readonly size: number | null;
}
const columns: readonly Column<Item>[] = [
  { key: 'name', label: 'Name', value: ({ name }) => name },
  { key: 'size', label: 'Size', numeric: true, value: ({ size }) => size },
];
const rows: readonly Item[] = [
  { name: 'β[10]', size: 3 },
  { name: 'β[2]', size: null },
  { name: 'α', size: 20 },
  { name: 'δ', size: 3 },
];
const names = (items: readonly Item[]) => items.map(({ name }) => name);

describe('sortRows', () => {
  it('sorts numbers by size, keeps equals in place and missing last both ways', () => {
    expect(names(sortRows(rows, columns, { key: 'size', descending: false }))).toEqual([
      'β[10]',
      'δ',
      'α',
      'β[2]',
    ]);
    expect(names(sortRows(rows, columns, { key: 'size', descending: true }))).toEqual([
      'α',
      'β[10]',
      'δ',
      'β[2]',
    ]);
  });

  it('sorts text with the numbers in it', () =>
    expect(names(sortRows(rows, columns, { key: 'name', descending: false }))).toEqual([
      'α',
      'β[2]',
      'β[10]',
      'δ',
    ]));

  it('leaves rows as given without an order', () => expect(sortRows(rows, columns, null)).toBe(rows));
});

describe('nextOrder', () => {
  it('goes ascending, descending, as given', () => {
    const first = nextOrder(null, 'size');
    const second = nextOrder(first, 'size');
    expect([first, second, nextOrder(second, 'size')]).toEqual([
      { key: 'size', descending: false },
      { key: 'size', descending: true },
      null,
    ]);
    expect(nextOrder(second, 'name')).toEqual({ key: 'name', descending: false });
  });
});

describe('windowOf', () => {
  it('covers all that is in sight and stays within the rows', () => {
    const size = fc.integer({ min: 0, max: 100_000 });
    fc.assert(
      fc.property(size, size, fc.integer({ min: 0, max: 2000 }), (scroll, count, view) => {
        const { first, end } = windowOf(scroll, view, 33, count);
        expect(first).toBeGreaterThanOrEqual(0);
        expect(end).toBeLessThanOrEqual(count);
        expect(end - first).toBeLessThanOrEqual(view / 33 + 26);
        const top = Math.min(count, Math.floor(scroll / 33));
        const bottom = Math.min(count, Math.ceil((scroll + view) / 33));
        expect(first).toBeLessThanOrEqual(top);
        expect(end).toBeGreaterThanOrEqual(Math.min(bottom, count));
      }),
    );
  });
});
