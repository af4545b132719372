import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rightSingular, symmetricEigen } from '../../../src/math/jacobi.ts';
import { randomStream } from '../../../src/math/random.ts';

/** Normal entries scaled by 10^exponent, row by row. */
function normalMatrix(rows: number, columns: number, seed: number, exponent = 0): Float64Array {
  const random = randomStream(seed, 0, 0);
  random.seek(0, 0);
  return Float64Array.from({ length: rows * columns }, () => random.normal() * 10 ** exponent);
}

function product(a: Float64Array, b: Float64Array, n: number, m: number, p: number): Float64Array {
  const out = new Float64Array(n * p);
  for (let i = 0; i < n; i++)
    for (let k = 0; k < m; k++) for (let j = 0; j < p; j++) out[i * p + j] += a[i * m + k] * b[k * p + j];
  return out;
}

function transpose(a: Float64Array, rows: number, columns: number): Float64Array {
  return Float64Array.from({ length: a.length }, (_, at) => a[(at % rows) * columns + Math.floor(at / rows)]);
}

const largest = (values: Float64Array): number =>
  values.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
const gap = (a: Float64Array, b: Float64Array): number => largest(a.map((value, i) => value - b[i]));

const eye = (n: number): Float64Array =>
  Float64Array.from({ length: n * n }, (_, at) => (at % (n + 1) === 0 ? 1 : 0));

const extent = fc.integer({ min: 1, max: 9 });
const exponent = fc.integer({ min: -8, max: 8 });

describe('rightSingular', () => {
  it('factors A = (AV) Vᵀ with orthonormal V and orthogonal AV of descending norms', () => {
    fc.assert(
      fc.property(extent, extent, fc.nat(1e6), exponent, (rows, columns, seed, power) => {
        const a = normalMatrix(rows, columns, seed, power);
        const { values, vectors, projected, rank } = rightSingular(a, rows, columns);
        const size = Math.max(values[0], 1e-300);
        const vt = transpose(vectors, columns, columns);
        expect(gap(product(projected, vt, rows, columns, columns), a)).toBeLessThan(1e-13 * size);
        // Columns beyond the rank are rotated for all 60 sweeps, which costs V some digits.
        expect(gap(product(vt, vectors, columns, columns, columns), eye(columns))).toBeLessThan(1e-13);
        const gram = product(transpose(projected, rows, columns), projected, columns, rows, columns);
        const squares = eye(columns).map((one, at) => one * values[at % columns] ** 2);
        expect(gap(gram, squares)).toBeLessThan(1e-13 * size * size);
        expect([...values]).toEqual([...values].sort((x, y) => y - x));
        expect(rank).toBe(Math.min(rows, columns));
      }),
      { seed: 1 },
    );
  });

  it('finds the rank of products of thin matrices', () => {
    fc.assert(
      fc.property(extent, extent, extent, fc.nat(1e6), exponent, (rows, columns, thin, seed, power) => {
        const a = product(
          normalMatrix(rows, thin, seed, power),
          normalMatrix(thin, columns, seed + 1),
          rows,
          thin,
          columns,
        );
        expect(rightSingular(a, rows, columns).rank).toBe(Math.min(rows, columns, thin));
      }),
      { seed: 2 },
    );
  });

  it('knows the singular values of a diagonal and of the Hilbert matrix of order 5', () => {
    expect([...rightSingular(Float64Array.of(0, 3, -4, 0), 2, 2).values]).toEqual([4, 3]);
    const hilbert = Float64Array.from({ length: 25 }, (_, at) => 1 / (1 + (at % 5) + Math.floor(at / 5)));
    const known = [
      1.56705069109823, 0.208534218611013, 0.0114074916234198, 3.05898040151192e-4, 3.28792877217186e-6,
    ];
    rightSingular(hilbert, 5, 5).values.forEach((value, i) => expect(value / known[i]).toBeCloseTo(1, 9));
  });

  it('has rank 0 and no NaN for a matrix of zeros', () => {
    const { values, vectors, rank } = rightSingular(new Float64Array(6), 3, 2);
    expect([rank, ...values, ...vectors]).toEqual([0, 0, 0, 1, 0, 0, 1]);
  });
});

describe('symmetricEigen', () => {
  const symmetric = (n: number, seed: number, power: number): Float64Array => {
    const a = normalMatrix(n, n, seed, power);
    const at = transpose(a, n, n);
    return a.map((value, i) => (value + at[i]) / 2);
  };

  it('leaves no residual, orthonormal vectors, the trace, and descending values', () => {
    fc.assert(
      fc.property(extent, fc.nat(1e6), exponent, (n, seed, power) => {
        const a = symmetric(n, seed, power);
        const { values, vectors } = symmetricEigen(a, n);
        const size = largest(a) * n;
        const scaled = vectors.map((value, at) => value * values[at % n]);
        expect(gap(product(a, vectors, n, n, n), scaled)).toBeLessThan(1e-14 * size);
        expect(gap(product(transpose(vectors, n, n), vectors, n, n, n), eye(n))).toBeLessThan(1e-14);
        const trace = eye(n).reduce((sum, one, at) => sum + one * a[at], 0);
        expect(Math.abs(values.reduce((sum, value) => sum + value, 0) - trace)).toBeLessThan(1e-14 * size);
        expect([...values]).toEqual([...values].sort((x, y) => y - x));
      }),
      { seed: 3 },
    );
  });

  it('solves [[2, 1], [1, 2]], and a matrix with zeros on its diagonal', () => {
    const { values } = symmetricEigen(Float64Array.of(2, 1, 1, 2), 2);
    expect(values[0]).toBeCloseTo(3, 14);
    expect(values[1]).toBeCloseTo(1, 14);
    const hollow = symmetricEigen(Float64Array.of(0, 1, 0, 1, 0, 1, 0, 1, 0), 3);
    expect(hollow.values[0]).toBeCloseTo(Math.SQRT2, 14);
    expect(hollow.values[1]).toBeCloseTo(0, 14);
  });
});
