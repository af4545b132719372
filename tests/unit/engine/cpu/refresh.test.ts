import { expect, it } from 'vitest';
import { chainStepper } from '../../../../src/engine/cpu/chain-stepper.ts';
import { samplingModel } from '../../../../src/engine/models.ts';
import type { ChainTask, ModelInstance } from '../../../../src/engine/types.ts';
import { randomStream } from '../../../../src/math/random.ts';
import { beliefModel } from '../../../../src/models/beliefs/model.ts';
import { PROPER_PRIORS } from '../../../../src/models/beliefs/priors.ts';
import { drawTheta, simulateCell } from '../../../../src/models/beliefs/truth.ts';

const OUTPUTS = [
  { prompt: 'probability', family: 'probability' },
  { prompt: 'threshold', family: 'decision', framing: 'threshold', threshold: 0.2 },
] as const;
const random = randomStream(3, 0, 0);
const model = beliefModel('linear', OUTPUTS);
const instance: ModelInstance = {
  family: 'beliefs',
  model: { name: 'linear', priors: PROPER_PRIORS, clip: 1e-4 },
  cell: simulateCell(model, drawTheta(model, PROPER_PRIORS, random), 20, random),
};
const own = samplingModel(instance);
const n = own.dimension;

/** Every coordinate becomes the next one. */
const turned = Float64Array.from({ length: n * n }, (_, k) =>
  (Math.floor(k / n) + 1) % n === k % n ? 1 : 0,
);
const start = Float64Array.from({ length: n }, (_, i) => 0.1 * (i + 1));
const DRAWS = 6;

it.each([
  ['as they are', new Float64Array(0)],
  ['turned', turned],
])('takes the moves of the model in coordinates %s, and goes on from where they lead', (_, basis) => {
  const task: ChainTask = {
    kind: 'chain',
    key: 'c',
    stream: { seed: 7, task: 0, chain: 0 },
    instance,
    sampler: {
      name: 'hmc',
      chains: 1,
      warmup: 0,
      draws: DRAWS,
      thin: 1,
      targetAcceptance: 0.9,
      maxDepth: 10,
    },
    tuneKey: 'tune',
    // A step of nothing: only the moves take the chain anywhere.
    tuning: {
      stepSize: 1e-12,
      variances: new Float64Array(n).fill(1),
      basis,
      positions: start,
      iterations: 0,
      gradients: 0,
    },
  };
  const stepper = chainStepper(task, null);
  while (!stepper.done) stepper.step();
  const { position } = stepper.report().chunk!.columns;
  const expected = start.slice();
  let moved = 0;
  for (let iteration = 1; iteration <= DRAWS; iteration++) {
    if (own.refresh!(expected, randomStream(7, 0, 0), iteration)) moved++;
    for (let i = 0; i < n; i++) expect(position[(iteration - 1) * n + i]).toBeCloseTo(expected[i], 6);
  }
  expect(moved).toBeGreaterThan(2);
});
