// Why a figure of mechanisms is absent, by game: said once where it is the same for all cells of it.
import type { MechanismCell, MechanismReport } from '../../instruments/portability/mechanism/reported.ts';
import { cellTitle, gameTitle } from '../../instruments/portability/views-words.ts';

type Part = keyof MechanismCell['absent'];

const NAMES: Readonly<Record<Part, string>> = {
  ridge: 'No ΔR².',
  nash: 'No equilibria.',
  regret: 'No payoff lost.',
  texts: 'No reasoning.',
};

export interface Absence {
  readonly name: string;
  readonly reason: string;
}

/** A game where all its cells lack the part, else the cells that do. */
function namesOf(lacking: readonly MechanismCell[], all: readonly MechanismCell[]): readonly string[] {
  const whole = (game: string): boolean =>
    all.filter((cell) => cell.game === game).every((cell) => lacking.includes(cell));
  return [...new Set(lacking.map((cell) => (whole(cell.game) ? gameTitle(cell.game) : cellTitle(cell))))];
}

function reasonsOf(cells: readonly MechanismCell[], part: Part): readonly string[] {
  const reasons = new Set(cells.flatMap(({ absent }) => absent[part] ?? []));
  return [...reasons].map((reason) => {
    const lacking = cells.filter(({ absent }) => absent[part] === reason);
    return `${namesOf(lacking, cells).join('; ')}: ${reason}.`;
  });
}

/** Parts that some game lacks in every cell, or that a cell lacks. */
export const absentReasons = ({ cells }: MechanismReport): readonly Absence[] =>
  (Object.keys(NAMES) as readonly Part[]).flatMap((part) => {
    const reasons = reasonsOf(cells, part);
    return reasons.length > 0 ? [{ name: NAMES[part], reason: reasons.join(' ') }] : [];
  });
