// The loops over nodes by the WebAssembly module: every array that they are given lies in its memory.
import type { LoopExports } from '../../math/loops/machine.ts';
import type { Integrals, NodeLoops } from './node-loops.ts';

const BYTES = 8;

/** Addresses that `integrate` and `addMasses` begin with: records of the factors, room for rows, number of factors. */
const factorsOf = ({ records, rowAddresses, factors }: Integrals): [number, number, number] => [
  records.byteOffset,
  rowAddresses.byteOffset,
  factors.length,
];

export function fastNodeLoops(exports: LoopExports): NodeLoops {
  return {
    fillCut(tau, start, { score, below, above }) {
      const at = BYTES * start;
      const [b, a] = [below.byteOffset + at, above.byteOffset + at];
      exports.fillCut(tau, score.byteOffset, b, a, score.byteLength);
    },
    extend({ count, parents, answers, table }, source, probability) {
      const [p, a, bytes] = [parents.byteOffset, answers.byteOffset, table.byteLength / count];
      exports.extendRows(table.byteOffset, source.byteOffset, p, a, count, probability.byteOffset, bytes);
    },
    spread({ count, parents, answers, masses }, counts, upper) {
      const [p, a, bytes] = [parents.byteOffset, answers.byteOffset, masses.byteLength / count];
      const to = upper === null ? 0 : upper.byteOffset;
      exports.spreadRows(masses.byteOffset, p, a, count, counts.byteOffset, to, bytes);
    },
    fillReport({ z, normaliser, line, second }, odds, root, table, r) {
      return exports.fillReport(
        table.byteOffset + r * root.byteLength,
        root.byteOffset,
        z.byteOffset,
        odds,
        normaliser.scaled.byteOffset,
        line.byteOffset,
        line.length,
        second,
      );
    },
    addReports({ count, masses }, logP, z, totals, shares) {
      const [m, p, t, s] = [masses.byteOffset, logP.byteOffset, totals.byteOffset, shares.byteOffset];
      exports.addReports(m, p, count, z.byteOffset, t, s, z.byteLength);
    },
    addRows(target, rows, count) {
      exports.addRows(target.byteOffset, rows.byteOffset, count, target.byteLength);
    },
    integrate(integrals, from, withMasses) {
      const { product, sums, weights } = integrals;
      const [records, rows, number] = factorsOf(integrals);
      return exports.integrate(
        records,
        rows,
        number,
        from,
        sums.length,
        product.byteOffset,
        sums.byteOffset,
        weights.byteOffset,
        withMasses ? 1 : 0,
        product.byteLength,
      );
    },
    addMasses(integrals, p, scale) {
      const { product } = integrals;
      const [records, rows, number] = factorsOf(integrals);
      exports.addMasses(records, rows, number, p, product.byteOffset, scale, product.byteLength);
    },
  };
}
