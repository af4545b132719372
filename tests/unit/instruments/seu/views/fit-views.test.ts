// View data of one fit against values worked out by hand.
import { describe, expect, it } from 'vitest';
import {
  densityView,
  describeDensity,
  lognormalDensity,
  sensitivitiesOf,
} from '../../../../../src/instruments/seu/views/density.ts';
import { describeEnergy, energyView } from '../../../../../src/instruments/seu/views/energy.ts';
import { describeForest, forestView } from '../../../../../src/instruments/seu/views/forest.ts';
import { describePair, pairView } from '../../../../../src/instruments/seu/views/pair.ts';
import { describePpc, ppcView } from '../../../../../src/instruments/seu/views/ppc.ts';
import { describeRanks, rankView } from '../../../../../src/instruments/seu/views/rank-histogram.ts';
import { describeTrace, traceView } from '../../../../../src/instruments/seu/views/trace.ts';
import { evenlySpaced, symbolOf } from '../../../../../src/instruments/seu/views/variables.ts';
import type { SummaryRow } from '../../../../../src/instruments/seu/report.ts';
import { SEU_PRESETS } from '../../../../../src/models/seu/presets.ts';
import { drawsOf, fitReport } from './reports.ts';

const twoChains = fitReport({
  draws: drawsOf({ alpha: [1, 2, 3, 4, 5, 6, 7, 8] }, 2),
  statistics: drawsOf({ divergent: [0, 0, 0, 0, 0, 1, 0, 0] }, 2),
});

describe('variables', () => {
  it('have their symbols', () => {
    expect(symbolOf('alpha')).toBe('α');
    expect(symbolOf('delta[2]')).toBe('δ[2]');
    expect(symbolOf('psi[3,1]')).toBe('ψ[3,1]');
    expect(symbolOf('lp__')).toBe('lp__');
  });
  it('are thinned evenly, and not at all where they are few', () => {
    expect(evenlySpaced(10, 4)).toEqual([0, 2, 5, 7]);
    expect(evenlySpaced(3, 4)).toEqual([0, 1, 2]);
  });
});

describe('trace', () => {
  const view = traceView(twoChains);
  it('lists draws chain by chain with their divergences', () => {
    expect(view.rows).toHaveLength(8);
    expect(view.rows[5]).toEqual({ chain: 2, iteration: 2, value: 6, divergent: true });
    expect(view.medians).toEqual([2.5, 6.5]);
    expect(view.pooled.median).toBe(4.5);
    expect(view.pooled.q25).toBe(2.75);
  });
  it('says so in words', () => {
    expect(describeTrace(view)).toBe(
      'α over 2 chains of 4 draws: median and 90\u202f% interval 4.50 [1.35, 7.65]; chain medians from 2.50 to 6.50; R-hat NA; 1 divergent transition.',
    );
  });
  it('refuses a variable that the fit does not report', () => {
    expect(() => traceView(twoChains, 'omega')).toThrow('no variable omega');
  });
});

describe('ranks', () => {
  it('count where each chain stands among all draws', () => {
    const view = rankView(twoChains, 'alpha', 4);
    expect(view.rows.map(({ count }) => count)).toEqual([2, 2, 0, 0, 0, 0, 2, 2]);
    expect(view.rows[1]).toEqual({ chain: 1, bin: 2, first_rank: 3, last_rank: 4, count: 2 });
    expect(describeRanks(view)).toContain('an even share is 1 draws per bin; counts run from 0 to 2.');
  });
  it('names the ranks of bins that do not divide the draws', () => {
    const view = rankView(
      fitReport({ draws: drawsOf({ alpha: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }, 1) }),
      'alpha',
      3,
    );
    expect(view.rows.map(({ first_rank, last_rank, count }) => [first_rank, last_rank, count])).toEqual([
      [1, 3, 3],
      [4, 7, 4],
      [8, 10, 3],
    ]);
  });
});

describe('density', () => {
  it('has the lognormal prior of the model', () => {
    expect(lognormalDensity(1, { mu: 0, sigma: 1 })).toBeCloseTo(0.3989422804014327, 14);
    // dlnorm(20, 3, 0.75) of R 4.2.2
    expect(lognormalDensity(20, { mu: 3, sigma: 0.75 })).toBeCloseTo(0.02659572144471627, 15);
    expect(lognormalDensity(0, { mu: 0, sigma: 1 })).toBe(0);
  });
  it('gives a posterior that integrates to one, and the exact quantiles of the prior', () => {
    const view = densityView(twoChains);
    const step = view.rows[1].value - view.rows[0].value;
    expect(view.rows.reduce((sum, { posterior }) => sum + posterior * step, 0)).toBeCloseTo(1, 1);
    expect(view.prior.median).toBe(1);
    expect(view.prior.q95).toBeCloseTo(5.1802515, 6);
    expect(view.prior.q25).toBeCloseTo(0.5094162838632775, 12);
  });
  it('measures contraction on the logarithm', () => {
    const draws = drawsOf({ alpha: [Math.exp(-0.5), Math.exp(0.5)] }, 1);
    const view = densityView(fitReport({ draws }));
    expect(view.contraction).toBeCloseTo(0.5, 12);
    expect(describeDensity(view)).toContain('take away .50 of the prior variance of log α');
  });
  it('knows which sensitivities a model estimates', () => {
    expect(sensitivitiesOf(SEU_PRESETS.m_0)).toEqual(['alpha']);
    expect(sensitivitiesOf(SEU_PRESETS.m_1)).toEqual(['alpha']);
    expect(sensitivitiesOf(SEU_PRESETS.m_2)).toEqual(['alpha', 'omega']);
    expect(sensitivitiesOf(SEU_PRESETS.m_3)).toEqual(['alpha', 'kappa']);
  });
});

