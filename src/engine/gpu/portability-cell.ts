// One cell on a device: its rows stay there, predictors come in batches, distances and sums come back.
import type { Cell } from '../../statistics/portability/cell.ts';
import { bind, dispatch, emptyBuffer, readWords, storageBuffer } from './buffers.ts';
import type { Question } from './portability-folds.ts';
import { COUNTS, OUTCOME_WORDS, roomConstants, SCRATCH_VECTORS, type Room } from './portability-layout.ts';
import { LAST_KEY, packCell, packQuestions, SIGN, type BinNumbers } from './portability-pack.ts';
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

/** The double of a key; the last of all keys is beyond every double. */
function closestOf(low: number, high: number): number {
  if (low === LAST_KEY && high === LAST_KEY) return Infinity;
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
