// What a cell's prompts and cases do not allow, and why, in sentences.
import type { BeliefRows } from '../../inference/beliefs/parts.ts';
import { selectOutputs, type BeliefCell, type BeliefOutput } from '../../models/beliefs/cell.ts';
import type { BeliefKind } from '../../models/beliefs/model.ts';
import type { BeliefSettings, MissingRule } from './plan.ts';

/** Equation 1 shares α and β among instructed decisions: one without an instruction has no place in it. */
const belongs = (kind: BeliefKind, output: BeliefOutput): boolean =>
  kind !== 'shared' || output.family !== 'decision' || output.threshold !== null;

/** The cell with the outputs that a model of `kind` takes. */
export const cellFor = (kind: BeliefKind, cell: BeliefCell): BeliefCell =>
  selectOutputs(cell, (output) => belongs(kind, output));

const keptBy = (missing: MissingRule): string =>
  missing === 'complete' ? 'has an answer to every prompt' : 'has an answer';

/** Why a cell cannot be fitted, or null. */
export function obstacleOf(
  cell: BeliefCell,
  rows: BeliefRows,
  { kind, estimator, missing }: BeliefSettings,
): string | null {
  if (cell.outputs.length === 0) return `No fit: no prompt has a place in a ${kind} model.`;
  if (rows.train.length === 0) return `No fit: no training case ${keptBy(missing)}.`;
  if (estimator === 'adam' && rows.validation.length === 0)
    return `No fit: early stopping needs validation cases, and none ${keptBy(missing)}.`;
  return null;
}

/** Sentences of a cell and of what is fitted of it. */
export function limitsOf(
  cell: BeliefCell,
  fitted: BeliefCell,
  rows: BeliefRows,
  { missing }: BeliefSettings,
): string[] {
  const left = cell.outputs.filter((output) => !fitted.outputs.includes(output)).map(({ prompt }) => prompt);
  const has = (family: BeliefOutput['family']): boolean =>
    fitted.outputs.some((output) => output.family === family);
  return [
    left.length > 0 ? `Without an instruction, so left out of the shared model: ${left.join(', ')}.` : '',
    has('probability')
      ? ''
      : 'No prompt asks for a probability: the belief has an order but no scale, so thresholds are not probabilities.',
    has('decision')
      ? ''
      : 'No prompt asks for a decision: no thresholds, and nothing to predict from reports.',
    has('probability') || has('ordinal')
      ? ''
      : 'No prompt asks for a report: decisions have nothing to predict.',
    fitted.outputs.length > 1 ? '' : 'One prompt alone: it has no others to be predicted from.',
    rows.test.length > 0 ? '' : `No test case ${keptBy(missing)}: no held-out scores.`,
  ].filter((sentence) => sentence !== '');
}
