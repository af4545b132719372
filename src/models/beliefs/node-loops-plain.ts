// The loops over nodes in TypeScript: the reference of wasm/loops/nodes.ts, which has the same bits.
import { exp } from '../../math/elementary.ts';
import { fillCut } from './answers.ts';
import type { Integrals, LevelRows, NodeLoops } from './node-loops.ts';
import { multiplyByLine, tiltLine } from './reports.ts';

/** Below this sum of products the terms that underflowed may matter. */
const UNDERFLOW = 1e-200;
/** Offsets are in bytes. */
const entry = (offsets: Int32Array, p: number): number => offsets[p] >> 3;

/** Four nodes a turn halve the time of these loops; rows are multiples of eight. */
function multiplyRow(product: Float64Array, table: Float64Array, start: number): void {
  for (let q = 0; q < product.length; q += 4) {
    const t = start + q;
    product[q] *= table[t];
    product[q + 1] *= table[t + 1];
    product[q + 2] *= table[t + 2];
    product[q + 3] *= table[t + 3];
  }
}

/** Four sums side by side: a single one would wait for itself. */
function sumOf(x: Float64Array): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let q = 0; q < x.length; q += 4) {
    a += x[q];
    b += x[q + 1];
    c += x[q + 2];
    d += x[q + 3];
  }
  return a + b + (c + d);
}

/** x ← e^x; returns the sum. */
export function exponentiate(x: Float64Array): number {
  for (let q = 0; q < x.length; q++) x[q] = exp(x[q]);
  return sumOf(x);
}

function addScaled(masses: Float64Array, start: number, product: Float64Array, scale: number): void {
  for (let q = 0; q < product.length; q += 4) {
    const t = start + q;
    masses[t] += product[q] * scale;
    masses[t + 1] += product[q + 1] * scale;
    masses[t + 2] += product[q + 2] * scale;
    masses[t + 3] += product[q + 3] * scale;
  }
}

function addRow(target: Float64Array, to: number, source: Float64Array, from: number, Q: number): void {
  for (let q = 0; q < Q; q += 4) {
    target[to + q] += source[from + q];
    target[to + q + 1] += source[from + q + 1];
    target[to + q + 2] += source[from + q + 2];
    target[to + q + 3] += source[from + q + 3];
  }
}

function extend(
  { count, parents, answers, table }: LevelRows,
  source: Float64Array,
  probability: Float64Array,
): void {
  const Q = table.length / count;
  for (let b = 0; b < count; b++) {
    const to = b * Q;
    const from = parents[b] * Q;
    const at = answers[b] * Q;
    if (at < 0) for (let q = 0; q < Q; q++) table[to + q] = source[from + q];
    else for (let q = 0; q < Q; q++) table[to + q] = source[from + q] * probability[at + q];
  }
}

function spread(
  { count, parents, answers, masses }: LevelRows,
  counts: Float64Array,
  upper: Float64Array | null,
): void {
  const Q = masses.length / count;
  for (let b = 0; b < count; b++) {
    if (answers[b] >= 0) addRow(counts, answers[b] * Q, masses, b * Q, Q);
    if (upper !== null) addRow(upper, parents[b] * Q, masses, b * Q, Q);
  }
}

function addReport(
  masses: Float64Array,
  start: number,
  z: Float64Array,
  totals: Float64Array,
  shares: Float64Array,
  r: number,
): void {
  let even = 0;
  let odd = 0;
  let evenZ = 0;
  let oddZ = 0;
  for (let q = 0; q < z.length; q += 2) {
    const first = masses[start + q];
    const second = masses[start + q + 1];
    totals[q] += first;
    totals[q + 1] += second;
    even += first;
    odd += second;
    evenZ += first * z[q];
    oddZ += second * z[q + 1];
  }
  shares[2 * r] = even + odd;
  shares[2 * r + 1] = evenZ + oddZ;
}

function addMasses({ factors, product }: Integrals, p: number, scale: number): void {
  for (const { offsets, masses } of factors) addScaled(masses, entry(offsets, p), product, scale);
}

/** Leaves the product of pattern p's rows; returns its sum. */
function multiply({ factors, product }: Integrals, p: number): number {
  const [{ table, offsets }] = factors;
  const start = entry(offsets, p);
  for (let q = 0; q < product.length; q++) product[q] = table[start + q];
  for (let k = 1; k < factors.length; k++)
    multiplyRow(product, factors[k].table, entry(factors[k].offsets, p));
  return sumOf(product);
}

export const PLAIN_NODE_LOOPS: NodeLoops = {
  fillCut,
  extend,
  spread,
  fillReport({ z, normaliser, line, second }, odds, root, table, r) {
    const most = tiltLine(z, normaliser.scaled, odds, line);
    table.set(root, r * root.length);
    multiplyByLine(table, r * root.length, line, second);
    return most;
  },
  addReports({ count, masses }, logP, z, totals, shares) {
    for (let r = 0; r < count; r++)
      if (!Number.isNaN(logP[r])) addReport(masses, r * z.length, z, totals, shares, r);
  },
  addRows(target, rows, count) {
    for (let r = 0; r < count; r++) addRow(target, 0, rows, r * target.length, target.length);
  },
  integrate(integrals, from, withMasses) {
    const { sums, weights } = integrals;
    for (let p = from; p < sums.length; p++) {
      const sum = multiply(integrals, p);
      if (!(sum > UNDERFLOW)) return p;
      sums[p] = sum;
      if (withMasses && weights[p] !== 0) addMasses(integrals, p, weights[p] / sum);
    }
    return sums.length;
  },
  addMasses,
};
