// Missing choices by condition: a rate that differs between conditions can pass for an effect.
import type { ChoiceBlock } from '../../../formats/dataset.ts';
import { missingPresentations } from '../import/presentations.ts';
import { proportion, type Proportion } from './proportion.ts';

export interface MissingRow extends Proportion {
  readonly label: string;
  /** Presentations of most problems. */
  readonly usual: number;
  /** Whether the source names its problems; else identical menus count as one, and the rate is a lower bound. */
  readonly named: boolean;
}

/** Missing presentations (`hits`) among those that the design must have had (`cases`). */
export function missingRow(label: string, block: ChoiceBlock): MissingRow {
  const { missing, usual } = missingPresentations(block);
  return {
    label,
    ...proportion(missing, block.menus.length + missing),
    usual,
    named: block.problems !== null,
  };
}
