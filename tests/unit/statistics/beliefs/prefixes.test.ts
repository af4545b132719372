import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { selectCases, completeCases, type BeliefCell } from '../../../../src/models/beliefs/cell.ts';
import { predictAnswers } from '../../../../src/models/beliefs/posterior.ts';
import { concordance } from '../../../../src/statistics/beliefs/concordance.ts';
import { pooledConcordance } from '../../../../src/statistics/beliefs/level-concordance.ts';
import { withinCases } from '../../../../src/statistics/beliefs/prefix-cases.ts';
import { comparePrefixes, type PrefixDesign } from '../../../../src/statistics/beliefs/prefixes.ts';
import { beliefFixture } from '../../../support/beliefs.ts';
import { answersTo, cells, largestGap, readerOf, tableOf } from './agents.ts';

interface Pair {
  readonly R_to_D: number;
  readonly D_to_R: number;
}
interface Reference {
  readonly n_rows_collected: number;
  readonly n_complete: number;
  readonly same: Pair & { readonly mean: number };
  readonly different: Pair & {
    readonly mean: number;
    readonly ci: readonly number[];
    readonly first_5_draws: readonly (readonly number[])[];
  };
  readonly within_case_pairs_same: Pair;
  readonly within_case_pairs_different_draw0: Pair;
}
const reference = beliefFixture<Reference>('o11_prefix.json');

/** A row for every case and prefix, named by both. */
function branchedCell(): BeliefCell {
  const { outputs } = cells.get('noisy|ckd')!;
  const rows = tableOf('branch_behaviour.csv.gz');
  const names = [...new Set(rows.map((row) => `${row[2]}|${row[9]}`))].sort();
  const responses = new Float64Array(names.length * outputs.length).fill(NaN);
  for (const row of rows)
    if (row[7] !== '')
      responses[
        names.indexOf(`${row[2]}|${row[9]}`) * outputs.length +
          outputs.findIndex(({ prompt }) => prompt === row[3])
      ] = Number(row[7]);
  return {
    agent: 'noisy',
    domain: 'ckd',
    cases: names,
    outputs,
    responses,
    outcomes: new Float64Array(names.length),
  };
}

const collected = branchedCell();
const cell = selectCases(collected, completeCases(collected));

function designOf(): PrefixDesign {
  const reader = readerOf('noisy|ckd');
  const places = [...cell.outputs.keys()];
  const decisions = places.filter((j) => cell.outputs[j].family === 'decision');
  const reports = places.filter((j) => cell.outputs[j].family !== 'decision');
  const targets = (wanted: readonly number[], observed: readonly number[]) => {
    const posterior = reader.posterior(cell, observed);
    return wanted.map((j) => ({
      answers: answersTo(cell, j),
      predictions: predictAnswers(reader, posterior, j),
    }));
  };
  return {
    cases: Int32Array.from(cell.cases, (name) => Number(name.slice(1, 3))),
    decisions: targets(decisions, reports),
    reports: targets(reports, decisions),
  };
}

