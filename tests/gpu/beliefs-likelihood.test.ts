import { afterAll, describe, expect, it } from 'vitest';
import { deviceAnswers } from '../../src/engine/gpu/beliefs-answers.ts';
import { evaluatedAt, patternValues } from '../../src/engine/gpu/beliefs-gradient.ts';
import { openMarginals } from '../../src/engine/gpu/beliefs-marginals.ts';
import { beliefTables, fillBeliefTables } from '../../src/engine/gpu/beliefs-tables.ts';
import {
  completeCases,
  selectCases,
  selectOutputs,
  type BeliefCell,
  type BeliefOutput,
} from '../../src/models/beliefs/cell.ts';
import { beliefLikelihood, patternWeights } from '../../src/models/beliefs/likelihood.ts';
import { startValues } from '../../src/models/beliefs/layout.ts';
import { beliefModel, type BeliefKind } from '../../src/models/beliefs/model.ts';
import { REPORT_CLIP } from '../../src/models/beliefs/reports.ts';
import { thetaBlocks, thetaVector, type BeliefTheta } from '../../src/models/beliefs/theta.ts';
import { beliefFixture, smallCell } from '../support/beliefs.ts';
import { NO_ADAPTER, testGpu } from './support.ts';

const gpu = await testGpu();
const BYTES = 2 ** 25;
const marginals = gpu && (await openMarginals(gpu, BYTES));
afterAll(() => {
  marginals?.dispose();
  gpu?.opened.device.destroy();
});

interface Entry {
  readonly kind: BeliefKind;
  readonly theta_name: string;
  readonly theta: BeliefTheta;
  readonly loglik: number;
  readonly case_loglik_first5: readonly number[];
  readonly grad_natural: BeliefTheta;
}
const { entries } = beliefFixture<{ entries: readonly Entry[] }>('o02_loglik.json');
const small = smallCell();
const complete = selectCases(small, completeCases(small));
const isDirected = (output: BeliefOutput): boolean =>
  output.family !== 'decision' || output.threshold !== null;
const cellFor = (kind: BeliefKind, cell: BeliefCell): BeliefCell =>
  kind === 'shared' ? selectOutputs(cell, isDirected) : cell;

/** A problem with the f64 likelihood of the same cell, and weights of its patterns. */
function problemOf(kind: BeliefKind, whole: BeliefCell, weightsOfCases: ArrayLike<number> | null = null) {
  const cell = cellFor(kind, whole);
  const likelihood = beliefLikelihood(beliefModel(kind, cell.outputs), cell);
  const answers = deviceAnswers(likelihood.model, cell, REPORT_CLIP);
  const weights = patternWeights(likelihood, weightsOfCases);
  return { likelihood, answers, tables: beliefTables(answers), weights };
}

type Problem = ReturnType<typeof problemOf>;

/** Value and gradient of each problem on the device, all in one call. */
async function onDevice(asked: readonly (Problem & { readonly theta: Float64Array })[]) {
  for (const { answers, tables, theta } of asked) expect(fillBeliefTables(answers, theta, tables)).toBe(true);
  const found = await marginals!.find(asked);
  return asked.map(({ answers, tables, theta, weights }, i) => ({
    ...evaluatedAt(answers, tables, theta, weights, found[i]),
    values: patternValues(answers, tables, found[i].patterns),
  }));
}

function inF64({ likelihood, weights }: Problem, theta: Float64Array) {
  const gradient = new Float64Array(theta.length);
  return { value: likelihood.evaluate(theta, weights, gradient), gradient };
}

const furthest = (a: ArrayLike<number>, b: ArrayLike<number>): number =>
  Array.from(a).reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);

