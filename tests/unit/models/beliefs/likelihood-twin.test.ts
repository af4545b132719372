// The likelihood in WebAssembly against the same loops in TypeScript: the same bits for any cell and parameters.
import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { loopExports } from '../../../../src/math/loops/machine.ts';
import { randomStream } from '../../../../src/math/random.ts';
import {
  selectCases,
  selectOutputs,
  type BeliefCell,
  type BeliefOutput,
} from '../../../../src/models/beliefs/cell.ts';
import { startValues, toNatural, toUnconstrained } from '../../../../src/models/beliefs/layout.ts';
import { beliefLikelihood, type BeliefLikelihood } from '../../../../src/models/beliefs/likelihood.ts';
import { beliefModel, BELIEF_KINDS, type BeliefKind } from '../../../../src/models/beliefs/model.ts';
import { smallCell } from '../../../support/beliefs.ts';

const small = smallCell();
const isDirected = (output: BeliefOutput): boolean =>
  output.family !== 'decision' || output.threshold !== null;

const KEPT = {
  all: () => true,
  reports: ({ family }: BeliefOutput) => family === 'probability',
  others: ({ family }: BeliefOutput) => family !== 'probability',
} as const;
type Kept = keyof typeof KEPT;

/** Some cases of the noisy agent, a share of the answers missing. */
function cellOf(kind: BeliefKind, cases: number, kept: Kept, missing: number, seed: number): BeliefCell {
  const random = randomStream(seed, 3, 0);
  random.seek(0, 0);
  const chosen = Array.from({ length: cases }, () => Math.floor(random.uniform() * small.cases.length));
  const own = selectOutputs(
    selectCases(small, chosen),
    (output) => (kind !== 'shared' || isDirected(output)) && KEPT[kept](output),
  );
  return { ...own, responses: own.responses.map((answer) => (random.uniform() < missing ? NaN : answer)) };
}

/** Parameters around the start, on the unconstrained scale. */
function thetaOf({ model }: BeliefLikelihood, scale: number, seed: number): Float64Array {
  const random = randomStream(seed, 4, 0);
  random.seek(0, 0);
  const start = toUnconstrained(model.layout, startValues(model.layout));
  const theta = new Float64Array(start.length);
  toNatural(
    model.layout,
    start.map((value) => value + scale * random.normal()),
    theta,
  );
  return theta;
}

/** Value, values of patterns and gradient; arrays compare NaN and the sign of zero as they are. */
function answerOf(likelihood: BeliefLikelihood, theta: Float64Array, withGradient: boolean): number[] {
  const weights = Float64Array.from({ length: likelihood.patterns }, (_, p) => [1, 0, 2.5, 1][p % 4]);
  const gradient = withGradient ? new Float64Array(theta.length) : null;
  const value = likelihood.evaluate(theta, weights, gradient);
  return [value, ...likelihood.values, ...(gradient ?? [])];
}

function twinsOf(kind: BeliefKind, cell: BeliefCell, clip?: number) {
  const model = beliefModel(kind, cell.outputs);
  return {
    fast: beliefLikelihood(model, cell, { clip }),
    plain: beliefLikelihood(model, cell, { clip, exports: null }),
  };
}

const shape = fc.record({
  kind: fc.constantFrom(...BELIEF_KINDS.filter((kind) => kind !== 'two_d')),
  cases: fc.integer({ min: 1, max: 40 }),
  kept: fc.constantFrom<Kept>('all', 'reports', 'others'),
  missing: fc.constantFrom(0, 0.1, 0.7, 1),
  scale: fc.constantFrom(0, 0.3, 1, 3, 30, 300),
  clip: fc.constantFrom(1e-4, 1e-12, 0.05),
  seed: fc.integer({ min: 0, max: 1e6 }),
  withGradient: fc.boolean(),
});

describe('value and gradient', () => {
  it('are the bits of the reference for any cell and parameters', () => {
    expect(loopExports()).not.toBeNull();
    fc.assert(
      fc.property(shape, ({ kind, cases, kept, missing, scale, clip, seed, withGradient }) => {
        const { fast, plain } = twinsOf(kind, cellOf(kind, cases, kept, missing, seed), clip);
        const theta = thetaOf(plain, scale, seed);
        expect(answerOf(fast, theta, withGradient)).toEqual(answerOf(plain, theta, withGradient));
      }),
      { seed: 1, numRuns: 100 },
    );
  });

  it('are the bits of the reference in two dimensions', () => {
    for (const [scale, missing] of [
      [0.3, 0],
      [3, 0.2],
    ]) {
      const { fast, plain } = twinsOf('two_d', cellOf('two_d', 6, 'all', missing, 5));
      const theta = thetaOf(plain, scale, 8);
      expect(answerOf(fast, theta, true)).toEqual(answerOf(plain, theta, true));
    }
  });

  it('are the bits of the reference where exponentials vanish, products underflow or numbers are not finite', () => {
    const { fast, plain } = twinsOf('linear', cellOf('linear', 20, 'all', 0.05, 2));
    for (const extreme of [-1e4, -740, -705, 74.5, 76, 80, 1e4, 1e300, NaN, Infinity])
      for (let i = 0; i < plain.model.layout.dimension; i += 3) {
        const theta = thetaOf(plain, 0.5, 6);
        theta[i] = extreme;
        expect(answerOf(fast, theta, true), `${extreme} at ${i}`).toEqual(answerOf(plain, theta, true));
      }
  });

  it('stay with their cell when several share the memory', () => {
    const twins = [3, 40, 9, 25].map((cases, seed) =>
      twinsOf('linear', cellOf('linear', cases, 'all', 0.1, seed)),
    );
    for (let round = 0; round < 2; round++)
      for (const { fast, plain } of [...twins, ...twins.toReversed()]) {
        const theta = thetaOf(plain, 0.5, round);
        expect(answerOf(fast, theta, true)).toEqual(answerOf(plain, theta, true));
      }
  });
});

describe('without the module', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  it('the reference stands in', async () => {
    const cell = cellOf('linear', 15, 'all', 0.1, 3);
    const { plain } = twinsOf('linear', cell);
    const theta = thetaOf(plain, 1, 3);
    vi.stubGlobal('WebAssembly', undefined);
    vi.resetModules();
    const fresh = await import('../../../../src/models/beliefs/likelihood.ts');
    const likelihood = fresh.beliefLikelihood(plain.model, cell);
    expect(answerOf(likelihood, theta, true)).toEqual(answerOf(plain, theta, true));
  });
});
