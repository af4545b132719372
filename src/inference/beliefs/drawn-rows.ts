// Training cases drawn anew: what a refit is fitted to, so that how fits scatter shows how sure they are of their cases.
import { randomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import { fillIndices } from '../../statistics/beliefs/portable-draws.ts';

/** Which random numbers are a cell's: the plan's seed, and the cell's number. */
export interface CellStream {
  readonly seed: number;
  readonly task: number;
}

/** As many of `rows` as there are, with replacement: draw `index` depends on the cell's stream and the index alone. */
export function drawnRows(
  rows: readonly number[],
  { seed, task }: CellStream,
  index: number,
): readonly number[] {
  const random = randomStream(seed, task, 0);
  random.seek(index, SITE.refit);
  const places = new Int32Array(rows.length);
  fillIndices(places, rows.length, () => random.uniform());
  return Array.from(places, (place) => rows[place]);
}
