// Power by recursion against simulated studies of posteriors that are off.
import { describe, expect, it } from 'vitest';
import {
  detectable,
  LARGEST_SCALE,
  LARGEST_SHIFT,
  misfitCells,
  powerAgainst,
} from '../../../../src/statistics/sbc/power.ts';
import { countsBelow, rankReference } from '../../../../src/statistics/sbc/reference.ts';
import { ecdfBand, exactSize, leavesBand } from '../../../../src/statistics/sbc/uniformity.ts';
import { mockRank, mockRanks, streamAt } from './support.ts';

describe('ranks of a posterior that is off', () => {
  it('are uniform where it is right', () => {
    for (const maxRank of [1, 7, 60, 999]) {
      const reference = rankReference(100, maxRank);
      const cells = misfitCells(reference, { shift: 0, scale: 1 });
      cells.forEach((cell, j) => expect(cell).toBeCloseTo(reference.cells[j], 12));
    }
  });

  it('fall into cells as simulated', () => {
    const reference = rankReference(100, 12, 5);
    const misfit = { shift: 0.4, scale: 0.7 };
    const cells = misfitCells(reference, misfit);
    const stream = streamAt(31);
    const counts = new Float64Array(5);
    const total = 12_000;
    for (let i = 0; i < total; i++) {
      const rank = mockRank(stream, 12, misfit);
      counts[reference.edges.findIndex((edge) => edge > rank) - 1]++;
    }
    counts.forEach((count, j) => {
      const error = Math.sqrt(total * cells[j] * (1 - cells[j]));
      expect(Math.abs(count - total * cells[j])).toBeLessThan(4 * error);
    });
  });

  it('have mirrored cells under mirrored shifts', () => {
    const reference = rankReference(50, 49);
    const up = misfitCells(reference, { shift: 0.5, scale: 1 });
    const down = misfitCells(reference, { shift: -0.5, scale: 1 });
    up.forEach((cell, j) => expect(cell).toBeCloseTo(down[up.length - 1 - j], 12));
  });
});

describe('power', () => {
  it('without a misfit is the exact size', () => {
    const reference = rankReference(100, 99);
    expect(powerAgainst(reference, { shift: 0, scale: 1 }, 0.05)).toBeCloseTo(exactSize(reference, 0.05), 10);
  });

  it('is what 400 simulated studies show', () => {
    const reference = rankReference(50, 30);
    const band = ecdfBand(reference);
    const stream = streamAt(33);
    for (const misfit of [
      { shift: 0.35, scale: 1 },
      { shift: 0, scale: 0.65 },
      { shift: 0, scale: 1.6 },
    ]) {
      const power = powerAgainst(reference, misfit, 0.05);
      expect(power).toBeGreaterThan(0.4);
      expect(power).toBeLessThan(0.95);
      let found = 0;
      for (let study = 0; study < 400; study++)
        if (leavesBand(band, countsBelow(reference, mockRanks(stream, 50, 30, misfit)))) found++;
      expect(Math.abs(found / 400 - power)).toBeLessThan(4 * Math.sqrt((power * (1 - power)) / 400));
    }
  });
});

describe('read-out', () => {
  it('gives the sizes that are found with 80 % power', () => {
    const reference = rankReference(200, 99);
    const { shift, tooWide, tooNarrow } = detectable(reference);
    expect(powerAgainst(reference, { shift: shift!, scale: 1 }, 0.05)).toBeCloseTo(0.8, 2);
    expect(powerAgainst(reference, { shift: -shift!, scale: 1 }, 0.05)).toBeGreaterThanOrEqual(0.8);
    expect(powerAgainst(reference, { shift: 0, scale: tooWide! }, 0.05)).toBeCloseTo(0.8, 3);
    expect(powerAgainst(reference, { shift: 0, scale: tooNarrow! }, 0.05)).toBeCloseTo(0.8, 3);
    expect(tooWide!).toBeGreaterThan(1);
    expect(tooNarrow!).toBeLessThan(1);
  });

  it('ends at one bound: a hundredfold sd, and a shift of as many sds as that has logarithmic units', () => {
    const reference = rankReference(7, 99);
    const powerOf = (scale: number): number => powerAgainst(reference, { shift: 0, scale }, 0.1);
    expect(detectable(reference, 0.1, powerOf(80)).tooWide! / 80).toBeCloseTo(1, 2);
    expect(detectable(reference, 0.1, powerOf(99)).tooWide! / 99).toBeCloseTo(1, 2);
    expect(powerOf(150)).toBeGreaterThan(powerOf(LARGEST_SCALE));
    expect(detectable(reference, 0.1, powerOf(150)).tooWide).toBeNull();
    expect(LARGEST_SHIFT).toBeCloseTo(4.605, 3);
    expect(LARGEST_SCALE).toBe(100);
  });

  it('shrinks with replicates, grows as the level falls, and says when nothing can be found', () => {
    const small = detectable(rankReference(50, 99));
    const large = detectable(rankReference(200, 99));
    expect(large.shift!).toBeLessThan(0.6 * small.shift!);
    expect(detectable(rankReference(200, 99), 0.0025).shift!).toBeGreaterThan(large.shift!);
    expect(detectable(rankReference(2, 1), 0.05)).toEqual({
      level: 0.05,
      power: 0.8,
      shift: null,
      tooWide: null,
      tooNarrow: null,
    });
  });
});
