import { describe, expect, it } from 'vitest';
import { answerInF64, type Asking } from '../../../../src/inference/beliefs/asking.ts';
import { fitBeliefs, fitBeliefsAsking } from '../../../../src/inference/beliefs/fit.ts';
import type { Evaluated } from '../../../../src/inference/lbfgs.ts';
import { completeCases } from '../../../../src/models/beliefs/cell.ts';
import { smallCell } from '../../../support/beliefs.ts';

const cell = smallCell();
const rows = { train: completeCases(cell), validation: [] };

/** Answers as single precision gives them: values off by a hundred-millionth, gradients by 2e-5. */
const inSingle = ({ value, gradient }: Evaluated): Evaluated => ({
  value: Math.fround(value),
  gradient: gradient.map((slope, i) => slope + 2e-5 * Math.sin(1e7 * slope + i)),
});

/** What a search found, how much it asked, and how many pieces it made after its last question. */
function answered<Result>(asking: Asking<Result>) {
  let [questions, after] = [0, 0];
  let next = asking.next();
  while (!next.done) {
    if (next.value === undefined) {
      after++;
      next = asking.next();
      continue;
    }
    questions++;
    after = 0;
    next = asking.next(inSingle(answerInF64(next.value)));
  }
  return { found: next.value, questions, after };
}

describe.each(['map', 'mle'] as const)('a fit by %s that asks', (estimator) => {
  const settings = { kind: 'linear', estimator } as const;
  const direct = fitBeliefs(cell, rows, settings);
  const { found, questions, after } = answered(fitBeliefsAsking(cell, rows, { ...settings, rough: true }));

  it('ends where one in f64 ends', () => {
    expect(found.stop).toBe(direct.stop);
    expect(Math.abs(found.logLikelihood.train / direct.logLikelihood.train - 1)).toBeLessThan(1e-6);
    expect(found.gradientNorm).toBeLessThan(estimator === 'map' ? 1e-3 : 1e-2);
  });

  it('asks for most of the way', () => {
    expect(questions).toBeGreaterThan(20);
    expect(after).toBeGreaterThan(0);
    expect(after).toBeLessThan(estimator === 'map' ? questions : 2 * questions);
    expect(found.iterations).toBeGreaterThanOrEqual(after);
  });
});

it('asks nothing unless told to', () => {
  const { questions } = answered(
    fitBeliefsAsking(cell, rows, { kind: 'linear', estimator: 'map', lbfgs: { maxIterations: 5 } }),
  );
  expect(questions).toBe(0);
});
