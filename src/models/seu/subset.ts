// Fits to part of a design: chosen menus of either block, and observed choices beside simulated ones.
import { menuSize, type MenuBlock, type SeuData } from './data.ts';

/** Which menus of each block are kept: a list of indices, or null for all. */
export interface MenuSubset {
  readonly uncertain: readonly number[] | null;
  readonly risky: readonly number[] | null;
}

export const ALL_MENUS: MenuSubset = { uncertain: null, risky: null };

function pick(block: MenuBlock, indices: readonly number[] | null): MenuBlock {
  if (indices === null) return block;
  const starts = new Int32Array(indices.length + 1);
  indices.forEach((m, i) => (starts[i + 1] = starts[i] + menuSize(block, m)));
  const items = new Int32Array(starts[indices.length]);
  indices.forEach((m, i) => items.set(block.items.subarray(block.starts[m], block.starts[m + 1]), starts[i]));
  return { starts, items, chosen: Int32Array.from(indices, (m) => block.chosen[m]) };
}

/** The data of the menus kept. */
export const subsetOf = (data: SeuData, { uncertain, risky }: MenuSubset): SeuData => ({
  ...data,
  uncertain: pick(data.uncertain, uncertain),
  risky: data.risky && { ...data.risky, menus: pick(data.risky.menus, risky) },
});

function join(a: MenuBlock, b: MenuBlock): MenuBlock {
  const shift = a.starts[a.starts.length - 1];
  return {
    starts: Int32Array.of(...a.starts, ...b.starts.subarray(1).map((start) => start + shift)),
    items: Int32Array.of(...a.items, ...b.items),
    chosen: Int32Array.of(...a.chosen, ...b.chosen),
  };
}

/** Both data sets' choices from the same alternatives and lotteries. */
export const joinData = (a: SeuData, b: SeuData): SeuData => ({
  ...a,
  uncertain: join(a.uncertain, b.uncertain),
  risky: a.risky && b.risky && { ...a.risky, menus: join(a.risky.menus, b.risky.menus) },
});
