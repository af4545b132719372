// Ordinary least squares on rendered features, from sums over environments that any set of sources shares.
import { rightSingular } from '../../math/jacobi.ts';
import type { Cell } from './cell.ts';

/** A fitted linear predictor: intercept, then slopes in units of the features as rendered. */
export interface LinearFit {
  readonly coefficients: Float64Array;
  /** Columns of [1, x] that the training rows can tell apart. Less than all: a minimum-norm fit. */
  readonly rank: number;
  readonly rows: number;
}

/** A pivot below this share of its column's sum of squares means that the column depends on those before it. */
const DEPENDENT = 1e-11;

const triangle = (columns: number): number => (columns * (columns + 1)) / 2;

/** Length of one environment's sums: lower triangle of Z'Z by rows, then Z'a, for Z = [1, scaled x]. */
const sumsLength = (features: number): number => triangle(features + 1) + features + 1;

/** [1, scaled x] of every row: each permutation of a cell sums the same rows in other groups. */
const known = new WeakMap<Cell, Float64Array>();

function scaledRows(cell: Cell): Float64Array {
  const found = known.get(cell);
  if (found) return found;
  const { features, x, low, width, action } = cell;
  const z = new Float64Array(action.length * (features + 1));
  for (let row = 0, at = 0, from = 0; row < action.length; row++) {
    z[at++] = 1;
    for (let j = 0; j < features; j++) z[at++] = (x[from++] - low[j]) / width[j];
  }
  known.set(cell, z);
  return z;
}

/** Adds the row that stands in `z` from `at` on. */
function addRow(sums: Float64Array, z: Float64Array, at: number, columns: number, action: number): void {
  let to = 0;
  for (let i = 0; i < columns; i++) for (let j = 0; j <= i; j++) sums[to++] += z[at + i] * z[at + j];
  for (let i = 0; i < columns; i++) sums[to++] += z[at + i] * action;
}

/** Adds four rows of a cell, one after the other from `i` on: each sum is read and written once. */
function addFour(sums: Float64Array, z: Float64Array, cell: Cell, rows: Uint32Array, from: number): void {
  const { action, features } = cell;
  const columns = features + 1;
  const first = rows[from] * columns;
  const second = rows[from + 1] * columns;
  const third = rows[from + 2] * columns;
  const fourth = rows[from + 3] * columns;
  const a0 = action[rows[from]];
  const a1 = action[rows[from + 1]];
  const a2 = action[rows[from + 2]];
  const a3 = action[rows[from + 3]];
  let at = 0;
  for (let i = 0; i < columns; i++) {
    const z0 = z[first + i];
    const z1 = z[second + i];
    const z2 = z[third + i];
    const z3 = z[fourth + i];
    for (let j = 0; j <= i; j++) {
      sums[at] = sums[at] + z0 * z[first + j] + z1 * z[second + j] + z2 * z[third + j] + z3 * z[fourth + j];
      at += 1;
    }
  }
  for (let i = 0; i < columns; i++) {
    sums[at] = sums[at] + z[first + i] * a0 + z[second + i] * a1 + z[third + i] * a2 + z[fourth + i] * a3;
    at += 1;
  }
}

/** Sums of the given rows, in their order. */
export function linearSums(cell: Cell, rows: Uint32Array): Float64Array {
  const columns = cell.features + 1;
  const sums = new Float64Array(sumsLength(cell.features));
  const z = scaledRows(cell);
  const whole = rows.length - (rows.length % 4);
  for (let i = 0; i < whole; i += 4) addFour(sums, z, cell, rows, i);
  for (let i = whole; i < rows.length; i++) addRow(sums, z, rows[i] * columns, columns, cell.action[rows[i]]);
  return sums;
}

/** Solves the normal equations by Cholesky; null where a pivot says that columns depend on each other. */
function cholesky(sums: Float64Array, columns: number): Float64Array | null {
  const factor = new Float64Array(triangle(columns));
  const solution = sums.slice(triangle(columns));
  for (let i = 0; i < columns; i++) {
    const row = triangle(i);
    for (let j = 0; j <= i; j++) {
      let rest = sums[row + j];
      for (let k = 0; k < j; k++) rest -= factor[row + k] * factor[triangle(j) + k];
      if (j < i) factor[row + j] = rest / factor[triangle(j) + j];
      else if (!(rest > DEPENDENT * sums[row + i])) return null;
      else factor[row + i] = Math.sqrt(rest);
    }
    for (let k = 0; k < i; k++) solution[i] -= factor[row + k] * solution[k];
    solution[i] /= factor[row + i];
  }
  for (let i = columns - 1; i >= 0; i--) {
    for (let k = i + 1; k < columns; k++) solution[i] -= factor[triangle(k) + i] * solution[k];
    solution[i] /= factor[triangle(i) + i];
  }
  return solution;
}

