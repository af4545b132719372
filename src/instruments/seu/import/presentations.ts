// Counts the presentations that are missing from a study in which each problem was shown several times.
import type { ChoiceBlock } from '../../../formats/dataset.ts';

export interface MissingPresentations {
  /** Problems, or distinct menus where the source does not name problems. */
  readonly problems: number;
  /** The number of presentations that most problems have. */
  readonly usual: number;
  /** Problems with fewer, and how many presentations they lack together. */
  readonly short: number;
  readonly missing: number;
}

/**
 * Without problem names equal menus count as presentations of one problem, or of several when that is more;
 * a problem that lost every presentation cannot be seen, so the figure is a lower bound. `expected` presentations of a
 * problem may be told by a whole that the block is a part of.
 */
export function missingPresentations(
  { menus, problems }: Pick<ChoiceBlock, 'menus' | 'problems'>,
  expected?: number,
): MissingPresentations {
  const counts = [...tally(problems ?? menus.map((menu) => menu.join())).values()];
  const usual = expected ?? mode(counts);
  const lacks = counts.map((count) => {
    const full = problems ? usual : usual * Math.ceil(count / usual);
    return Math.max(0, full - count);
  });
  const missing = lacks.reduce((sum, lack) => sum + lack, 0);
  return { problems: counts.length, usual, short: lacks.filter((lack) => lack > 0).length, missing };
}

/** A sentence on what is missing, or null where nothing is. */
export function missingNote(block: ChoiceBlock): string | null {
  const { problems, usual, short, missing } = missingPresentations(block);
  if (missing === 0) return null;
  const [least, unit] = block.problems ? ['', 'problems'] : ['At least ', 'distinct menus'];
  const verb = missing === 1 ? 'presentation is' : 'presentations are';
  return `${least}${missing} ${verb} missing: ${short} of ${problems} ${unit} have fewer than the usual ${usual}.`;
}

function tally<Key>(keys: readonly Key[]): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
}

/** The most frequent value; the larger of equals. */
const mode = (values: readonly number[]): number =>
  [...tally(values)].sort(([a, m], [b, n]) => n - m || b - a)[0][0];
