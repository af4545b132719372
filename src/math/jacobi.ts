// Singular values and eigenvectors by Jacobi rotations: accurate for small dense matrices, the same bits everywhere.

const SWEEPS = 60;
const EPSILON = 2.220446049250313e-16;

export interface RightSingular {
  /** Singular values, descending. */
  readonly values: Float64Array;
  /** D × D; column j is the right singular vector of value j, row by row. */
  readonly vectors: Float64Array;
  /** rows × D; A times `vectors`, row by row. */
  readonly projected: Float64Array;
  /** Values above max(rows, D) · 8 eps · largest. */
  readonly rank: number;
}

function rotation(alpha: number, beta: number, gamma: number): { c: number; s: number } {
  const zeta = (beta - alpha) / (2 * gamma);
  const t = (zeta < 0 ? -1 : 1) / (Math.abs(zeta) + Math.sqrt(1 + zeta * zeta));
  const c = 1 / Math.sqrt(1 + t * t);
  return { c, s: c * t };
}

function rotateColumns(
  a: Float64Array,
  rows: number,
  n: number,
  p: number,
  q: number,
  c: number,
  s: number,
): void {
  for (let i = 0; i < rows; i++) {
    const left = a[i * n + p];
    const right = a[i * n + q];
    a[i * n + p] = c * left - s * right;
    a[i * n + q] = s * left + c * right;
  }
}

function identity(n: number): Float64Array {
  const eye = new Float64Array(n * n);
  for (let i = 0; i < n; i++) eye[i * n + i] = 1;
  return eye;
}

function columnProducts(
  a: Float64Array,
  rows: number,
  n: number,
  p: number,
  q: number,
): [number, number, number] {
  let alpha = 0;
  let beta = 0;
  let gamma = 0;
  for (let i = 0; i < rows; i++) {
    const left = a[i * n + p];
    const right = a[i * n + q];
    alpha += left * left;
    beta += right * right;
    gamma += left * right;
  }
  return [alpha, beta, gamma];
}

function permuteColumns(a: Float64Array, rows: number, order: readonly number[]): Float64Array {
  const n = order.length;
  const sorted = new Float64Array(rows * n);
  for (let i = 0; i < rows; i++) for (let j = 0; j < n; j++) sorted[i * n + j] = a[i * n + order[j]];
  return sorted;
}

/** Singular values below this share of the largest are rounding. */
const nullFloor = (rows: number, columns: number): number => Math.max(rows, columns) * 8 * EPSILON;

/** One-sided Jacobi (Hestenes) on `matrix`, rows × columns, row by row; scaled, so that squares do not overflow. */
export function rightSingular(matrix: Float64Array, rows: number, columns: number): RightSingular {
  const scale = matrix.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1;
  const a = matrix.map((value) => value / scale);
  const v = identity(columns);
  for (let sweep = 0; sweep < SWEEPS && orthogonaliseColumns(a, v, rows, columns); sweep++);
  const norms = Array.from({ length: columns }, (_, j) =>
    Math.sqrt(columnProducts(a, rows, columns, j, j)[0]),
  );
  const order = norms.map((_, j) => j).sort((x, y) => norms[y] - norms[x] || x - y);
  const values = Float64Array.from(order, (j) => scale * norms[j]);
  const floor = values[0] * nullFloor(rows, columns);
  return {
    values,
    vectors: permuteColumns(v, columns, order),
    projected: permuteColumns(a, rows, order).map((value) => scale * value),
    rank: values.filter((value) => value > floor).length,
  };
}

/** One sweep over all pairs; columns that are null beside the largest are left alone: rotating noise never ends. */
function orthogonaliseColumns(a: Float64Array, v: Float64Array, rows: number, n: number): boolean {
  const squares = Array.from({ length: n }, (_, j) => columnProducts(a, rows, n, j, j)[0]);
  const floor = nullFloor(rows, n) ** 2 * Math.max(...squares);
  let rotated = false;
  for (let p = 0; p < n - 1; p++) {
    for (let q = p + 1; q < n; q++) {
      const [alpha, beta, gamma] = columnProducts(a, rows, n, p, q);
      if (alpha <= floor || beta <= floor || Math.abs(gamma) <= EPSILON * Math.sqrt(alpha * beta)) continue;
      const { c, s } = rotation(alpha, beta, gamma);
      rotateColumns(a, rows, n, p, q, c, s);
      rotateColumns(v, n, n, p, q, c, s);
      rotated = true;
    }
  }
  return rotated;
}

/** Eigenvectors of a symmetric n × n matrix, as columns, row by row; eigenvalues descending. */
export function symmetricEigen(
  matrix: Float64Array,
  n: number,
): { values: Float64Array; vectors: Float64Array } {
  const a = Float64Array.from(matrix);
  const v = identity(n);
  for (let sweep = 0; sweep < SWEEPS && diagonalise(a, v, n); sweep++);
  const order = Array.from({ length: n }, (_, j) => j).sort((x, y) => a[y * n + y] - a[x * n + x] || x - y);
  return { values: Float64Array.from(order, (j) => a[j * n + j]), vectors: permuteColumns(v, n, order) };
}

function diagonalise(a: Float64Array, v: Float64Array, n: number): boolean {
  let rotated = false;
  for (let p = 0; p < n - 1; p++) {
    for (let q = p + 1; q < n; q++) {
      const off = a[p * n + q];
      if (Math.abs(off) <= EPSILON * Math.sqrt(Math.abs(a[p * n + p] * a[q * n + q])) || off === 0) continue;
      const { c, s } = rotation(a[p * n + p], a[q * n + q], off);
      rotateColumns(a, n, n, p, q, c, s);
      rotateRows(a, n, p, q, c, s);
      rotateColumns(v, n, n, p, q, c, s);
      rotated = true;
    }
  }
  return rotated;
}

function rotateRows(a: Float64Array, n: number, p: number, q: number, c: number, s: number): void {
  for (let j = 0; j < n; j++) {
    const upper = a[p * n + j];
    const lower = a[q * n + j];
    a[p * n + j] = c * upper - s * lower;
    a[q * n + j] = s * upper + c * lower;
  }
}
