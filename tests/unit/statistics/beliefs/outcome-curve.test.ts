import { expect, it } from 'vitest';
import { outcomeCurve } from '../../../../src/statistics/beliefs/outcome-curve.ts';
import {
  outcomeSufficiency,
  type OutcomeStudy,
} from '../../../../src/statistics/beliefs/outcome-sufficiency.ts';
import { PORTABLE_SEED, portableStream } from '../../../../src/statistics/beliefs/portable-draws.ts';
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

const STUDIES = 40;

/** Studies with the beliefs and decisions as they are and outcomes drawn given the belief alone. */
function independentStudies(study: OutcomeStudy, seed: number): OutcomeStudy[] {
  const curve = outcomeCurve(study);
  const stream = portableStream(seed);
  const outcomes = (): Float64Array => study.beliefs.map((belief) => (stream() < curve(belief) ? 1 : 0));
  return Array.from({ length: STUDIES }, () => ({ ...study, outcomes: outcomes() }));
}

it.each(['coherent|ckd', 'noisy|ckd', 'noisy|werewolf'])(
  'gives the statistic of %s its reference mean without a further tie, to the error of forty studies',
  (name) => {
    const study = studyOf(name);
    const expected = cells[name];
    const values = independentStudies(study, PORTABLE_SEED).map((one) => outcomeSufficiency(one).mean);
    const mean = values.reduce((sum, value) => sum + value, 0) / STUDIES;
    expect(Math.abs(mean / expected.null_mean_if_independent - 1)).toBeLessThan(0.2);
    const beyond = values.filter((value) => value >= expected.mean).length;
    if (name === 'noisy|ckd') expect(beyond).toBeLessThan(0.05 * STUDIES);
    else expect(beyond).toBeGreaterThan(0.05 * STUDIES);
  },
);

it('is the local regression of outcomes within the range of beliefs, and its ends beyond', () => {
  const study = studyOf('noisy|werewolf');
  const curve = outcomeCurve(study);
  const [least, most] = [Math.min(...study.beliefs), Math.max(...study.beliefs)];
  expect(curve(least - 0.1)).toBe(curve(least));
  expect(curve(most + 0.1)).toBe(curve(most));
  const gap = study.beliefs.reduce((sum, belief, i) => sum + study.outcomes[i] - curve(belief), 0);
  expect(Math.abs(gap / study.beliefs.length)).toBeLessThan(0.01);
});
