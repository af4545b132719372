import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/math/random.ts';
import { meanMenuSize, type HierarchicalData } from '../../../../src/models/hierarchical/data.ts';
import { hierarchicalOwnTarget } from '../../../../src/models/hierarchical/own.ts';
import { HIERARCHICAL_PRESETS } from '../../../../src/models/hierarchical/presets.ts';
import { simulateChoices, truthLogLikelihood } from '../../../../src/models/hierarchical/simulate.ts';
import { drawTruth, type HierarchicalTruth } from '../../../../src/models/hierarchical/truth.ts';
import { menuBlock } from '../../../../src/models/seu/data.ts';
import { mean, sd } from '../../../../src/statistics/moments.ts';
import { smallData, WHOLE_MODEL } from '../../../support/hierarchical.ts';

const DRAWS = 4000;
const data = smallData({ K: 4, D: 3, J: 4, P: 2, seed: 8 });
const truths = Array.from({ length: DRAWS }, (_, i) => drawTruth(WHOLE_MODEL, data, randomStream(3, i, 0)));
const column = (value: (truth: HierarchicalTruth) => number): Float64Array =>
  Float64Array.from(truths, value);

/** The mean of draws lies within four standard errors of `expected`. */
function expectMean(values: Float64Array, expected: number): void {
  expect(Math.abs(mean(values) - expected)).toBeLessThan((4 * sd(values)) / Math.sqrt(values.length));
}

describe('drawTruth', () => {
  const { priors } = WHOLE_MODEL;

  it('has the priors’ moments', () => {
    expectMean(
      column(({ gamma0 }) => gamma0),
      priors.gamma0.mu,
    );
    expectMean(
      column(({ gamma0 }) => (gamma0 - priors.gamma0.mu) ** 2),
      priors.gamma0.sd ** 2,
    );
    expectMean(
      column(({ gamma }) => gamma[1] ** 2),
      priors.gammaSd ** 2,
    );
    expectMean(
      column(({ gammaSize }) => gammaSize! ** 2),
      priors.gammaSizeSd ** 2,
    );
    expectMean(
      column(({ sigmaCell }) => sigmaCell),
      priors.sigmaCellScale * Math.sqrt(2 / Math.PI),
    );
    expectMean(
      column(({ sigmaPool }) => sigmaPool! ** 2),
      priors.sigmaPoolScale ** 2,
    );
    expectMean(
      column(({ beta }) => beta[2][7]),
      0,
    );
    expectMean(
      column(({ beta }) => beta[3][4] ** 2),
      1,
    );
  });

  it('adds predictors, cells and pools to the variance of log α', () => {
    const [x, y] = data.design.subarray(2, 4);
    const expected =
      priors.gamma0.sd ** 2 +
      priors.gammaSd ** 2 * (x * x + y * y) +
      priors.sigmaCellScale ** 2 +
      priors.sigmaPoolScale ** 2;
    expectMean(
      column(({ alpha }) => (Math.log(alpha[1]) - priors.gamma0.mu) ** 2),
      expected,
    );
    const shared = (first: number, second: number) =>
      column(({ alpha, gamma0, gamma }) => {
        const rest = (j: number): number =>
          Math.log(alpha[j]) - gamma0 - data.design[2 * j] * gamma[0] - data.design[2 * j + 1] * gamma[1];
        return rest(first) * rest(second);
      });
    expectMean(shared(0, 2), priors.sigmaPoolScale ** 2);
    expectMean(shared(0, 1), 0);
  });

  it.each([0.4, 1, 5])('draws δ from Dirichlet(%f)', (concentration) => {
    const model = { ...WHOLE_MODEL, priors: { ...priors, deltaConcentration: concentration } };
    const deltas = Array.from(
      { length: DRAWS },
      (_, i) => drawTruth(model, data, randomStream(4, i, 0)).delta,
    );
    const total = 3 * concentration;
    for (const delta of deltas.slice(0, 50)) expect(delta.reduce((sum, d) => sum + d, 0)).toBeCloseTo(1, 12);
    for (let i = 0; i < 3; i++) {
      expectMean(
        Float64Array.from(deltas, (delta) => delta[i]),
        1 / 3,
      );
      expectMean(
        Float64Array.from(deltas, (delta) => delta[i] ** 2),
        (concentration * (concentration + 1)) / (total * (total + 1)),
      );
    }
  });

  it('is the same for the same stream, and other for another', () => {
    const again = drawTruth(WHOLE_MODEL, data, randomStream(3, 0, 0));
    expect(again).toEqual(truths[0]);
    expect(truths[1].gamma0).not.toBe(truths[0].gamma0);
  });
});

