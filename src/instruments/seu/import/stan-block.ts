// Reads one block of choices of a Stan data file: menus as rows of zeros and ones, choices as ranks.
import type { ChoiceBlock } from '../../../formats/dataset.ts';
import { binary, rank, wholeFrom, type StanShape } from './stan-shape.ts';

/** Bound on the counts of a file: beyond it a count is a slip of the pen, and would exhaust memory. */
export const MOST = 1_000_000;

/** The keys of a block: its count, its 0/1 matrix, the count of that matrix's columns, its choices. */
export interface BlockKeys {
  readonly count: string;
  readonly menus: string;
  readonly items: string;
  readonly chosen: string;
}

/** Null where it added a fault. Choices are 1-based ranks in the file, 0-based in the block. */
export function readBlock(shape: StanShape, keys: BlockKeys, items: number | null): ChoiceBlock | null {
  const count = shape.scalar(keys.count, wholeFrom(1, MOST));
  const rows = shape.matrix(keys.menus, count, items, [keys.count, keys.items], binary);
  const ranks = shape.vector(keys.chosen, count, keys.count, rank);
  const menus = rows?.map((row, m) => row && readMenu(shape, row, `/${keys.menus}/${m}`));
  if (!menus || !ranks) return null;
  ranks.forEach((choice, m) => {
    const size = menus[m]?.length;
    if (size !== undefined && choice !== null && choice > size) {
      shape.fault(
        `/${keys.chosen}/${m}`,
        `choice ${choice}`,
        `a rank from 1 to ${size}, the size of menu ${m + 1}`,
      );
    }
  });
  if (menus.includes(null) || ranks.includes(null)) return null;
  const chosen = (ranks as number[]).map((choice) => choice - 1);
  return { menus: menus as number[][], chosen, problems: null, presentations: null };
}

function readMenu(shape: StanShape, row: readonly number[], pointer: string): number[] | null {
  const members = row.flatMap((entry, r) => (entry === 1 ? [r] : []));
  if (members.length >= 2) return members;
  const seen = members.length === 0 ? 'an empty menu' : 'a menu with one alternative';
  return shape.fault(pointer, seen, 'a menu with at least two alternatives');
}
