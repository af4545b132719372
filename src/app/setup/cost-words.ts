// What pressing the button costs: seconds on this device, and one line about them.
import { counted } from '../../charts/number-format.ts';
import { formatDuration } from '../format.ts';
import { cellId } from './conditions.ts';
import { cellsSeconds, cpuSeconds, type Speed } from './cost.ts';
import type { AnalysisDraft } from './draft.svelte.ts';
import { samplerOf } from './sampler-fields.ts';

/** On the CPU; null before a speed was measured. The draft must be free of faults. */
export function draftSeconds(draft: AnalysisDraft, speed: Speed): number | null {
  const sampler = samplerOf(draft.sampler);
  const contents = draft.rows.map(({ dataset }) => dataset.content);
  if (draft.kind === 'hierarchical') return cellsSeconds(contents, sampler, speed);
  const alone = cpuSeconds(contents, sampler, speed);
  if (alone === null || draft.kind === 'fit' || !draft.regressed) return alone;
  return draft.cells.reduce((sum, { id }) => {
    const own = draft.rows.filter((row) => cellId(row) === id).map(({ dataset }) => dataset.content);
    return sum + (cellsSeconds(own, sampler, speed) ?? 0);
  }, alone);
}

/** How many posteriors are sampled. */
function fitsOf({ kind, rows, cells, regressed }: AnalysisDraft): number {
  if (kind === 'hierarchical') return 1;
  return rows.length + (kind === 'study' && regressed ? cells.length : 0);
}

/** `seconds` on the CPU, or null where there are faults or no speed was measured yet. */
export function costWords(draft: AnalysisDraft, seconds: number | null, workers: number): string {
  if (draft.faults.length > 0) return '';
  const { chains, draws } = samplerOf(draft.sampler);
  const amount = `${counted(fitsOf(draft) * chains, 'chain')} × ${counted(draws, 'draw')}`;
  if (draft.engine === 'gpu' || seconds === null) return `${amount}.`;
  return `${amount}: about ${formatDuration(seconds)} on ${workers} CPU ${workers === 1 ? 'worker' : 'workers'}.`;
}
