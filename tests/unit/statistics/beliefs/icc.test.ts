import { describe, expect, it } from 'vitest';
import {
  iccInterval,
  intraclassCorrelation,
  permutedIcc,
  type PrefixGroups,
} from '../../../../src/statistics/beliefs/icc.ts';
import { beliefFixture } from '../../../support/beliefs.ts';
import { largestGap, tableOf } from './agents.ts';

interface Estimates {
  readonly n_cases: number;
  readonly n_zero_variance: number;
  readonly mean_case_anova_icc1: number;
  readonly mean_case_anova_icc1_clipped0: number;
  readonly mean_case_variance_fraction_eta2: number;
  readonly pooled_variance_fraction: number;
  readonly pooled_nested_anova_icc: number;
}
interface Reference extends Estimates {
  readonly pooled_sigma2_prefix: number;
  readonly pooled_sigma2_residual: number;
  readonly per_case_icc1: readonly (number | null)[];
  readonly per_case_eta2: readonly (number | null)[];
}
interface Cell extends Reference {
  readonly permutation_null_mean: Estimates;
  readonly case_bootstrap_ci_primary: readonly [number, number];
}
const { cells, mini_example: mini } = beliefFixture<{
  cells: Record<string, Cell>;
  mini_example: Reference & { readonly V: readonly (readonly (readonly number[])[])[] };
}>('o10_icc.json');

const table = tableOf('branch_icc.csv.gz');

/** Answers by case and prefix, both in order of appearance. */
function casesOf(name: string): PrefixGroups[] {
  const rows = table.filter(([agent, domain]) => `${agent}|${domain}` === name);
  const of = (own: readonly string[][], field: number): string[][][] =>
    [...new Set(own.map((row) => row[field]))].map((key) => own.filter((row) => row[field] === key));
  return of(rows, 2).map((own) =>
    of(own, 9).map((group) => Float64Array.from(group, (row) => Number(row[7]))),
  );
}

function expectEstimates(cases: readonly PrefixGroups[], expected: Reference): void {
  const report = intraclassCorrelation(cases);
  expect(report).toMatchObject({ cases: expected.n_cases, constantCases: expected.n_zero_variance });
  const pairs = [
    [report.caseIcc, expected.mean_case_anova_icc1],
    [report.caseIccClipped, expected.mean_case_anova_icc1_clipped0],
    [report.caseVarianceFraction, expected.mean_case_variance_fraction_eta2],
    [report.pooledVarianceFraction, expected.pooled_variance_fraction],
    [report.pooledIcc, expected.pooled_nested_anova_icc],
    [report.prefixVariance, expected.pooled_sigma2_prefix],
    [report.residualVariance, expected.pooled_sigma2_residual],
  ];
  for (const [value, reference] of pairs) expect(Math.abs(value - reference)).toBeLessThan(1e-12);
  const close = (value: number | null): number =>
    value === null ? NaN : (expect.closeTo(value, 11) as number);
  expect([...report.iccByCase]).toEqual(expected.per_case_icc1.map(close));
  expect([...report.varianceFractionByCase]).toEqual(expected.per_case_eta2.map(close));
}

describe.each(Object.keys(cells))('the intraclass correlation of %s', (name) => {
  const cases = casesOf(name);

  it('has the reference estimates', () => expectEstimates(cases, cells[name]));

  it('has the interval of resampled cases', () => {
    const { iccByCase } = intraclassCorrelation(cases);
    expect(largestGap(iccInterval(iccByCase), cells[name].case_bootstrap_ci_primary)).toBeLessThan(1e-12);
  });

  it('has the null means of dealt answers to Monte Carlo error', () => {
    const expected = cells[name].permutation_null_mean;
    const means = permutedIcc(cases, 400);
    expect(Math.abs(means.caseIcc - expected.mean_case_anova_icc1)).toBeLessThan(0.003);
    expect(Math.abs(means.caseIccClipped - expected.mean_case_anova_icc1_clipped0)).toBeLessThan(0.003);
    expect(Math.abs(means.caseVarianceFraction - 1 / 6)).toBeLessThan(0.003);
    expect(Math.abs(means.pooledVarianceFraction - 1 / 6)).toBeLessThan(0.003);
    expect(Math.abs(means.pooledIcc - expected.pooled_nested_anova_icc)).toBeLessThan(0.003);
  });
});

describe('the intraclass correlation', () => {
  it('leaves constant cases out of its means', () =>
    expectEstimates(
      mini.V.map((groups) => groups.map((group) => Float64Array.from(group))),
      mini,
    ));

  it('takes unequal groups by the size they amount to', () => {
    const groups = [Float64Array.of(1, 2, 3), Float64Array.of(4), Float64Array.of(5, 7)];
    const size = (6 - (9 + 1 + 4) / 6) / 2;
    const between = (3 * (2 - 22 / 6) ** 2 + (4 - 22 / 6) ** 2 + 2 * (6 - 22 / 6) ** 2) / 2;
    const within = (2 + 2) / 3;
    const prefix = (between - within) / size;
    const report = intraclassCorrelation([groups]);
    expect(report.caseIcc).toBeCloseTo(prefix / (prefix + within), 13);
    expect(report.pooledIcc).toBeCloseTo(report.caseIcc, 13);
  });
});
