// Marginal likelihoods of belief models on a device against the reference, and the time that their parts take.
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { deviceAnswers } from '../../src/engine/gpu/beliefs-answers.ts';
import { evaluatedAt } from '../../src/engine/gpu/beliefs-gradient.ts';
import type { Marginals } from '../../src/engine/gpu/beliefs-marginals.ts';
import type { BeliefProblem } from '../../src/engine/gpu/beliefs-pack.ts';
import { beliefTables, fillBeliefTables } from '../../src/engine/gpu/beliefs-tables.ts';
import { selectOutputs, type BeliefCell } from '../../src/models/beliefs/cell.ts';
import { beliefLikelihood, patternWeights } from '../../src/models/beliefs/likelihood.ts';
import { startValues } from '../../src/models/beliefs/layout.ts';
import { beliefModel, type BeliefKind } from '../../src/models/beliefs/model.ts';
import { REPORT_CLIP } from '../../src/models/beliefs/reports.ts';
import { thetaBlocks, thetaVector, type BeliefTheta } from '../../src/models/beliefs/theta.ts';
import { atMost, type Tally } from './tally.ts';

const ORACLE = 'tests/fixtures/beliefs/o02_loglik.json';

interface Entry {
  readonly kind: BeliefKind;
  readonly theta_name: string;
  readonly theta: BeliefTheta;
  readonly loglik: number;
  readonly grad_natural: BeliefTheta;
}

function problemOf(kind: BeliefKind, whole: BeliefCell) {
  const directed = selectOutputs(
    whole,
    (output) => output.family !== 'decision' || output.threshold !== null,
  );
  const cell = kind === 'shared' ? directed : whole;
  const likelihood = beliefLikelihood(beliefModel(kind, cell.outputs), cell);
  const answers = deviceAnswers(likelihood.model, cell, REPORT_CLIP);
  return { likelihood, answers, tables: beliefTables(answers), weights: patternWeights(likelihood) };
}

/** The largest absolute difference. */
export const furthest = (a: readonly number[], b: readonly number[]): number =>
  a.reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);

export async function checkLikelihoods(tally: Tally, marginals: Marginals, cell: BeliefCell): Promise<void> {
  const { entries } = JSON.parse(readFileSync(resolve(ORACLE), 'utf8')) as { entries: readonly Entry[] };
  for (const { kind, theta_name: name, theta: blocks, loglik, grad_natural: expected } of entries) {
    const { answers, tables, weights } = problemOf(kind, cell);
    const theta = thetaVector(answers.model.layout, blocks);
    fillBeliefTables(answers, theta, tables);
    const [found] = await marginals.find([{ answers, tables, weights }]);
    const { value, gradient } = evaluatedAt(answers, tables, theta, weights, found);
    const own = thetaBlocks(answers.model.layout, gradient);
    const slopes = Object.entries(expected).map(([block, slope]) => furthest(own[block], slope));
    atMost(tally, `${kind} ${name}: log likelihood, relative`, Math.abs(value / loglik - 1), 1e-6);
    atMost(tally, `${kind} ${name}: summed gradient, absolute`, Math.max(...slopes), 1e-4);
  }
}

const seconds = (): number => performance.now() / 1000;
const milliseconds = (time: number, count: number): string => `${((1000 * time) / count).toFixed(2)} ms`;

/** One evaluation of many at once, in its parts, beside the f64 engine's. */
export async function timeEvaluations(
  tally: Tally,
  marginals: Marginals,
  cell: BeliefCell,
  kind: BeliefKind,
  count: number,
): Promise<void> {
  const { likelihood, answers, weights } = problemOf(kind, cell);
  const problems = Array.from({ length: count }, (): BeliefProblem => ({
    answers,
    tables: beliefTables(answers),
    weights,
  }));
  const theta = startValues(answers.model.layout);
  const gradient = new Float64Array(theta.length);
  const times = [0, 0, 0, 0];
  for (let pass = 0; pass < 2; pass++) {
    const marks = [seconds()];
    for (const { tables } of problems) fillBeliefTables(answers, theta, tables);
    marks.push(seconds());
    const found = await marginals.find(problems);
    marks.push(seconds());
    problems.forEach(({ tables }, i) => evaluatedAt(answers, tables, theta, weights, found[i]));
    marks.push(seconds());
    for (let i = 0; i < count; i++) likelihood.evaluate(theta, weights, gradient);
    marks.push(seconds());
    times.forEach((_, k) => (times[k] = marks[k + 1] - marks[k]));
  }
  const [tables, device, rest, f64] = times.map((time) => milliseconds(time, count));
  tally.note(
    `${kind}, ${count} at once, each: tables ${tables}, device ${device}, chain rule ${rest}; in f64 ${f64}`,
  );
}
