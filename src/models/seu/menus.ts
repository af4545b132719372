// Presentations of the same menu collapse to counts: the likelihood needs no more of the choices.
import { menuCount, type MenuBlock } from './data.ts';

/** Distinct menus with how often each was shown, ordered by that count and then by size; and choices of each item. */
export interface MenuCounts {
  readonly starts: Int32Array;
  readonly items: Int32Array;
  /** n_m: presentations of distinct menu m; ascending. */
  readonly shown: Float64Array;
  /** C_r: choices of item r over all menus. */
  readonly chosen: Float64Array;
}

/** Collapses `menus` over `itemCount` distinct items. */
export function countMenus(menus: MenuBlock, itemCount: number): MenuCounts {
  const distinct = new Map<string, { members: Int32Array; shown: number }>();
  const chosen = new Float64Array(itemCount);
  for (let m = 0; m < menuCount(menus); m++) {
    const members = menus.items.subarray(menus.starts[m], menus.starts[m + 1]);
    const key = members.join(' ');
    const entry = distinct.get(key) ?? { members, shown: 0 };
    entry.shown += 1;
    distinct.set(key, entry);
    chosen[members[menus.chosen[m]]] += 1;
  }
  const sorted = [...distinct.values()].sort(
    (a, b) => a.shown - b.shown || a.members.length - b.members.length,
  );
  const starts = new Int32Array(sorted.length + 1);
  sorted.forEach(({ members }, m) => (starts[m + 1] = starts[m] + members.length));
  return {
    starts,
    items: Int32Array.from(sorted.flatMap(({ members }) => [...members])),
    shown: Float64Array.from(sorted, ({ shown }) => shown),
    chosen,
  };
}
