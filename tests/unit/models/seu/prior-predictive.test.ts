import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/math/random.ts';
import { menuBlock, menuCount, type SeuData } from '../../../../src/models/seu/data.ts';
import { drawChoice, menuProbabilities } from '../../../../src/models/seu/predictive.ts';
import { logGammaDeviate, priorDraws } from '../../../../src/models/seu/prior-draws.ts';
import { priorGrid } from '../../../../src/models/seu/prior-grid.ts';
import { joinPriorPredictive, priorPredictive } from '../../../../src/models/seu/prior-predictive.ts';
import { SEU_PRESETS, type SeuModel } from '../../../../src/models/seu/presets.ts';
import { maximalKernel } from '../../../../src/models/seu/seu-maximal.ts';
import { dataOf, readFixture, type StanData } from '../../../support/seu.ts';

const SIGMAS = 4.5;
const small = (name: string): SeuData => dataOf(readFixture<{ data: StanData }>(name).data);
const flat = small('logdensity_m_0_small_K4.json');
const risky = small('logdensity_m_3_small_K3.json');
const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const sd = (values: Float64Array): number => {
  const centre = mean(values);
  return Math.sqrt(values.reduce((sum, value) => sum + (value - centre) ** 2, 0) / values.length);
};
const withAlpha = (model: SeuModel, mu: number, sigma: number): SeuModel => ({
  ...model,
  priors: { ...model.priors, alpha: { mu, sigma } },
});
/** mean(1 / N_m): what a chooser at random reaches. */
const chance = ({ uncertain }: SeuData): number => {
  const M = menuCount(uncertain);
  let sum = 0;
  for (let m = 0; m < M; m++) sum += 1 / (uncertain.starts[m + 1] - uncertain.starts[m]);
  return sum / M;
};

describe('prior draws', () => {
  it.each([0.4, 1, 3.5])('have gamma deviates of shape %d', (shape) => {
    const random = randomStream(11, 0, 0);
    random.seek(0, 0);
    const N = 20_000;
    const values = Float64Array.from({ length: N }, () => Math.exp(logGammaDeviate(random, shape)));
    expect(Math.abs(mean(values) - shape)).toBeLessThan(SIGMAS * Math.sqrt(shape / N));
    const fourth = (3 * shape * shape + 6 * shape - shape * shape) / N;
    expect(Math.abs(sd(values) ** 2 - shape)).toBeLessThan(SIGMAS * Math.sqrt(fourth));
  });

  it('follow the priors of β and δ, and give η by its definition', () => {
    const c = 2;
    const priors = { ...SEU_PRESETS.m_0.priors, beta: { mean: 1, sd: [0.5, 1, 2] }, deltaConcentration: c };
    const draws = priorDraws({ ...SEU_PRESETS.m_0, priors }, flat, 5);
    const { beta, delta, upsilon, psi, eta } = draws.state;
    const N = 4000;
    const last = new Float64Array(N);
    const first = new Float64Array(N);
    for (let i = 0; i < N; i++) {
      draws.draw(i);
      last[i] = beta[3 * 3 + 2];
      first[i] = delta[0];
    }
    expect(Math.abs(mean(last) - 1)).toBeLessThan((SIGMAS * 2) / Math.sqrt(N));
    expect(Math.abs(sd(last) / 2 - 1)).toBeLessThan(SIGMAS / Math.sqrt(2 * N));
    const spread = Math.sqrt((c * 2 * c) / (9 * c * c * (3 * c + 1)));
    expect(Math.abs(mean(first) - 1 / 3)).toBeLessThan((SIGMAS * spread) / Math.sqrt(N));
    expect(Math.abs(sd(first) / spread - 1)).toBeLessThan(0.08);
    expect([...upsilon]).toEqual([0, delta[0], delta[0] + delta[1], 1]);
    for (let r = 0; r < flat.alternatives; r++) {
      const weights = [0, 1, 2, 3].map((k) =>
        Math.exp([0, 1, 2].reduce((sum, d) => sum + beta[k * 3 + d] * flat.features[r * 3 + d], 0)),
      );
      const total = weights.reduce((sum, weight) => sum + weight, 0);
      weights.forEach((weight, k) => expect(psi[k * flat.alternatives + r]).toBeCloseTo(weight / total, 13));
      expect(eta[r]).toBeCloseTo(
        weights.reduce((sum, weight, k) => sum + (weight / total) * upsilon[k], 0),
        13,
      );
    }
  });
});

