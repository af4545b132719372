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
  for (const e of environment) sizes[e] += 1;
  const rows = Array.from(sizes, (size) => new Uint32Array(size));
  const filled = new Uint32Array(environments);
  environment.forEach((e, row) => (rows[e][filled[e]++] = row));
  return rows;
}

/** Test rows of an environment with n rows: ⌈0.3 n⌉. */
export const testSize = (n: number): number => Math.floor((3 * n + 9) / 10);

/** Splits rows at random into 70 % for training and 30 % for the test, each ascending. */
export function splitRows(
  rows: Uint32Array,
  random: RandomStream,
): { readonly train: Uint32Array; readonly test: Uint32Array } {
  const order = Uint32Array.from(rows);
  const size = testSize(rows.length);
  for (let i = 0; i < size; i++) {
    const j = i + Math.floor(random.uniform() * (rows.length - i));
    const row = order[j];
    order[j] = order[i];
    order[i] = row;
  }
  return { train: order.slice(size).sort(), test: order.slice(0, size).sort() };
}

/** Folds of every environment, one after the other from `random`. */
export function splitFolds(byEnvironment: readonly Uint32Array[], random: RandomStream): Folds {
  const parts = byEnvironment.map((rows) => splitRows(rows, random));
  return { train: parts.map(({ train }) => train), test: parts.map(({ test }) => test) };
}
