// What environments add to payoffs, and what transporting a predictor costs in payoff: both against their floors.
import type { MechanismCell } from '../instruments/portability/mechanism/reported.ts';
import { gameTitle } from '../instruments/portability/views-words.ts';
import { fractionColumn } from './columns.ts';
import type { Figure } from './figure.ts';
import { fraction, probability, significant } from './number-format.ts';
import { floorFigure, type FloorEntry } from './portability-mechanism-floor.ts';

const READING =
  'Dot: mean over splits, line: 5–95\u202f% of splits, filled where it lies above the floor with p ≤ .05. Below it, grey: 5–95\u202f% when whole ' +
  'instances are exchanged between environments, the tick at its 95\u202f% point.';

const CAPTION =
  'Splits are of the same rows: their spread is no standard error. p is of large values, of one cell, not adjusted over cells.';

/** ΔR² of every cell that has it; null where none has. */
export function ridgeFigure(cells: readonly MechanismCell[]): Figure | null {
  const known = new Map(cells.map((cell) => [cell.index, cell.ridge]));
  const entries = cells.flatMap(({ ridge, index, game, model, regime }): FloorEntry[] =>
    ridge ? [{ index, game, model, regime, found: ridge.delta }] : [],
  );
  if (entries.length === 0) return null;
  const r2 = ({ index }: FloorEntry): number | null => known.get(index)?.r2_x ?? null;
  return floorFigure(entries, {
    id: 'portability-ridge',
    title: 'What environments add to payoffs',
    subtitle: `Held-out R² with indicators of the environment, less that of payoffs alone. ${READING}`,
    caption: `Two ridge regressions with one penalty, split within environments; tested is a mean over up to eight splits. ${CAPTION}`,
    name: 'ΔR²',
    write: (value) => fraction(value, 3),
    columns: [fractionColumn('r2_x', 'R² payoffs', 3), fractionColumn('r2_xz', 'R² both', 3)],
    more: (entry) => ({ r2_x: r2(entry), r2_xz: known.get(entry.index)?.r2_xz ?? null }),
    numbers: [
      { head: 'R² payoffs', width: 78, text: (entry) => fraction(r2(entry)) },
      { head: 'ΔR²', width: 56, text: ({ found }) => fraction(found.mean, 3) },
      { head: 'p', width: 52, text: ({ found }) => probability(found.p) },
    ],
  });
}

/** Payoff lost, a figure a game: units of games differ. */
export function regretFigures(cells: readonly MechanismCell[]): readonly Figure[] {
  const games = [...new Set(cells.map(({ game }) => game))];
  return games.flatMap((game): Figure[] => {
    const own = cells.filter((cell) => cell.game === game && cell.regret !== null);
    if (own.length === 0) return [];
    const changed = new Map(own.map(({ index, regret }) => [index, regret!.changed]));
    const entries = own.map(({ regret, index, model, regime }): FloorEntry => ({
      index,
      game,
      model,
      regime,
      found: regret!.regret,
    }));
    return [
      floorFigure(entries, {
        id: `portability-regret-${game}`,
        title: `Payoff lost by transporting: ${gameTitle(game)}`,
        subtitle: `Payoff of the action nearest to the target-trained prediction, less that of the transported one. ${READING}`,
        caption: `Payoff is ${own[0].regret!.formula}, a mean over test rows; tested is a mean with each environment once the target. ${CAPTION}`,
        name: 'payoff lost',
        write: significant,
        columns: [fractionColumn('changed', 'Actions changed')],
        more: ({ index }) => ({ changed: changed.get(index) ?? null }),
        numbers: [
          { head: 'changed', width: 64, text: ({ index }) => fraction(changed.get(index) ?? null) },
          { head: 'lost', width: 64, text: ({ found }) => significant(found.mean) },
          { head: 'p', width: 52, text: ({ found }) => probability(found.p) },
        ],
      }),
    ];
  });
}
