import { describe, expect, it } from 'vitest';
import { fitBeliefs } from '../../../../src/inference/beliefs/fit.ts';
import {
  heldOutScores,
  latentScores,
  PREDICTORS,
} from '../../../../src/inference/beliefs/held-out-scores.ts';
import {
  dependentPairs,
  simulatedCell,
  testOneLatent,
} from '../../../../src/inference/beliefs/one-latent.ts';
import { otherAnswers, targetOf } from '../../../../src/inference/beliefs/other-answers.ts';
import { outputChecks } from '../../../../src/inference/beliefs/predictive-checks.ts';
import { finish } from '../../../../src/inference/in-steps.ts';
import { randomStream } from '../../../../src/math/random.ts';
import {
  completeCases,
  selectCases,
  selectOutputs,
  type BeliefCell,
} from '../../../../src/models/beliefs/cell.ts';
import { beliefReader } from '../../../../src/models/beliefs/posterior.ts';
import { coherenceReport } from '../../../../src/instruments/beliefs/coherence/verdict.ts';
import { testSentence, verdictSentences } from '../../../../src/instruments/beliefs/coherence/words.ts';
import { answersTo } from '../../../../src/models/beliefs/predict.ts';
import { testNoLatent } from '../../../../src/statistics/beliefs/no-latent.ts';
import { mainCells } from '../../../support/beliefs.ts';

const cells = mainCells();
const PROMPTS = ['probability', 'likert', 'threshold_r4', 'bet_r4', 'cost_r4', 'cost_r2'];

/** Few prompts and cases of an agent of the fixture: tests must be quick. */
function fewOf(name: string, cases: number): BeliefCell {
  const cell = selectOutputs(cells.get(name)!, ({ prompt }) => PROMPTS.includes(prompt));
  return selectCases(cell, completeCases(cell).slice(0, cases));
}

const fitting = { kind: 'linear', estimator: 'map' } as const;

/** The first half scored by a fit to the second, with tests of all cases. */
function reportOf(cell: BeliefCell) {
  const all = [...cell.cases.keys()];
  const half = all.length / 2;
  const [test, train] = [all.slice(0, half), all.slice(half)];
  const { model, theta } = fitBeliefs(cell, { train, validation: [] }, fitting);
  const scores = finish(heldOutScores(cell, { train, test }, beliefReader(model, theta), 1e-4));
  const oneLatent = testOneLatent(cell, { model, theta }, { simulations: 19 });
  const columns = cell.outputs.map((_, j) => answersTo(cell, j));
  const noLatent = testNoLatent(columns, randomStream(1, 0, 0), 99);
  return coherenceReport(selectCases(cell, test), scores, { oneLatent, noLatent });
}

const noisy = fewOf('noisy|werewolf', 150);
const noisyFit = fitBeliefs(noisy, { train: [...noisy.cases.keys()], validation: [] }, fitting);

describe('otherAnswers', () => {
  it('has an indicator of every step, a report and its logit, and nothing of the target', () => {
    const features = otherAnswers(noisy, 2);
    expect(features.columns).toBe(2 + 4 + 3);
    const [report, judgment] = noisy.responses;
    expect([...features.values.slice(0, 6)]).toEqual([
      report,
      expect.closeTo(Math.log(report / (1 - report)), 9),
      ...[1, 2, 3, 4].map((step) => (judgment > step ? 1 : 0)),
    ]);
    expect(targetOf(noisy, 1, 1e-4)).toMatchObject({ categories: 5 });
    expect(targetOf(noisy, 1, 1e-4).answers[0]).toBe(judgment - 1);
  });
});

describe('latentScores', () => {
  it('is the evidence of all answers over that of the others', () => {
    const reader = beliefReader(noisyFit.model, noisyFit.theta);
    const all = [...noisy.outputs.keys()];
    const whole = reader.posterior(noisy, all);
    for (const target of [0, 1, 3]) {
      const observed = all.filter((j) => j !== target);
      const others = reader.posterior(noisy, observed);
      const scores = latentScores(reader, noisy, target, observed);
      for (const i of [0, 41, 99])
        expect(scores[i]).toBeCloseTo(whole.logEvidence[whole.of[i]] - others.logEvidence[others.of[i]], 9);
    }
  });
});

