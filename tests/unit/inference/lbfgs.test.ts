import { describe, expect, it } from 'vitest';
import { descend, PAPER_ADAM } from '../../../src/inference/adam.ts';
import { maximise } from '../../../src/inference/lbfgs.ts';
import { strongWolfe } from '../../../src/inference/line-search.ts';
import type { Target } from '../../../src/models/target.ts';

/** −Rosenbrock's function in n dimensions: maximum 0 at (1, …, 1). */
const rosenbrock = (n: number): Target => ({
  dimension: n,
  logDensity(x, gradient) {
    gradient.fill(0);
    let value = 0;
    for (let i = 0; i + 1 < n; i++) {
      const a = x[i + 1] - x[i] * x[i];
      const b = 1 - x[i];
      value -= 100 * a * a + b * b;
      gradient[i] += 400 * a * x[i] + 2 * b;
      gradient[i + 1] -= 200 * a;
    }
    return value;
  },
});

/** A normal density with precisions 1 … 10⁶. */
const normal: Target = {
  dimension: 7,
  logDensity(x, gradient) {
    return x.reduce((sum, value, i) => {
      const precision = 10 ** i;
      gradient[i] = -precision * (value - i);
      return sum - (precision * (value - i) ** 2) / 2;
    }, 0);
  },
};

describe('maximise', () => {
  it.each([2, 10, 30])("climbs out of Rosenbrock's valley in %i dimensions", (n) => {
    const start = Float64Array.from({ length: n }, (_, i) => (i % 2 === 0 ? -1.2 : 1));
    const found = maximise(rosenbrock(n), start, { gradientTolerance: 1e-9 });
    expect(found.stop).toBe('gradient');
    found.position.forEach((value) => expect(value).toBeCloseTo(1, 8));
    expect(found.iterations).toBeLessThan(40 * n);
  });

  it('finds a badly scaled maximum and says how much is left', () => {
    const { position, value, gradientNorm } = maximise(normal, new Float64Array(7), {
      gradientTolerance: 1e-8,
    });
    position.forEach((entry, i) => expect(entry).toBeCloseTo(i, 8));
    expect(value).toBeCloseTo(0, 12);
    expect(gradientNorm).toBeLessThanOrEqual(1e-8);
    const early = maximise(normal, new Float64Array(7), { maxIterations: 3 });
    expect(early.stop).toBe('iterations');
    expect(early.remaining).toBeGreaterThan(0);
  });

  it('stops where nothing more is gained, on a density without a maximum', () => {
    const rising: Target = {
      dimension: 1,
      logDensity([x], gradient) {
        gradient[0] = Math.exp(-x);
        return -Math.exp(-x);
      },
    };
    const found = maximise(rising, Float64Array.of(0), { gradientTolerance: 0 });
    expect(['gain', 'line-search', 'gradient']).toContain(found.stop);
    expect(found.value).toBeGreaterThan(-1e-9);
  });

  it('backs off from where the density is not a number', () => {
    const half: Target = {
      dimension: 1,
      logDensity([x], gradient) {
        gradient[0] = 1 / x - 1;
        return Math.log(x) - x;
      },
    };
    expect(maximise(half, Float64Array.of(30)).position[0]).toBeCloseTo(1, 6);
    expect(() => maximise(half, Float64Array.of(-1))).toThrow('not finite');
  });
});

describe('strongWolfe', () => {
  it.each([1e-4, 0.3, 1, 50])('meets both conditions from a first step of %f', (first) => {
    const at = (t: number) => ({ t, value: Math.cosh(t - 2) + 0.1 * t, slope: Math.sinh(t - 2) + 0.1 });
    const start = at(0);
    const { t, value, slope } = strongWolfe(at, start, first)!;
    expect(value).toBeLessThanOrEqual(start.value + 1e-4 * t * start.slope);
    expect(Math.abs(slope)).toBeLessThanOrEqual(0.9 * Math.abs(start.slope));
  });

  it('gives nothing up a slope', () => {
    expect(strongWolfe((t) => ({ value: t, slope: 1 }), { value: 0, slope: -1e-30 }, 1)).toBeNull();
  });
});

describe('descend', () => {
  const bowl = (turn: number) => ({
    dimension: 1,
    evaluate([x]: Float64Array, gradient: Float64Array) {
      gradient[0] = 2 * x;
      return { loss: x * x, validation: (x - turn) ** 2 };
    },
  });

  it("makes Adam's first steps", () => {
    const { position } = descend(bowl(0), Float64Array.of(5), { ...PAPER_ADAM, maxEpochs: 2 });
    const g = [10, 2 * 4.98];
    const m = 0.9 * 0.1 * g[0] + 0.1 * g[1];
    const v = 0.999 * 0.001 * g[0] ** 2 + 0.001 * g[1] ** 2;
    const expected = 4.98 - (0.02 * (m / (1 - 0.81))) / (Math.sqrt(v / (1 - 0.998001)) + 1e-8);
    expect(position[0]).toBeCloseTo(expected, 10);
  });

  it('returns the best validated position once patience ends', () => {
    const { position, epochs, bestEpoch, validation } = descend(bowl(3), Float64Array.of(5), PAPER_ADAM);
    expect(epochs).toBe(bestEpoch + 500);
    expect(Math.abs(position[0] - 3)).toBeLessThan(0.02);
    expect(validation).toBeLessThan(4e-4);
  });
});
