import { describe, expect, it } from 'vitest';
import { reliabilityFigure } from '../../../src/charts/beliefs-reliability.ts';
import { residualsFigure } from '../../../src/charts/beliefs-residuals.ts';
import { verdictFigure } from '../../../src/charts/beliefs-verdict.ts';
import type { CalibrationReport } from '../../../src/instruments/beliefs/coherence/calibration.ts';
import type { CoherenceReport, TypeVerdict } from '../../../src/instruments/beliefs/coherence/verdict.ts';
import type { OneLatentTest } from '../../../src/inference/beliefs/one-latent.ts';
import { COHERENCE_THRESHOLDS } from '../../../src/statistics/beliefs/verdict.ts';
import { drawAt, expectFigure, placeOf, textsOf } from './every-figure.ts';

const type = (name: TypeVerdict['type'], latent: number, saturated: number): TypeVerdict => ({
  type: name,
  verdict: saturated > 0.05 ? 'coherent' : 'incoherent',
  baseline: -0.6,
  cases: 100,
  answers: 1200,
  latent: { estimate: latent, ends: [latent - 0.02, latent + 0.02] },
  saturated: { estimate: saturated, ends: [saturated - 0.03, saturated + 0.03] },
  share: saturated > 0.05 ? { estimate: latent / saturated, ends: [0.8, 1] } : null,
  excess: [],
});

const prompts = ['probability', 'likert', 'bet_r19', 'bet_r9'];
const oneLatent: OneLatentTest = {
  p: 0.01,
  cases: 100,
  simulations: 199,
  pairs: prompts.flatMap((first, a) =>
    prompts.slice(a + 1).map((second) => {
      const bets = first === 'bet_r19';
      return {
        first,
        second,
        framing: bets ? 'bet' : null,
        q3: bets ? 0.35 : -0.1,
        expected: -0.08,
        p: bets ? 0.005 : 0.8,
        score: bets ? 5 : -0.3,
      };
    }),
  ),
};

const bins = [0.1, 0.4, 0.8].map((probability) => ({
  cases: 20,
  probability,
  frequency: probability / 2,
  band: [Math.max(0, probability - 0.2), probability + 0.2] as const,
}));
const decomposition = {
  brier: 0.2,
  reliability: 0.03,
  resolution: 0.05,
  uncertainty: 0.22,
  withinBins: 0,
  corrected: { reliability: 0.02, resolution: 0.04, uncertainty: 0.22 },
};
const calibration: CalibrationReport = {
  stated: [{ prompt: 'probability', cases: 60, bins, decomposition }],
  belief: { cases: 60, bins: bins.map((bin) => ({ ...bin, frequency: bin.probability })), decomposition },
  limits: [],
};

describe('figures of coherence', () => {
  it('set one belief beside what all other answers tell, kind by kind', () => {
    const report = {
      agent: 'a',
      domain: 'b',
      cases: 100,
      verdict: 'partly',
      types: [type('decision', 0.15, 0.17), type('probability', 0, 0.01)],
      thresholds: COHERENCE_THRESHOLDS,
      oneLatent,
    } as unknown as CoherenceReport;
    const figure = verdictFigure('a, b', report);
    expectFigure(figure);
    const svg = drawAt(figure, 640);
    expect(placeOf(svg, 'decision 0')[0]).toBeGreaterThan(placeOf(svg, 'probability 0')[0]);
    expect(textsOf(svg)).toContain('not defined');
    expect(figure.description).toContain('decisions 0.150 nats by one belief');
  });

  it('ring the pairs that one belief does not account for', () => {
    const figure = residualsFigure('a', oneLatent);
    expectFigure(figure);
    expect(figure.rows.filter(({ told }) => told)).toMatchObject([{ first: 'bet_r19', second: 'bet_r9' }]);
    expect(figure.description).toContain('most bet r19 and bet r9 (.43)');
    expect(textsOf(drawAt(figure, 360))).toEqual(
      expect.arrayContaining(['\u2212.20', '\u2212.03', '.03', '.20']),
    );
  });

  it('show forecasts above or below what came true, and nothing where none can be judged', () => {
    const figure = reliabilityFigure('a', calibration)!;
    expectFigure(figure);
    const svg = drawAt(figure, 640);
    expect(placeOf(svg, '0-2')[1]).toBeGreaterThan(placeOf(svg, '1-2')[1]);
    expect(reliabilityFigure('a', { stated: [], belief: null, limits: [] })).toBeNull();
  });

  it('show rare outcomes bin by bin: no mark hides its neighbour on a phone', () => {
    const rare = [0.004, 0.012, 0.02, 0.03, 0.045, 0.06, 0.08, 0.11, 0.15, 0.3].map((probability) => ({
      ...{ cases: 30, probability, frequency: probability },
      band: [0, 2 * probability] as const,
    }));
    const belief = { cases: 300, bins: rare, decomposition };
    const svg = drawAt(reliabilityFigure('a', { stated: [], belief, limits: [] })!, 358);
    const places = rare.map((_, b) => placeOf(svg, `0-${b}`));
    const apart = places.slice(1).map(([x, y], b) => Math.hypot(x - places[b][0], y - places[b][1]));
    // Symbols are as wide as the least gap, and no smaller than 4.5 px.
    expect(Math.min(...apart)).toBeGreaterThan(4.5);
    const bars = svg
      .querySelectorAll('rect')
      .map((bar) => [Number(bar.getAttribute('x')), Number(bar.getAttribute('width'))]);
    expect(bars).toHaveLength(rare.length);
    bars.slice(1).forEach(([x], b) => expect(x).toBeGreaterThanOrEqual(bars[b][0] + bars[b][1]));
  });
});