describe('pair', () => {
  const report = fitReport({
    draws: drawsOf(
      { alpha: [1, 2, 4], 'eta[1]': [0, 0, 0], 'eta[2]': [1, 0.5, 0.25], eta_risky: [0, 0, 0] },
      1,
    ),
    statistics: drawsOf({ divergent__: [0, 1, 0] }, 1),
  });
  it('sets α against the standard deviation of η over alternatives', () => {
    const view = pairView(report);
    expect(view.rows.map(({ eta_spread }) => eta_spread)).toEqual([0.5, 0.25, 0.125]);
    expect(view.rows.map(({ divergent }) => divergent)).toEqual([false, true, false]);
    expect(view.correlation).toBeCloseTo(-1, 12);
    expect(view.product).toEqual({ median: 0.5, q5: 0.5, q25: 0.5, q75: 0.5, q95: 0.5 });
    expect(describePair(view)).toContain('correlate at \u22121.00 over 3 draws');
  });
  it('needs two alternatives', () => {
    expect(() => pairView(fitReport({ draws: drawsOf({ alpha: [1, 2] }, 1) }))).toThrow('seen 0 η');
  });
});

describe('forest', () => {
  const constant = { variable: 'upsilon[1]', constant: '0 by design' } as SummaryRow;
  const report = fitReport({
    summary: [constant],
    draws: drawsOf(
      {
        alpha: [1, 2, 3],
        'delta[1]': [0.2, 0.3, 0.4],
        'upsilon[1]': [0, 0, 0],
        'eta[1]': [0.1, 0.2, 0.3],
        'eta[2]': [0.5, 0.6, 0.7],
        'psi[1,1]': [0, 0, 0],
      },
      1,
    ),
  });
  it('groups what shares a scale', () => {
    const { rows } = forestView(report, 'parameters', { truths: { alpha: 1.5 } });
    expect(rows.map(({ label, group }) => [label, group])).toEqual([
      ['α', 'α'],
      ['δ[1]', 'δ, υ'],
      ['υ[1]', 'δ, υ'],
    ]);
    expect(rows[0]).toMatchObject({ median: 2, truth: 1.5, constant: null });
    expect(rows[2].constant).toBe('0 by design');
  });
  it('orders alternatives by their median and gives them their names', () => {
    const view = forestView(report, 'alternatives', { alternatives: ['C001', 'C002'] });
    expect(view.rows.map(({ label, median }) => [label, median])).toEqual([
      ['C002', 0.6],
      ['C001', 0.2],
    ]);
    expect(describeForest(view)).toContain('highest C002 0.600 [0.510, 0.690], lowest C001');
    expect(describeForest(forestView(report))).toContain('υ[1] 0 (0 by design)');
  });
});

describe('posterior predictive checks', () => {
  const report = fitReport({
    ppc: [
      {
        block: 'uncertain',
        statistic: 'modal',
        p: 0.96,
        observed: Float64Array.from([3, 3, 4]),
        replicated: Float64Array.from([5, 5, 4]),
      },
    ],
  });
  it('gathers draws that fall on one point', () => {
    const view = ppcView(report);
    expect(view.rows).toEqual([
      { block: 'uncertain', statistic: 'modal', observed: 3, replicated: 5, draws: 2 },
      { block: 'uncertain', statistic: 'modal', observed: 4, replicated: 4, draws: 1 },
    ]);
    expect(view.panels[0]).toMatchObject({ p: 0.96, extreme: true, draws: 3 });
    expect(describePpc(view)).toBe(
      'Posterior predictive p-values: modal choices (uncertain) .96. One is outside .05 to .95.',
    );
  });
  it('says when there is none', () => {
    expect(describePpc(ppcView(fitReport({})))).toBe('No posterior predictive check was computed.');
  });
});

describe('energy', () => {
  const report = fitReport({
    statistics: drawsOf({ energy: [1, 3, 2, 5, 4, 3, 7, 6, 8, 9, 5, 4] }, 2),
    sampler: { ...fitReport({}).sampler, ebfmi: [1.1, 0.2] },
  });
  it('puts both densities of every chain on one symmetric grid', () => {
    const { panels, rows } = energyView(report);
    expect(panels).toEqual([
      { chain: 1, ebfmi: 1.1, low: false },
      { chain: 2, ebfmi: 0.2, low: true },
    ]);
    const grid = rows.filter((row) => row.chain === 2 && row.distribution === 'marginal');
    // Chain 2: mean 6.5, farthest energies 4 and 9.
    expect(grid[0].energy).toBeCloseTo(-2.5, 12);
    expect(grid[grid.length - 1].energy).toBeCloseTo(2.5, 12);
    expect(rows).toHaveLength(2 * 2 * grid.length);
  });
  it('says which chain may not have reached the tails', () => {
    expect(describeEnergy(energyView(report))).toBe('E-BFMI: chain 1 1.10, chain 2 0.20. One is below 0.3.');
    expect(describeEnergy(energyView(twoChains))).toBe('The sampler reported no energies.');
  });
});