describe('the share of SEU-maximal choices', () => {
  const menus = menuBlock(
    [
      [0, 1],
      [0, 2, 3],
      [0, 1],
      [1, 2, 3],
    ],
    [0, 0, 0, 0],
  );
  const uniforms = (seed: number): Float64Array => {
    const random = randomStream(seed, 0, 0);
    random.seek(0, 0);
    return Float64Array.from({ length: 6 }, () => random.uniform());
  };

  it.each([0.3, 7, 80, 4000])('is that of choices simulated one by one, at a = %d', (a) => {
    const kernel = maximalKernel(menus, 4);
    const eta = Float64Array.of(0.2, 0.9, 0.5, 0.45);
    for (let seed = 0; seed < 50; seed++) {
      const u = uniforms(seed);
      kernel.evaluate(a, eta, u, 2);
      const best = [1, 1, 1, 0];
      let probability = 0;
      let spread = 0;
      for (let m = 0; m < 4; m++) {
        const p = menuProbabilities(menus, m, a, eta);
        expect(kernel.maximal[m]).toBe(drawChoice(p, u[2 + m]) === best[m] ? 1 : 0);
        probability += p[best[m]];
        spread += Math.max(...p) - Math.min(...p);
      }
      expect(kernel.totals.probability).toBeCloseTo(probability, 12);
      expect(kernel.totals.spread).toBeCloseTo(spread, 12);
      expect(kernel.totals.gap).toBeCloseTo(0.7 + 0.3 + 0.7 + 0.45, 12);
      expect(kernel.totals.hits).toBe(kernel.maximal.reduce((sum, hit) => sum + hit, 0));
    }
  });

  it('counts ties as maximal', () => {
    const kernel = maximalKernel(menuBlock([[0, 1]], [0]), 2);
    kernel.evaluate(3, Float64Array.of(0.5, 0.5 + 5e-11), Float64Array.of(0.999), 0);
    expect([kernel.totals.hits, kernel.totals.probability]).toEqual([1, 1]);
    kernel.evaluate(0, Float64Array.of(0.5, 0.5 + 5e-10), Float64Array.of(0.1), 0);
    expect([kernel.totals.hits, kernel.totals.probability]).toEqual([0, 0.5]);
  });
});

describe('the prior predictive', () => {
  it('has α and ω of their priors, as the link says', () => {
    const N = 4000;
    const of = (name: string) => priorPredictive(SEU_PRESETS[name], risky, 3, 0, N);
    const logs = of('m_11').alpha.map(Math.log);
    expect(Math.abs(mean(logs) - 3)).toBeLessThan((SIGMAS * 0.75) / Math.sqrt(N));
    expect(Math.abs(sd(logs) / 0.75 - 1)).toBeLessThan(SIGMAS / Math.sqrt(2 * N));
    expect(of('m_1').omega).toEqual(of('m_1').alpha);
    expect(of('m_2').alpha).toEqual(of('m_1').alpha);
    const proportional = of('m_3');
    const kappa = proportional.omega.map((omega, i) => Math.log(omega / proportional.alpha[i]));
    expect(Math.abs(sd(kappa) / 0.5 - 1)).toBeLessThan(SIGMAS / Math.sqrt(2 * N));
    const separate = of('m_2');
    const [x, y] = [separate.alpha.map(Math.log), separate.omega.map(Math.log)];
    const correlation = mean(x.map((value, i) => value * y[i]));
    expect(Math.abs(correlation)).toBeLessThan(SIGMAS / Math.sqrt(N));
  });

  it('lies between chance and certainty, and reaches both', () => {
    const at = (mu: number) =>
      mean(priorPredictive(withAlpha(SEU_PRESETS.m_0, mu, 1e-9), flat, 1, 0, 200).expectedRate);
    expect(at(-30)).toBeCloseTo(chance(flat), 10);
    expect(at(2)).toBeGreaterThan(chance(flat));
    expect(at(25)).toBeCloseTo(1, 6);
  });

  it('splits its rates by block and by menu', () => {
    const [M, N] = [menuCount(risky.uncertain), menuCount(risky.risky!.menus)];
    const draws = 500;
    const both = priorPredictive(SEU_PRESETS.m_1, risky, 9, 0, draws);
    const alone = priorPredictive(SEU_PRESETS.m_0, risky, 9, 0, draws);
    both.rate.forEach((rate, i) =>
      expect(rate).toBeCloseTo((M * both.rateUncertain[i] + N * both.rateRisky[i]) / (M + N), 12),
    );
    expect(alone.rate).toEqual(both.rateUncertain);
    expect(alone.rateRisky.every(Number.isNaN)).toBe(true);
    expect([both.maximal.length, alone.maximal.length]).toEqual([M + N, M]);
    expect(mean(both.maximal) / draws).toBeCloseTo(mean(both.rate), 12);
    const noise = both.rate.map((rate, i) => rate - both.expectedRate[i]);
    expect(Math.abs(mean(noise))).toBeLessThan((SIGMAS * sd(noise)) / Math.sqrt(draws));
  });

  it('is the same in blocks of any size and order', () => {
    const whole = priorPredictive(SEU_PRESETS.m_3, risky, 4, 10, 60);
    const block = (first: number, count: number) => priorPredictive(SEU_PRESETS.m_3, risky, 4, first, count);
    expect(joinPriorPredictive([block(45, 25), block(10, 1), block(11, 34)])).toEqual(whole);
    expect(() => joinPriorPredictive([block(10, 5), block(16, 5)])).toThrow(
      /from draw 16; needed one from draw 15/,
    );
    expect(priorPredictive(SEU_PRESETS.m_3, risky, 5, 10, 60).alpha).not.toEqual(whole.alpha);
  });
});

