// The small posterior of the first page against a sum over every way the choices could have been weighed.
import { describe, expect, it } from 'vitest';
import { posteriorDensity } from '../../../src/app/pages/sketch.ts';

const utilities = [0.8, 0.62, 0.35];
const prior = { mu: 3, sigma: 0.75 };
const grid = Array.from({ length: 401 }, (_, i) => i / 10);

describe('posteriorDensity', () => {
  it('integrates to one and is highest between the truth and the prior', () => {
    const density = posteriorDensity(grid, 6, 12, utilities, prior);
    const area = density.reduce((sum, value, i) => (i > 0 ? sum + 0.05 * (value + density[i - 1]) : sum), 0);
    expect(area).toBeCloseTo(1, 12);
    const mode = grid[density.indexOf(Math.max(...density))];
    expect(mode).toBeGreaterThan(5.5);
    expect(mode).toBeLessThan(11.4);
  });

  it('has the ratios of prior times likelihood, by the plain formula', () => {
    const density = posteriorDensity(grid, 6, 12, utilities, prior);
    const softmax = (alpha: number) => {
      const weights = utilities.map((u) => Math.exp(alpha * u));
      const total = weights[0] + weights[1] + weights[2];
      return weights.map((weight) => weight / total);
    };
    const unnormalised = (alpha: number) => {
      const likelihood = softmax(6).reduce((product, p, i) => product * softmax(alpha)[i] ** (12 * p), 1);
      return (likelihood * Math.exp(-((Math.log(alpha) - 3) ** 2) / (2 * 0.75 ** 2))) / alpha;
    };
    for (const place of [30, 60, 90, 200])
      expect(density[place] / density[80]).toBeCloseTo(
        unnormalised(grid[place]) / unnormalised(grid[80]),
        10,
      );
  });
});
