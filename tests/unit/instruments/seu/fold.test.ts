import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Chunk } from '../../../../src/engine/types.ts';
import { fitReport } from '../../../../src/instruments/seu/fit.ts';
import { generateContent } from '../../../../src/instruments/seu/design/generate.ts';
import { DEFAULT_DESIGN } from '../../../../src/instruments/seu/design/settings.ts';
import { SEU_PRESETS } from '../../../../src/models/seu/presets.ts';
import { variableIndex, variableOf, type Draws } from '../../../../src/statistics/draws.ts';
import { readFixture, type DensityFixture } from '../../../support/seu.ts';
import { chunksOf, contentOf, fitOf, type Fit } from './fits.ts';

const column = (draws: Draws, name: string): Float64Array => variableOf(draws, variableIndex(draws, name));

/** Σ log P(choice) at one draw, by the definition of the choice rule. */
function logLikelihood(
  menus: readonly (readonly number[])[],
  chosen: readonly number[],
  scaled: number[],
): number {
  return menus.reduce((sum, menu, m) => {
    const weights = menu.map((item) => Math.exp(scaled[item]));
    return sum + Math.log(weights[chosen[m]] / weights.reduce((total, weight) => total + weight, 0));
  }, 0);
}

describe('the fold of a fit', () => {
  const content = generateContent({ ...DEFAULT_DESIGN, dimensions: 2, alternatives: 6, menus: 20 }, 3);
  let fit: Fit;
  let chunks: readonly Chunk[];
  beforeAll(async () => {
    fit = await fitOf(content, SEU_PRESETS.m_0, { name: 'hmc', chains: 3, warmup: 30, draws: 30 });
    chunks = await chunksOf(fit, 30);
  }, 60_000);
  const report = (given: readonly Chunk[]) => fitReport(fit.plan, fit.datasets, given, [], 0);

  it('does not depend on the order in which chunks arrive', () => {
    const whole = report(chunks);
    expect(chunks.length).toBeGreaterThan(8);
    const places = chunks.map((_, i) => i);
    const order = fc.shuffledSubarray(places, { minLength: places.length });
    fc.assert(
      fc.property(order, (shuffled) => {
        expect(report(shuffled.map((i) => chunks[i]))).toEqual(whole);
      }),
      { numRuns: 12, seed: 1 },
    );
  });

  it('has no report before the first draw, and cuts chains to the shortest', () => {
    const chain = (key: string) => chunks.filter(({ taskKey }) => taskKey === key);
    expect(report([])).toBeNull();
    expect(report(chain('c000/tune'))).toBeNull();
    const [first] = chain('c000/k000');
    const partial = report([...chain('c000/k001'), first])!;
    expect(partial.draws).toMatchObject({ chains: 2, iterations: first.count });
    const whole = report(chunks)!.draws;
    expect(column(partial.draws, 'alpha').slice(0, first.count)).toEqual(
      column(whole, 'alpha').slice(0, first.count),
    );
    expect(column(partial.draws, 'beta[1,1]').slice(first.count)).toEqual(
      column(whole, 'beta[1,1]').slice(30, 30 + first.count),
    );
  });

  it('names variables as scripts know them, utilities from 0 to 1 with their reasons', () => {
    const { draws, summary } = report(chunks)!;
    const K = 3;
    const [R, D] = [6, 2];
    expect(draws.variables).toHaveLength(1 + (K - 1) + K + R * K + R + K * D + 2);
    expect(draws.variables.slice(0, 8).join(' ')).toBe(
      'alpha delta[1] delta[2] upsilon[1] upsilon[2] upsilon[3] psi[1,1] psi[1,2]',
    );
    expect(draws.variables.slice(-2)).toEqual(['log_lik', 'lp__']);
    const row = (name: string) => summary.find(({ variable }) => variable === name)!;
    expect(row('upsilon[1]')).toMatchObject({ mean: 0, rhat: null, constant: '0 by design' });
    expect(row('upsilon[3]')).toMatchObject({ mean: 1, ess_bulk: null, constant: '1 by design' });
    expect(row('alpha').constant).toBeNull();
  });

  it('holds draws that obey the model: beliefs, utilities, values and likelihood', () => {
    const { draws } = report(chunks)!;
    const at = (name: string, s: number) => column(draws, name)[s];
    for (const s of [0, 17, 31, 89]) {
      const upsilon = [1, 2, 3].map((k) => at(`upsilon[${k}]`, s));
      expect(upsilon[1]).toBeCloseTo(at('delta[1]', s), 14);
      expect(at('delta[1]', s) + at('delta[2]', s)).toBeCloseTo(1, 14);
      const eta = content.features.map((w, r) => {
        const logits = [1, 2, 3].map((k) =>
          w.reduce((sum, x, d) => sum + at(`beta[${k},${d + 1}]`, s) * x, 0),
        );
        const weights = logits.map(Math.exp);
        const total = weights.reduce((sum, weight) => sum + weight, 0);
        weights.forEach((weight, k) =>
          expect(at(`psi[${r + 1},${k + 1}]`, s)).toBeCloseTo(weight / total, 12),
        );
        return weights.reduce((sum, weight, k) => sum + (weight / total) * upsilon[k], 0);
      });
      eta.forEach((value, r) => expect(at(`eta[${r + 1}]`, s)).toBeCloseTo(value, 12));
      const { menus, chosen } = content.uncertain;
      const alpha = at('alpha', s);
      const value = logLikelihood(
        menus,
        chosen,
        eta.map((v) => alpha * v),
      );
      expect(at('log_lik', s)).toBeCloseTo(value, 10);
    }
  });

  it('counts what the sampler did', () => {
    const { sampler, statistics } = report(chunks)!;
    const last = (key: string, count: (chunk: Chunk) => number) =>
      Math.max(...chunks.filter(({ taskKey }) => taskKey === key).map(count));
    const keys = ['c000/k000', 'c000/k001', 'c000/k002'];
    expect(sampler.gradients).toBe(keys.reduce((sum, key) => sum + last(key, (c) => c.gradients), 0));
    expect(sampler.gradients).toBe(column(statistics, 'n_leapfrog').reduce((sum, n) => sum + n, 0));
    expect(sampler.gradients_warmup).toBe(last('c000/tune', (c) => c.warmupGradients));
    expect(sampler.step_size).toHaveLength(3);
    const [tuned] = chunks.find(({ taskKey }) => taskKey === 'c000/tune')!.columns.step_size;
    for (const step of sampler.step_size) {
      expect(step).toBeLessThan(tuned);
      expect(step).toBeGreaterThan(0.8 * tuned);
    }
  });

  it('counts predictive ties as exceeding', () => {
    for (const { p, observed, replicated, block } of report(chunks)!.ppc) {
      expect(block).toBe('uncertain');
      const share = observed.reduce((n, value, s) => n + Number(replicated[s] >= value), 0) / observed.length;
      expect(p).toBe(share);
      expect(p).toBeGreaterThan(0);
    }
  });

  it('keeps of a study draw what a study compares', () => {
    const study = fitReport(fit.plan, fit.datasets, chunks, [], 0, 'study')!;
    expect(study.draws.variables.some((name) => /^(psi|beta)/.test(name))).toBe(false);
    expect(column(study.draws, 'eta[6]')).toEqual(column(report(chunks)!.draws, 'eta[6]'));
  });

  it('lists the failures of its own condition', () => {
    const state = { iteration: 0, iterations: 9, done: true, engine: 'cpu' } as const;
    const states = [
      { key: 'c000/k001', failure: 'broke', ...state },
      { key: 'c001/k000', failure: 'another', ...state },
      { key: 'c000/k000', failure: null, ...state },
    ];
    expect(fitReport(fit.plan, fit.datasets, chunks, states, 0)!.failures).toEqual([
      { task: 'c000/k001', message: 'broke' },
    ]);
  });
});