describe('a grid of priors', () => {
  it('holds at each point what the prior predictive of that prior holds', () => {
    const points = [
      { alpha: { mu: 0, sigma: 1 }, link: { mu: 0, sigma: 0.5 } },
      { alpha: { mu: 2, sigma: 0.5 }, link: { mu: 1, sigma: 0.5 } },
    ];
    const grid = priorGrid(SEU_PRESETS.m_3, risky, points, 4, 10, 60);
    points.forEach(({ alpha, link }, p) => {
      const priors = { ...SEU_PRESETS.m_3.priors, alpha, kappa: link };
      const alone = priorPredictive({ ...SEU_PRESETS.m_3, priors }, risky, 4, 10, 60);
      for (const name of ['alpha', 'rate', 'expectedRate'] as const)
        expect(grid[name].slice(60 * p, 60 * (p + 1))).toEqual(alone[name]);
    });
  });
});

interface GridRow {
  readonly alpha_mean: number;
  readonly alpha_sd: number;
  readonly seu_rate_mean: number;
  readonly seu_rate_sd: number;
}
type Grids = Record<string, { data: { results: GridRow[] } }>;
const published = readFixture<{ prior_calibration_grids: Grids }>(
  'paper_reference.json',
).prior_calibration_grids;
const real = new URL('../../../../../shared/data/seu/', import.meta.url);

describe.skipIf(!existsSync(real))('the published calibration', () => {
  it.each([
    ['insurance_T0_7', 'gpt4o-insurance/T0_7.json'],
    ['ellsberg_T0_0', 'claude-ellsberg/T0_0.json'],
  ])('grid %s is reproduced', (grid, file) => {
    const data = dataOf(JSON.parse(readFileSync(new URL(file, real), 'utf8')) as StanData);
    const rows = published[grid].data.results;
    const points = rows.map((row) => {
      const alpha = { mu: row.alpha_mean, sigma: row.alpha_sd };
      return { alpha, link: alpha };
    });
    const draws = 1000;
    const { rate } = priorGrid(SEU_PRESETS.m_0, data, points, 1, 0, draws);
    expect(rows).toHaveLength(12);
    rows.forEach((row, p) => {
      const own = rate.slice(p * draws, (p + 1) * draws);
      const bound = (4 * row.seu_rate_sd) / Math.sqrt(200);
      expect(Math.abs(mean(own) - row.seu_rate_mean), `row ${p}`).toBeLessThan(bound);
      expect(sd(own) / row.seu_rate_sd, `sd of row ${p}`).toBeGreaterThan(0.7);
      expect(sd(own) / row.seu_rate_sd, `sd of row ${p}`).toBeLessThan(1.3);
    });
  });
});
