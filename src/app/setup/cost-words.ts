// One line on what pressing the button costs.
import { integer } from '../../charts/number-format.ts';
import { formatDuration } from '../format.ts';
import type { AnalysisDraft } from './draft.svelte.ts';
import { samplerOf } from './sampler-fields.ts';

/** `seconds` on the CPU, or null where there are faults or no speed was measured yet. */
export function costWords(draft: AnalysisDraft, seconds: number | null, workers: number): string {
  if (draft.faults.length > 0) return '';
  const { chains, draws } = samplerOf(draft.sampler);
  const fits = draft.kind === 'hierarchical' ? 1 : draft.rows.length;
  const amount = `${integer(fits * chains)} chains × ${integer(draws)} draws`;
  if (draft.engine === 'gpu' || seconds === null) return `${amount}.`;
  return `${amount}: about ${formatDuration(seconds)} on ${workers} CPU ${workers === 1 ? 'worker' : 'workers'}.`;
}
