// One cell of the portability design: choices of one model under one regime in one game, over several framings.
import type { RandomStream } from '../../math/random.ts';

/** Rows of one (game, model, regime), in the order of the data. */
export interface Cell {
  readonly environments: number;
  readonly features: number;
  /** rows × features, as rendered in the prompt. */
  readonly x: Float64Array;
  /** Realised actions; A and B are 1 and 0. */
  readonly action: Float64Array;
  /** Environment of each row, 0 … environments − 1. */
  readonly environment: Uint16Array;
  /** Instance of each row. Rows of one environment with one code are repeated draws of one x. */
  readonly instance: Uint32Array;
  /** True where equal codes in several environments name the same x: labels are then exchanged within an instance. */
  readonly shared: boolean;
  /** Affine scale of each feature, (x − low) / width, fixed for the game; widths are positive. */
  readonly low: Float64Array;
  readonly width: Float64Array;
}

/** Training and test rows of each environment, ascending. */
export interface Folds {
  readonly train: readonly Uint32Array[];
  readonly test: readonly Uint32Array[];
}

/** Rows of each environment, ascending. */
export function rowsByEnvironment(environments: number, environment: Uint16Array): Uint32Array[] {
  const sizes = new Uint32Array(environments);
  for (let row = 0; row < environment.length; row++) sizes[environment[row]] += 1;
  const rows = Array.from(sizes, (size) => new Uint32Array(size));
  const filled = new Uint32Array(environments);
  for (let row = 0; row < environment.length; row++) {
    const e = environment[row];
    rows[e][filled[e]++] = row;
  }
  return rows;
}

/** Test rows of an environment with n rows: ⌈0.3 n⌉. */
export const testSize = (n: number): number => Math.floor((3 * n + 9) / 10);

/** Splits ascending rows at random into 70 % for training and 30 % for the test, each ascending. */
export function splitRows(
  rows: Uint32Array,
  random: RandomStream,
): { readonly train: Uint32Array; readonly test: Uint32Array } {
  const n = rows.length;
  const order = new Uint32Array(n);
  for (let i = 0; i < n; i++) order[i] = i;
  const size = testSize(n);
  const testing = new Uint8Array(n);
  for (let i = 0; i < size; i++) {
    const j = i + Math.floor(random.uniform() * (n - i));
    testing[order[j]] = 1;
    order[j] = order[i];
  }
  const train = new Uint32Array(n - size);
  const test = new Uint32Array(size);
  for (let i = 0, t = 0; i < n; i++) {
    if (testing[i] === 1) test[t++] = rows[i];
    else train[i - t] = rows[i];
  }
  return { train, test };
}

/** Folds of every environment, one after the other from `random`. */
export function splitFolds(byEnvironment: readonly Uint32Array[], random: RandomStream): Folds {
  const parts = byEnvironment.map((rows) => splitRows(rows, random));
  return { train: parts.map(({ train }) => train), test: parts.map(({ test }) => test) };
}
