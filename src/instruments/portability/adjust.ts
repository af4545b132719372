// p-values of many cells, adjusted for there being many.
import { benjaminiHochberg } from '../../statistics/false-discovery.ts';
import { holm } from '../../statistics/sbc/holm.ts';
import type { Correction } from './plan.ts';

/** A cell's primary p-value, and the least p of its observed data (entry 0) and of each permutation. */
export interface Tested {
  readonly p: number | null;
  readonly least: Float64Array | null;
}

/** Share of joint permutations in which the most extreme cell is at least as extreme: Westfall and Young's maxT. */
function maxT(cells: readonly Float64Array[]): number[] {
  const permutations = Math.min(...cells.map((least) => least.length)) - 1;
  const extreme = Float64Array.from({ length: permutations }, (_, b) =>
    Math.min(...cells.map((least) => least[b + 1])),
  );
  return cells.map((least) => {
    let hits = 0;
    for (const value of extreme) if (value <= least[0]) hits += 1;
    return (1 + hits) / (1 + permutations);
  });
}

/** In the order of the cells; null where a cell has no test. */
export function adjusted(correction: Correction, cells: readonly Tested[]): (number | null)[] {
  const places = cells.flatMap(({ p }, i) => (p === null ? [] : [i]));
  const raw = places.map((i) => cells[i].p!);
  const values = correct(
    correction,
    raw,
    places.map((i) => cells[i].least!),
  );
  const result = new Array<number | null>(cells.length).fill(null);
  places.forEach((i, k) => (result[i] = values[k]));
  return result;
}

function correct(correction: Correction, p: readonly number[], least: readonly Float64Array[]): number[] {
  switch (correction) {
    case 'bh':
      return benjaminiHochberg(p);
    case 'holm':
      return holm(p);
    case 'maxt':
      return p.length > 0 ? maxT(least) : [];
    case 'none':
      return [...p];
  }
}
