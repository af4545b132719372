// Missing choices by condition and menu size: a rate that differs between conditions can pass for an effect.
import type { ChoiceBlock } from '../../../formats/dataset.ts';
import { missingPresentations } from '../import/presentations.ts';
import { keepMenus } from './derived.ts';
import { proportion, type Proportion } from './proportion.ts';

export interface MissingRow extends Proportion {
  readonly label: string;
  /** Menu size, or null over all sizes. */
  readonly size: number | null;
  /** Presentations of most problems. */
  readonly usual: number;
  /** Whether the source names its problems; else identical menus count as one, and the rate is a lower bound. */
  readonly named: boolean;
}

function rowOf(label: string, size: number | null, block: ChoiceBlock, usual?: number): MissingRow {
  const found = missingPresentations(block, usual);
  return {
    label,
    size,
    ...proportion(found.missing, block.menus.length + found.missing),
    usual: found.usual,
    named: block.problems !== null,
  };
}

/** Missing presentations (`hits`) among those that the design must have had (`cases`). */
export const missingRow = (label: string, block: ChoiceBlock): MissingRow => rowOf(label, null, block);

/** Over all menu sizes first, then each size in ascending order. */
export function missingRows(label: string, block: ChoiceBlock): readonly MissingRow[] {
  const all = missingRow(label, block);
  const sizes = [...new Set(block.menus.map(({ length }) => length))].sort((a, b) => a - b);
  const ofSize = (size: number): ChoiceBlock => keepMenus(block, (m) => block.menus[m].length === size);
  return [all, ...sizes.map((size) => rowOf(label, size, ofSize(size), all.usual))];
}
