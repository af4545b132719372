import { describe, expect, it } from 'vitest';
import type { Device } from '../../../../src/engine/gpu/device.ts';
import type { Found } from '../../../../src/engine/gpu/portability-cell.ts';
import { foldMaker } from '../../../../src/engine/gpu/portability-folds.ts';
import {
  capacityOf,
  halfOf,
  roomFor,
  workgroupBytes,
} from '../../../../src/engine/gpu/portability-layout.ts';
import { portabilityMisfit } from '../../../../src/engine/gpu/portability-misfit.ts';
import { openQueue } from '../../../../src/engine/gpu/portability-queue.ts';
import { scaleStarts } from '../../../../src/engine/gpu/portability-scale.ts';
import { spotChecked } from '../../../../src/engine/gpu/portability-spot-check.ts';
import type { PortabilityTask } from '../../../../src/engine/types.ts';
import type { Cell } from '../../../../src/statistics/portability/cell.ts';
import { linearLearner } from '../../../../src/statistics/portability/learner.ts';
import { cellWork } from '../../../../src/statistics/portability/work.ts';
import { scaleTv, type ActionScale } from '../../../../src/statistics/portability/companions.ts';

/** Environments of `size` rows each, a cluster of `draws` rows an instance; x and actions repeat. */
function cellOf(environments: number, size: number, draws = 2): Cell {
  const rows = environments * size;
  const each = (f: (row: number) => number): number[] => Array.from({ length: rows }, (_, row) => f(row));
  return {
    environments,
    features: 1,
    x: Float64Array.from(each((row) => (Math.trunc(row / draws) * 7) % 11)),
    action: Float64Array.from(each((row) => (row * 5) % 7)),
    environment: Uint16Array.from(each((row) => Math.trunc(row / size))),
    instance: Uint32Array.from(each((row) => Math.trunc(row / draws))),
    shared: false,
    low: Float64Array.of(0),
    width: Float64Array.of(10),
  };
}

const taskOf = (cell: Cell, parts: Partial<PortabilityTask> = {}): PortabilityTask => ({
  kind: 'portability',
  key: 'k',
  stream: { seed: 1, task: 0, chain: 0 },
  cell,
  settings: { predictor: 'ols', sources: 1, bins: 20, folds: null, sets: null },
  part: 'splits',
  first: 0,
  count: 3,
  ...parts,
});

const device = { label: 'a device', lanes: 32, workgroupBytes: 16384, bindingBytes: 2 ** 27 } as Device;

describe('where the bins of the scale begin', () => {
  const oneRow = { order: Uint32Array.of(0), starts: Uint32Array.of(0, 1) };
  const apart = (a: number, b: number, scale: ActionScale): boolean =>
    scaleTv(oneRow, Float64Array.of(a), Float64Array.of(b), scale) > 0;
  const below = (value: number): number => value - Math.abs(value) * 2 ** -53;

  it.each<ActionScale>([
    { low: 0, high: 1 },
    { low: -3, high: 0.7 },
    { low: 5, high: 5 },
    { low: 0, high: 212345 },
  ])('of %j: each start is apart from what is just below it', (scale) => {
    const starts = scaleStarts(scale);
    expect(starts).toHaveLength(9);
    for (const start of starts.filter((value) => value !== 0)) {
      expect(apart(below(start), start, scale)).toBe(true);
      expect(apart(start, start + 1e-9, scale)).toBe(false);
    }
    const tenth = (scale.high > scale.low ? scale.high - scale.low : 1) / 10;
    starts.forEach((start, k) => expect(start).toBeCloseTo(scale.low + (k + 1) * tenth, 9));
  });
});

describe('folds for a device', () => {
  it('number equal actions alike, from 0 in order of appearance', () => {
    const foldOf = foldMaker({ action: Float64Array.of(4, 2, 4, -0, 0, 2) });
    expect([...foldOf(Uint32Array.of(1, 2, 5)).members]).toEqual([1, 0, 2, 1, 5, 0]);
    const { groups, members } = foldOf(Uint32Array.of(0, 3, 4, 5));
    expect(groups).toBe(3);
    expect([...members]).toEqual([0, 0, 3, 1, 4, 1, 5, 2]);
  });
});

