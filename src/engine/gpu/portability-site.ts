// A cell as its tasks share it: which parts a device makes of it, row by row.
import type { Cell } from '../../statistics/portability/cell.ts';
import { linearLearner } from '../../statistics/portability/learner.ts';
import { cellWork, type Part } from '../../statistics/portability/work.ts';
import type { PortabilityTask } from '../types.ts';
import type { BinNumbers } from './portability-pack.ts';
import { comparisonRows } from './portability-compared.ts';
import { foldMaker } from './portability-folds.ts';
import { nullRows, outerRows } from './portability-nulls.ts';
import type { AskedRow, RowMaker } from './portability-rows.ts';
import { spotChecked } from './portability-spot-check.ts';
import { permutedRows, statisticRow } from './portability-tested.ts';

const DEVICE_PARTS = ['observed', 'splits', 'pairs', 'permutations', 'nulls', 'outer'] as const;
export type DevicePart = (typeof DEVICE_PARTS)[number];

export const isDevicePart = (part: Part): part is DevicePart =>
  (DEVICE_PARTS as readonly Part[]).includes(part);

export interface Site {
  readonly cell: Cell;
  readonly bins: BinNumbers;
  /** The first of each part is checked against f64 when it lands. */
  row(part: Part, index: number): AskedRow;
}

/** Made on first use and kept. */
function once<T>(make: () => T): () => T {
  let made: T | null = null;
  return () => (made ??= make());
}

/** `most`: rows of the largest fold that the device sorts. Throws where the cell's folds or sets cannot be made. */
export function siteOf({ cell, settings, stream }: PortabilityTask, most: number): Site {
  const work = cellWork(cell, { ...settings, learner: linearLearner }, stream);
  const { folds } = work;
  const foldOf = foldMaker(cell);
  const sets = work.tested;
  const makers: Readonly<Record<DevicePart, () => RowMaker>> = {
    observed: once(() => () => statisticRow(cell, folds, sets(), foldOf)),
    splits: once(() => comparisonRows(cell, work, foldOf, 'splits')),
    pairs: once(() => comparisonRows(cell, work, foldOf, 'pairs')),
    permutations: once(() => permutedRows(cell, sets(), foldOf, stream)),
    nulls: once(() => nullRows(cell, folds, sets(), foldOf, stream)),
    outer: once(() => outerRows(cell, folds, sets(), foldOf, stream)),
  };
  const checked = new Set<DevicePart>();
  const row = (part: Part, index: number): AskedRow => {
    if (!isDevicePart(part)) throw new Error(`a device does not make ${part}`);
    const asked = makers[part]()(index);
    if (asked.questions.some(({ fold }) => fold.rows > most))
      return { questions: [], columns: () => work.row(part, index) };
    if (checked.has(part)) return asked;
    checked.add(part);
    return spotChecked(asked, `row ${index} of ${part}`, () => work.row(part, index));
  };
  return { cell, bins: [settings.bins, work.fewer], row };
}
