import fc from 'fast-check';
import { expect, it } from 'vitest';
import { caseDraw, CASE_SEED, type HeldOut } from '../../../../src/statistics/beliefs/case-draws.ts';
import { concordance } from '../../../../src/statistics/beliefs/concordance.ts';
import {
  fillIndices,
  percentileEnds,
  portableStream,
} from '../../../../src/statistics/beliefs/portable-draws.ts';
import { scoreGroup, scoreTarget } from '../../../../src/statistics/beliefs/scores.ts';
import { weightedConcordance } from '../../../../src/statistics/beliefs/weighted-concordance.ts';
import { beliefFixture } from '../../../support/beliefs.ts';
import { agentNamed, allOutputs, answersTo, largestGap, predictionsOf } from './agents.ts';

const repeated = (values: Float64Array, weights: readonly number[]): Float64Array =>
  Float64Array.from(weights.flatMap((weight, i) => new Array<number>(weight).fill(values[i])));

it('weighs a case as so many equal cases', () => {
  const entry = fc.record({
    answer: fc.integer({ min: 1, max: 5 }),
    prediction: fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0.2, 0.2 + 4e-10)),
    weight: fc.integer({ min: 0, max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(entry, { minLength: 1, maxLength: 25 }), (entries) => {
      const answers = Float64Array.from(entries, ({ answer }) => answer);
      const predictions = Float64Array.from(entries, ({ prediction }) => prediction);
      const weights = entries.map(({ weight }) => weight);
      const found = weightedConcordance(answers, predictions)(weights);
      const expected = concordance(repeated(answers, weights), repeated(predictions, weights));
      expect(found).toEqual(Number.isNaN(expected) ? NaN : expect.closeTo(expected, 12));
    }),
  );
});

const agent = agentNamed('noisy|ckd');
const { cell } = agent;
const all = allOutputs(cell);
const report = cell.outputs.findIndex(({ family }) => family === 'probability');
const single = all.map((j) => ({
  answers: answersTo(cell, j),
  predictions: predictionsOf(
    agent,
    all.filter((k) => k !== j),
    j,
  ),
}));
const heldOut: HeldOut = {
  decisions: single.slice(3),
  reports: single.slice(0, 3),
  single,
  paired: all
    .filter((j) => j !== report)
    .map((j) => ({
      answers: answersTo(cell, j),
      others: single[j].predictions,
      report: predictionsOf(agent, [report], j),
    })),
};
const draw = caseDraw(heldOut, cell.cases.length);

it('scores the drawn cases, draw by draw', () => {
  const n = cell.cases.length;
  const drawn = new Int32Array(n);
  fillIndices(drawn, n, portableStream(CASE_SEED, 3 * n));
  const gather = (values: Float64Array): Float64Array => Float64Array.from(drawn, (i) => values[i]);
  const expected = scoreGroup(
    single.map(({ answers, predictions }) => scoreTarget(gather(answers), gather(predictions))),
  );
  const found = draw(3);
  expect(found.single.concordance).toBeCloseTo(expected.macroConcordance, 12);
  expect(found.single.r2).toBeCloseTo(expected.pooledR2, 12);
  expect(draw(3)).toEqual(found);
});

it('has the reference intervals of R² over cases', () => {
  const { cells } = beliefFixture<{
    cells: Record<
      string,
      Record<'all_other' | 'probability_only', { pooled_r2_case_bootstrap_ci: readonly number[] }>
    >;
  }>('o06_sufficiency.json');
  const paired = caseDraw({ ...heldOut, decisions: [], reports: [], single: [] }, cell.cases.length);
  const draws = Array.from({ length: 2000 }, (_, index) => paired(index));
  const endsOf = (side: 'others' | 'report') =>
    percentileEnds(Float64Array.from(draws, (one) => one[side].r2));
  const { all_other: others, probability_only: alone } = cells['noisy|ckd'];
  expect(largestGap(endsOf('others'), others.pooled_r2_case_bootstrap_ci)).toBeLessThan(1e-9);
  expect(largestGap(endsOf('report'), alone.pooled_r2_case_bootstrap_ci)).toBeLessThan(1e-9);
});
