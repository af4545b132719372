// What a design shows: menus by size, what chance alone would reach, and which alternatives are seen how often.
import type { ChoiceBlock } from '../../../formats/dataset.ts';

export interface MenuSizeRow {
  readonly size: number;
  readonly menus: number;
  readonly share: number;
  /** 1 / size: the chance that a random choice is any one alternative. */
  readonly chance: number;
}

export interface MenuTable {
  readonly menus: number;
  readonly sizes: readonly MenuSizeRow[];
  /** mean(1 / N_m): the share of SEU-maximal choices of a chooser at random. */
  readonly chance: number;
  /** Different menus among them. */
  readonly distinct: number;
  /** The most times that one menu is shown. */
  readonly mostShown: number;
  /** Showings of each item over all menus. */
  readonly shown: readonly number[];
  /** Sets of items that menus join, directly or by way of others; items never shown belong to none. */
  readonly groups: number;
}

/** Table of a block over `items` alternatives or lotteries. */
export function menuTable({ menus }: Pick<ChoiceBlock, 'menus'>, items: number): MenuTable {
  const bySize = tally(menus.map((menu) => menu.length));
  const byMenu = tally(menus.map((menu) => menu.join(' ')));
  const shown = new Array<number>(items).fill(0);
  for (const menu of menus) for (const item of menu) shown[item] += 1;
  return {
    menus: menus.length,
    sizes: [...bySize]
      .sort(([a], [b]) => a - b)
      .map(([size, count]) => ({ size, menus: count, share: count / menus.length, chance: 1 / size })),
    chance: menus.reduce((sum, menu) => sum + 1 / menu.length, 0) / menus.length,
    distinct: byMenu.size,
    mostShown: [...byMenu.values()].reduce((most, count) => Math.max(most, count), 0),
    shown,
    groups: countGroups(menus, items),
  };
}

function tally<Key>(keys: readonly Key[]): ReadonlyMap<Key, number> {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

function countGroups(menus: readonly (readonly number[])[], items: number): number {
  const parent = Array.from({ length: items }, (_, item) => item);
  const rootOf = (item: number): number => {
    while (parent[item] !== item) item = parent[item] = parent[parent[item]];
    return item;
  };
  for (const menu of menus) for (const item of menu) parent[rootOf(item)] = rootOf(menu[0]);
  return new Set(menus.flat().map(rootOf)).size;
}
