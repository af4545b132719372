// One cell on a device: its rows stay there, predictors come in batches, distances and sums come back.
import { actionScale, SCALE_BINS } from '../../statistics/portability/companions.ts';
import type { Cell } from '../../statistics/portability/cell.ts';
import { bind, dispatch, emptyBuffer, readWords, storageBuffer } from './buffers.ts';
import { wordsOf } from './portability-arithmetic.ts';
import type { DeviceFold, Question } from './portability-folds.ts';
import {
  COMPARISON,
  COUNTS,
  halfOf,
  OUTCOME_WORDS,
  roomConstants,
  SCRATCH_VECTORS,
  type Room,
} from './portability-layout.ts';
import { scaleStarts } from './portability-scale.ts';
import type { Session } from './session.ts';
import { linkKernel } from './sources.ts';

/** What a device found of one comparison; the parts that were not asked for are 0. */
export interface Found {
  /** Σ |#out − #in| on the plan's bins, on fewer bins, and on equal-width bins over the range of actions. */
  readonly numerator: number;
  readonly numeratorFew: number;
  readonly scaleNumerator: number;
  /** Rows that change bins, bins that hold a prediction, predictions in the fullest bin. */
  readonly moved: number;
  readonly occupied: number;
  readonly largest: number;
  /** Least positive difference of two predictions; infinite where all are equal. */
  readonly closest: number;
  /** Σ (a − ŷ)² of either predictor, Σ of squared differences, Σ |difference| of sorted predictions. */
  readonly out: number;
  readonly inside: number;
  readonly squares: number;
  readonly sorted: number;
}

export interface CellOnDevice {
  ask(questions: readonly Question[]): Promise<Found[]>;
  dispose(): void;
}

/** Numbers of bins: the plan's, and fewer. */
export type BinNumbers = readonly [number, number];

const NO_START = 0xffffffff;
const SIGN = 0x80000000;

/** Sort keys of doubles, as in shaders/portability/double.wesl. */
function keysOf(values: Float64Array): Uint32Array {
  const words = wordsOf(values);
  for (let i = 0; i < words.length; i += 2) {
    const flip = words[i + 1] >= SIGN ? 0xffffffff : 0;
    words[i] ^= flip;
    words[i + 1] ^= flip | SIGN;
  }
  return words;
}

/** The partition's starts; the first entry is not looked at, and those that are missing come after everything. */
function startWords(cell: Cell): Uint32Array {
  const words = new Uint32Array(2 * SCALE_BINS).fill(NO_START);
  words.set(keysOf(Float64Array.from(scaleStarts(actionScale(cell.action)))), 2);
  return words;
}

const fractionsOf = (bins: number): Float64Array => Float64Array.from({ length: bins }, (_, k) => k / bins);

/** Everything of a cell that comparisons share, end to end, and where each part begins. */
function packCell(cell: Cell, [bins, few]: BinNumbers) {
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

type Shared = ReturnType<typeof packCell>['shared'];

/** Folds that several questions share are sent once. */
function packQuestions(questions: readonly Question[], shared: Shared) {
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

/** The double of a key; the last of all keys is beyond every double. */
function closestOf(low: number, high: number): number {
  if (low === NO_START && high === NO_START) return Infinity;
  return new Float64Array(Uint32Array.of(low, high & ~SIGN).buffer)[0];
}

function foundOf(words: Uint32Array<ArrayBuffer>, index: number): Found {
  const at = index * OUTCOME_WORDS;
  const doubles = at + COUNTS.words;
  const sums = new Float64Array(words.buffer, 4 * (doubles + 2), 4);
  return {
    ...COUNTS.read(words.subarray(at), 0),
    closest: closestOf(words[doubles], words[doubles + 1]),
    out: sums[0],
    inside: sums[1],
    squares: sums[2],
    sorted: sums[3],
  };
}

export async function openCell(
  { opened, pipelines }: Pick<Session, 'opened' | 'pipelines'>,
  cell: Cell,
  bins: BinNumbers,
  room: Room,
): Promise<CellOnDevice> {
  const { device, lanes } = opened;
  const constants = roomConstants(room, lanes);
  const pipeline = await pipelines.get(
    await linkKernel({ root: 'portability/compare.wesl', constants }),
    'compare',
  );
  const { words, shared } = packCell(cell, bins);
  const reals = storageBuffer(device, 'cell', words);
  let scratch = emptyBuffer(device, 'scratch', 0);
  let capacity = 0;

  function makeRoom(count: number): void {
    if (count <= capacity) return;
    scratch.destroy();
    capacity = count;
    scratch = emptyBuffer(device, 'scratch', 8 * SCRATCH_VECTORS * room.half * capacity);
  }

  async function ask(questions: readonly Question[]): Promise<Found[]> {
    makeRoom(questions.length);
    const { records, members, coefficients } = packQuestions(questions, shared);
    const comparisons = storageBuffer(device, 'comparisons', records);
    const folds = storageBuffer(device, 'folds', members);
    const predictors = storageBuffer(device, 'predictors', coefficients);
    const outcomes = emptyBuffer(device, 'outcomes', 4 * OUTCOME_WORDS * questions.length);
    const group = bind(device, pipeline, [comparisons, reals, folds, predictors, scratch, outcomes]);
    dispatch(device, pipeline, group, questions.length);
    const read = await readWords(device, [
      { buffer: outcomes, first: 0, words: OUTCOME_WORDS * questions.length },
    ]);
    for (const buffer of [comparisons, folds, predictors, outcomes]) buffer.destroy();
    return questions.map((_, i) => foundOf(read, i));
  }

  return {
    ask,
    dispose() {
      reals.destroy();
      scratch.destroy();
    },
  };
}
