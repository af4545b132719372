// Actions as a few levels, the same for every fit of a cell: what probabilistic predictors spread their probability on.
import { cutpoints } from './distance.ts';

export interface ActionLevels {
  /** Level of each row of the cell. */
  readonly level: Uint16Array;
  /** Smallest action of each level, ascending. */
  readonly from: Float64Array;
}

/** Every distinct action is a level. */
export function distinctLevels(action: Float64Array): ActionLevels {
  const from = Float64Array.from(new Set(action)).sort();
  const places = new Map([...from].map((value, k) => [value, k] as const));
  return { level: Uint16Array.from(action, (value) => places.get(value)!), from };
}

/**
 * At most `bins` levels of about equally many rows: quantile bins of all actions of the cell, left-closed, the same in
 * every environment. Fewer where quantiles coincide.
 */
export function binnedLevels(action: Float64Array, bins: number): ActionLevels {
  const sorted = Float64Array.from(action).sort();
  const edges = cutpoints(sorted, bins).slice(1, -1);
  const level = Uint16Array.from(action, (value) => {
    let k = 0;
    while (k < edges.length && edges[k] <= value) k += 1;
    return k;
  });
  return { level, from: Float64Array.of(sorted[0], ...edges) };
}
