// How each step of a portability study stands, in few words.
import type { ChoiceDataset } from '../../formats/dataset.ts';
import type { StateKey } from '../components/state.ts';
import { formatCounted } from '../format.ts';
import type { RunRow } from '../rows.ts';
import { balanceOfTable, unevenCells } from './facts.ts';
import type { PortabilityStep } from './steps.ts';

export interface StepWord {
  readonly state: StateKey;
  readonly word: string;
}

function designWord(chosen: readonly ChoiceDataset[]): StepWord {
  if (chosen.length === 0) return { state: 'idle', word: 'no table chosen' };
  const uneven = unevenCells(chosen.flatMap(({ content }) => balanceOfTable(content))).length;
  return uneven === 0
    ? { state: 'fine', word: 'balanced' }
    : { state: 'look', word: `${formatCounted(uneven, 'cell')} uneven` };
}

/** `runs` are those of portability, newest first. */
export function stepWords(
  chosen: readonly ChoiceDataset[],
  runs: readonly RunRow[],
): Readonly<Record<PortabilityStep, StepWord>> {
  const [newest] = runs;
  const done = runs.filter(({ share, control }) => share === null && control === null).length;
  return {
    data:
      chosen.length === 0
        ? { state: 'idle', word: 'none chosen' }
        : { state: 'fine', word: `${formatCounted(chosen.length, 'table')} chosen` },
    design: designWord(chosen),
    measure: newest ? { state: newest.state, word: newest.word } : { state: 'idle', word: 'not run' },
    report:
      done > 0 ? { state: 'fine', word: formatCounted(done, 'report') } : { state: 'idle', word: 'not run' },
  };
}
