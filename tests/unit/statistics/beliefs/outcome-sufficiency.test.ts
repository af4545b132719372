import { describe, expect, it } from 'vitest';
import {
  outcomeSufficiency,
  sufficiencyDraw,
  type OutcomeStudy,
} from '../../../../src/statistics/beliefs/outcome-sufficiency.ts';
import { percentileEnds } from '../../../../src/statistics/beliefs/portable-draws.ts';
import {
  beliefKernels,
  foldErrors,
  localLinear,
  sampleOf,
} from '../../../../src/statistics/beliefs/smoother.ts';
import { beliefFixture, CELL_NAMES } from '../../../support/beliefs.ts';
import { agentNamed, answersTo, beliefsOf, largestGap, testCases } from './agents.ts';

interface Cell {
  readonly eligible: readonly string[];
  readonly excluded: readonly string[];
  readonly l1_normalised: Record<string, number>;
  readonly bandwidth: Record<string, { readonly pi: number; readonly mu1: number; readonly mu0: number }>;
  readonly mean: number;
  readonly ci: readonly number[];
  readonly ci_fixed_h: readonly number[];
}
const { cells, prevalence_pooled_test_rows: prevalences } = beliefFixture<{
  cells: Record<string, Cell>;
  prevalence_pooled_test_rows: Record<string, number>;
}>('o12_l1.json');

const promptsOf = (name: string): string[] =>
  testCases(name)
    .outputs.filter(({ family }) => family === 'decision')
    .map(({ prompt }) => prompt);

function studyOf(name: string): OutcomeStudy {
  const agent = agentNamed(name);
  const { cell } = agent;
  const decisions = [...cell.outputs.keys()].filter((j) => cell.outputs[j].family === 'decision');
  return {
    beliefs: beliefsOf(agent),
    outcomes: cell.outcomes,
    decisions: decisions.map((j) => answersTo(cell, j)),
    prevalence: prevalences[cell.domain],
  };
}

it.each(CELL_NAMES)('has the violations and bandwidths of %s', (name) => {
  const prompts = promptsOf(name);
  const expected = cells[name];
  const report = outcomeSufficiency(studyOf(name));
  expect(report.excluded.map((j) => prompts[j])).toEqual(expected.excluded);
  expect(report.prompts.map(({ prompt }) => prompts[prompt])).toEqual(expected.eligible);
  for (const { prompt, violation, bandwidths } of report.prompts) {
    const { pi, mu1, mu0 } = expected.bandwidth[prompts[prompt]];
    expect(Math.abs(violation - expected.l1_normalised[prompts[prompt]])).toBeLessThan(1e-8);
    expect(largestGap(bandwidths, [pi, mu1, mu0])).toBeLessThan(1e-9);
  }
  expect(Math.abs(report.mean - expected.mean)).toBeLessThan(1e-8);
});

describe('intervals of resampled cases', () => {
  const study = studyOf('coherent|forecasting');
  const expected = cells['coherent|forecasting'];

  const draw = sufficiencyDraw(study);
  const draws = Array.from({ length: 2000 }, (_, index) => draw(index));
  const endsOf = (choice: 'chosen' | 'kept') =>
    percentileEnds(Float64Array.from(draws, (violation) => violation[choice]));

  it('choose bandwidths anew', () => {
    expect(largestGap(endsOf('chosen'), expected.ci)).toBeLessThan(1e-6);
  });

  it('or keep them', () => {
    expect(largestGap(endsOf('kept'), expected.ci_fixed_h)).toBeLessThan(1e-6);
  });
});

interface LocalLinear {
  readonly z: readonly number[];
  readonly t: readonly number[];
  readonly zq: readonly number[];
  readonly h: readonly number[];
  readonly fit_clipped: readonly (readonly number[])[];
  readonly cv4: { readonly error: readonly number[] };
}
const { local_linear: line } = beliefFixture<{ local_linear: LocalLinear }>('o00_unit.json');

describe('local linear regression', () => {
  const targets = Float64Array.from(line.t);
  const bandwidths = Float64Array.from(line.h);

  it('has the reference fits', () => {
    line.fit_clipped.forEach((fit, h) => {
      const values = line.zq.map((z) => localLinear(Float64Array.from(line.z), targets, bandwidths[h], z)!);
      expect(largestGap(values, fit)).toBeLessThan(1e-10);
    });
  });

  it('has the reference errors over folds', () => {
    const kernels = beliefKernels(Float64Array.from(line.z), bandwidths);
    const sample = sampleOf(kernels, targets, () => true);
    const errors = foldErrors(kernels, sample, new Float64Array(targets.length).fill(1));
    expect(largestGap(errors, line.cv4.error)).toBeLessThan(1e-10);
  });
});
