import { describe, expect, it } from 'vitest';
import { designContent } from '../../../../../src/instruments/seu/design/generate.ts';
import { DEFAULT_DESIGN } from '../../../../../src/instruments/seu/design/settings.ts';
import { encodeSeu } from '../../../../../src/instruments/seu/encode.ts';
import { calibrationGrid, nearestRow, parseGrid } from '../../../../../src/instruments/seu/prior/grid.ts';
import { chanceRate, priorReport } from '../../../../../src/instruments/seu/prior/report.ts';
import {
  priorCoverage,
  priorFindings,
  summarisePrior,
} from '../../../../../src/instruments/seu/prior/summary.ts';
import { suggestPrior } from '../../../../../src/instruments/seu/prior/suggest.ts';
import {
  describePrior,
  problemRows,
  rateAgainstAlpha,
  rateBins,
} from '../../../../../src/instruments/seu/prior/views.ts';
import { priorPredictive, type PriorPredictive } from '../../../../../src/models/seu/prior-predictive.ts';
import { SEU_PRESETS, type SeuModel } from '../../../../../src/models/seu/presets.ts';

const flat = designContent({ ...DEFAULT_DESIGN, menus: 25 });
const both = designContent({ ...DEFAULT_DESIGN, menus: 25, riskyMenus: 25, lotteryRule: 'dirichlet' });
const flatData = encodeSeu(flat, 'none');
const mean = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0) / values.length;
const withAlpha = (mu: number, sigma: number): SeuModel => ({
  ...SEU_PRESETS.m_0,
  priors: { ...SEU_PRESETS.m_0.priors, alpha: { mu, sigma } },
});

/** A prior predictive with given rates and α; the rest is not read. */
const made = (rate: readonly number[], alpha = rate.map((_, i) => i + 1)): PriorPredictive => {
  const column = Float64Array.from(rate);
  return {
    first: 0,
    count: rate.length,
    alpha: Float64Array.from(alpha),
    omega: Float64Array.from(alpha),
    rate: column,
    rateUncertain: column,
    rateRisky: column.map(() => NaN),
    expectedRate: column,
    spread: column,
    etaGap: column,
    maximal: Float64Array.of(1, 3),
  };
};

describe('a grid', () => {
  it('is every pair, mu slowest', () => {
    expect(parseGrid('mu=2,-1; sigma=0.5,1')).toEqual({
      ok: true,
      priors: [
        { mu: 2, sigma: 0.5 },
        { mu: 2, sigma: 1 },
        { mu: -1, sigma: 0.5 },
        { mu: -1, sigma: 1 },
      ],
    });
  });

  it.each([
    ['mu=2', /"mu=2"; needed mu=/],
    ['mu=2;sigma=', /needed mu=/],
    ['mu=2,x;sigma=1', /needed mu=/],
    ['mu=1;sigma=0', /^sigma = 0; needed positive/],
  ])('%s is refused', (text, fault) => {
    expect(parseGrid(text)).toEqual({ ok: false, fault: expect.stringMatching(fault) });
  });

  it('of more points than anyone reads is refused', () => {
    const mus = Array.from({ length: 1001 }, (_, i) => i).join(',');
    expect(parseGrid(`mu=${mus};sigma=1`)).toEqual({
      ok: false,
      fault: '1001 points; needed at most 1000',
    });
  });

  it('rises with mu, and its nearest row is nearest', () => {
    const priors = [0, 1.5, 3, 4.5].map((mu) => ({ mu, sigma: 0.75 }));
    const rows = calibrationGrid(SEU_PRESETS.m_0, flatData, priors, 1, 400);
    const rates = rows.map(({ rate_mean }) => rate_mean);
    expect(rates).toEqual([...rates].sort((a, b) => a - b));
    expect(rows[1].alpha_median / Math.exp(1.5)).toBeCloseTo(1, 0);
    expect(nearestRow(rows, rates[2] + 0.01).mu).toBe(3);
    const alone = priorPredictive(withAlpha(3, 0.75), flatData, 1, 0, 400);
    expect(rates[2]).toBeCloseTo(mean(alone.rate), 12);
  });
});

describe('the suggested prior', () => {
  it.each([0.45, 0.7, 0.9])('has the target rate %d, to Monte Carlo error', (target) => {
    const found = suggestPrior(SEU_PRESETS.m_0, flatData, target, 0.75, 1, 1000);
    if (!found.ok) throw new Error(found.fault);
    const { mu, sigma, alpha_median, alpha_q5, alpha_q95, mcse_mu } = found.suggestion;
    expect(sigma).toBe(0.75);
    expect(Math.log(alpha_median)).toBeCloseTo(mu, 12);
    expect(Math.log(alpha_q95 / alpha_q5)).toBeCloseTo(2 * 1.6448536 * 0.75, 6);
    const same = priorPredictive(withAlpha(mu, sigma), flatData, 1, 0, 1000);
    expect(mean(same.expectedRate)).toBeCloseTo(target, 3);
    const fresh = priorPredictive(withAlpha(mu, sigma), flatData, 77, 0, 4000);
    const slope = mean(priorPredictive(withAlpha(mu + 0.1, sigma), flatData, 77, 0, 4000).expectedRate);
    const rise = (slope - mean(fresh.expectedRate)) / 0.1;
    const wrong = Math.abs(mean(fresh.expectedRate) - target) / rise;
    expect(wrong).toBeLessThan(4.5 * mcse_mu * Math.sqrt(1.25));
  });

  it('does not exist below chance', () => {
    const found = suggestPrior(SEU_PRESETS.m_0, flatData, 0.2, 0.75, 1, 200);
    expect(found).toEqual({
      ok: false,
      fault: expect.stringMatching(/^target rate 0.2; needed one between/),
    });
  });

  it('does not exist where ω holds the risky half back', () => {
    const priors = { ...SEU_PRESETS.m_2.priors, omega: { mu: -5, sigma: 0.1 } };
    const data = encodeSeu(both, 'separate');
    expect(suggestPrior({ ...SEU_PRESETS.m_2, priors }, data, 0.95, 0.75, 1, 200).ok).toBe(false);
  });
});

