import { describe, expect, it } from 'vitest';
import { DATASET_LAYOUT } from '../../../../src/engine/gpu/dataset-layout.ts';
import { encodeDataset } from '../../../../src/engine/gpu/encode.ts';
import { packDatasets } from '../../../../src/engine/gpu/pack.ts';
import { distinctMenus, placesByItem } from '../../../../src/engine/gpu/menus.ts';
import { boundsOf, workgroupBytes } from '../../../../src/engine/gpu/sizes.ts';
import { menuBlock, type SeuData } from '../../../../src/models/seu/data.ts';
import { plainFrame, reducedFrame } from '../../../../src/models/seu/frame.ts';
import { SEU_PRESETS } from '../../../../src/models/seu/presets.ts';

const uncertain = menuBlock(
  [
    [0, 2],
    [1, 2],
    [0, 2],
  ],
  [1, 0, 0],
);
const risky = menuBlock([[0, 1]], [1]);
const data: SeuData = {
  consequences: 4,
  alternatives: 3,
  dimensions: 2,
  features: Float64Array.of(1, 2, 3, 4, 5, 6),
  uncertain,
  risky: { lotteries: 2, probabilities: Float64Array.of(1, 0, 0, 0, 0, 0.5, 0.5, 0), menus: risky },
};

describe('distinctMenus', () => {
  const menus = distinctMenus(uncertain, risky, 3, 5);

  it('counts what was shown and chosen, the lotteries after the alternatives', () => {
    expect(menus).toEqual({
      starts: [0, 2, 4, 6],
      items: [0, 2, 1, 2, 3, 4],
      taken: [1, 1, 1, 0, 0, 1],
      shown: [2, 1, 1],
      chosen: [1, 1, 1, 0, 1],
    });
  });

  it('gives each item its places', () => {
    const { starts, places, menuOfPlace } = placesByItem(menus, 5);
    expect(starts).toEqual([0, 1, 2, 4, 5, 6]);
    expect(places).toEqual([0, 2, 1, 3, 4, 5]);
    expect(menuOfPlace).toEqual([0, 1, 0, 1, 2, 2]);
  });
});

describe('encodeDataset', () => {
  const encoded = encodeDataset(SEU_PRESETS.m_1, data, plainFrame(SEU_PRESETS.m_1, data));
  const { record, reals, indices } = encoded;

  it('holds the factors row by row and column by column', () => {
    expect([...reals.subarray(record.rows_at, record.rows_at + 6)]).toEqual([1, 2, 3, 4, 5, 6]);
    expect([...reals.subarray(record.columns_at, record.columns_at + 6)]).toEqual([1, 3, 5, 2, 4, 6]);
  });

  it('leaves the lotteries out where the model has no risky block', () => {
    const alone = encodeDataset(SEU_PRESETS.m_0, data, plainFrame(SEU_PRESETS.m_0, data));
    expect(record.items).toBe(5);
    expect(alone.record.items).toBe(3);
    expect(alone.record.menus).toBe(2);
  });

  it('moves offsets, and offsets alone, where datasets are packed', () => {
    const second = encodeDataset(SEU_PRESETS.m_0, data, reducedFrame(SEU_PRESETS.m_0, data));
    const packed = packDatasets([encoded, second]);
    const read = DATASET_LAYOUT.read(packed.records, 1);
    expect(read.rows_at).toBe(second.record.rows_at + reals.length);
    expect(read.menu_items_at).toBe(second.record.menu_items_at + indices.length);
    expect(read.dimension).toBe(second.record.dimension);
    expect(read.reduced).toBe(1);
    expect(packed.reals[read.rows_at]).toBe(second.reals[second.record.rows_at]);
  });
});

describe('boundsOf', () => {
  it('rounds the largest of each size up, so that small and similar datasets share a pipeline', () => {
    const one = encodeDataset(SEU_PRESETS.m_0, data, plainFrame(SEU_PRESETS.m_0, data)).sizes;
    const bounds = boundsOf([one, { ...one, menus: 33, dimensions: 17 }]);
    expect(bounds).toMatchObject({ dimensions: 32, menus: 64, consequences: 4, places: 64 });
    expect(boundsOf([one])).toEqual(boundsOf([{ ...one, items: one.items + 1 }]));
    expect(workgroupBytes(bounds, 64)).toBeGreaterThan(workgroupBytes(bounds, 8));
  });
});