describe('evidence of another prefix', () => {
  const design = designOf();
  const { same, different, draws, pooledEnds } = comparePrefixes(design);

  it('has the reference rows', () => {
    expect(collected.cases).toHaveLength(reference.n_rows_collected);
    expect(cell.cases).toHaveLength(reference.n_complete);
  });

  it('predicts as the reference does', () => {
    const values = [same.pooled.decisions, same.pooled.reports, same.pooled.mean];
    expect(
      largestGap(values, [reference.same.R_to_D, reference.same.D_to_R, reference.same.mean]),
    ).toBeLessThan(1e-9);
    const means = [different.pooled.decisions, different.pooled.reports, different.pooled.mean];
    const expected = reference.different;
    expect(largestGap(means, [expected.R_to_D, expected.D_to_R, expected.mean])).toBeLessThan(1e-9);
    expect(largestGap(pooledEnds, expected.ci)).toBeLessThan(1e-9);
    expected.first_5_draws.forEach((draw, d) => {
      const { decisions, reports, mean } = draws[d].pooled;
      expect(largestGap([decisions, reports, mean], draw)).toBeLessThan(1e-9);
    });
  });

  it('tells cases apart, not instances of one', () => {
    const of = ({ decisions, reports }: { decisions: number; reports: number }): number[] => [
      decisions,
      reports,
    ];
    const expected = ({ R_to_D: a, D_to_R: b }: Pair): number[] => [a, b];
    expect(largestGap(of(same.within), expected(reference.within_case_pairs_same))).toBeLessThan(1e-9);
    expect(
      largestGap(of(draws[0].within), expected(reference.within_case_pairs_different_draw0)),
    ).toBeLessThan(1e-9);
    expect(Math.abs(different.within.mean - 0.5)).toBeLessThan(0.03);
  });

  it('has intervals over cases, and a mean over other prefixes that draws of them tend to', () => {
    const found = withinCases(design);
    expect(found.cases).toBe(new Set(design.cases).size);
    expect(found.same.mean).toBeCloseTo(same.within.mean, 12);
    // The mean of 1,000 draws: its standard error is a thirtieth of theirs.
    const spread = draws.map(({ within }) => (within.mean - different.within.mean) ** 2);
    const error = Math.sqrt(spread.reduce((sum, square) => sum + square, 0) / draws.length ** 2);
    expect(Math.abs(found.different.mean - different.within.mean)).toBeLessThan(4 * error);
    expect(found.difference.mean).toBeCloseTo(found.same.mean - found.different.mean, 12);
    for (const { mean, ends } of [found.same, found.different, found.difference]) {
      expect(ends[0]).toBeLessThan(mean);
      expect(ends[1]).toBeGreaterThan(mean);
    }
  });

  it('draws the cases of a hand-made design as a plain resample of their rows does', () => {
    // Two cases of two rows: the first is ordered right, the second wrong; drawn, they make 1, 0 or ½.
    const target = { answers: Float64Array.of(1, 0, 1, 0), predictions: Float64Array.of(0.9, 0.1, 0.2, 0.8) };
    const small = { cases: Int32Array.of(0, 0, 1, 1), decisions: [target], reports: [target] };
    const found = withinCases(small);
    expect(found.same).toEqual({ mean: 0.5, ends: [0, 1] });
    // With one other row each, evidence of the other prefix swaps the two predictions.
    expect(found.different).toEqual({ mean: 0.5, ends: [0, 1] });
    expect(found.difference).toEqual({ mean: 0, ends: [-1, 1] });
    // As one case: .9 above .1 and .8, .2 above .1 and below .8. One case says nothing of others.
    const one = { cases: Int32Array.of(0, 0, 0, 0), decisions: [target], reports: [target] };
    expect(withinCases(one).same).toEqual({ mean: 0.75, ends: [NaN, NaN] });
  });

  it('needs two prefixes of every case, next to each other', () => {
    const of =
      (...cases: number[]) =>
      () =>
        comparePrefixes({ ...design, cases: Int32Array.from(cases) }, 1);
    expect(of(0, 1, 0)).toThrow('stand apart');
    expect(of(0, 0, 1)).toThrow('the case of row 2 has one prefix');
  });
});

it('agrees with concordance whatever rows are drawn, near ties included', () => {
  const row = fc.record({
    answer: fc.integer({ min: 0, max: 3 }),
    step: fc.integer({ min: 0, max: 9 }),
    shift: fc.integer({ min: -2, max: 2 }),
    source: fc.nat(),
  });
  fc.assert(
    fc.property(fc.array(row, { minLength: 1, maxLength: 30 }), (rows) => {
      const answers = Float64Array.from(rows, ({ answer }) => answer);
      const predictions = Float64Array.from(rows, ({ step, shift }) => step * 0.1 + shift * 0.75e-9);
      const sources = Int32Array.from(rows, ({ source }) => source % rows.length);
      const drawn = Float64Array.from(sources, (s) => predictions[s]);
      const value = pooledConcordance(answers, predictions)(sources);
      const expected = concordance(answers, drawn);
      expect(value).toEqual(Number.isNaN(expected) ? NaN : expect.closeTo(expected, 12));
    }),
    { seed: 11, numRuns: 300 },
  );
});
