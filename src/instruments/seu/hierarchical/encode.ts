// Encodes the cells of a hierarchical study as typed arrays.
import type { SeuContent } from '../../../formats/dataset.ts';
import type { HierarchicalData } from '../../../models/hierarchical/data.ts';
import { encodeSeu } from '../encode.ts';

/** One cell: its choices, its row of X, and its item pool, from zero, where there are pools. */
export interface CellContent {
  readonly content: SeuContent;
  readonly predictors: readonly number[];
  readonly pool: number | null;
}

/** Choices among lotteries are left out. Cells with equal features share one array, and so one frame. */
export function encodeCells(cells: readonly CellContent[]): HierarchicalData {
  const known = new Map<string, Float64Array>();
  const shared = (features: Float64Array): Float64Array => {
    const key = features.join();
    const first = known.get(key) ?? features;
    known.set(key, first);
    return first;
  };
  const pools = cells.map(({ pool }) => pool);
  return {
    cells: cells.map(({ content }) => {
      const data = encodeSeu(content, 'none');
      return { ...data, features: shared(data.features) };
    }),
    predictors: cells[0]?.predictors.length ?? 0,
    design: Float64Array.from(cells.flatMap(({ predictors }) => predictors)),
    pools: pools.every((pool) => pool !== null) ? Int32Array.from(pools) : null,
  };
}
