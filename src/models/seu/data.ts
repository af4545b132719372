// Choices encoded for the SEU models: menus over distinct alternatives and lotteries, all indices from zero.

/**
 * Observed choices from menus. Menu m has the members `items[starts[m] … starts[m+1] − 1]`, ascending;
 * `chosen[m]` is the rank of the chosen member among them (0-based), as `y − 1` in the Stan files.
 */
export interface MenuBlock {
  readonly starts: Int32Array;
  readonly items: Int32Array;
  readonly chosen: Int32Array;
}

/** Choices among `lotteries` objectively given gambles; `probabilities` is S × K, row by row, rows summing to 1. */
export interface RiskyBlock {
  readonly lotteries: number;
  readonly probabilities: Float64Array;
  readonly menus: MenuBlock;
}

/** Data of one SEU model: K consequences, R alternatives with D features each (`features` is R × D, row by row). */
export interface SeuData {
  readonly consequences: number;
  readonly alternatives: number;
  readonly dimensions: number;
  readonly features: Float64Array;
  readonly uncertain: MenuBlock;
  readonly risky: RiskyBlock | null;
}

export const menuCount = (menus: MenuBlock): number => menus.chosen.length;

export const menuSize = (menus: MenuBlock, menu: number): number =>
  menus.starts[menu + 1] - menus.starts[menu];

/** Builds a block from lists of ascending member indices and chosen ranks. */
export function menuBlock(members: readonly (readonly number[])[], chosen: readonly number[]): MenuBlock {
  const starts = new Int32Array(members.length + 1);
  members.forEach((menu, m) => (starts[m + 1] = starts[m] + menu.length));
  return { starts, items: Int32Array.from(members.flat()), chosen: Int32Array.from(chosen) };
}
