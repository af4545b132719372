import { expect, it } from 'vitest';
import { randomStream } from '../../../../src/math/random.ts';
import type { BeliefCell } from '../../../../src/models/beliefs/cell.ts';
import { beliefModel, type BeliefKind } from '../../../../src/models/beliefs/model.ts';
import { beliefReader, type BeliefReader } from '../../../../src/models/beliefs/posterior.ts';
import {
  posteriorNodes,
  priorNodes,
  simulateAnswers,
} from '../../../../src/models/beliefs/simulated-answers.ts';
import { thetaVector, type BeliefTheta } from '../../../../src/models/beliefs/theta.ts';
import { beliefFixture, smallCell } from '../../../support/beliefs.ts';

interface Fits {
  readonly cells: Record<string, { readonly adam_protocol: { readonly theta: BeliefTheta } }>;
}
const { outputs } = smallCell();
const model = beliefModel('linear', outputs);
const { theta: stored } = beliefFixture<Fits>('o03_fits.json').cells['noisy|ckd'].adam_protocol;
const theta = thetaVector(model.layout, stored);
const reader = beliefReader(model, theta);
const N = 40_000;

const columnOf = (answers: Float64Array, j: number, width: number): Float64Array =>
  Float64Array.from({ length: answers.length / width }, (_, i) => answers[i * width + j]);

/** Standard errors that the mean of a sample lies from where it should. */
function deviation(sample: Float64Array, expected: number): number {
  const mean = sample.reduce((sum, value) => sum + value, 0) / sample.length;
  const variance = sample.reduce((sum, value) => sum + (value - mean) ** 2, 0) / sample.length;
  return (mean - expected) / Math.sqrt(variance / sample.length);
}

const averageOver = (nodes: Int32Array, f: Float64Array): number =>
  nodes.reduce((sum, q) => sum + f[q], 0) / nodes.length;

function expectMoments(own: BeliefReader, nodes: Int32Array, seed: number): void {
  const answers = simulateAnswers(own.model, own.theta, nodes, randomStream(seed, 0, 0));
  own.model.outputs.forEach((_, j) => {
    const column = columnOf(answers, j, own.model.outputs.length);
    expect(Math.abs(deviation(column, averageOver(nodes, own.expectation(j))))).toBeLessThan(4);
  });
}

it('has the expectations of every output over the prior', () => {
  expectMoments(reader, priorNodes(model, theta, N, randomStream(1, 0, 0)), 2);
});

it('has them at a single belief, and the spread of reports', () => {
  const nodes = new Int32Array(N).fill(40);
  expectMoments(reader, nodes, 3);
  const answers = simulateAnswers(model, theta, nodes, randomStream(4, 0, 0));
  const z = model.grid.z[40];
  const report = columnOf(answers, model.reports[0].output, outputs.length);
  const squares = report.map((p) => (p - z) ** 2);
  expect(Math.abs(deviation(squares, (z * (1 - z)) / (1 + theta[model.reports[0].phi])))).toBeLessThan(4);
});

it.each<BeliefKind>(['spline', 'two_d'])('simulates a %s model', (kind) => {
  const own = beliefModel(kind, outputs);
  const start = Float64Array.from(own.layout.blocks.flatMap((block) => block.start));
  expectMoments(beliefReader(own, start), priorNodes(own, start, N / 4, randomStream(5, 0, 0)), 6);
});

it('draws beliefs from each case’s posterior', () => {
  const cell: BeliefCell = smallCell();
  const posterior = reader.posterior(cell, [0, 1, 2]);
  const drawn = Array.from({ length: 2000 }, (_, d) => posteriorNodes(posterior, randomStream(7, d, 0)));
  for (const i of [0, 11, 57]) {
    const mass = posterior.mass.subarray(posterior.of[i] * 128, (posterior.of[i] + 1) * 128);
    const mean = mass.reduce((sum, value, q) => sum + value * model.grid.z[q], 0);
    const own = Float64Array.from(drawn, (nodes) => model.grid.z[nodes[i]]);
    expect(Math.abs(deviation(own, mean))).toBeLessThan(4);
  }
});
