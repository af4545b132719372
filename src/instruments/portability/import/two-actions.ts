// Actions of an A/B game that are written in two other ways: as whole numbers, or as the user says.
import { isNothing, numberOf } from '../../../formats/cells.ts';
import { AB } from '../games.ts';

export interface ActionCoding {
  /** Value of each distinct cell: an amount, the code of a label, or NaN for a cell that says nothing. */
  readonly values: Float64Array;
  readonly labels: readonly string[] | null;
  /** Places of cells that are neither, and what was needed in their stead. */
  readonly bad: readonly number[];
  readonly needed: string;
  /** Which actions were read as A and B, where they are written in another way. */
  readonly note: string | null;
}

/** Cells that say the same: numbers of one value, words but for case. */
function sayingOf(cell: string): string {
  const value = numberOf(cell, '.');
  return Number.isNaN(value) ? cell.trim().toLowerCase() : String(value);
}

interface Pair {
  readonly a: string;
  /** Null where every action is A. */
  readonly b: string | null;
}

/** Two whole numbers in the order of the labels, B before A; null for anything else. */
function wholePair(said: readonly string[]): Pair | null {
  if (said.length !== 2 || !said.every((text) => Number.isInteger(Number(text)))) return null;
  const [b, a] = [...said].sort((left, right) => Number(left) - Number(right));
  return { a, b };
}

/** What is left beside A is B; null where more is left than one. */
function namedPair(said: readonly string[], asA: string): Pair | null {
  const a = sayingOf(asA);
  const others = said.filter((text) => text !== a);
  return others.length > 1 ? null : { a, b: others[0] ?? null };
}

function noteOf({ a, b }: Pair, told: boolean): string | null {
  if (a === 'a' && (b === null || b === 'b')) return null;
  const read = `Action ${a} is read as A${b === null ? '' : ` and ${b} as B`}`;
  return told ? `${read}, as told.` : `${read}; map A to ${b} where it is the other way round.`;
}

/**
 * Codes of actions that two distinct cells stand for, 1 for A and 0 for B; null where they are not so written.
 * `labelled`: the game has the labels A and B; in others only what the user names is read as A.
 */
export function twoActions(
  cells: readonly string[],
  asA: string | null,
  labelled: boolean,
): ActionCoding | null {
  if (AB.kind !== 'labels' || (asA === null && !labelled)) return null;
  const said = [...new Set(cells.filter((cell) => !isNothing(cell)).map(sayingOf))];
  const pair = asA === null ? wholePair(said) : namedPair(said, asA);
  if (!pair) return null;
  const values = Float64Array.from(cells, (cell) => {
    if (isNothing(cell)) return NaN;
    return Number(sayingOf(cell) === pair.a);
  });
  return { values, labels: AB.labels, bad: [], needed: '', note: noteOf(pair, asA !== null) };
}
