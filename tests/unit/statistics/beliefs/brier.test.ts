import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/math/random.ts';
import { brierDecomposition, calibrationOf, equalBins } from '../../../../src/statistics/beliefs/brier.ts';

const random = randomStream(3, 0, 0);

describe('brierDecomposition', () => {
  it('adds up to the Brier score', () => {
    const probabilities = Float64Array.from({ length: 300 }, () => random.uniform());
    const outcomes = probabilities.map((p) => (random.uniform() < p * p ? 1 : 0));
    const parts = brierDecomposition({ probabilities, outcomes }, equalBins(probabilities, 7));
    const sum = parts.reliability - parts.resolution + parts.uncertainty + parts.withinBins;
    expect(sum).toBeCloseTo(parts.brier, 12);
    const { corrected } = parts;
    expect(corrected.reliability - corrected.resolution + corrected.uncertainty).toBeCloseTo(
      parts.brier - parts.withinBins,
      12,
    );
  });

  it('has the closed form of two probabilities', () => {
    const probabilities = Float64Array.of(0.2, 0.2, 0.2, 0.2, 0.8, 0.8, 0.8, 0.8);
    const outcomes = Float64Array.of(0, 0, 0, 1, 1, 1, 0, 1);
    const parts = brierDecomposition({ probabilities, outcomes }, equalBins(probabilities, 2));
    expect(parts.reliability).toBeCloseTo(0.05 ** 2, 12);
    expect(parts.resolution).toBeCloseTo(0.25 ** 2, 12);
    expect(parts.uncertainty).toBe(0.25);
    expect(parts.withinBins).toBeCloseTo(0, 12);
    expect(parts.corrected.reliability).toBeCloseTo(0.0025 - 0.1875 / 3, 12);
    expect(parts.corrected.uncertainty).toBeCloseTo((8 / 7) * 0.25, 12);
  });

  it('is right on average where probabilities are calibrated, plain reliability is not', () => {
    const levels = [0.1, 0.4, 0.7];
    const sums = [0, 0, 0];
    const studies = 1000;
    for (let s = 0; s < studies; s++) {
      const probabilities = Float64Array.from({ length: 30 }, (_, i) => levels[i % 3]);
      const outcomes = probabilities.map((p) => (random.uniform() < p ? 1 : 0));
      const parts = brierDecomposition({ probabilities, outcomes }, equalBins(probabilities, 3));
      sums[0] += parts.corrected.reliability / studies;
      sums[1] += parts.corrected.resolution / studies;
      sums[2] += parts.reliability / studies;
    }
    expect(sums[0]).toBeCloseTo(0, 2);
    expect(sums[1]).toBeCloseTo(0.06, 2);
    expect(sums[2]).toBeGreaterThan(0.01);
  });
});

describe('calibrationOf', () => {
  it('keeps equal probabilities in one bin', () => {
    const bins = equalBins(Float64Array.of(0, 0, 0, 0, 0, 0.5, 0.9, 1), 4);
    expect(bins.map((rows) => rows.length)).toEqual([5, 1, 2]);
  });

  it('holds calibrated frequencies in its bands, and not the others', () => {
    let [inside, outside, bins] = [0, 0, 0];
    for (let s = 0; s < 24; s++) {
      const probabilities = Float64Array.from({ length: 120 }, () => random.uniform());
      const held = probabilities.map((p) => (random.uniform() < p ? 1 : 0));
      const bold = probabilities.map((p) => (random.uniform() < 0.5 + 0.4 * (p - 0.5) ? 1 : 0));
      const count = (outcomes: Float64Array): number =>
        calibrationOf({ probabilities, outcomes }, randomStream(s, 0, 0), 5, 100).bins.filter(
          ({ frequency, band }) => frequency >= band[0] && frequency <= band[1],
        ).length;
      inside += count(held);
      outside += count(bold);
      bins += 5;
    }
    expect(inside / bins).toBeGreaterThan(0.91);
    expect(outside / bins).toBeLessThan(0.7);
  });
});
