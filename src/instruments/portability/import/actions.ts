// What the actions of a game are: amounts, or codes of labels.
import { decimalMarkOf, isNothing, numberOf, type DecimalMark } from '../../../formats/cells.ts';
import { compareNatural } from '../../seu/import/natural-order.ts';
import { AB, gameNamed } from '../games.ts';

/** A user's game may have so many labels; more are taken for something else than actions. */
const MOST_LABELS = 20;

export interface ActionCoding {
  /** Value of each distinct cell: an amount, the code of a label, or NaN for a cell that says nothing. */
  readonly values: Float64Array;
  readonly labels: readonly string[] | null;
  /** Places of cells that are neither, and what was needed in their stead. */
  readonly bad: readonly number[];
  readonly needed: string;
}

const labelsOf = (game: string): readonly string[] | null => {
  const action = gameNamed(game)?.action;
  return action?.kind === 'labels' ? action.labels : null;
};

function amounts(cells: readonly string[], mark: DecimalMark): ActionCoding {
  const values = Float64Array.from(cells, (cell) => numberOf(cell, mark));
  const bad = cells.flatMap((cell, i) => (Number.isNaN(values[i]) && !isNothing(cell) ? [i] : []));
  return { values, labels: null, bad, needed: 'a number, or nothing' };
}

function codes(cells: readonly string[], labels: readonly string[]): ActionCoding {
  const folded = labels.map((label) => label.toLowerCase());
  const values = Float64Array.from(cells, (cell) => {
    const code = folded.indexOf(cell.toLowerCase());
    return code < 0 ? NaN : code;
  });
  const bad = cells.flatMap((cell, i) => (Number.isNaN(values[i]) && !isNothing(cell) ? [i] : []));
  return { values, labels, bad, needed: `one of ${[...labels].sort(compareNatural).join(', ')}, or nothing` };
}

/** A and B are 1 and 0; labels of a user's game count from 0 in natural order. */
function labelsAmong(filled: readonly string[]): readonly string[] {
  const distinct = [...new Set(filled)].sort(compareNatural);
  const ab = AB.kind === 'labels' && distinct.every((label) => /^[ab]$/i.test(label)) ? AB.labels : null;
  return ab ?? distinct;
}

/** Codes the distinct cells of a game's actions. A known game says itself what its actions are. */
export function codeActions(game: string, cells: readonly string[]): ActionCoding {
  const known = labelsOf(game);
  if (known) return codes(cells, known);
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