describe('room on a device', () => {
  it('is a power of two for the rows, within the least workgroup memory for 512', () => {
    expect([1, 2, 3, 128, 129].map(halfOf)).toEqual([1, 2, 4, 128, 256]);
    expect(roomFor(513, 20)).toEqual({ half: 1024, bins: 32 });
    expect(roomFor(3000, 20)).toBeNull();
    expect(workgroupBytes(roomFor(512, 20)!, 64)).toBeLessThanOrEqual(16384);
    expect(capacityOf(roomFor(2048, 20)!)).toBeGreaterThan(500);
  });

  it('is refused with the reason', () => {
    const refused = (cell: Cell, parts: Partial<PortabilityTask> = {}): string | null =>
      portabilityMisfit(taskOf(cell, parts), device);
    expect(refused(cellOf(3, 1700))).toBeNull();
    expect(refused(cellOf(3, 1710))).toMatch(/513 test rows.*room for 512/);
    expect(refused(cellOf(3, 1700), { part: 'outer' })).toBeNull();
    const { settings } = taskOf(cellOf(3, 40));
    const empty = { train: [], test: [Uint32Array.of(1), Uint32Array.of(), Uint32Array.of(90)] };
    expect(refused(cellOf(3, 40), { settings: { ...settings, folds: empty } })).toMatch(/no test rows/);
    expect(refused(cellOf(3, 40), { settings: { ...settings, bins: 2000 } })).toMatch(/2000 bins/);
  });
});

describe('the queue of comparisons', () => {
  const cell = cellOf(3, 40);
  const found: Found = {
    numerator: 2,
    numeratorFew: 1,
    scaleNumerator: 0,
    moved: 1,
    occupied: 2,
    largest: 3,
    closest: 1,
    out: 4,
    inside: 1,
    squares: 8,
    sorted: 6,
  };
  /** Without the first row, which is checked against f64. */
  const skipFirst = { taskKey: 'k', engine: 'gpu', iteration: 1, state: {} } as const;

  it('has rows land in order as their answers come, and fails a row that is not that of f64', () => {
    const queue = openQueue([taskOf(cell)], new Map([['k', skipFirst]]), () => 512);
    const waiting = queue.next(5);
    expect(waiting).toHaveLength(2);
    expect(queue.next(1)[0].question).toBe(waiting[0].question);
    queue.answer([found]);
    const [news] = queue.news();
    expect(news).toMatchObject({ done: true, failure: expect.stringMatching(/row 1 of splits.*in f64/) });
    expect(queue.news()).toEqual([]);
  });

  it('takes a row that is', () => {
    const truth = Float64Array.of(0.25, NaN, 0);
    const row = { questions: [], columns: () => Float64Array.of(0.25, NaN, -0) };
    expect(spotChecked(row, 'row', () => truth).columns([])).toEqual(row.columns());
    const missing = { questions: [], columns: () => Float64Array.of(0.25, 1, 0) };
    expect(() => spotChecked(missing, 'row 4', () => truth).columns([])).toThrow('row 4: column 1 is 1');
  });

  it('makes rows with more test rows than the device sorts in f64, in their place', () => {
    const queue = openQueue([taskOf(cell)], new Map(), () => 11);
    const found = [0, 1, 2].map((row) => {
      expect(queue.next(5)).toEqual([]);
      const [{ chunk, done }] = queue.news();
      expect([chunk!.first, chunk!.count, done]).toEqual([row, 1, row === 2]);
      return chunk!.columns.numerator[0];
    });
    const settings = { sources: 1, bins: 20, folds: null, sets: null, learner: linearLearner };
    const work = cellWork(cell, settings, { seed: 1, task: 0 });
    expect(found).toEqual([0, 1, 2].map((i) => work.row('splits', i)[2]));
  });

  it('does not mix cells in one dispatch', () => {
    const tasks = [taskOf(cell), taskOf(cellOf(3, 30), { key: 'other' })];
    const queue = openQueue(tasks, new Map(), () => 512);
    expect(queue.next(100)).toHaveLength(3);
  });
});
