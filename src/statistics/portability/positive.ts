// Linear equations with a symmetric positive definite matrix, by Cholesky.

/** Solves S w = b; S is n × n, row by row, and only its lower triangle is read. */
export function solvePositive(matrix: Float64Array, b: Float64Array): Float64Array {
  const n = b.length;
  const s = matrix.slice();
  const w = b.slice();
  for (let i = 0; i < n; i++) {
    for (let j = 0; j <= i; j++) {
      let rest = s[i * n + j];
      for (let k = 0; k < j; k++) rest -= s[i * n + k] * s[j * n + k];
      s[i * n + j] = i === j ? Math.sqrt(rest) : rest / s[j * n + j];
    }
    for (let k = 0; k < i; k++) w[i] -= s[i * n + k] * w[k];
    w[i] /= s[i * n + i];
  }
  for (let i = n - 1; i >= 0; i--) {
    for (let k = i + 1; k < n; k++) w[i] -= s[k * n + i] * w[k];
    w[i] /= s[i * n + i];
  }
  return w;
}
