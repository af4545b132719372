// What the actions of a game are: amounts, or codes of labels.
import { decimalMarkOf, isNothing, numberOf, type DecimalMark } from '../../../formats/cells.ts';
import { compareNatural } from '../../seu/import/natural-order.ts';
import { AB, gameNamed } from '../games.ts';
import { twoActions, type ActionCoding } from './two-actions.ts';

/** A user's game may have so many labels; more are taken for something else than actions. */
const MOST_LABELS = 20;

const labelsOf = (game: string): readonly string[] | null => {
  const action = gameNamed(game)?.action;
  return action?.kind === 'labels' ? action.labels : null;
};

function amounts(cells: readonly string[], mark: DecimalMark): ActionCoding {
  const values = Float64Array.from(cells, (cell) => numberOf(cell, mark));
  const bad = cells.flatMap((cell, i) => (Number.isNaN(values[i]) && !isNothing(cell) ? [i] : []));
  return { values, labels: null, bad, needed: 'a number, or nothing', note: null };
}

function codes(cells: readonly string[], labels: readonly string[]): ActionCoding {
  const folded = labels.map((label) => label.toLowerCase());
  const values = Float64Array.from(cells, (cell) => {
    const code = folded.indexOf(cell.toLowerCase());
    return code < 0 ? NaN : code;
  });
  const bad = cells.flatMap((cell, i) => (Number.isNaN(values[i]) && !isNothing(cell) ? [i] : []));
  const needed = `one of ${[...labels].sort(compareNatural).join(', ')}, or nothing`;
  return { values, labels, bad, needed, note: null };
}

/** A and B are 1 and 0; labels of a user's game count from 0 in natural order. */
function labelsAmong(filled: readonly string[]): readonly string[] {
  const distinct = [...new Set(filled)].sort(compareNatural);
  const ab = AB.kind === 'labels' && distinct.every((label) => /^[ab]$/i.test(label)) ? AB.labels : null;
  return ab ?? distinct;
}

const neededFor = (asA: string | null): string =>
  asA === null
    ? 'A or B, or one of two whole numbers in all of the column, or nothing'
    : `two actions in all of the column, of which ${asA} is A, or nothing`;

/**
 * Codes the distinct cells of a game's actions. A known game says itself what its actions are. `asA` is the action that
 * means A, null where none is named: two whole numbers then stand for B and A in ascending order.
 */
export function codeActions(game: string, cells: readonly string[], asA: string | null): ActionCoding {
  const known = labelsOf(game);
  const two = known || !gameNamed(game) ? twoActions(cells, asA, known !== null) : null;
  if (two) return two;
  if (known) return { ...codes(cells, known), needed: neededFor(asA) };
  const filled = cells.filter((cell) => !isNothing(cell));
  const found = decimalMarkOf(filled);
  const mark: DecimalMark = found === ',' ? ',' : '.';
  const numeric = filled.filter((cell) => !Number.isNaN(numberOf(cell, mark)));
  if (gameNamed(game) || 2 * numeric.length >= filled.length) return amounts(cells, mark);
  const labels = labelsAmong(filled);
  if (labels.length <= MOST_LABELS && numeric.length === 0) return codes(cells, labels);
  const kept = labels.length <= MOST_LABELS ? labels.filter((label) => !numeric.includes(label)) : [];
  const coding = codes(cells, kept);
  return kept.length > 0 ? coding : { ...coding, needed: `numbers, or at most ${MOST_LABELS} labels` };
}
