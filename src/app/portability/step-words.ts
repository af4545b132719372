// How each step of a portability study stands, in few words.
import type { ChoiceDataset } from '../../formats/dataset.ts';
import { formatCounted } from '../format.ts';
import type { RunRow } from '../rows.ts';
import { balanceOfTable, unevenCells } from './facts.ts';
import type { StepWord } from '../workflow/step-links.ts';
import type { PortabilityStep } from './steps.ts';

function designWord(chosen: readonly ChoiceDataset[]): StepWord {
  if (chosen.length === 0) return { state: 'idle', word: 'no table chosen' };
  const uneven = unevenCells(chosen.flatMap(({ content }) => balanceOfTable(content))).length;
  return uneven === 0
    ? { state: 'fine', word: 'balanced' }
    : { state: 'look', word: `${formatCounted(uneven, 'cell')} uneven` };
}

/** Runs of each kind of study, newest first. */
export interface StudyRuns {
  readonly measure: readonly RunRow[];
  readonly robustness: readonly RunRow[];
  readonly mechanism: readonly RunRow[];
}

const runWord = ([newest]: readonly RunRow[]): StepWord =>
  newest ? { state: newest.state, word: newest.word } : { state: 'idle', word: 'not run' };

export function stepWords(
  chosen: readonly ChoiceDataset[],
  { measure, robustness, mechanism }: StudyRuns,
): Readonly<Record<PortabilityStep, StepWord>> {
  const all = [...measure, ...robustness, ...mechanism];
  const done = all.filter(({ share, control }) => share === null && control === null).length;
  return {
    data:
      chosen.length === 0
        ? { state: 'idle', word: 'none chosen' }
        : { state: 'fine', word: `${formatCounted(chosen.length, 'table')} chosen` },
    design: designWord(chosen),
    measure: runWord(measure),
    robustness: runWord(robustness),
    mechanism: runWord(mechanism),
    report:
      done > 0 ? { state: 'fine', word: formatCounted(done, 'report') } : { state: 'idle', word: 'not run' },
  };
}
