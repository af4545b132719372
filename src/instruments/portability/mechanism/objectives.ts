// By what the payoff of an action is judged: the expected value of a lottery, elsewhere a formula that the user states.
import { readFormula } from '../../../math/formula.ts';
import type { ChoiceTable } from '../../../formats/choice-table.ts';
import { ACTION, type ActionRange, type Objective } from '../../../statistics/portability/regret.ts';
import { gameNamed } from '../games.ts';

export interface StatedObjective {
  readonly game: string;
  readonly formula: string;
}

/** A is 1 and B is 0. */
export const EXPECTED_VALUE = 'action * (pA * HA + (1 - pA) * LA) + (1 - action) * (pB * HB + (1 - pB) * LB)';

/** Actions that the game allows; of games that are not known, those between the least and the largest taken. */
function actionRange({ game, features, labels, action }: ChoiceTable): ActionRange {
  if (labels) return { low: 0, high: labels.length - 1, whole: true, upTo: null };
  const space = gameNamed(game)?.action;
  if (space?.kind === 'amount') {
    const place = space.upTo === null ? -1 : features.indexOf(space.upTo);
    return { low: 0, high: Infinity, whole: true, upTo: place < 0 ? null : place };
  }
  let [low, high, whole] = [Infinity, -Infinity, true];
  for (const value of action) {
    if (Number.isNaN(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
    whole &&= Number.isInteger(value);
  }
  return { low, high, whole, upTo: null };
}

/** What actions of a table are judged by; null where nothing is stated and the game has no value of its own. */
export function objectiveOf(stated: readonly StatedObjective[], table: ChoiceTable): Objective | null {
  const own = stated.find(({ game }) => game === table.game)?.formula;
  const formula = own ?? (table.game === 'lottery' ? EXPECTED_VALUE : null);
  return formula === null ? null : { formula, features: table.features, actions: actionRange(table) };
}

/** What is wrong with stated objectives, beside the tables that they are for. */
export function objectiveFaults(
  stated: readonly StatedObjective[],
  tables: readonly ChoiceTable[],
): readonly string[] {
  return stated.flatMap(({ game, formula }) => {
    const table = tables.find((entry) => entry.game === game);
    if (!table)
      return [`an objective for ${game}; needed one of ${tables.map((entry) => entry.game).join(', ')}`];
    const read = readFormula(formula, [ACTION, ...table.features]);
    return read.ok ? [] : [`objective of ${game}: ${read.message}`];
  });
}
