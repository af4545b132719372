// Which cells are contrasted: regimes of one model, and models without a second regime against the best of the others.
import type { PlannedCell } from './plan.ts';

/** Two regimes of one model in one game. */
export interface RegimePair {
  readonly from: PlannedCell;
  readonly to: PlannedCell;
}

/** More regimes than this are contrasted with the first alone. */
const MOST_PAIRED = 6;

/** A name that says what a regime is without comes first: "noncot" before "cot", "baseline" before the rest. */
const isBaseline = (name: string): boolean =>
  /^(?:non|no[-_ ]|none$|without|base|plain|default|direct)/i.test(name);

/** Regimes in the order in which they are contrasted: the later less the earlier. */
export function regimesInOrder(cells: readonly PlannedCell[], reference: string | null): readonly string[] {
  const names = [...new Set(cells.map(({ regime }) => regime))];
  const rank = (name: string): number => (name === reference ? 0 : name === '' || isBaseline(name) ? 1 : 2);
  return names.sort((a, b) => rank(a) - rank(b));
}

/** (from, to) by regime; with a reference, or with very many regimes, from the first of them alone. */
export function regimeNamePairs(
  cells: readonly PlannedCell[],
  reference: string | null,
): readonly (readonly [string, string])[] {
  const names = regimesInOrder(cells, reference);
  const one = reference !== null || names.length > MOST_PAIRED;
  return names.flatMap((from, i) =>
    one && i > 0 ? [] : names.slice(i + 1).map((to) => [from, to] as const),
  );
}

/** Pairs of one (from, to) in the order of the cells. */
export const pairsOf = (
  cells: readonly PlannedCell[],
  [from, to]: readonly [string, string],
): readonly RegimePair[] =>
  cells.flatMap((cell) => {
    if (cell.regime !== from) return [];
    const other = cells.find(
      ({ game, model, regime }) => game === cell.game && model === cell.model && regime === to,
    );
    return other ? [{ from: cell, to: other }] : [];
  });

/** A model's only cell in a game, and every cell of the other models. */
export interface LoneCell {
  readonly cell: PlannedCell;
  readonly others: readonly PlannedCell[];
}

/** Models that have one regime in a game in which others can be found. */
export const loneCells = (cells: readonly PlannedCell[]): readonly LoneCell[] =>
  cells.flatMap((cell) => {
    const inGame = cells.filter(({ game }) => game === cell.game);
    const own = inGame.filter(({ model }) => model === cell.model);
    const others = inGame.filter(({ model }) => model !== cell.model);
    return own.length === 1 && others.length > 0 ? [{ cell, others }] : [];
  });
