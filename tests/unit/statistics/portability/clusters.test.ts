import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/math/random.ts';
import { splitFolds, type Cell } from '../../../../src/statistics/portability/cell.ts';
import { exchangeOf } from '../../../../src/statistics/portability/clusters.ts';

/** Rows by [environment, instance], each so often. */
function cellOf(clusters: readonly (readonly [number, number, number])[], shared: boolean): Cell {
  const rows = clusters.flatMap(([e, i, count]) => Array.from({ length: count }, () => [e, i]));
  return {
    environments: 1 + Math.max(...rows.map(([e]) => e)),
    features: 1,
    x: Float64Array.from(rows, ([, i]) => i),
    action: Float64Array.from(rows, (_, row) => row),
    environment: Uint16Array.from(rows, ([e]) => e),
    instance: Uint32Array.from(rows, ([, i]) => i),
    shared,
    low: Float64Array.of(0),
    width: Float64Array.of(10),
  };
}

const drawsOf = (cell: Cell, count: number): readonly (readonly Uint32Array[])[] => {
  const exchange = exchangeOf(cell);
  return Array.from({ length: count }, (_, index) => {
    const random = randomStream(3, 0, 2);
    random.seek(index, 0);
    return exchange.draw(random);
  });
};

describe('an exchange of whole instances', () => {
  it.each([true, false])('leaves a framing with one instance its own (shared: %s)', (shared) => {
    const clusters = [
      [0, 1, 6],
      ...Array.from({ length: 8 }, (_, i) => [1, i, 1] as const),
      ...Array.from({ length: 8 }, (_, i) => [2, i, 3] as const),
    ] as const;
    const draws = drawsOf(cellOf(clusters, shared), 200);
    const seen = new Set<string>();
    for (const byEnvironment of draws) {
      expect([...byEnvironment[0]]).toEqual([0, 1, 2, 3, 4, 5]);
      const { train, test } = splitFolds(byEnvironment, randomStream(1, 0, 0));
      expect(Math.min(...[...train, ...test].map(({ length }) => length))).toBeGreaterThan(0);
      seen.add(String([...byEnvironment[1]]));
    }
    expect(seen.size).toBeGreaterThan(100);
  });

  it('gives every labelling of instances equally often where each framing has several', () => {
    const cell = cellOf(
      [
        [0, 0, 1],
        [0, 1, 2],
        [1, 2, 1],
        [1, 3, 1],
      ],
      false,
    );
    const counts = new Map<string, number>();
    for (const [first] of drawsOf(cell, 6000)) {
      const key = String([...first]);
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    expect(counts.size).toBe(6);
    // 1000 expected each, sd 29.
    for (const count of counts.values()) expect(Math.abs(count - 1000)).toBeLessThan(120);
  });
});