describe.each([
  ['m_1', [], (alpha: number) => alpha],
  ['m_2', ['omega'], (_: number, omega: number) => omega],
  ['m_3', ['omega', 'kappa'], (_: number, omega: number) => omega],
] as const)('the fold of %s', (name, extra, sensitivity) => {
  it('holds the risky block: its values, its sensitivity and its checks', async () => {
    const { data: stan } = readFixture<DensityFixture>(`logdensity_${name}_small_K3.json`);
    const content = contentOf(stan);
    const fit = await fitOf(content, SEU_PRESETS[name], { chains: 1, warmup: 20, draws: 8 });
    const { draws, ppc } = fitReport(fit.plan, fit.datasets, await chunksOf(fit), [], 0)!;
    expect(draws.variables.slice(1, 1 + extra.length)).toEqual(extra);
    const lotteries = content.risky!.lotteries;
    const at = (variable: string, s: number) => column(draws, variable)[s];
    for (let s = 0; s < 8; s++) {
      const values = lotteries.map((x, i) => {
        const eta = x.reduce((sum, p, k) => sum + p * at(`upsilon[${k + 1}]`, s), 0);
        expect(at(`eta_risky[${i + 1}]`, s)).toBeCloseTo(eta, 13);
        return eta;
      });
      const alpha = at('alpha', s);
      const omega = extra.length > 0 ? at('omega', s) : NaN;
      if (name === 'm_3') expect(omega / alpha).toBeCloseTo(at('kappa', s), 12);
      const a = sensitivity(alpha, omega);
      const eta = content.features.map((_, r) => at(`eta[${r + 1}]`, s));
      const own = logLikelihood(
        content.uncertain.menus,
        content.uncertain.chosen,
        eta.map((v) => alpha * v),
      );
      const risky = logLikelihood(
        content.risky!.menus,
        content.risky!.chosen,
        values.map((v) => a * v),
      );
      expect(at('log_lik', s)).toBeCloseTo(own + risky, 10);
      const observed = (block: string) =>
        ppc.find((check) => check.block === block && check.statistic === 'll')!.observed[s];
      expect(observed('uncertain')).toBeCloseTo(own, 10);
      expect(observed('risky')).toBeCloseTo(risky, 10);
      expect(observed('combined')).toBeCloseTo(own + risky, 10);
    }
    expect(ppc).toHaveLength(7);
  });
});
