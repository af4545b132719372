import { beforeAll, describe, expect, it } from 'vitest';
import { fitReport } from '../../../../src/instruments/seu/fit.ts';
import type { FitReport } from '../../../../src/instruments/seu/report.ts';
import { SEU_PRESETS } from '../../../../src/models/seu/presets.ts';
import { worstSeverity } from '../../../../src/statistics/diagnostic.ts';
import { readFixture } from '../../../support/seu.ts';
import { chunksOf, contentOf, fitOf } from './fits.ts';

interface Reference {
  readonly ppc: Record<'ppc_ll' | 'ppc_modal' | 'ppc_prob', { p: number; mcse: number }>;
  readonly summary: readonly { name: string; mean: number; sd: number; mcse_mean: number; mcse_sd: number }[];
}

const reference = readFixture<Reference>('posterior_m_0_alpha2.json');
const row = (name: string) => reference.summary.find((entry) => entry.name === name)!;

/** Stan's long run, 24,000 draws at acceptance 0.95, against 4 × 1,000 draws. */
describe('the posterior of the m_0 reference data', () => {
  let report: FitReport;
  beforeAll(async () => {
    const content = contentOf(readFixture('posterior_m_0_alpha2_data.json'));
    const settings = { name: 'hmc', chains: 4, draws: 1000, targetAcceptance: 0.9 } as const;
    const fit = await fitOf(content, SEU_PRESETS.m_0, settings, 2026);
    report = fitReport(fit.plan, fit.datasets, await chunksOf(fit), [], 0)!;
  }, 60_000);

  const names: readonly (readonly [string, string])[] = [
    ['alpha', 'alpha'],
    ['delta[1]', 'delta[1]'],
    ['log_lik', 'log_lik'],
    ['lp__', 'lp__'],
    ...Array.from({ length: 15 }, (_, r) => [`eta[${r + 1}]`, `eta[alt=${r + 1}]`] as const),
  ];

  it.each(names.filter(([, theirs]) => row(theirs) !== undefined))(
    'has the mean of %s within 4 standard errors',
    (ours, theirs) => {
      const { mean, mcse_mean } = report.summary.find(({ variable }) => variable === ours)!;
      const expected = row(theirs);
      const error = Math.hypot(mcse_mean!, expected.mcse_mean);
      expect(Math.abs(mean - expected.mean) / error).toBeLessThan(4);
      expect(error / expected.sd).toBeLessThan(0.05);
    },
  );

  it('has the p-values of the predictive checks', () => {
    for (const { statistic, p } of report.ppc) {
      const { p: expected, mcse } = reference.ppc[`ppc_${statistic}`];
      expect(Math.abs(p - expected)).toBeLessThan(4 * Math.hypot(mcse, 0.5 / Math.sqrt(1500)));
    }
  });

  it('has converged without divergences', () => {
    expect(report.sampler.divergences).toBe(0);
    expect(worstSeverity(report.diagnostics)).toBe('fine');
  });
});
