// p-values of many cells, adjusted for there being many.
import { benjaminiHochberg } from '../../statistics/false-discovery.ts';
import { holm } from '../../statistics/sbc/holm.ts';
import type { Correction } from './plan.ts';

/** A cell's primary p-value, and the least p of its observed data (entry 0) and of each permutation. */
export interface Tested {
  readonly p: number | null;
  readonly least: Float64Array | null;
  /** Whether the plan tests the cell: its p may not have landed, or its task may have failed. */
  readonly planned: boolean;
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

/**
 * In the order of the cells; null where a cell has no p-value. Cells that are planned and have none yet count as p = 1,
 * so that no p-value is lower while others land; max-T waits for all of them.
 */
export function adjusted(correction: Correction, cells: readonly Tested[]): (number | null)[] {
  const tested = cells.filter(({ planned }) => planned);
  const values = correct(correction, tested);
  const places = new Map(tested.map((cell, k) => [cell, k]));
  return cells.map((cell) => {
    const place = places.get(cell);
    return cell.p === null || place === undefined ? null : values[place];
  });
}

function correct(correction: Correction, cells: readonly Tested[]): readonly (number | null)[] {
  const p = cells.map((cell) => cell.p ?? 1);
  switch (correction) {
    case 'bh':
      return benjaminiHochberg(p);
    case 'holm':
      return holm(p);
    case 'maxt': {
      const least = cells.flatMap((cell) => cell.least ?? []);
      return least.length < cells.length || least.length === 0 ? cells.map(() => null) : maxT(least);
    }
    case 'none':
      return p;
  }
}

/**
 * The lowest adjusted p-value that one of `cells` can reach, alone or with every other at its least; above 1 it means 1.
 * max-T is bounded by the permutations alone.
 */
export function leastAdjusted(
  correction: Correction,
  least: number,
  cells: number,
): { readonly alone: number; readonly together: number } {
  const alone = correction === 'bh' || correction === 'holm' ? cells * least : least;
  return { alone, together: correction === 'holm' ? alone : least };
}
