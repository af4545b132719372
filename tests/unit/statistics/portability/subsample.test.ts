import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Cell } from '../../../../src/statistics/portability/cell.ts';
import {
  clustersByEnvironment,
  commonSize,
  keptRows,
  restrictCell,
} from '../../../../src/statistics/portability/subsample.ts';

/** A cell from (environment, instance) of each row; x and action say which row it was. */
function cellOf(rows: readonly (readonly [number, number])[]): Cell {
  return {
    environments: 1 + Math.max(...rows.map(([environment]) => environment)),
    features: 2,
    x: Float64Array.from(rows.flatMap((_, row) => [row, -row])),
    action: Float64Array.from(rows.keys()),
    environment: Uint16Array.from(rows, ([environment]) => environment),
    instance: Uint32Array.from(rows, ([, instance]) => instance),
    shared: false,
    low: Float64Array.of(0, 0),
    width: Float64Array.of(1, 1),
  };
}

const repeated = (environment: number, instances: number, draws: number): [number, number][] =>
  Array.from({ length: instances * draws }, (_, i) => [environment, Math.floor(i / draws)]);

const groupsOf = (cells: readonly Cell[]) => cells.flatMap(clustersByEnvironment);
const instancesOf = (cell: Cell, rows: Uint32Array): Map<number, number> => {
  const counts = new Map<number, number>();
  for (const row of rows) counts.set(cell.instance[row], (counts.get(cell.instance[row]) ?? 0) + 1);
  return counts;
};

describe('the size that cells have in common', () => {
  it.each([
    ['fewer instances', [10, 3], [4, 3], { draws: 3, rows: 12 }],
    ['fewer draws', [10, 3], [10, 1], { draws: 1, rows: 10 }],
    ['fewer of either', [30, 1], [10, 3], { draws: 1, rows: 10 }],
    ['the same', [7, 2], [7, 2], { draws: 2, rows: 14 }],
  ] as const)('%s', (_, [i, d], [j, e], size) => {
    expect(commonSize(groupsOf([cellOf(repeated(0, i, d)), cellOf(repeated(0, j, e))]))).toEqual(size);
  });
});

describe('a cell that is cut', () => {
  const full = cellOf([...repeated(0, 40, 3), ...repeated(1, 40, 3)]);
  const small = cellOf([...repeated(0, 12, 3), ...repeated(1, 15, 3)]);
  const size = commonSize(groupsOf([full, small]));

  it('has as many rows as the smallest, of whole instances', () => {
    expect(size).toEqual({ draws: 3, rows: 36 });
    for (const cell of [full, small])
      for (const clusters of clustersByEnvironment(cell)) {
        const rows = keptRows(clusters, size, 5);
        expect(rows).toHaveLength(36);
        expect([...instancesOf(cell, rows).values()]).toEqual(new Array(12).fill(3));
      }
  });

  it('keeps the same instances in every environment, by the seed alone', () => {
    const [first, second] = clustersByEnvironment(full).map((own) => keptRows(own, size, 5));
    expect([...second].map((row) => row - 120)).toEqual([...first]);
    expect(keptRows(clustersByEnvironment(full)[0], size, 5)).toEqual(first);
    expect(keptRows(clustersByEnvironment(full)[0], size, 6)).not.toEqual(first);
  });

  it('keeps every instance once where draws are fewer', () => {
    const single = commonSize(groupsOf([full, cellOf(repeated(0, 40, 1))]));
    const rows = keptRows(clustersByEnvironment(full)[0], single, 5);
    expect([...instancesOf(full, rows).values()]).toEqual(new Array(40).fill(1));
    expect(new Set([...rows].map((row) => row % 3)).size).toBe(3);
  });

  it('keeps each instance equally often over seeds', () => {
    const counts = new Float64Array(40);
    for (let seed = 0; seed < 400; seed++)
      for (const row of keptRows(clustersByEnvironment(full)[0], size, seed))
        counts[full.instance[row]] += 1 / 3;
    // 12 of 40 in each of 400 seeds: 120 expected, sd 9.
    for (const count of counts) expect(Math.abs(count - 120)).toBeLessThan(4 * 9.2);
  });

  it('has the rows of its environments in their order', () => {
    const rows = keptRows(clustersByEnvironment(full)[1], { draws: 1, rows: 3 }, 2);
    const cut = restrictCell(full, [1], rows);
    expect([cut.environments, ...cut.environment]).toEqual([1, 0, 0, 0]);
    expect([...cut.action]).toEqual([...rows]);
    expect([...cut.x]).toEqual([...rows].flatMap((row) => [row, -row]));
  });
});

it('has equal rows and at most one instance that is not whole, whatever is missing', () => {
  const cells = fc.array(
    fc.array(fc.tuple(fc.nat(2), fc.nat(6)), { minLength: 1, maxLength: 60 }).map(cellOf),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(cells, fc.nat(1000), (made, seed) => {
      const groups = groupsOf(made).filter((clusters) => clusters.length > 0);
      const size = commonSize(groups);
      for (const clusters of groups) {
        const rows = new Set(keptRows(clusters, size, seed));
        expect(rows.size).toBe(size.rows);
        const kept = clusters.map((own) => own.rows.filter((row) => rows.has(row)).length);
        const short = kept.filter((n, c) => n > 0 && n < Math.min(size.draws, clusters[c].rows.length));
        expect(short.length).toBeLessThanOrEqual(1);
      }
    }),
  );
});
