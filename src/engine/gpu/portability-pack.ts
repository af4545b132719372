// A cell and predictors to compare on it as a device reads them.
import type { Cell } from '../../statistics/portability/cell.ts';
import { actionScale, SCALE_BINS } from '../../statistics/portability/companions.ts';
import { wordsOf } from './portability-arithmetic.ts';
import type { DeviceFold, Question } from './portability-folds.ts';
import { COMPARISON, halfOf } from './portability-layout.ts';
import { scaleStarts } from './portability-scale.ts';

/** Numbers of bins: the plan's, and fewer. */
export type BinNumbers = readonly [number, number];

/** Words of the last of all keys, beyond those of every double. */
export const LAST_KEY = 0xffffffff;
export const SIGN = 0x80000000;

/** Sort keys of doubles, as in shaders/portability/double.wesl. */
function keysOf(values: Float64Array): Uint32Array {
  const words = wordsOf(values);
  for (let i = 0; i < words.length; i += 2) {
    const flip = words[i + 1] >= SIGN ? LAST_KEY : 0;
    words[i] ^= flip;
    words[i + 1] ^= flip | SIGN;
  }
  return words;
}

/** The partition's starts; the first entry is not looked at, and those that are missing come after everything. */
function startWords(cell: Cell): Uint32Array {
  const words = new Uint32Array(2 * SCALE_BINS).fill(LAST_KEY);
  words.set(keysOf(Float64Array.from(scaleStarts(actionScale(cell.action)))), 2);
  return words;
}

const fractionsOf = (bins: number): Float64Array => Float64Array.from({ length: bins }, (_, k) => k / bins);

/** Everything of a cell that comparisons share, end to end, and where each part begins. */
export function packCell(cell: Cell, [bins, few]: BinNumbers) {
  const parts = [cell.x, cell.action, fractionsOf(bins), fractionsOf(few)];
  const words = [...parts.map(wordsOf), startWords(cell)];
  const ends = words.map(() => 0);
  words.reduce((at, part, k) => (ends[k] = at + part.length / 2), 0);
  const all = new Uint32Array(2 * ends[ends.length - 1]);
  words.forEach((part, k) => all.set(part, k > 0 ? 2 * ends[k - 1] : 0));
  const [action_at, fractions_at, fractions_few_at, starts_at] = ends;
  const shared = { features: cell.features, x_at: 0, action_at, fractions_at, fractions_few_at, starts_at };
  return { words: all, shared: { ...shared, bins, bins_few: few } };
}

export type Shared = ReturnType<typeof packCell>['shared'];

/** Folds that several questions share are sent once. */
export function packQuestions(questions: readonly Question[], shared: Shared) {
  const places = new Map<DeviceFold, number>();
  let length = 0;
  for (const { fold } of questions) {
    if (places.has(fold)) continue;
    places.set(fold, length);
    length += fold.rows;
  }
  const members = new Uint32Array(2 * length);
  places.forEach((at, fold) => members.set(fold.members, 2 * at));
  const columns = shared.features + 1;
  const coefficients = new Float64Array(2 * columns * questions.length);
  const records = new Uint32Array(COMPARISON.words * questions.length);
  questions.forEach(({ fold, out, inside, detail }, i) => {
    const coefficients_at = 2 * columns * i;
    coefficients.set(out, coefficients_at);
    coefficients.set(inside, coefficients_at + columns);
    const { rows, groups } = fold;
    const own = { members_at: places.get(fold)!, rows, groups, half: halfOf(rows), coefficients_at, detail };
    COMPARISON.write(records, i, { ...shared, ...own });
  });
  return { members, coefficients: wordsOf(coefficients), records };
}
