import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/math/random.ts';
import { rankCorrelation } from '../../../../src/statistics/beliefs/agent-score.ts';
import { pairedDifference, type CaseStatistic } from '../../../../src/statistics/beliefs/paired.ts';
import { predictiveChecks, REPORT_CHECKS } from '../../../../src/statistics/beliefs/predictive.ts';

/** The mean of a value a case over the drawn cases; NaN values are left out. */
const meanStatistic =
  (values: Float64Array): CaseStatistic =>
  (cases) => {
    let [sum, n] = [0, 0];
    for (let k = 0; k < cases.length; k++) {
      const value = values[cases[k]];
      if (Number.isNaN(value)) continue;
      sum += value;
      n++;
    }
    return sum / n;
  };

const random = (): ReturnType<typeof randomStream> => randomStream(4, 0, 0);

describe('rankCorrelation', () => {
  it('has the exact p of few agents', () => {
    const four = rankCorrelation(Float64Array.of(1, 2, 3, 4), Float64Array.of(10, 20, 30, 99), random());
    expect(four).toMatchObject({ rho: 1, p: 2 / 24, exact: true, ends: null });
    const five = rankCorrelation(Float64Array.of(1, 2, 3, 4, 5), Float64Array.of(1, 2, 3, 5, 4), random());
    expect(five.rho).toBeCloseTo(0.9, 12);
    expect(five.p).toBeCloseTo(10 / 120, 12);
  });

  it('agrees with a published table: n = 9, ρ = 0.7 at p = 0.0433', () => {
    const y = Float64Array.of(4, 1, 3, 2, 5, 8, 6, 9, 7);
    const x = Float64Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9);
    const d2 = y.reduce((sum, value, i) => sum + (value - x[i]) ** 2, 0);
    const { rho, p } = rankCorrelation(x, y, random());
    expect(rho).toBeCloseTo(1 - (6 * d2) / (9 * 80), 12);
    expect(rho).toBeGreaterThan(0.7);
    expect(p).toBeLessThan(0.0433);
    expect(p).toBeGreaterThan(0.005);
  });

  it('shares ranks among ties, tries random orders of many agents, and has an interval', () => {
    const x = Float64Array.from({ length: 12 }, (_, i) => i);
    const y = x.map((value) => Math.floor(value / 2) + (value % 3));
    const { rho, p, exact, ends } = rankCorrelation(x, y, random());
    expect(exact).toBe(false);
    expect(p).toBeLessThan(0.01);
    expect(ends![0]).toBeLessThan(rho);
    expect(ends![1]).toBeGreaterThan(rho);
    const z = Math.atanh(rho);
    expect(ends![0]).toBeCloseTo(Math.tanh(z - 1.959964 * Math.sqrt((1 + (rho * rho) / 2) / 9)), 6);
  });

  it('names what it needs', () => {
    expect(() => rankCorrelation(Float64Array.of(1, 2), Float64Array.of(1, 2), random())).toThrow(
      'at least 3',
    );
  });
});

describe('pairedDifference', () => {
  it('uses that both answered the same cases', () => {
    const stream = random();
    const shared = Float64Array.from({ length: 200 }, () => 5 * stream.normal());
    const second = shared.map((value) => value - 0.5 + 0.3 * stream.normal());
    const { difference, ends, p } = pairedDifference(200, meanStatistic(shared), meanStatistic(second));
    expect(difference).toBeCloseTo(0.5, 1);
    expect(ends[1] - ends[0]).toBeCloseTo((3.92 * 0.3) / Math.sqrt(200), 2);
    expect(p).toBeCloseTo(2 / 2001, 12);
  });

  it('is nought of an agent against itself, and leaves missing cases out', () => {
    const values = Float64Array.of(1, NaN, 3);
    expect(pairedDifference(3, meanStatistic(values), meanStatistic(values))).toMatchObject({
      first: 2,
      difference: 0,
      p: 1,
    });
  });
});

describe('predictiveChecks', () => {
  const stream = random();
  const study = (): Float64Array => Float64Array.from({ length: 100 }, () => stream.uniform());
  const replicates = Array.from({ length: 99 }, study);

  it('finds rounded and extreme reports, and nothing wrong with a replicate', () => {
    const rounded = study().map((value) => Math.round(value * 20) / 20);
    const [mean, , extreme, steps] = predictiveChecks(REPORT_CHECKS, rounded, replicates);
    expect(mean.p).toBeGreaterThan(0.05);
    expect(steps).toMatchObject({ name: 'rounded', observed: 1, mean: 0, p: 2 / 100 });
    expect(extreme.observed).toBeGreaterThan(0.01);
    predictiveChecks(REPORT_CHECKS, study(), replicates).forEach(({ p }) => expect(p).toBeGreaterThan(0.02));
  });

  it('compares mean and sd as they are', () => {
    const [mean, sd] = predictiveChecks(['mean', 'sd'], Float64Array.of(0, 1, 0, 1), [
      Float64Array.of(1, 1, 1, 1),
      Float64Array.of(0, 1, 1, 1),
    ]);
    expect(mean).toMatchObject({ observed: 0.5, mean: 0.875, p: 2 / 3 });
    expect(sd.observed).toBe(0.5);
  });
});
