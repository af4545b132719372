import { describe, expect, it } from 'vitest';
import { caseScores } from '../../../../src/models/beliefs/case-scores.ts';
import { selectCases, selectOutputs } from '../../../../src/models/beliefs/cell.ts';
import { startValues } from '../../../../src/models/beliefs/layout.ts';
import { beliefLikelihood, patternWeights } from '../../../../src/models/beliefs/likelihood.ts';
import { beliefModel, type BeliefKind } from '../../../../src/models/beliefs/model.ts';
import { beliefReader } from '../../../../src/models/beliefs/posterior.ts';
import { smallCell } from '../../../support/beliefs.ts';

/** Cases of which some have missing answers. */
const cell = selectCases(smallCell(), [...Array(40).keys()]);

function compare(kind: BeliefKind): void {
  const own = selectOutputs(cell, (output) => output.prompt !== 'decision_no_threshold');
  const model = beliefModel(kind, own.outputs);
  const theta = startValues(model.layout).map((value, i) => value + 0.1 * ((i % 5) - 1));
  const reader = beliefReader(model, theta);
  const scores = caseScores(model, theta)(own, reader.posterior(own, [...own.outputs.keys()]));
  [0, 7, 23].forEach((i) => {
    const likelihood = beliefLikelihood(model, selectCases(own, [i]));
    const gradient = new Float64Array(theta.length);
    likelihood.evaluate(theta, patternWeights(likelihood), gradient);
    gradient.forEach((value, p) => expect(scores[i * theta.length + p]).toBeCloseTo(value, 9));
  });
}

describe('caseScores', () => {
  it.each(['linear', 'spline', 'shared'] as const)('are the gradients of single cases: %s', compare);

  it('leave missing answers out', () => {
    const missing = { ...cell, responses: cell.responses.map((value, at) => (at % 16 === 5 ? NaN : value)) };
    const model = beliefModel('linear', cell.outputs);
    const theta = startValues(model.layout);
    const posterior = beliefReader(model, theta).posterior(missing, [...cell.outputs.keys()]);
    const scores = caseScores(model, theta)(missing, posterior);
    const alpha = model.scores.find(({ output }) => output === 5)!.cutpoint;
    for (let i = 0; i < 40; i++) expect(scores[i * theta.length + alpha]).toBe(0);
  });
});
