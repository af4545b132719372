import { describe, expect, it } from 'vitest';
import { deviceAnswers, type DeviceAnswers } from '../../../../src/engine/gpu/beliefs-answers.ts';
import { evaluatedAt, type FoundMasses } from '../../../../src/engine/gpu/beliefs-gradient.ts';
import { bytesOfProblem, FOUND, NONE, TOGETHER } from '../../../../src/engine/gpu/beliefs-layout.ts';
import {
  dispatchesOf,
  packProblems,
  sizeOf,
  type BeliefProblem,
} from '../../../../src/engine/gpu/beliefs-pack.ts';
import { noAnswer, questionMaker } from '../../../../src/engine/gpu/beliefs-question.ts';
import { beliefTables, fillBeliefTables } from '../../../../src/engine/gpu/beliefs-tables.ts';
import { answerInF64, type Objective } from '../../../../src/inference/beliefs/asking.ts';
import { completeCases, selectCases, type BeliefCell } from '../../../../src/models/beliefs/cell.ts';
import { startValues, toUnconstrained } from '../../../../src/models/beliefs/layout.ts';
import { beliefLikelihood, patternWeights } from '../../../../src/models/beliefs/likelihood.ts';
import { beliefModel, type BeliefKind } from '../../../../src/models/beliefs/model.ts';
import { WEAK_PRIORS } from '../../../../src/models/beliefs/priors.ts';
import { smallCell } from '../../../support/beliefs.ts';

const small = smallCell();
const few = selectCases(small, completeCases(small).slice(0, 12));
const silent: BeliefCell = {
  ...few,
  responses: few.responses.map((value, k) => (k % 7 === 3 || k % 48 === 0 ? NaN : value)),
};

function objectiveOf(kind: BeliefKind, cell: BeliefCell): Objective {
  const likelihood = beliefLikelihood(beliefModel(kind, cell.outputs), cell);
  return { cell, clip: undefined, likelihood, weights: patternWeights(likelihood), priors: WEAK_PRIORS };
}

const problemOf = (answers: DeviceAnswers): BeliefProblem => ({
  answers,
  tables: beliefTables(answers),
  weights: new Float64Array(answers.patterns).fill(1),
});

/** Both passes of shaders/beliefs in f64, from the numbers that a device is sent. */
function found(problems: readonly BeliefProblem[]): FoundMasses[] {
  const { records, reals } = packProblems(problems, () => 0);
  return records.map((at, i) => {
    const { words, model } = problems[i].answers;
    const { nodes, second } = model.grid;
    const real = (start: number, offset: number): number => reals[TOGETHER * start + offset];
    const patterns = new Float32Array(FOUND * at.patterns);
    const sums = new Float32Array(at.features * nodes);
    const shares = Array.from({ length: at.patterns }, (_, p) => {
      const line = TOGETHER * at.first_blocks * words[at.lines_of_at + p];
      const rows = Array.from(words.subarray(p * at.scores, (p + 1) * at.scores)).filter(
        (row) => row !== NONE,
      );
      const logs = Array.from({ length: nodes }, (_, q) =>
        rows.reduce(
          (sum, row) => sum + real(at.rows_at, row * nodes + q),
          real(at.prior_at, q) + real(at.lines_at, line + Math.floor(q / second)),
        ),
      );
      const largest = Math.max(...logs);
      const masses = logs.map((value) => Math.exp(value - largest));
      const total = masses.reduce((sum, mass) => sum + mass, 0);
      const mean = masses.reduce((sum, mass, q) => sum + mass * real(at.z_at, Math.floor(q / second)), 0);
      patterns.set([largest, Math.log(total), mean / total], FOUND * p);
      return masses.map((mass) => (real(at.weights_at, p) * mass) / total);
    });
    for (let f = 0; f < at.features; f++) {
      const lists = at.members_at + at.features + 1;
      const [first, last] = [words[at.members_at + f], words[at.members_at + f + 1]];
      for (const p of words.subarray(lists + first, lists + last))
        shares[p].forEach((share, q) => (sums[f * nodes + q] += share));
    }
    return { patterns, sums };
  });
}

const furthest = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);

describe('what a device is sent and finds', () => {
  it.each(['linear', 'spline', 'two_d'] as const)('is the likelihood of the %s model', (kind) => {
    const { likelihood, weights } = objectiveOf(kind, silent);
    const answers = deviceAnswers(likelihood.model, silent, 1e-4);
    const theta = startValues(likelihood.model.layout).map((value, i) => value * (1 + 0.1 * (i % 3)));
    const problem = { ...problemOf(answers), weights };
    expect(fillBeliefTables(answers, theta, problem.tables)).toBe(true);
    const [, second] = found([problem, problem]);
    const { value, gradient } = evaluatedAt(answers, problem.tables, theta, weights, second);
    const truth = new Float64Array(theta.length);
    expect(Math.abs(value / likelihood.evaluate(theta, weights, truth) - 1)).toBeLessThan(1e-7);
    expect(furthest(gradient, truth)).toBeLessThan(2e-5);
  });
});

describe('questions', () => {
  const objective = objectiveOf('linear', few);
  const { layout } = objective.likelihood.model;
  const position = toUnconstrained(layout, startValues(layout));

  it('are answered with the priors, over unconstrained coordinates', () => {
    const { problem, answer } = questionMaker()({ objective, position });
    const { value, gradient } = answer(found([problem!])[0]);
    const truth = answerInF64({ objective, position });
    expect(Math.abs(value / truth.value - 1)).toBeLessThan(1e-7);
    expect(furthest(gradient, truth.gradient)).toBeLessThan(2e-5);
  });

  it('fail at the first answer that is not that of f64, and are checked once', () => {
    const ready = questionMaker();
    const { problem, answer } = ready({ objective, position });
    const [own] = found([problem!]);
    const wrong = { ...own, sums: own.sums.map((mass) => 1.01 * mass) };
    expect(() => answer(wrong)).toThrow(/gradients .* off those in f64; needed/);
    answer(own);
    expect(() => ready({ objective, position }).answer(wrong)).not.toThrow();
  });

  it('have no problem, and no number for an answer, where parameters are not finite', () => {
    const question = { objective, position: position.map(() => Infinity) };
    expect(questionMaker()(question).problem).toBeNull();
    expect(noAnswer(question).value).toBeNaN();
  });
});

it('puts problems of one grid into a dispatch, as many as there is room for', () => {
  const line = problemOf(deviceAnswers(beliefModel('linear', few.outputs), few, 1e-4));
  const plane = problemOf(deviceAnswers(beliefModel('two_d', few.outputs), few, 1e-4));
  const bytes = bytesOfProblem(sizeOf(line.answers));
  const sizes = (problems: readonly BeliefProblem[], room: number): number[] =>
    dispatchesOf(problems, room).map(({ length }) => length);
  expect(sizes([line, line, line, line, line], 2 * bytes)).toEqual([2, 2, 1]);
  expect(sizes([line, line, plane, line], 1e9)).toEqual([2, 1, 1]);
  expect(sizes([plane, line], 1)).toEqual([1, 1]);
});
