import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/math/random.ts';
import {
  detectableSize,
  fitPower,
  powerAt,
  type PowerPoint,
} from '../../../../src/statistics/portability/power.ts';

const LEVEL = 0.05;
const SIZES = [0.1, 0.2, 0.4, 0.8, 1.6];

/** Of power .05 + .95 Φ(3 ln(size / .4)): .525 at .4; with probability .8 it finds .4 exp(Φ⁻¹(15/19) / 3) = .52304. */
const CURVE = {
  level: LEVEL,
  intercept: -3 * Math.log(0.4),
  steepness: 3,
  covariance: [0, 0, 0],
} as const;
const FOUND = 0.523043;

const expected = (simulations: number): readonly PowerPoint[] =>
  SIZES.map((size) => ({ size, simulations, rejected: simulations * powerAt(CURVE, size) }));

describe('a curve of power', () => {
  it('is the curve that the rejections come from', () => {
    expect(powerAt(CURVE, 0.4)).toBeCloseTo(0.525, 12);
    const fit = fitPower(expected(1e6), LEVEL, 0.8)!;
    expect(fit.steepness).toBeCloseTo(3, 4);
    expect(detectableSize(fit, 0.8).size).toBeCloseTo(FOUND, 4);
  });

  it('has an interval that covers the size in about nine of ten studies', () => {
    const random = randomStream(11, 0, 0);
    let covered = 0;
    for (let study = 0; study < 400; study++) {
      const points = SIZES.map((size) => {
        let rejected = 0;
        for (let i = 0; i < 60; i++) if (random.uniform() < powerAt(CURVE, size)) rejected += 1;
        return { size, rejected, simulations: 60 };
      });
      const { low, high } = detectableSize(fitPower(points, LEVEL, 0.8)!, 0.8);
      if (low <= FOUND && FOUND <= high) covered += 1;
    }
    // 360 of 400 expected, sd 6.
    expect(covered).toBeGreaterThan(340);
    expect(covered).toBeLessThan(385);
  });

  it('has a finite slope where every study agrees', () => {
    const points = SIZES.map((size) => ({ size, simulations: 20, rejected: size < 0.5 ? 0 : 20 }));
    const { size, low, high } = detectableSize(fitPower(points, LEVEL, 0.8)!, 0.8);
    expect(size).toBeGreaterThan(0.4);
    expect(size).toBeLessThan(0.8);
    expect(low).toBeLessThan(size);
    expect(high).toBeGreaterThan(size);
  });

  it('is none where no size is found often enough, or every one is', () => {
    const flat = (rejected: number) => SIZES.map((size) => ({ size, simulations: 20, rejected }));
    expect(fitPower(flat(1), LEVEL, 0.8)).toBeNull();
    expect(fitPower(flat(20), LEVEL, 0.8)).toBeNull();
  });
});
