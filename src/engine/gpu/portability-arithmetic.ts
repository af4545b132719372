// Asks a device for sums, products and orders of doubles in its whole-number arithmetic, and compares with JavaScript.
import { randomStream } from '../../math/random.ts';
import { bind, dispatch, emptyBuffer, readWords, storageBuffer } from './buffers.ts';
import type { Device } from './device.ts';
import type { Pipelines } from './pipelines.ts';
import type { Session } from './session.ts';
import { linkKernel } from './sources.ts';

/** Two doubles. */
export type Operands = readonly [number, number];

/** Sum, product, the first operand back from its sort key, and 1 where it precedes the second. */
export interface Outcome {
  readonly sum: number;
  readonly product: number;
  readonly first: number;
  readonly precedes: number;
}

/** Doubles of an outcome in shaders/portability/arithmetic.wesl. */
const OUTCOMES = 4;

/** The words of doubles, low before high. */
export const wordsOf = (values: Float64Array): Uint32Array<ArrayBuffer> =>
  new Uint32Array(values.slice().buffer);

export async function calculate(
  { device, lanes }: Device,
  pipelines: Pipelines,
  pairs: readonly Operands[],
): Promise<Outcome[]> {
  const source = await linkKernel({ root: 'portability/arithmetic.wesl', constants: { LANES: lanes } });
  const pipeline = await pipelines.get(source, 'calculate');
  const output = emptyBuffer(device, 'outcomes', 8 * OUTCOMES * pairs.length);
  const buffers = [storageBuffer(device, 'operands', wordsOf(Float64Array.from(pairs.flat()))), output];
  dispatch(device, pipeline, bind(device, pipeline, buffers), Math.ceil(pairs.length / lanes));
  const words = await readWords(device, [{ buffer: output, first: 0, words: 2 * OUTCOMES * pairs.length }]);
  buffers.forEach((buffer) => buffer.destroy());
  const reals = new Float64Array(words.buffer);
  return pairs.map((_, i) => ({
    sum: reals[OUTCOMES * i],
    product: reals[OUTCOMES * i + 1],
    first: reals[OUTCOMES * i + 2],
    precedes: words[2 * (OUTCOMES * i + 3)],
  }));
}

const PAIRS = 4096;
const SEED = 1;
/** Whole and halved numbers, powers of two, and neighbours of all of them: where rounding has ties and carries. */
const CORNERS = [0, 0.5, 1, 1.5, 2, 3, 2 ** 52, 2 ** 53, 2 ** 53 - 1, 2 ** -40, 0.1].flatMap((value) => [
  value,
  -value,
  value + Number.EPSILON * value,
  value - (Number.EPSILON * value) / 2,
]);

/** Pairs of corners, then of any doubles of sizes 2^±span, every other pair nearly opposite. */
export function arithmeticPairs(count = PAIRS, span = 60): Operands[] {
  const random = randomStream(SEED, 0, 0);
  // A product of two words of 32 bits fills all 53.
  const real = (): number =>
    (random.uniform() - 0.5) * (1 + random.uniform()) * 2 ** Math.floor(span * (2 * random.uniform() - 1));
  const corners = CORNERS.flatMap((a) => CORNERS.map((b): Operands => [a, b]));
  const others = Array.from({ length: Math.max(0, count - corners.length) }, (_, i): Operands => {
    const a = real();
    return i % 2 === 0 ? [a, real()] : [a, -a * (1 + Number.EPSILON * Math.floor(8 * random.uniform()))];
  });
  return [...corners, ...others];
}

/** Both zeros are one value here, as they are to ===. */
const differs = ([a, b]: Operands, { sum, product, first, precedes }: Outcome): boolean =>
  sum !== a + b || product !== a * b || first !== a || precedes !== Number(a < b);

/** Pairs whose outcomes are not those of JavaScript. */
export const arithmeticFaults = (
  pairs: readonly Operands[],
  outcomes: readonly Outcome[],
): readonly Operands[] => pairs.filter((pair, i) => differs(pair, outcomes[i]));

/** Sessions whose device was checked. */
const checked = new WeakSet<Session>();

/** Rejects where the device's doubles are not those of JavaScript. */
export async function checkArithmetic(session: Session): Promise<void> {
  if (checked.has(session)) return;
  const { opened, pipelines } = session;
  const pairs = arithmeticPairs();
  const faults = arithmeticFaults(pairs, await calculate(opened, pipelines, pairs));
  if (faults.length > 0)
    throw new Error(
      `${opened.label} gets ${faults.length} of ${pairs.length} sums and products of doubles wrong`,
    );
  checked.add(session);
}
