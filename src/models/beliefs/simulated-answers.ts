// Answers as a belief model gives them: what its measurement error alone does is seen on such agents.
import { exp } from '../../math/elementary.ts';
import { betaDeviate } from '../../math/gamma-deviate.ts';
import type { RandomStream } from '../../math/random.ts';
import { answerTables, fillAnswers } from './answers.ts';
import { lowestAnswer } from './cell.ts';
import type { BeliefModel } from './model.ts';
import type { BeliefPosterior } from './posterior.ts';
import { fillLogPrior } from './prior-mass.ts';

/** The first index at which running sums of `mass` from `start` exceed u; the last where rounding leaves none. */
function indexAt(mass: Float64Array, start: number, length: number, u: number): number {
  let sum = 0;
  for (let q = 0; q < length - 1; q++) {
    sum += mass[start + q];
    if (u < sum) return q;
  }
  return length - 1;
}

/** A node of the model's grid for each of `count` cases, drawn from its prior of the belief. */
export function priorNodes(
  { grid }: BeliefModel,
  theta: Float64Array,
  count: number,
  random: RandomStream,
): Int32Array {
  const mass = new Float64Array(grid.nodes);
  fillLogPrior(grid, theta, mass);
  for (let q = 0; q < mass.length; q++) mass[q] = exp(mass[q]);
  return Int32Array.from({ length: count }, () => indexAt(mass, 0, mass.length, random.uniform53()));
}

/** A node for every case of a posterior, drawn from the case's masses. */
export function posteriorNodes({ of, mass, patterns }: BeliefPosterior, random: RandomStream): Int32Array {
  const nodes = mass.length / patterns;
  return of.map((p) => indexAt(mass, p * nodes, nodes, random.uniform53()));
}

/**
 * Answers of cases whose beliefs are at the given nodes of the model's grid, cases × outputs row by row, none missing.
 * On the nodes the simulated model is exactly the fitted one. Reports are neither rounded nor clipped.
 */
export function simulateAnswers(
  model: BeliefModel,
  theta: Float64Array,
  nodes: Int32Array,
  random: RandomStream,
): Float64Array {
  const { grid, outputs, scores, reports } = model;
  const tables = answerTables(model);
  fillAnswers(model, theta, tables);
  const answers = new Float64Array(nodes.length * outputs.length);
  nodes.forEach((q, i) => {
    const row = i * outputs.length;
    for (const { output, phi } of reports)
      answers[row + output] = betaDeviate(grid.z[q] * theta[phi], (1 - grid.z[q]) * theta[phi], random);
    for (const { output, categories, row: first } of scores) {
      let k = 0;
      let above = random.uniform53();
      for (; k < categories - 1; k++) {
        above -= tables.probability[(first + k) * grid.nodes + q];
        if (above < 0) break;
      }
      answers[row + output] = lowestAnswer(outputs[output]) + k;
    }
  });
  return answers;
}
