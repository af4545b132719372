// Whether the chosen tables can be compared as they are, or have unequal numbers of rows.
import type { ChoiceTable } from '../../formats/choice-table.ts';
import type { BalanceRow } from '../../instruments/portability/import/balance.ts';
import { gameTitle } from '../../instruments/portability/views-words.ts';

/** Sizes that differ by no more than this make no difference to a distance. */
const ALIKE = 1.1;

/** Games with several cells whose environments have unequal numbers of rows, in sentences. */
export function unequalGames(balance: readonly BalanceRow[]): readonly string[] {
  return [...new Set(balance.map(({ game }) => game))].flatMap((game) => {
    const own = balance.filter((row) => row.game === game);
    const cells = new Set(own.map(({ model, regime }) => JSON.stringify([model, regime])));
    const counts = own.map(({ rows, unparsed }) => rows - unparsed);
    const [least, most] = [Math.min(...counts), Math.max(...counts)];
    return cells.size > 1 && most > ALIKE * least
      ? [
          `${gameTitle(game)} has ${least} to ${most} rows in an environment: cells of unequal size do not compare, unless they are cut.`,
        ]
      : [];
  });
}

/** Regimes that tables name, in their order; one without a column of regimes names none. */
export const regimesOf = (tables: readonly ChoiceTable[]): readonly string[] =>
  [...new Set(tables.flatMap(({ regime }) => regime.names))].filter((name) => name !== '');
