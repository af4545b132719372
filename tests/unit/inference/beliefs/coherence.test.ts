import { describe, expect, it } from 'vitest';
import { coherenceWork } from '../../../../src/inference/beliefs/coherence.ts';
import { fitBeliefs } from '../../../../src/inference/beliefs/fit.ts';
import { latentScores } from '../../../../src/inference/beliefs/held-out-scores.ts';
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
import { mainCells } from '../../../support/beliefs.ts';

const cells = mainCells();
const PROMPTS = ['probability', 'likert', 'threshold_r4', 'bet_r4', 'cost_r4', 'cost_r2'];

/** Few prompts and cases of an agent of the fixture: tests must be quick. */
function fewOf(name: string, cases: number): BeliefCell {
  const cell = selectOutputs(cells.get(name)!, ({ prompt }) => PROMPTS.includes(prompt));
  return selectCases(cell, completeCases(cell).slice(0, cases));
}

const foldsOf = (cases: number, folds: number) =>
  Array.from({ length: folds }, (_, fold) => {
    const rows = [...Array(cases).keys()];
    return {
      train: rows.filter((i) => i % folds !== fold),
      validation: [],
      test: rows.filter((i) => i % folds === fold),
    };
  });

const workOf = (cell: BeliefCell) =>
  finish(
    coherenceWork(cell, foldsOf(cell.cases.length, 2), {
      seed: 1,
      clip: 1e-4,
      simulations: 19,
      permutations: 99,
    }),
  );

const noisy = fewOf('noisy|werewolf', 150);
const fitting = { kind: 'linear', estimator: 'map' } as const;
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
      const others = reader.posterior(
        noisy,
        all.filter((j) => j !== target),
      );
      const scores = latentScores(reader, noisy, target);
      for (const i of [0, 41, 99])
        expect(scores[i]).toBeCloseTo(whole.logEvidence[whole.of[i]] - others.logEvidence[others.of[i]], 9);
    }
  });
});

describe('coherenceWork', () => {
  it('tests every case once and calls a coherent agent coherent', () => {
    const cell = fewOf('coherent|forecasting', 120);
    const work = workOf(cell);
    expect([...work.tested].sort((a, b) => a - b)).toEqual([...Array(120).keys()]);
    const tested = selectCases(cell, work.tested);
    const report = coherenceReport(tested, work.scores, work);
    expect(report.types.map(({ type }) => type)).toEqual(['probability', 'ordinal', 'decision']);
    expect(report.verdict).toBe('coherent');
    expect(report.noLatent.p).toBe(0.01);
    expect(verdictSentences(report)[0]).toBe(
      'coherent in forecasting: coherent, on 120 cases tested once each.',
    );
    const stated = tested.cases.map((_, i) => tested.responses[i * 6]);
    const errors = stated.map((report, i) => Math.abs(report - work.beliefs[i]));
    expect(Math.max(...errors)).toBeLessThan(0.35);
  });

  it('does not call an incoherent agent coherent', () => {
    const cell = fewOf('incoherent|ckd', 100);
    const work = workOf(cell);
    const report = coherenceReport(selectCases(cell, work.tested), work.scores, work);
    expect(['incoherent', 'cannot tell']).toContain(report.verdict);
    report.types.forEach(({ share, verdict }) => {
      expect(share).toBeNull();
      expect(verdict).not.toBe('coherent');
    });
    expect(testSentence(report)).toContain('one latent suffices');
  });
});

describe('testOneLatent', () => {
  const simulated = simulatedCell(noisyFit, noisy, randomStream(9, 0, 0));
  const J = noisy.outputs.length;

  it('does not reject what the model made', () => {
    const { p, pairs } = testOneLatent(simulated, noisyFit, { simulations: 39, seed: 2 });
    expect(p).toBeGreaterThan(0.05);
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
