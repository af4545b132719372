import { describe, expect, it } from 'vitest';
import { calibrationReport } from '../../../../../src/instruments/beliefs/coherence/calibration.ts';
import {
  differenceDraws,
  differencesFromErrors,
} from '../../../../../src/instruments/beliefs/coherence/framing-shifts.ts';
import { modelFreeCoherence } from '../../../../../src/instruments/beliefs/coherence/model-free.ts';
import { randomStream } from '../../../../../src/math/random.ts';
import { selectOutputs } from '../../../../../src/models/beliefs/cell.ts';
import type { DecisionThreshold } from '../../../../../src/models/beliefs/thresholds.ts';
import { mean } from '../../../../../src/statistics/moments.ts';
import { quantiles } from '../../../../../src/statistics/quantile.ts';
import { mainCells } from '../../../../support/beliefs.ts';

const cells = mainCells();

describe('modelFreeCoherence', () => {
  const [coherent, noisy] = ['coherent|forecasting', 'noisy|forecasting'].map((name) =>
    modelFreeCoherence(cells.get(name)!),
  );

  it('finds fewer contradictions, disagreements and errors in the coherent agent', () => {
    expect(coherent.contradictions!.all.estimate).toBeLessThan(0.06);
    expect(noisy.contradictions!.all.estimate).toBeGreaterThan(0.15);
    expect(coherent.disagreements).toHaveLength(12);
    coherent.disagreements.forEach(({ estimate }, k) =>
      expect(estimate).toBeLessThan(noisy.disagreements[k].estimate),
    );
    coherent.guttman.forEach(({ h }, k) => expect(h).toBeGreaterThan(noisy.guttman[k].h));
    expect(coherent.limits).toEqual([]);
    modelFreeCoherence(cells.get('incoherent|forecasting')!).guttman.forEach(({ h }) =>
      expect(h).toBeCloseTo(0, 1),
    );
  });

  it('counts contradictions as they stand in the answers', () => {
    const cell = cells.get('noisy|ckd')!;
    const at = cell.outputs.findIndex(({ prompt }) => prompt === 'bet_r4');
    const stated = cell.outputs.findIndex(({ family }) => family === 'probability');
    let [wrong, compared] = [0, 0];
    cell.cases.forEach((_, i) => {
      const report = cell.responses[i * 16 + stated];
      const answer = cell.responses[i * 16 + at];
      if (Number.isNaN(report) || Number.isNaN(answer) || report === 0.2) return;
      compared++;
      if ((report > 0.2 ? 1 : 0) !== answer) wrong++;
    });
    const found = modelFreeCoherence(cell).contradictions!.decisions.find(
      ({ prompt }) => prompt === 'bet_r4',
    )!;
    expect(found).toMatchObject({ successes: wrong, trials: compared });
    expect(found.timid).toBeGreaterThan(found.rash);
  });

  it('says what it cannot have', () => {
    const reports = selectOutputs(cells.get('noisy|ckd')!, ({ family }) => family !== 'decision');
    const { contradictions, guttman, limits } = modelFreeCoherence(reports);
    expect(contradictions).toBeNull();
    expect(guttman).toEqual([]);
    expect(limits).toHaveLength(3);
  });
});

describe('framing differences', () => {
  const decision = (framing: string, nominal: number | null, implied: number): DecisionThreshold => ({
    prompt: `${framing}_${nominal}`,
    framing,
    nominal,
    implied: 1 / (1 + Math.exp(-implied)),
    alpha: -2 * implied,
    beta: 2,
  });
  const decisions = [
    decision('threshold', 0.1, -2),
    decision('threshold', 0.2, -1),
    decision('bet', 0.1, -1),
    decision('bet', 0.2, 0.5),
    decision('none', null, 0),
  ];

  it('averages over the thresholds that both framings have', () => {
    const [found, ...others] = differencesFromErrors(decisions, [0.1, 0.2, 0.2, 0.4, 0.1]);
    expect(others).toEqual([]);
    expect(found).toMatchObject({
      first: 'threshold',
      second: 'bet',
      thresholds: [0.1, 0.2],
    });
    expect(found.difference).toBeCloseTo(-1.25, 12);
    const half = (1.959963984540054 * Math.sqrt(0.01 + 0.04 + 0.04 + 0.16)) / 2;
    expect(found.ends[0]).toBeCloseTo(-1.25 - half, 12);
  });

  it('leaves out thresholds without an error or a meaning', () => {
    const [found] = differencesFromErrors(decisions, [0.1, NaN, 0.2, 0.4, 0.1]);
    expect(found.thresholds).toEqual([0.1]);
    expect(differencesFromErrors(decisions, [0.1, 0.2, 0.2, 0.4, 0.1], (k) => k > 1)).toEqual([]);
  });

  it('agrees with draws of the same spread', () => {
    const random = randomStream(3, 0, 0);
    const errors = [0.1, 0.2, 0.2, 0.4, 0.1];
    const draws = decisions.map(({ alpha, beta }, k) =>
      Float64Array.from({ length: 4000 }, () => -alpha / beta + errors[k] * random.normal()),
    );
    const [found] = differenceDraws(decisions, draws);
    const [expected] = differencesFromErrors(decisions, errors);
    const ends = quantiles(found.values, [0.025, 0.975]);
    expect(mean(found.values)).toBeCloseTo(expected.difference, 1);
    expect(ends[0]).toBeCloseTo(expected.ends[0], 1);
    expect(ends[1]).toBeCloseTo(expected.ends[1], 1);
    expect(found).toMatchObject({ first: expected.first, second: expected.second });
    expect(found.thresholds).toEqual(expected.thresholds);
  });
});

describe('calibrationReport', () => {
  it('judges stated probabilities and beliefs over cases with outcomes', () => {
    const cell = cells.get('coherent|werewolf')!;
    const beliefs = cell.outcomes.map((y, i) => (i < 10 ? NaN : 0.3 + 0.4 * y));
    const { stated, belief, limits } = calibrationReport(cell, beliefs, { draws: 50 });
    expect(stated).toHaveLength(1);
    expect(stated[0].cases).toBe(500);
    expect(belief!.cases).toBe(490);
    expect(belief!.decomposition.brier).toBeCloseTo(0.09, 12);
    expect(belief!.bins).toHaveLength(2);
    expect(limits).toEqual([]);
  });

  it('says so where no outcome is known', () => {
    const cell = { ...cells.get('coherent|ckd')!, outcomes: new Float64Array(500).fill(NaN) };
    const report = calibrationReport(cell, new Float64Array(500));
    expect(report).toMatchObject({
      stated: [],
      belief: null,
      limits: ['No calibration: no outcome is known.'],
    });
  });
});
