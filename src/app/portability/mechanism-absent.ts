// Why a figure of mechanisms is absent, by game: said once where it is the same for all cells of it.
import type { MechanismCell, MechanismReport } from '../../instruments/portability/mechanism/report.ts';
import { gameTitle } from '../../instruments/portability/views-words.ts';

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

function reasonsOf(cells: readonly MechanismCell[], part: Part): readonly string[] {
  const reasons = new Map<string, Set<string>>();
  for (const { game, absent } of cells) {
    const reason = absent[part];
    if (reason !== null) reasons.set(reason, (reasons.get(reason) ?? new Set()).add(gameTitle(game)));
  }
  return [...reasons].map(([reason, games]) => `${[...games].join(', ')}: ${reason}.`);
}

/** Parts that some game lacks in every cell, or that a cell lacks. */
export const absentReasons = ({ cells }: MechanismReport): readonly Absence[] =>
  (Object.keys(NAMES) as readonly Part[]).flatMap((part) => {
    const reasons = reasonsOf(cells, part);
    return reasons.length > 0 ? [{ name: NAMES[part], reason: reasons.join(' ') }] : [];
  });