describe('heldOutScores', () => {
  it('makes a verdict that calls a coherent agent coherent', () => {
    const report = reportOf(fewOf('coherent|forecasting', 160));
    expect(report.types.map(({ type }) => type)).toEqual(['probability', 'ordinal', 'decision']);
    expect(report.verdict).toBe('coherent');
    expect(report.noLatent.p).toBe(0.01);
    expect(verdictSentences(report)[0]).toBe(
      'coherent in forecasting: coherent, on 80 cases tested once each.',
    );
  });

  it('does not call an incoherent agent coherent', () => {
    const report = reportOf(fewOf('incoherent|ckd', 160));
    expect(['incoherent', 'cannot tell']).toContain(report.verdict);
    report.types.forEach(({ share, verdict }) => {
      expect(share).toBeNull();
      expect(verdict).not.toBe('coherent');
    });
    expect(testSentence(report)).toContain('one latent suffices');
  });

  it('credits no belief for the shape of its reports alone', () => {
    const cell = fewOf('incoherent|werewolf', 320);
    const [report] = reportOf(cell).types;
    expect(report.type).toBe('probability');
    expect(report.latent.estimate).toBeLessThan(0.01);
    expect(report.verdict).not.toBe('coherent');
  });

  it('gives missing answers no score', () => {
    const responses = noisy.responses.map((value, at) => (at % 6 === 4 && at < 60 ? NaN : value));
    const rows = { train: [...Array(100).keys()].map((i) => i + 50), test: [...Array(12).keys()] };
    const reader = beliefReader(noisyFit.model, noisyFit.theta);
    const scores = finish(heldOutScores({ ...noisy, responses }, rows, reader, 1e-4));
    for (const predictor of PREDICTORS)
      scores[predictor].forEach((score, at) =>
        expect(Number.isNaN(score)).toBe(Math.floor(at / 12) === 4 && at % 12 < 10),
      );
  });
});

describe('testOneLatent', () => {
  const simulated = simulatedCell(noisyFit, noisy, randomStream(9, 0, 0));
  const J = noisy.outputs.length;

  it('does not reject what the model made', () => {
    const tests = [9, 10, 11].map((seed) =>
      testOneLatent(simulatedCell(noisyFit, noisy, randomStream(seed, 0, 0)), noisyFit, {
        simulations: 39,
        seed,
      }),
    );
    expect(tests.filter(({ p }) => p <= 0.05).length).toBeLessThan(2);
    const [{ pairs }] = tests;
    expect(pairs).toHaveLength(15);
    expect(pairs[0].framing).toBeNull();
    expect(pairs.find(({ first, second }) => first === 'cost_r4' && second === 'cost_r2')!.framing).toBe(
      'cost',
    );
  });

  it('rejects two decisions of one coin, and names them', () => {
    const responses = simulated.responses.slice();
    for (let i = 0; i < noisy.cases.length; i++) responses[i * J + 3] = responses[i * J + 4];
    const coupled = { ...simulated, responses };
    const fit = fitBeliefs(coupled, { train: [...noisy.cases.keys()], validation: [] }, fitting);
    const test = testOneLatent(coupled, fit, { simulations: 39, seed: 2 });
    expect(test.p).toBe(1 / 40);
    const [strongest] = dependentPairs(test);
    expect(strongest).toMatchObject({ first: 'bet_r4', second: 'cost_r4' });
    expect(strongest.q3 - strongest.expected).toBeGreaterThan(0.3);
    expect(strongest.score).toBeGreaterThan(3);
  });

  it('keeps missing answers missing in its studies', () => {
    const responses = noisy.responses.map((value, at) => (at % 11 === 0 ? NaN : value));
    const study = simulatedCell(noisyFit, { ...noisy, responses }, randomStream(1, 0, 0));
    study.responses.forEach((value, at) => expect(Number.isNaN(value)).toBe(at % 11 === 0));
  });
});

describe('outputChecks', () => {
  it('sees that an agent rounds its reports', () => {
    const checks = outputChecks(noisy, () => noisyFit, 60, 3);
    const rounded = checks[0].checks.find(({ name }) => name === 'rounded')!;
    expect(rounded.observed).toBe(1);
    expect(rounded.p).toBeLessThan(0.05);
    const means = checks.map((output) => output.checks.find(({ name }) => name === 'mean')!.p);
    means.forEach((p) => expect(p).toBeGreaterThan(0.05));
  });
});
