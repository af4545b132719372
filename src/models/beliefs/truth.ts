// Truths from the priors of a belief model, and cells of answers simulated at them: what replicates are made of.
import { exp } from '../../math/elementary.ts';
import type { RandomStream } from '../../math/random.ts';
import type { BeliefCell } from './cell.ts';
import { fromContrasts } from './contrasts.ts';
import type { BeliefBlock } from './layout.ts';
import type { BeliefModel } from './model.ts';
import { SD_OF, type ProperPriors } from './priors.ts';
import { priorNodes, simulateAnswers } from './simulated-answers.ts';

function drawEntry(block: BeliefBlock, priors: ProperPriors, random: RandomStream): number {
  const deviate = random.normal();
  const { role, floor, transform } = block;
  if (role === 'phi') return floor + exp(priors.phi.mu + priors.phi.sigma * deviate);
  const sd = priors[SD_OF[role as keyof typeof SD_OF]];
  return sd * (transform === 'softplus' ? Math.abs(deviate) : deviate);
}

/** Natural values from the priors, η with mean 0. */
export function drawTheta({ layout }: BeliefModel, priors: ProperPriors, random: RandomStream): Float64Array {
  const theta = new Float64Array(layout.dimension);
  for (const block of layout.blocks) {
    const { role, offset, size } = block;
    if (role === 'eta') {
      const contrasts = Float64Array.from({ length: size - 1 }, () => random.normal());
      fromContrasts(contrasts, size, priors.eta, theta.subarray(offset, offset + size));
    } else for (let i = 0; i < size; i++) theta[offset + i] = drawEntry(block, priors, random);
  }
  return theta;
}

/** Answers about `cases` cases whose beliefs come from the model's own prior of them; nothing is known of outcomes. */
export function simulateCell(
  model: BeliefModel,
  theta: Float64Array,
  cases: number,
  random: RandomStream,
): BeliefCell {
  return {
    agent: 'simulated',
    domain: '',
    cases: Array.from({ length: cases }, (_, i) => `case ${i + 1}`),
    outputs: model.outputs,
    responses: simulateAnswers(model, theta, priorNodes(model, theta, cases, random), random),
    outcomes: new Float64Array(cases).fill(NaN),
  };
}

/** Whether every report is where the likelihood has its density as it is, at least `clip` from 0 and 1. */
export const isWithinClip = ({ outputs, responses }: BeliefCell, clip: number): boolean =>
  responses.every(
    (value, i) =>
      outputs[i % outputs.length].family !== 'probability' || (value >= clip && value <= 1 - clip),
  );
