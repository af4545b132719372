// What a cell's prompts and cases do not allow, and why, in sentences.
import type { BeliefRows } from '../../inference/beliefs/parts.ts';
import { selectOutputs, type BeliefCell, type BeliefOutput } from '../../models/beliefs/cell.ts';
import type { BeliefKind } from '../../models/beliefs/model.ts';
import type { BeliefSettings, MissingRule } from './plan.ts';

/** With fewer test cases the resamples of a score say nothing. */
export const FEWEST_TESTS = 10;

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

/** What decisions do not allow, in a sentence; blank where nothing is wanting. */
function framingLimit({ outputs }: BeliefCell): string {
  const decisions = outputs.filter(({ family }) => family === 'decision');
  if (decisions.length === 0)
    return 'No prompt asks for a decision: no thresholds, and nothing to predict from reports.';
  const instructed = decisions.filter((output) => output.family === 'decision' && output.threshold !== null);
  if (instructed.length === 0)
    return 'No decision comes with an instruction: implied thresholds have none to be held against, and there are no framings to compare or to transfer between.';
  const framings = new Set(instructed.map((output) => output.family === 'decision' && output.framing));
  return framings.size > 1
    ? ''
    : `All instructed decisions are of one framing, ${[...framings].join('')}: none to compare it with or to transfer from.`;
}

/** What too few test cases do not allow, in a sentence; blank where they are enough. */
function testLimit(tests: number, missing: MissingRule): string {
  if (tests === 0) return `No test case ${keptBy(missing)}: no held-out scores.`;
  const cases = `${tests} test ${tests === 1 ? 'case' : 'cases'}`;
  return tests < FEWEST_TESTS
    ? `${cases}, fewer than ${FEWEST_TESTS}: too few to resample, so no intervals over cases and no choice curves.`
    : '';
}

type Asked = Pick<BeliefSettings, 'kind' | 'estimator' | 'missing' | 'analyses'>;

/** What keeps refits that were asked for from being made or from being of the fit itself; blank where nothing does. */
function refitLimit({ kind, estimator, analyses }: Asked): string {
  if (!analyses.includes('refits')) return '';
  if (kind !== 'linear')
    return `No refits to drawn cases: their intervals are of each decision's own threshold, logit⁻¹(−α/β), and a ${kind} model has none.`;
  return estimator === 'adam'
    ? 'The fit stops early, refits to drawn cases go to the maximum of the likelihood: its thresholds and slopes may lie outside their intervals.'
    : '';
}

/** Sentences of a cell and of what is fitted of it. */
export function limitsOf(cell: BeliefCell, fitted: BeliefCell, rows: BeliefRows, settings: Asked): string[] {
  const left = cell.outputs.filter((output) => !fitted.outputs.includes(output)).map(({ prompt }) => prompt);
  const has = (family: BeliefOutput['family']): boolean =>
    fitted.outputs.some((output) => output.family === family);
  return [
    left.length > 0 ? `Without an instruction, so left out of the shared model: ${left.join(', ')}.` : '',
    has('probability')
      ? ''
      : 'No prompt asks for a probability: the belief has an order but no scale, so thresholds are not probabilities.',
    framingLimit(fitted),
    refitLimit(settings),
    has('probability') || has('ordinal')
      ? ''
      : 'No prompt asks for a report: decisions have nothing to predict.',
    fitted.outputs.length > 1 ? '' : 'One prompt alone: it has no others to be predicted from.',
    testLimit(rows.test.length, settings.missing),
    cell.outcomes.every(Number.isNaN)
      ? 'No outcome is known: no calibration, and nothing to say of outcomes beyond the belief.'
      : '',
  ].filter((sentence) => sentence !== '');
}
