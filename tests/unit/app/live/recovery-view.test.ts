// What the pages of recovery and calibration make of known rows: units that compare, and axes that hold every value.
import { describe, expect, it } from 'vitest';
import { comparable, recoveryParts } from '../../../../src/app/live/recovery-view.ts';
import { calibrationReport } from '../../../../src/instruments/seu/calibration/calibrate.ts';
import type { RecoveredQuantity } from '../../../../src/instruments/seu/calibration/recovery-report.ts';
import { calibrationFigures } from '../../../../src/app/live/calibration-view.ts';
import { recoverySummary } from '../../../../src/statistics/recovery.ts';
import type { ArmReport } from '../../../../src/workers/replicate-reports.ts';
import { mockRows } from '../../instruments/seu/calibration/mock.ts';
import { drawAt } from '../../charts/every-figure.ts';

/** Posteriors at `scale` times the unit scale: the same study in other units. */
function quantity(variable: string, scale: number, centre: number): RecoveredQuantity {
  const truths = [-1.5, -1, -0.5, 0, 0, 0, 0, 0.5, 1, 1.5];
  const column = (by: number): Float64Array => Float64Array.from(truths, (t) => centre + scale * (t + by));
  const recovered = {
    truth: column(0),
    mean: column(0.25),
    sd: Float64Array.from(truths, () => scale),
    lower: column(-0.75),
    upper: column(1.25),
  };
  return {
    ...recoverySummary(recovered, NaN),
    variable,
    group: 'sensitivity',
    shrinkage: [],
    truth: recovered.truth,
    mean: recovered.mean,
    lower: recovered.lower,
    upper: recovered.upper,
  };
}

describe('recovery, quantity by quantity', () => {
  // Σ(t − 0)² = 2 · (2.25 + 1 + .25) = 7 over 9 degrees of freedom.
  const unit = Math.sqrt(7 / 9);

  it.each([1, 0.01, 300])('is in sds of the truths, whatever the units: %d', (scale) => {
    const row = comparable(quantity('gamma0', scale, 5));
    expect(row.bias).toBeCloseTo(0.25 / unit, 10);
    expect(row.rmse).toBeCloseTo(0.25 / unit, 10);
    expect(row.width).toBeCloseTo(2 / unit, 10);
    expect(row.biasError).toBeCloseTo(0, 10);
  });

  it('keeps intercepts on both sides of 0 in view', () => {
    const arm = {
      label: 'all',
      model: 'h_m01',
      fitted: 'h_m01',
      choices: 10,
      replicates: 10,
      quantities: [quantity('gamma0', 1, 0), quantity('alpha', 0.5, 2)],
      coupling: [],
      scale: [],
      failures: [],
      unconverged: [],
    };
    const report = {
      title: '',
      arms: [arm],
      matched: [],
      curve: [],
      diagnostics: [],
      finding: '',
      sentences: [],
    };
    const truths = recoveryParts(report, 0).figures[0]();
    const svg = drawAt(truths, 600).written;
    expect(svg).not.toMatch(/NaN|Infinity/);
  });
});

describe('truths of a calibration', () => {
  it('keep negative ones of γ₀ in view', () => {
    const rows = mockRows({ replicates: 20, maxRank: 19, quantities: ['gamma0', 'alpha', 'log_lik'] });
    const context = {
      label: 'h_m01',
      model: 'h_m01',
      fitted: 'h_m01',
      planned: 20,
      looks: { level: 0.05, planned: [20], added: [] },
    };
    const report = calibrationReport(context, rows);
    const arm: ArmReport = {
      ...report,
      band_coverage: 0.95,
      last_look: null,
      quantities: report.quantities.map(({ columns, replicates, ...rest }) => ({
        ...rest,
        z_scores: null,
        contractions: null,
        last: [],
        points: replicates.map((replicate, i) => ({
          replicate,
          truth: columns.truth[i],
          mean: columns.mean[i],
          q5: columns.q5[i],
          q95: columns.q95[i],
          z_score: columns.z_score[i],
          contraction: columns.contraction[i],
        })),
      })),
    };
    expect(Math.min(...arm.quantities[0].points.map(({ truth }) => truth))).toBeLessThan(0);
    const truths = calibrationFigures(arm)
      .map((make) => make())
      .find(({ id }) => id === 'truth-estimate')!;
    const svg = drawAt(truths, 600).written;
    expect(svg).not.toMatch(/NaN|Infinity/);
  });
});
