import { describe, expect, it } from 'vitest';
import { compareAgents, type ScoredAgent } from '../../../../../src/instruments/beliefs/coherence/compare.ts';
import { coherenceReport, gainsOfType } from '../../../../../src/instruments/beliefs/coherence/verdict.ts';
import {
  verdictFinding,
  verdictGrounds,
  verdictSentences,
} from '../../../../../src/instruments/beliefs/coherence/words.ts';
import { randomStream } from '../../../../../src/math/random.ts';
import type { BeliefOutput } from '../../../../../src/models/beliefs/cell.ts';

const outputs: readonly BeliefOutput[] = [
  { prompt: 'p', family: 'probability' },
  { prompt: 'a', family: 'decision', framing: 'bet', threshold: 0.2 },
  { prompt: 'b', family: 'decision', framing: 'cost', threshold: 0.2 },
];
const random = randomStream(6, 0, 0);

/** Cases named from `first` on; one belief gains `latent` nats of the 0.2 attainable a decision, with shared noise. */
function agent(name: string, first: number, cases: number, latent: number, noise: Float64Array): ScoredAgent {
  const names = Array.from({ length: cases }, (_, i) => `c${first + i}`);
  const column = (level: number): number[] => names.map((_, i) => level + 0.3 * noise[first + i]);
  const scores = {
    none: Float64Array.from([...column(0), ...column(-0.6), ...column(-0.6)]),
    latent: Float64Array.from([...column(1), ...column(latent - 0.6), ...column(latent - 0.6)]),
    saturated: Float64Array.from([...column(1.1), ...column(0.2 - 0.6), ...column(0.2 - 0.6)]),
  };
  const wobble = (values: Float64Array): Float64Array =>
    values.map((value) => value + 0.02 * random.normal());
  return {
    cell: {
      agent: name,
      domain: 'd',
      cases: names,
      outputs,
      responses: new Float64Array(cases * 3),
      outcomes: new Float64Array(cases),
    },
    scores: { ...scores, latent: wobble(scores.latent), saturated: wobble(scores.saturated) },
  };
}

const noise = Float64Array.from({ length: 300 }, () => random.normal());
const better = agent('better', 0, 200, 0.19, noise);
const worse = agent('worse', 50, 200, 0.05, noise);

describe('gainsOfType', () => {
  it('adds decisions to decisions and leaves densities apart', () => {
    const gains = gainsOfType(better.cell, better.scores, 'decision');
    expect(gains.answers[0]).toBe(2);
    const expected = [200, 400].reduce(
      (sum, at) => sum + better.scores.latent[at + 7] - better.scores.none[at + 7],
      0,
    );
    expect(gains.latent[7]).toBeCloseTo(expected, 12);
    expect(gainsOfType(better.cell, better.scores, 'probability').answers[0]).toBe(1);
  });

  it('leaves out answers without a score', () => {
    const none = better.scores.none.slice();
    none[200] = NaN;
    expect(gainsOfType(better.cell, { ...better.scores, none }, 'decision').answers[0]).toBe(1);
  });
});

describe('compareAgents', () => {
  it('compares on common cases alone', () => {
    const { cases, gain, share } = compareAgents(better, worse, 'decision')!;
    expect(cases).toBe(150);
    expect(gain.difference).toBeCloseTo(0.14, 2);
    expect(gain.ends[0]).toBeGreaterThan(0.13);
    expect(share.first).toBeCloseTo(0.95, 1);
    expect(share.difference).toBeCloseTo(0.7, 1);
    expect(compareAgents(better, agent('other', 250, 10, 0.1, noise), 'decision')).toBeNull();
  });
});

describe('the verdict in words', () => {
  it('names agent, domain, shares and tests', () => {
    const tests = {
      oneLatent: { p: 0.4, pairs: [], cases: 200, simulations: 99 },
      noLatent: { statistic: 3, p: 0.0004, permutations: 2499 },
    };
    const sentences = verdictSentences(coherenceReport(worse.cell, worse.scores, tests));
    expect(sentences[0]).toBe('worse in d: partly, on 200 cases tested once each.');
    expect(sentences[1]).toMatch(
      /^One belief tells 9\d\u202f% \[\d+, \d+\] of what a regression .* of stated probabilities \(95\u202f%, over drawn cases\): coherent\.$/,
    );
    expect(sentences[2]).toMatch(
      /^One belief tells 2\d\u202f% \[.*\] of .* of decisions \(.*\): (partly|cannot tell)\.$/,
    );
    expect(sentences[3]).toBe(
      'Answers go together (no latent: p = 0.0004), and nothing is seen beyond one latent (one latent suffices: p = 0.400).',
    );
  });

  it('leads with the verdict and its shares, and says what more than all is', () => {
    const tests = {
      oneLatent: { p: 0.4, pairs: [], cases: 200, simulations: 99 },
      noLatent: { statistic: 3, p: 0.0004, permutations: 2499 },
    };
    const report = coherenceReport(worse.cell, worse.scores, tests);
    expect(verdictFinding(report)).toMatch(
      /^worse in d: partly, on 200 cases tested once each\. Of the gain that other answers allow, one belief has 9\d\u202f% \[\d+, \d+\] on stated probabilities \(coherent\), 2\d\u202f% .* on decisions \((partly|cannot tell)\); 95\u202f%, over drawn cases\.$/,
    );
    const above = 'Above 100\u202f% the regression finds less than one belief does: nothing more can be had.';
    expect(verdictGrounds(report)).not.toContain(above);
    const [first] = report.types;
    const types = [{ ...first, share: { estimate: 1.21, ends: [0.93, 1.95] as const } }];
    expect(verdictGrounds({ ...report, types }).slice(0, 2)).toEqual([
      expect.stringMatching(/^One belief tells 121\u202f% \[93, 195\] of/),
      above,
    ]);
    expect(
      verdictFinding({ ...report, types: [{ ...first, share: null, verdict: 'cannot tell' }] }),
    ).toContain('one belief has an undefined share on stated probabilities (cannot tell)');
  });
});
