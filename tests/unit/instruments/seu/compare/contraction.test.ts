import { describe, expect, it } from 'vitest';
import { contractionRow, pooledEtaGaps } from '../../../../../src/instruments/seu/compare/contraction.ts';
import { SEU_PRESETS } from '../../../../../src/models/seu/presets.ts';
import { readFixture } from '../../../../support/seu.ts';
import { block, contentOf } from '../check/content.ts';
import { drawsOf, fitReport } from '../views/reports.ts';

const content = contentOf(
  block({
    menus: [
      [0, 1],
      [0, 1, 2],
      [0, 1],
    ],
    chosen: [0, 0, 0],
  }),
  3,
);
const draws = drawsOf(
  { alpha: [10, 20, 40], 'eta[1]': [0, 0.1, 0.2], 'eta[2]': [0.5, 0.5, 0.5], 'eta[3]': [1, 0, 0.4] },
  1,
);

describe('contraction of α', () => {
  const row = contractionRow(fitReport({ draws, model: SEU_PRESETS.m_01 }), content);

  it('is 1 less the ratio of variances of log α, beside that of its sds', () => {
    const sd = Math.log(2) * Math.sqrt(2 / 3);
    expect(row.posterior_sd_log_alpha).toBeCloseTo(sd, 12);
    expect(row.sd_ratio_log_alpha).toBeCloseTo(sd / 0.75, 12);
    expect(row.contraction_log_alpha).toBeCloseTo(1 - (sd / 0.75) ** 2, 12);
  });

  it('compares 90 % widths with the published width of the prior', () => {
    const { applications } = readFixture<{
      design_diagnostics: {
        data: {
          applications: {
            temperature_study: { alpha_contraction: { prior_90_width: number; prior_median: number }[] };
          };
        };
      };
    }>('paper_reference.json').design_diagnostics.data;
    const published = applications.temperature_study.alpha_contraction[0];
    expect(row.prior_90_width).toBeCloseTo(published.prior_90_width, 9);
    expect(row.prior_median).toBeCloseTo(published.prior_median, 9);
    expect(row.posterior_90_width).toBeCloseTo(38 - 11, 12);
    expect(row.width_ratio).toBeCloseTo(27 / published.prior_90_width, 12);
  });

  it('pools η-gaps over menus as often as they were shown', () => {
    const gaps = pooledEtaGaps(draws, content.uncertain.menus);
    [0.5, 0.4, 0.3, 1, 0.5, 0.3, 0.5, 0.4, 0.3].forEach((gap, i) => expect(gaps[i]).toBeCloseTo(gap, 14));
    expect(row.eta_gap_median).toBeCloseTo(0.4, 14);
    expect(row.alpha_eta_gap).toBeCloseTo((20 * 1.3) / 3, 12);
  });
});
