// The shortest of all least-squares solutions, by a complete orthogonal decomposition of the matrix itself.
//
// Householder reflections with column pivoting, then from the right: Golub and Van Loan (2013), section 5.5.2.

/** Diagonal entries of R below this share of the first are rounding, for matrices of some hundred columns. */
const DEPENDENT = 1e-11;

export interface LeastNorm {
  readonly solution: Float64Array;
  readonly rank: number;
}

/**
 * Turns x = v[at …] into a reflection that sends it to (β, 0, …): afterwards v[at] is β, and `u` (from `at` on) holds
 * the reflection's vector, with u'u = 2; none (u = 0) where x is nothing but its first entry.
 */
function reflector(v: Float64Array, at: number, end: number, u: Float64Array): void {
  u.fill(0, at, end);
  let rest = 0;
  for (let i = at + 1; i < end; i++) rest += v[i] * v[i];
  if (rest === 0) return;
  const alpha = v[at];
  const beta = alpha > 0 ? -Math.sqrt(alpha * alpha + rest) : Math.sqrt(alpha * alpha + rest);
  const scale = Math.sqrt(2 / ((alpha - beta) * (alpha - beta) + rest));
  u[at] = (alpha - beta) * scale;
  for (let i = at + 1; i < end; i++) u[i] = v[i] * scale;
  v[at] = beta;
  v.fill(0, at + 1, end);
}

/** v less u (u'v), over at … end − 1. Returns the sum of squares past `at` of what is left. */
function reflect(v: Float64Array, u: Float64Array, at: number, end: number): number {
  let along = 0;
  for (let i = at; i < end; i++) along += u[i] * v[i];
  v[at] -= along * u[at];
  let squares = 0;
  for (let i = at + 1; i < end; i++) {
    const value = v[i] - along * u[i];
    v[i] = value;
    squares += value * value;
  }
  return squares;
}

/** The place, from k on, with the most left. */
function pivot(left: Float64Array, k: number): number {
  let best = k;
  for (let j = k + 1; j < left.length; j++) if (left[j] > left[best]) best = j;
  return best;
}

/** Columns become those of R, `target` becomes Q'b, `order` the columns' places; returns the rank. */
function triangularise(columns: Float64Array[], target: Float64Array, order: Uint32Array): number {
  const rows = target.length;
  const u = new Float64Array(rows);
  const left = Float64Array.from(columns, (column) => column.reduce((sum, value) => sum + value * value, 0));
  const floor = DEPENDENT * DEPENDENT * Math.max(0, ...left);
  const most = Math.min(rows, columns.length);
  for (let k = 0; k < most; k++) {
    const best = pivot(left, k);
    if (!(left[best] > floor)) return k;
    [columns[k], columns[best]] = [columns[best], columns[k]];
    [order[k], order[best]] = [order[best], order[k]];
    left[best] = left[k];
    reflector(columns[k], k, rows, u);
    for (let j = k + 1; j < columns.length; j++) left[j] = reflect(columns[j], u, k, rows);
    reflect(target, u, k, rows);
  }
  return most;
}

/** Solves R y = b for an upper triangular R, given by rows. */
function backSubstitute(rows: readonly Float64Array[], b: Float64Array): Float64Array {
  const y = b.slice(0, rows.length);
  for (let i = rows.length - 1; i >= 0; i--) {
    for (let j = i + 1; j < rows.length; j++) y[i] -= rows[i][j] * y[j];
    y[i] /= rows[i][i];
  }
  return y;
}

/** Solves L w = b for the lower triangle of `rows`, into the beginning of a vector of the given length. */
function forwardSubstitute(rows: readonly Float64Array[], b: Float64Array, length: number): Float64Array {
  const w = new Float64Array(length);
  for (let i = 0; i < rows.length; i++) {
    w[i] = b[i];
    for (let j = 0; j < i; j++) w[i] -= rows[i][j] * w[j];
    w[i] /= rows[i][i];
  }
  return w;
}

/** The shortest y with R y = b for an R of full row rank, given by rows: R = [L 0] Q', y = Q [L⁻¹ b, 0]. */
function shortest(rows: Float64Array[], b: Float64Array, columns: number): Float64Array {
  const reflections = rows.map(() => new Float64Array(columns));
  for (let k = 0; k < rows.length; k++) {
    reflector(rows[k], k, columns, reflections[k]);
    for (let i = k + 1; i < rows.length; i++) reflect(rows[i], reflections[k], k, columns);
  }
  const y = forwardSubstitute(rows, b, columns);
  for (let k = rows.length - 1; k >= 0; k--) reflect(y, reflections[k], k, columns);
  return y;
}

/**
 * The shortest of the x that minimise |Ax − b|. `columns` are the columns of A, `target` is b; both are overwritten.
 */
export function leastNorm(columns: Float64Array[], target: Float64Array): LeastNorm {
  const order = Uint32Array.from({ length: columns.length }, (_, j) => j);
  const solution = new Float64Array(columns.length);
  const rank = triangularise(columns, target, order);
  const rows = Array.from({ length: rank }, (_, i) => Float64Array.from(columns, (column) => column[i]));
  const whole = rank === columns.length;
  const y = whole ? backSubstitute(rows, target) : shortest(rows, target, columns.length);
  order.forEach((j, k) => (solution[j] = y[k]));
  return { solution, rank };
}