describe('summaries of the prior predictive', () => {
  it('are those of the columns, the risky ones only where there is a risky block', () => {
    const names = summarisePrior(made([0.2, 0.4, 0.6])).map(({ quantity }) => quantity);
    expect(names).toEqual(['alpha', 'rate', 'rate_uncertain', 'expected_rate', 'spread', 'eta_gap']);
    const rate = summarisePrior(made([0.2, 0.4, 0.6])).find(({ quantity }) => quantity === 'rate')!;
    expect(rate).toMatchObject({ mean: expect.closeTo(0.4, 14), sd: expect.closeTo(0.2, 14), median: 0.4 });
    expect(rate.mcse_mean).toBeCloseTo(0.2 / Math.sqrt(3), 14);
    const risky = priorReport(both, { model: SEU_PRESETS.m_1, draws: 100, grid: [], target: null }, 1);
    expect(risky.summary.map(({ quantity }) => quantity)).toContain('rate_risky');
    expect(risky.problems).toHaveLength(50);
  });

  it('say when a prior leaves no room', () => {
    expect(priorCoverage(made([0.3, 0.36, 0.5, 0.96]), 0.32)).toEqual({ nearChance: 0.5, nearCertain: 0.25 });
    const low = priorFindings(made(new Array<number>(100).fill(0.33)), 0.32);
    expect(low.map(({ severity }) => severity)).toEqual(['look', 'fine']);
    expect(low[0].hint).toMatch(/hardly allows careful ones. Raise or widen/);
    const high = priorFindings(made(new Array<number>(100).fill(1)), 0.32);
    expect(high[1].hint).toMatch(/hardly allows careless ones. Lower or widen/);
  });

  it('take chance over the menus that the model reads', () => {
    const chance = (menus: readonly (readonly number[])[]) =>
      menus.reduce((sum, menu) => sum + 1 / menu.length, 0) / menus.length;
    expect(chanceRate(both, SEU_PRESETS.m_0)).toBeCloseTo(chance(both.uncertain.menus), 14);
    expect(chanceRate(both, SEU_PRESETS.m_1)).toBeCloseTo(
      chance([...both.uncertain.menus, ...both.risky!.menus]),
      14,
    );
  });
});

describe('view data of the prior predictive', () => {
  it('bins rates without losing a draw', () => {
    const rows = rateBins(made([0, 0.049, 0.05, 0.999, 1]));
    expect(rows).toHaveLength(20);
    expect([rows[0].draws, rows[1].draws, rows[19].draws]).toEqual([2, 1, 2]);
    const risky = priorPredictive(SEU_PRESETS.m_1, encodeSeu(both), 1, 0, 50);
    const blocks = rateBins(risky);
    for (const block of ['all', 'uncertain', 'risky'])
      expect(blocks.filter((row) => row.block === block).reduce((sum, { draws }) => sum + draws, 0)).toBe(50);
  });

  it('sets rate against α in bins of equal size', () => {
    const rows = rateAgainstAlpha(made([0.5, 0.3, 0.9, 0.7], [2, 1, 4, 3]), 2);
    expect(rows).toEqual([
      expect.objectContaining({ alpha: 1.5, mean: expect.closeTo(0.4, 14) }),
      expect.objectContaining({ alpha: 3.5, mean: expect.closeTo(0.8, 14) }),
    ]);
    expect(rateAgainstAlpha(made([0.5, 0.6]), 25)).toHaveLength(2);
  });

  it('gives the rate of each problem beside its chance', () => {
    const shown = {
      menus: [
        [0, 1],
        [0, 1, 2],
      ],
      problems: ['a', 'b'],
    };
    expect(problemRows(made([0.5, 0.5, 0.5, 0.5]), shown, null)).toEqual([
      { block: 'uncertain', menu: 1, problem: 'a', size: 2, chance: 1 / 2, rate: 0.25 },
      { block: 'uncertain', menu: 2, problem: 'b', size: 3, chance: 1 / 3, rate: 0.75 },
    ]);
  });

  it('is said in a sentence', () => {
    const predictive = priorPredictive(SEU_PRESETS.m_0, flatData, 1, 0, 500);
    expect(describePrior(predictive, 0.33)).toMatch(
      /^Agents drawn from the prior \(α 0.99.*chance alone reaches 33/,
    );
  });
});

describe('the report of a prior', () => {
  it('holds grid, nearest row and suggestion where they were asked for', () => {
    const grid = [0, 2].map((mu) => ({ mu, sigma: 1 }));
    const report = priorReport(flat, { model: SEU_PRESETS.m_0, draws: 200, grid, target: 0.6 }, 3);
    expect(report.grid.map(({ mu }) => mu)).toEqual([0, 2]);
    expect(report.nearest).toBe(report.grid[1]);
    expect(report.suggestion).toMatchObject({ ok: true, suggestion: { sigma: 1, target: 0.6 } });
    const plain = priorReport(flat, { model: SEU_PRESETS.m_0, draws: 200, grid: [], target: null }, 3);
    expect([plain.grid, plain.nearest, plain.suggestion]).toEqual([[], null, null]);
    expect(plain.predictive.alpha).toEqual(report.predictive.alpha);
  });
});
