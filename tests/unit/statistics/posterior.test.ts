// Every summary and diagnostic equals that of R's package posterior, on good, poor and degenerate draws.
import { describe, expect, it } from 'vitest';
import { betaProbability, betaQuantile } from '../../../src/statistics/beta.ts';
import {
  convergenceOf,
  essBulk,
  essMean,
  essTail,
  mcseMean,
  rhat,
} from '../../../src/statistics/convergence.ts';
import { bandwidthNrd0 } from '../../../src/statistics/density.ts';
import { mean, sd } from '../../../src/statistics/moments.ts';
import { mcseQuantile, mcseSd } from '../../../src/statistics/monte-carlo-error.ts';
import { nestedRhat } from '../../../src/statistics/nested-rhat.ts';
import { madOfSorted, median, quantiles, sortedCopy } from '../../../src/statistics/quantile.ts';
import { drawsOf, expectValue, reference } from './reference.ts';

// With no variance within chains R divides by rounding error, so its R-hat of about 1e16 is not a number to match.
const stuckApart = 'stuck';

describe.each(reference.cases.map((each) => [each.name, each] as const))('posterior: %s', (name, each) => {
  const { chains, values } = each;
  const x = drawsOf(each);

  it('gives R its moments and quantiles', () => {
    expectValue(mean(x), values.mean, 'mean');
    expectValue(median(x), values.median, 'median');
    expectValue(sd(x), values.sd, 'sd');
    expectValue(madOfSorted(sortedCopy(x)), values.mad, 'mad');
    quantiles(x, [0.05, 0.25, 0.5, 0.75, 0.95]).forEach((value, i) =>
      expectValue(value, values.quantiles[i], `quantile ${i}`),
    );
  });

  it('gives posterior its convergence diagnostics', () => {
    if (name === stuckApart) expect(rhat(x, chains)).toBeGreaterThan(1e10);
    else expectValue(rhat(x, chains), values.rhat, 'rhat');
    expectValue(essBulk(x, chains), values.ess_bulk, 'ess_bulk');
    expectValue(essTail(x, chains), values.ess_tail, 'ess_tail');
    expectValue(essMean(x, chains), values.ess_mean, 'ess_mean');
  });

  it('gives posterior its Monte Carlo errors', () => {
    expectValue(mcseMean(x, chains), values.mcse_mean, 'mcse_mean');
    expectValue(mcseSd(x, chains), values.mcse_sd, 'mcse_sd');
    [0.05, 0.5, 0.95].forEach((p, i) =>
      expectValue(mcseQuantile(x, chains, p), values.mcse_quantiles[i], `mcse of quantile ${p}`),
    );
  });

  it('says the same one by one and together', () => {
    expect(convergenceOf(x, chains)).toEqual({
      rhat: rhat(x, chains),
      ess_bulk: essBulk(x, chains),
      ess_tail: essTail(x, chains),
      mcse_mean: mcseMean(x, chains),
    });
  });

  if (chains === 4)
    it('gives the nested R-hat of its definition', () => {
      expectValue(nestedRhat(x, chains, 2), values.rhat_nested, 'nested rhat');
    });

  if (values.bandwidth !== null)
    it('gives R its bandwidth', () => {
      expectValue(bandwidthNrd0(x), values.bandwidth, 'bandwidth');
    });
});

describe('beta quantile', () => {
  it.each(reference.beta_quantiles)('is R qbeta($p, $a, $b)', ({ p, a, b, x }) => {
    expectValue(betaQuantile(p, a, b), x, 'quantile');
    expect(betaProbability(x, a, b)).toBeCloseTo(p, 9);
  });

  it('is known in closed form for a uniform and a power', () => {
    expect(betaQuantile(0.3, 1, 1)).toBeCloseTo(0.3, 14);
    expect(betaQuantile(0.3, 4, 1)).toBeCloseTo(0.3 ** 0.25, 14);
    expect(betaProbability(0, 2, 3)).toBe(0);
    expect(betaProbability(1, 2, 3)).toBe(1);
  });
});
