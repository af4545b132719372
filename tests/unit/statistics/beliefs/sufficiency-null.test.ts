import { expect, it } from 'vitest';
import type { OutcomeStudy } from '../../../../src/statistics/beliefs/outcome-sufficiency.ts';
import { portableStream } from '../../../../src/statistics/beliefs/portable-draws.ts';
import {
  independentOutcomes,
  outcomeProbabilities,
  sufficiencyNull,
} from '../../../../src/statistics/beliefs/sufficiency-null.ts';
import { beliefFixture } from '../../../support/beliefs.ts';
import { agentNamed, answersTo, beliefsOf } from './agents.ts';

interface Cell {
  readonly mean: number;
  readonly null_mean_if_independent: number;
}
const { cells, prevalence_pooled_test_rows: prevalences } = beliefFixture<{
  cells: Record<string, Cell>;
  prevalence_pooled_test_rows: Record<string, number>;
}>('o12_l1.json');

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

it.each(['coherent|ckd', 'noisy|ckd', 'noisy|werewolf'])(
  'has the null mean of %s, to the error of forty studies',
  (name) => {
    const study = studyOf(name);
    const expected = cells[name];
    const { mean, upper, p, values } = sufficiencyNull(expected.mean, independentOutcomes(study), 40);
    expect(Math.abs(mean / expected.null_mean_if_independent - 1)).toBeLessThan(0.2);
    expect(upper).toBeGreaterThan(mean);
    expect(p).toBe((1 + values.filter((value) => value >= expected.mean).length) / 41);
    if (name === 'noisy|ckd') expect(expected.mean).toBeGreaterThan(upper);
  },
);

it('draws outcomes by the regression on the belief', () => {
  const study = studyOf('noisy|werewolf');
  const probabilities = outcomeProbabilities(study);
  const draw = independentOutcomes(study, portableStream(3));
  const total = new Float64Array(probabilities.length);
  for (let s = 0; s < 400; s++) draw().outcomes.forEach((y, i) => (total[i] += y));
  total.forEach((sum, i) => expect(Math.abs(sum / 400 - probabilities[i])).toBeLessThan(0.12));
});
