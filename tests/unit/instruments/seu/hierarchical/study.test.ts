import { describe, expect, it } from 'vitest';
import type { HierarchicalReport } from '../../../../../src/instruments/seu/hierarchical/report.ts';
import {
  regressionOf,
  regressionPlan,
  slopeComparison,
  type StudyPlan,
} from '../../../../../src/instruments/seu/hierarchical/study.ts';
import { slopeRows } from '../../../../../src/instruments/seu/hierarchical/views.ts';
import { DEFAULT_SAMPLER, type Condition } from '../../../../../src/instruments/seu/plan.ts';
import type { StudyCondition } from '../../../../../src/instruments/seu/report.ts';
import { HIERARCHICAL_PRESETS } from '../../../../../src/models/hierarchical/presets.ts';
import { SEU_PRESETS } from '../../../../../src/models/seu/presets.ts';

const { m_01 } = SEU_PRESETS;
const sharp = { ...m_01, priors: { ...m_01.priors, deltaConcentration: 4, beta: { mean: 0, sd: 2 } } };

const condition = (temperature: number): Condition => ({
  dataset: `hash${temperature}`,
  label: `T=${temperature}`,
  model: sharp,
  cell: 'a',
  temperature,
});
const CONDITIONS = [condition(1.5), condition(0), condition(0.3)];

describe('the regression of a study cell', () => {
  const fit = regressionOf('a', CONDITIONS, { gamma0: { mu: 3, sd: 0.75 } });

  it('takes conditions in order of temperature, less its mean', () => {
    expect(fit.cells.map(({ label, dataset, pool }) => [label, dataset, pool])).toEqual([
      ['T=0', 'hash0', null],
      ['T=0.3', 'hash0.3', null],
      ['T=1.5', 'hash1.5', null],
    ]);
    const x = fit.cells.map(({ predictors }) => predictors[0]);
    [-0.6, -0.3, 0.9].forEach((value, j) => expect(x[j]).toBeCloseTo(value, 12));
  });

  it('has the priors asked for, those of beta and delta as the conditions, the rest of h_m01', () => {
    const { priors } = HIERARCHICAL_PRESETS.h_m01;
    expect(fit.model).toMatchObject({ name: 'h_m01', sizeEffect: false, poolEffect: false });
    expect(fit.model.priors).toEqual({
      ...priors,
      gamma0: { mu: 3, sd: 0.75 },
      beta: { mean: 0, sd: 2 },
      deltaConcentration: 4,
    });
  });

  it('draws random numbers after those of the conditions', () => {
    const study: StudyPlan = {
      instrument: 'seu',
      analysis: 'study',
      title: '',
      datasets: [],
      settings: { conditions: CONDITIONS, sampler: DEFAULT_SAMPLER, study: null, hierarchical: [fit] },
      seed: 3,
      engine: 'cpu',
    };
    expect(regressionPlan(study).settings).toEqual({ fits: [fit], sampler: DEFAULT_SAMPLER, firstTask: 3 });
    const plain = { conditions: CONDITIONS, sampler: DEFAULT_SAMPLER, study: null };
    expect(regressionPlan({ ...study, settings: plain }).settings.fits).toEqual([]);
  });
});

/** log α = 2 − 0.5 T + e at draw s, the same e at every temperature: the slope is −0.5 at each draw. */
function fitted(temperature: number, setAside: string | null = null): StudyCondition {
  const values = Float64Array.from([-0.1, 0, 0.2, 0.3], (e) => Math.exp(2 - 0.5 * temperature + e));
  const draws = { variables: ['alpha'], iterations: 2, chains: 2, values };
  return {
    label: `T=${temperature}`,
    cell: 'a',
    temperature,
    setAside,
    report: { draws },
  } as unknown as StudyCondition;
}

const report = (): HierarchicalReport =>
  ({
    label: 'a',
    model: HIERARCHICAL_PRESETS.h_m01,
    cells: regressionOf('a', CONDITIONS, {}).cells,
    prior: { prior: { mu: 2.5, sd: 0.5 }, mean: 4, median: 4, distance: 3, conflict: true },
    draws: {
      variables: ['gamma[1]', 'sigma_cell'],
      iterations: 2,
      chains: 2,
      values: Float64Array.of(-0.4, -0.6, 0.1, -0.5, 0.1, 0.2, 0.3, 0.4),
    },
  }) as unknown as HierarchicalReport;

describe('slopes of log alpha side by side', () => {
  it('are γ of the joint fit, and least squares over the independent fits', () => {
    const conditions = [fitted(1.5), fitted(0, 'predictive check flagged'), fitted(0.3)];
    const other = { ...fitted(0), cell: 'b' };
    const comparison = slopeComparison(report(), [...conditions, other]);
    expect(comparison.joint.mean).toBeCloseTo(-0.35, 12);
    expect(comparison.joint.probabilityNegative).toBe(0.75);
    for (const value of [comparison.independent!.median, comparison.independent!.q95])
      expect(value).toBeCloseTo(-0.5, 12);
    expect(comparison.setAside).toEqual(['T=0']);
    expect(slopeRows([comparison])[0]).toMatchObject({
      cell: 'a',
      p_slope_negative: 0.75,
      independent_p_negative: 1,
      sigma_cell_median: 0.25,
      gamma0_prior_mean: 2.5,
      gamma0_mean: 4,
      gamma0_distance: 3,
      prior_conflict: true,
    });
  });

  it('have no independent slope where a condition has no fit', () => {
    const comparison = slopeComparison(report(), [fitted(0), fitted(0.3)]);
    expect(comparison.independent).toBeNull();
    expect(slopeRows([comparison])[0].independent_median).toBeNull();
  });
});
