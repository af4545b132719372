import { describe, expect, it } from 'vitest';
import { drawnRows } from '../../../../src/inference/beliefs/drawn-rows.ts';

const rows = [4, 8, 15, 16, 23, 42, 50, 51, 60, 77];
const STREAM = { seed: 7, task: 2 };

describe('training cases drawn anew', () => {
  it('are as many, of the same cases, and the same whenever they are asked for', () => {
    const drawn = Array.from({ length: 5 }, (_, index) => drawnRows(rows, STREAM, index));
    for (const own of drawn) {
      expect(own).toHaveLength(rows.length);
      expect(own.every((row) => rows.includes(row))).toBe(true);
    }
    expect(new Set(drawn.map(String)).size).toBe(5);
    expect(drawnRows(rows, STREAM, 3)).toEqual(drawn[3]);
  });

  it('differ by seed and by cell', () => {
    const own = drawnRows(rows, STREAM, 0);
    expect(drawnRows(rows, { ...STREAM, seed: 8 }, 0)).not.toEqual(own);
    expect(drawnRows(rows, { ...STREAM, task: 3 }, 0)).not.toEqual(own);
  });

  it('leave out a case as often as drawing with replacement does, and draw each alike', () => {
    const draws = 4000;
    const counts = new Map(rows.map((row) => [row, 0]));
    let absent = 0;
    for (let index = 0; index < draws; index++) {
      const own = drawnRows(rows, STREAM, index);
      for (const row of own) counts.set(row, counts.get(row)! + 1);
      if (!own.includes(15)) absent++;
    }
    // Each case's count is binomial of 40,000 draws and 1/10: sd 60; absence has probability .9¹⁰ = .349, sd .0075.
    for (const count of counts.values()) expect(Math.abs(count - draws)).toBeLessThan(4 * 60);
    expect(Math.abs(absent / draws - 0.9 ** 10)).toBeLessThan(4 * 0.0075);
  });
});
