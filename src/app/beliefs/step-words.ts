// How each step of a study of beliefs stands, in few words.
import { integer } from '../../charts/number-format.ts';
import type { Retention } from '../../instruments/beliefs/retention.ts';
import { formatCounted } from '../format.ts';
import type { StepWord } from '../workflow/step-links.ts';
import { LOW_RETENTION } from './facts.ts';
import type { BeliefStep } from './steps.ts';

const NOT_RUN: StepWord = { state: 'idle', word: 'not run' };

function retentionWord(retention: readonly Retention[]): StepWord {
  if (retention.length === 0) return { state: 'idle', word: 'no table' };
  const kept = retention.reduce((sum, { complete }) => sum + complete, 0);
  const all = retention.reduce((sum, { cases }) => sum + cases, 0);
  const low = retention.some(({ share }) => share < LOW_RETENTION);
  return { state: low ? 'look' : 'fine', word: `${integer(kept)} of ${integer(all)}` };
}

export const stepWords = (
  chosen: number,
  retention: readonly Retention[],
): Readonly<Record<BeliefStep, StepWord>> => ({
  data:
    chosen === 0
      ? { state: 'idle', word: 'none chosen' }
      : { state: 'fine', word: `${formatCounted(chosen, 'table')} chosen` },
  retention: retentionWord(retention),
  fit: NOT_RUN,
  coherence: NOT_RUN,
  thresholds: NOT_RUN,
  generalisation: NOT_RUN,
  sufficiency: NOT_RUN,
  instances: NOT_RUN,
  report: NOT_RUN,
});
