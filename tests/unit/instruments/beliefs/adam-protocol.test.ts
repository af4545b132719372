import { describe, expect, it } from 'vitest';
import { fitBeliefs } from '../../../../src/inference/beliefs/fit.ts';
import { thetaVector, type BeliefTheta } from '../../../../src/models/beliefs/theta.ts';
import { beliefFixture, fitDataOf, mainCells } from '../../../support/beliefs.ts';

interface Stored {
  readonly theta: BeliefTheta;
  readonly loglik: Record<'train' | 'validation' | 'test', number>;
  readonly epochs: number;
  readonly best_epoch: number;
}
const stored = beliefFixture<{ cells: Record<string, { readonly adam_protocol: Stored }> }>(
  'o03_fits.json',
).cells;
const cells = mainCells();

// Beyond some 3,000 epochs Adam's steps amplify rounding: starts 1e-14 apart end 5 to 15 % of their epochs apart. These
// two end before that.
describe.each(['noisy|forecasting', 'incoherent|forecasting'])("the paper's Adam protocol on %s", (name) => {
  it('stops at the reference epoch with its likelihoods', () => {
    const { cell, rows } = fitDataOf(cells, name);
    const fit = fitBeliefs(cell, rows, { kind: 'linear', estimator: 'adam' });
    const { epochs, best_epoch: best, loglik, theta } = stored[name].adam_protocol;
    expect([fit.iterations, fit.bestEpoch, fit.stop]).toEqual([epochs, best, 'patience']);
    expect(fit.logLikelihood.train).toBeCloseTo(loglik.train, 6);
    expect(fit.logLikelihood.validation).toBeCloseTo(loglik.validation, 6);
    const expected = thetaVector(fit.model.layout, theta);
    fit.theta.forEach((value, i) => expect(value).toBeCloseTo(expected[i], 6));
  });
});
