// Whether the chains of a cell allow its numbers to be read, in a word, a reason or a sentence.
import type { Diagnostic } from '../../../statistics/diagnostic.ts';
import type { SummaryRow } from '../../../statistics/summarise.ts';
import { convergenceOf, isOfChains, worstOf } from '../../seu/convergence.ts';
import { integer, measured } from '../../seu/views/number-format.ts';

/** R-hat needs the digits that tell it from its bound; effective draws are counted. */
const valueOf = ({ id, value, threshold }: Diagnostic): string =>
  id.startsWith('ess') ? integer(value) : measured(value, threshold, 4);

const named = (found: Diagnostic): string =>
  `${found.label} is ${valueOf(found)} where ${measured(found.threshold, found.value)} is needed`;

/** What is wrong: "R-hat of phi is 1.600 where 1.01 is needed, and 1 more like it". */
function wrongWith(found: readonly Diagnostic[]): string {
  const others = found.length === 1 ? '' : `, and ${integer(found.length - 1)} more like it`;
  return `${named(worstOf(found))}${others}`;
}

/** What a cell is judged by: failures, else what deserves a look. */
function foundIn(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const failed = diagnostics.filter(({ severity }) => severity === 'fail');
  return failed.length > 0 ? failed : diagnostics.filter(({ severity }) => severity === 'look');
}

/** Why a cell's numbers must not be read, or only with care; null where every diagnostic is fine. */
export function convergenceWords(diagnostics: readonly Diagnostic[]): string | null {
  const found = foundIn(diagnostics);
  if (found.length === 0) return null;
  const worst = `${wrongWith(found)}.`;
  if (found[0].severity === 'fail') return `Not converged: ${worst} Do not read the numbers of this cell.`;
  return found.some(isOfChains)
    ? `Not converged yet: ${worst} Intervals are rough; run more draws.`
    : `Look here first: ${worst}`;
}

/** The same in a word or three. */
export function convergenceWord(diagnostics: readonly Diagnostic[]): string {
  const words = convergenceWords(diagnostics);
  if (words === null) return 'converged';
  return words.startsWith('Not converged') ? 'not converged' : 'look here';
}

/** Why a cell needs a look, without a full stop; empty where it does not. */
export function whyLook(diagnostics: readonly Diagnostic[]): string {
  const found = foundIn(diagnostics);
  return found.length === 0 ? '' : wrongWith(found);
}

/** The word with its reason: "not converged: R-hat of phi is 1.600 where 1.01 is needed". */
export function convergenceReason(diagnostics: readonly Diagnostic[]): string {
  const [word, why] = [convergenceWord(diagnostics), whyLook(diagnostics)];
  return why === '' ? word : `${word}: ${why}`;
}

/** The word of one quantity by its own R-hat and effective draws. */
export const rowConvergence = (row: SummaryRow): string => convergenceWord(convergenceOf([row], () => true));