/** Own unconstrained vector of a truth whose cells deviate by z: only for σ_cell > 0 and without pools. */
function ownVector(
  truth: HierarchicalTruth,
  { cells, design, predictors: P }: HierarchicalData,
): Float64Array {
  const [{ consequences: K, dimensions: D }] = cells;
  const deviates = Array.from(truth.alpha, (alpha, j) => {
    let level = truth.gamma0;
    for (let p = 0; p < P; p++) level += design[j * P + p] * truth.gamma[p];
    return (Math.log(alpha) - level) / truth.sigmaCell;
  });
  let left = 1;
  const sticks = Array.from({ length: K - 2 }, (_, i) => {
    const share = truth.delta[i] / left;
    left -= truth.delta[i];
    return Math.log(share / (1 - share)) + Math.log(K - 2 - i);
  });
  return Float64Array.from([
    truth.gamma0,
    ...truth.gamma,
    ...(truth.gammaSize === null ? [] : [truth.gammaSize]),
    Math.log(truth.sigmaCell),
    ...deviates,
    ...truth.beta.flatMap((beta) =>
      Array.from({ length: K * D }, (_, i) => beta[(i % K) * D + Math.floor(i / K)]),
    ),
    ...sticks,
  ]);
}

describe('simulateChoices', () => {
  it.each(['h_m01', 'h_m01_size'])('has the likelihood of %s at a truth that the density has', (name) => {
    const model = HIERARCHICAL_PRESETS[name];
    for (let i = 0; i < 5; i++) {
      const random = randomStream(9, i, 0);
      const truth = drawTruth(model, data, random);
      const simulated = simulateChoices(data, truth, random);
      const own = hierarchicalOwnTarget(model, simulated);
      own.logDensity(ownVector(truth, simulated), new Float64Array(own.dimension));
      expect(truthLogLikelihood(simulated, truth)).toBeCloseTo(own.inner.logLikelihood(), 8);
    }
  });

  it('draws each menu’s members with their probabilities, sharper where menus are larger', () => {
    const menus = Array.from({ length: 6000 }, (_, m) => (m % 2 ? [0, 1] : [0, 1, 2]));
    const cell = {
      ...data.cells[0],
      uncertain: menuBlock(
        menus,
        menus.map(() => 0),
      ),
    };
    const one: HierarchicalData = { cells: [cell], predictors: 0, design: new Float64Array(0), pools: null };
    const truth = {
      ...drawTruth(HIERARCHICAL_PRESETS.h_m01_size, one, randomStream(1, 2, 0)),
      gammaSize: 1.2,
    };
    const { chosen } = simulateChoices(one, truth, randomStream(1, 3, 0)).cells[0].uncertain;
    const shares = [0, 1].map((offset) => {
      const own = chosen.filter((_, m) => m % 2 === offset);
      return [0, 1].map((rank) => own.filter((choice) => choice === rank).length / own.length);
    });
    const eta = utilitiesByHand(one, truth);
    for (const [offset, size] of [3, 2].entries()) {
      const a = truth.alpha[0] * Math.exp(1.2 * (size - meanMenuSize(one)));
      const weights = eta.slice(0, size).map((value) => Math.exp(a * value));
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      for (const rank of [0, 1]) {
        const p = weights[rank] / total;
        expect(Math.abs(shares[offset][rank] - p)).toBeLessThan(4 * Math.sqrt((p * (1 - p)) / 3000) + 1e-12);
      }
    }
  });
});

function utilitiesByHand({ cells: [cell] }: HierarchicalData, truth: HierarchicalTruth): number[] {
  const { alternatives, dimensions: D, consequences: K, features } = cell;
  const upsilon = truth.delta.reduce<number[]>(
    (levels, step) => [...levels, levels[levels.length - 1] + step],
    [0],
  );
  return Array.from({ length: alternatives }, (_, r) => {
    const weights = Array.from({ length: K }, (__, k) =>
      Math.exp(
        Array.from({ length: D }, (___, d) => truth.beta[0][k * D + d] * features[r * D + d]).reduce(
          (sum, term) => sum + term,
          0,
        ),
      ),
    );
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.reduce((sum, weight, k) => sum + (weight / total) * upsilon[k], 0);
  });
}
