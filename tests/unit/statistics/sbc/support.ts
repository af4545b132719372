// A conjugate toy model with exact posterior draws, and other ranks whose law is known.
import { normalOfWord, randomStream, type RandomStream } from '../../../../src/math/random.ts';
import { rankOf } from '../../../../src/statistics/sbc/rank.ts';

export const streamAt = (seed: number, task = 0): RandomStream => {
  const stream = randomStream(seed, task, 0);
  stream.seek(0, 0);
  return stream;
};

/** How a mock posterior is off, in sds of the exact one. */
export interface Fault {
  readonly shift: number;
  readonly scale: number;
}

export const SOUND: Fault = { shift: 0, scale: 1 };
const OBSERVATIONS = 4;

/** Truth N(0, 1), four observations N(truth, 1), `draws` exact draws of N(4/5 ȳ, 1/5), moved by the fault. */
export function mockRank(stream: RandomStream, draws: number, { shift, scale }: Fault): number {
  const truth = stream.normal();
  let sum = 0;
  for (let i = 0; i < OBSERVATIONS; i++) sum += truth + stream.normal();
  const sd = 1 / Math.sqrt(OBSERVATIONS + 1);
  const mean = sum / (OBSERVATIONS + 1);
  const own = Float64Array.from(
    { length: draws },
    () => mean + sd * (shift + scale * normalOfWord(stream.word())),
  );
  return rankOf(truth, own, stream.uniform());
}

export const mockRanks = (
  stream: RandomStream,
  replicates: number,
  draws: number,
  fault = SOUND,
): Int32Array => Int32Array.from({ length: replicates }, () => mockRank(stream, draws, fault));

export const uniformRanks = (stream: RandomStream, replicates: number, maxRank: number): Int32Array =>
  Int32Array.from({ length: replicates }, () => Math.floor(stream.uniform() * (maxRank + 1)));

/** Every list of `size` ranks 0 … maxRank. */
export function* allRanks(size: number, maxRank: number): Generator<Int32Array> {
  const count = (maxRank + 1) ** size;
  for (let code = 0; code < count; code++) {
    let rest = code;
    yield Int32Array.from({ length: size }, () => {
      const rank = rest % (maxRank + 1);
      rest = Math.floor(rest / (maxRank + 1));
      return rank;
    });
  }
}
