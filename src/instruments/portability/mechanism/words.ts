// What a study of mechanisms found, in sentences that could be quoted.
import { counted, fraction } from '../../seu/views/number-format.ts';
import { rejects } from '../../../statistics/portability/level.ts';
import { cellTitle } from '../views-words.ts';
import type { MechanismCell, MechanismReport } from './reported.ts';

/** Whether framings explain choices beyond payoffs more than exchanged ones do. */
const framingAdds = ({ ridge }: Pick<MechanismCell, 'ridge'>): boolean =>
  ridge !== null && rejects(ridge.delta.p);

function ridgeWords(cells: readonly MechanismCell[]): string {
  const told = cells.filter(({ ridge }) => ridge !== null);
  if (told.length === 0) return 'No cell has two environments: nothing can be compared.';
  const tested = told.filter(({ ridge }) => ridge!.delta.p !== null);
  const most = told.reduce((best, cell) => (cell.ridge!.delta.mean > best.ridge!.delta.mean ? cell : best));
  const largest = `the largest gain is ΔR² ${fraction(most.ridge!.delta.mean, 3)} (${cellTitle(most)})`;
  if (tested.length === 0) return `Without a floor: ${largest}.`;
  const above = tested.filter(framingAdds).length;
  return `Framings add to what payoffs explain in ${above} of ${counted(tested.length, 'cell')} (each p ≤ .05); ${largest}.`;
}

/** The finding in a few words; null where nothing was tested. */
export function mechanismWord({ cells }: MechanismReport): string | null {
  const tested = cells.filter(({ ridge }) => ridge !== null && ridge.delta.p !== null);
  return tested.length === 0
    ? null
    : `framings add in ${tested.filter(framingAdds).length} of ${tested.length}`;
}

function nashWords(cells: readonly MechanismCell[]): string {
  const told = cells.filter(({ nash }) => nash !== null);
  if (told.length === 0) return '';
  const above = told.filter(
    ({ nash }) => nash!.share.lo > Math.max(nash!.coin, nash!.always_a, nash!.always_b),
  );
  return ` Choices lie in the support of an equilibrium more often than without a look at payoffs in ${above.length} of ${told.length}.`;
}

/** One or two sentences; of a finished run. */
export const mechanismFinding = ({ cells }: MechanismReport): string =>
  `${ridgeWords(cells)}${nashWords(cells)}`;