/** Centred second moments of scaled features, and their products with the action. */
function centred(
  sums: Float64Array,
  columns: number,
): { readonly moments: Float64Array; readonly products: Float64Array } {
  const p = columns - 1;
  const entry = (i: number, j: number): number => sums[triangle(Math.max(i, j)) + Math.min(i, j)];
  const mean = (j: number): number => entry(j + 1, 0) / entry(0, 0);
  const first = triangle(columns);
  return {
    moments: Float64Array.from({ length: p * p }, (_, at) => {
      const [i, j] = [Math.floor(at / p), at % p];
      return entry(i + 1, j + 1) - mean(i) * entry(j + 1, 0);
    }),
    products: Float64Array.from({ length: p }, (_, j) => sums[first + j + 1] - mean(j) * sums[first]),
  };
}

/** Least squares with the smallest slopes, in scaled features, where several fit alike. */
function minimumNorm(
  sums: Float64Array,
  columns: number,
): { readonly solution: Float64Array; readonly rank: number } {
  const p = columns - 1;
  const { moments, products } = centred(sums, columns);
  const { values, vectors } = rightSingular(moments, p, p);
  const largest = values[0] ?? 0;
  const solution = new Float64Array(columns);
  let rank = 1;
  values.forEach((value, k) => {
    if (!(value > DEPENDENT * Math.max(largest, sums[0]))) return;
    rank += 1;
    let along = 0;
    for (let j = 0; j < p; j++) along += vectors[j * p + k] * products[j];
    for (let j = 0; j < p; j++) solution[j + 1] += (vectors[j * p + k] * along) / value;
  });
  solution[0] = sums[triangle(columns)];
  for (let j = 1; j < columns; j++) solution[0] -= solution[j] * sums[triangle(j)];
  solution[0] /= sums[0];
  return { solution, rank };
}

/** From slopes of scaled features to slopes of features as rendered. */
function rendered(solution: Float64Array, { low, width }: Cell): Float64Array {
  const coefficients = solution.slice();
  for (let j = 1; j < coefficients.length; j++) {
    coefficients[j] = solution[j] / width[j - 1];
    coefficients[0] -= coefficients[j] * low[j - 1];
  }
  return coefficients;
}

/** The fit to pooled sums of any environments; every row weighs the same. */
export function solveLinear(sums: Float64Array, cell: Cell): LinearFit {
  const columns = cell.features + 1;
  const rows = sums[0];
  if (!(rows > 0)) throw new RangeError('a fit to no rows: every source needs training rows');
  const full = cholesky(sums, columns);
  if (full) return { coefficients: rendered(full, cell), rank: columns, rows };
  const { solution, rank } = minimumNorm(sums, columns);
  return { coefficients: rendered(solution, cell), rank, rows };
}

/** Adds sums to those of `into`. */
export function addSums(sums: Float64Array, into: Float64Array): void {
  for (let i = 0; i < into.length; i++) into[i] += sums[i];
}

/** Sums pooled over environments, in the order given. */
export function poolSums(
  byEnvironment: readonly Float64Array[],
  environments: readonly number[],
): Float64Array {
  const pooled = new Float64Array(byEnvironment[environments[0]].length);
  for (let e = 0; e < environments.length; e++) addSums(byEnvironment[environments[e]], pooled);
  return pooled;
}

/** ((b₀ + b₁x₁) + b₂x₂) + … without fused operations, so that equal x have equal predictions to the last bit. */
export function predictLinear(
  coefficients: Float64Array,
  { x, features }: Pick<Cell, 'x' | 'features'>,
  rows: Uint32Array,
  into = new Float64Array(rows.length),
): Float64Array {
  for (let i = 0; i < rows.length; i++) {
    const at = rows[i] * features;
    let y = coefficients[0];
    for (let j = 0; j < features; j++) y += coefficients[j + 1] * x[at + j];
    into[i] = y;
  }
  return into;
}
