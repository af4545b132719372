import { describe, expect, it } from 'vitest';
import { scoreHoldout, scoreSingleOutputs } from '../../../../src/instruments/beliefs/holdout.ts';
import { completeCases, selectCases, type BeliefCell } from '../../../../src/models/beliefs/cell.ts';
import { beliefModel } from '../../../../src/models/beliefs/model.ts';
import { beliefReader } from '../../../../src/models/beliefs/posterior.ts';
import {
  answersTo,
  decisionOutputs,
  predictTargets,
  reportOutputs,
} from '../../../../src/models/beliefs/predict.ts';
import { thetaVector, type BeliefTheta } from '../../../../src/models/beliefs/theta.ts';
import { scoreGroup, scoreTarget, type GroupScore } from '../../../../src/statistics/beliefs/scores.ts';
import { beliefFixture, CELL_NAMES, mainCells, partRows } from '../../../support/beliefs.ts';

type Estimator = 'adam_protocol' | 'lbfgs_mle' | 'lbfgs_weak_prior';
interface Target {
  readonly concordance: number | null;
  readonly sse: number;
  readonly sst: number;
}
interface Group {
  readonly per_target?: Record<string, Target>;
  readonly macro_concordance: number;
  readonly pooled_r2: number;
  readonly macro_r2?: number;
  readonly n_evaluable?: number;
  readonly pooled_r2_train_mean_baseline?: number;
}
interface Predictions {
  readonly R_to_D: Group;
  readonly D_to_R: Group;
  readonly single_output: Group;
  readonly first5?: Record<'R_to_D' | 'D_to_R', Record<string, readonly number[]>>;
}
interface Fixture {
  readonly cells: Record<string, Record<Estimator, Predictions>>;
}
const fits = beliefFixture<{ cells: Record<string, Record<Estimator, { theta: BeliefTheta }>> }>(
  'o03_fits.json',
);
const expected = beliefFixture<Fixture>('o05_predict.json').cells;
const cells = mainCells();

const partOf = (name: string, part: 'train' | 'validation' | 'test'): BeliefCell => {
  const cell = cells.get(name)!;
  return selectCases(cell, partRows(cell, completeCases(cell), part));
};

function readerOf(cell: BeliefCell, theta: BeliefTheta) {
  const model = beliefModel('linear', cell.outputs);
  return beliefReader(model, thetaVector(model.layout, theta));
}

function expectScores(score: GroupScore, prompts: readonly string[], group: Group): void {
  expect(Math.abs(score.macroConcordance - group.macro_concordance)).toBeLessThan(1e-12);
  expect(Math.abs(score.pooledR2 - group.pooled_r2)).toBeLessThan(1e-9);
  if (group.n_evaluable !== undefined) expect(score.evaluable).toBe(group.n_evaluable);
  if (group.macro_r2 !== undefined) expect(Math.abs(score.macroR2 - group.macro_r2)).toBeLessThan(1e-9);
  for (const [k, prompt] of prompts.entries()) {
    const target = group.per_target?.[prompt];
    if (target === undefined) continue;
    if (target.concordance === null) expect(score.targets[k].concordance).toBeNaN();
    else expect(Math.abs(score.targets[k].concordance - target.concordance)).toBeLessThan(1e-12);
    expect(Math.abs(score.targets[k].sse - target.sse)).toBeLessThan(1e-8);
    expect(Math.abs(score.targets[k].sst - target.sst)).toBeLessThan(1e-9);
  }
}

describe.each(CELL_NAMES)('%s', (name) => {
  const cell = partOf(name, 'test');
  const train = partOf(name, 'train');
  const reports = reportOutputs(cell);
  const decisions = decisionOutputs(cell);
  const prompts = cell.outputs.map(({ prompt }) => prompt);

  it.each(['adam_protocol', 'lbfgs_mle', 'lbfgs_weak_prior'] as const)(
    'scores as the reference at %s',
    (estimator) => {
      const reader = readerOf(cell, fits.cells[name][estimator].theta);
      const group = expected[name][estimator];
      expectScores(
        scoreHoldout(reader, cell, reports, decisions),
        decisions.map((j) => prompts[j]),
        group.R_to_D,
      );
      expectScores(
        scoreHoldout(reader, cell, decisions, reports),
        reports.map((j) => prompts[j]),
        group.D_to_R,
      );
      expectScores(scoreSingleOutputs(reader, cell), prompts, group.single_output);
    },
  );

  it('predicts as the reference', () => {
    const { first5, R_to_D: group } = expected[name].adam_protocol;
    const reader = readerOf(cell, fits.cells[name].adam_protocol.theta);
    for (const [key, observed, targets] of [
      ['R_to_D', reports, decisions],
      ['D_to_R', decisions, reports],
    ] as const)
      predictTargets(reader, cell, observed, targets).forEach((prediction, k) =>
        first5![key][prompts[targets[k]]].forEach((value, i) =>
          expect(Math.abs(prediction[i] - value)).toBeLessThan(1e-9),
        ),
      );
    const scores = predictTargets(reader, cell, reports, decisions).map((prediction, k) => {
      const trained = answersTo(train, decisions[k]);
      const baseline = trained.reduce((sum, value) => sum + value, 0) / trained.length;
      return scoreTarget(answersTo(cell, decisions[k]), prediction, baseline);
    });
    expect(scoreGroup(scores).pooledR2).toBeCloseTo(group.pooled_r2_train_mean_baseline!, 9);
  });
});