describe.skipIf(gpu === null)(`marginal likelihoods on the GPU${gpu ? '' : `: ${NO_ADAPTER}`}`, () => {
  it('have the reference values and gradients of every model, all in one call', async () => {
    const asked = entries.map(({ kind, theta }) => {
      const problem = problemOf(kind, complete);
      return { ...problem, theta: thetaVector(problem.likelihood.model.layout, theta) };
    });
    const found = await onDevice(asked);
    entries.forEach(({ kind, theta_name: name, loglik, grad_natural: expected, ...entry }, i) => {
      const { value, gradient, values } = found[i];
      const { likelihood } = asked[i];
      expect(Math.abs(value / loglik - 1), `${kind} ${name}`).toBeLessThan(1e-6);
      const cases = Array.from(likelihood.patternOf.subarray(0, 5), (p) => values[p]);
      expect(furthest(cases, entry.case_loglik_first5), `${kind} ${name}`).toBeLessThan(2e-5);
      const blocks = thetaBlocks(likelihood.model.layout, gradient);
      for (const [block, own] of Object.entries(expected))
        expect(furthest(blocks[block], own), `${kind} ${name} ${block}`).toBeLessThan(1e-4);
    });
  });

  it('stay finite and close at φ = 800 and slopes of 40', async () => {
    const problem = problemOf('linear', complete);
    const { layout } = problem.likelihood.model;
    const theta = startValues(layout);
    for (const { role, offset } of layout.blocks)
      if (role === 'phi' || role === 'slope') theta[offset] = role === 'phi' ? 800 : 40;
    const [found] = await onDevice([{ ...problem, theta }]);
    const truth = inF64(problem, theta);
    const byPattern = furthest(found.values, problem.likelihood.values);
    expect(Math.abs(found.value / truth.value - 1)).toBeLessThan(1e-6);
    expect(byPattern).toBeLessThan(2e-4);
    expect(furthest(found.gradient, truth.gradient)).toBeLessThan(1e-4);
  });

  it('weigh cases as resamples do, leave missing answers out, and do not mix problems', async () => {
    const silent = {
      ...small,
      responses: small.responses.map((value, k) => (k % 7 === 3 || k % 32 === 0 ? NaN : value)),
    };
    const asked = [1, 2, 3].map((draw) => {
      const weights = silent.cases.map((_, i) => (i * draw * 7) % 4);
      const problem = problemOf(draw === 2 ? 'spline' : 'linear', silent, weights);
      const start = startValues(problem.likelihood.model.layout);
      return { ...problem, theta: start.map((value, i) => value * (1 + 0.1 * ((i * draw) % 3))) };
    });
    const found = await onDevice(asked);
    asked.forEach((problem, i) => {
      const truth = inF64(problem, problem.theta);
      expect(Math.abs(found[i].value / truth.value - 1)).toBeLessThan(1e-6);
      expect(furthest(found[i].gradient, truth.gradient)).toBeLessThan(1e-4);
    });
  });

  it('take a cell without stated probabilities, and one with two', async () => {
    const decisions = selectOutputs(complete, ({ family }) => family !== 'probability');
    const [report] = complete.outputs;
    const J = complete.outputs.length;
    const twice: BeliefCell = {
      ...complete,
      outputs: [...complete.outputs, { prompt: 'again', family: 'probability' }],
      responses: Float64Array.from({ length: complete.cases.length * (J + 1) }, (_, k) => {
        const [i, j] = [Math.floor(k / (J + 1)), k % (J + 1)];
        if (j < J) return complete.responses[i * J + j];
        return i % 5 === 0 ? NaN : Math.min(1, complete.responses[i * J] + 0.05 * (i % 3));
      }),
    };
    expect(report.family).toBe('probability');
    const asked = [decisions, twice].map((cell) => {
      const problem = problemOf('linear', cell);
      return { ...problem, theta: startValues(problem.likelihood.model.layout) };
    });
    const found = await onDevice(asked);
    asked.forEach((problem, i) => {
      const truth = inF64(problem, problem.theta);
      expect(Math.abs(found[i].value / truth.value - 1)).toBeLessThan(1e-6);
      expect(furthest(found[i].gradient, truth.gradient)).toBeLessThan(1e-4);
    });
  });
});
