// Many encoded datasets in three arrays, one batch's worth.
import { DATASET_LAYOUT, INDEX_OFFSETS, REAL_OFFSETS, type DatasetField } from './dataset-layout.ts';
import type { EncodedDataset } from './encode.ts';
import type { Values } from './layout.ts';

export interface PackedDatasets {
  readonly records: Uint32Array;
  readonly reals: Float32Array;
  readonly indices: Uint32Array;
}

const isIn = <Name extends string>(names: readonly Name[], name: string): name is Name =>
  names.includes(name as Name);

/** Many datasets in three arrays, their offsets moved to where they lie. */
export function packDatasets(datasets: readonly EncodedDataset[]): PackedDatasets {
  const total = (lengths: readonly number[]): number => lengths.reduce((sum, length) => sum + length, 0);
  const records = new Uint32Array(datasets.length * DATASET_LAYOUT.words);
  const reals = new Float32Array(total(datasets.map((set) => set.reals.length)));
  const indices = new Uint32Array(total(datasets.map((set) => set.indices.length)));
  let realBase = 0;
  let indexBase = 0;
  datasets.forEach((set, index) => {
    reals.set(set.reals, realBase);
    indices.set(set.indices, indexBase);
    const moved = Object.entries(set.record).map(([name, value]) => [
      name,
      value + (isIn(REAL_OFFSETS, name) ? realBase : isIn(INDEX_OFFSETS, name) ? indexBase : 0),
    ]);
    DATASET_LAYOUT.write(records, index, Object.fromEntries(moved) as Values<DatasetField>);
    realBase += set.reals.length;
    indexBase += set.indices.length;
  });
  return { records, reals, indices };
}
