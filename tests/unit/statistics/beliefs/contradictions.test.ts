import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/math/random.ts';
import {
  contradictedShare,
  contradictionsOf,
  framingDisagreements,
  guttmanErrors,
  type InstructedDecision,
} from '../../../../src/statistics/beliefs/contradictions.ts';

const decision = (framing: string, threshold: number, answers: readonly number[]): InstructedDecision => ({
  prompt: `${framing}_${threshold}`,
  framing,
  threshold,
  answers: Float64Array.from(answers),
});

describe('contradictionsOf', () => {
  const reports = Float64Array.of(0.1, 0.3, 0.3, 0.05, 0.2, NaN, 0.9);

  it('counts both directions and leaves out reports at the threshold and missing answers', () => {
    const found = contradictionsOf(reports, decision('bet', 0.2, [1, 1, 0, 0, 1, 1, NaN]));
    expect(found).toMatchObject({ rash: 1, timid: 1, trials: 4, successes: 2, estimate: 0.5 });
    expect(found.lower).toBeGreaterThan(0.05);
    expect(found.upper).toBeLessThan(0.95);
  });

  it('is nought for an agent that follows its reports', () => {
    const follows = decision('bet', 0.25, [0, 1, 1, 0, 0, 0, 1]);
    expect(contradictionsOf(reports, follows)).toMatchObject({ successes: 0, trials: 6, lower: 0 });
  });

  it('pools over decisions with an interval of cases', () => {
    const follows = decision('bet', 0.25, [0, 1, 1, 0, 0, 0, 1]);
    const against = decision('cost', 0.25, [1, 0, 0, 1, 1, 1, 0]);
    const { estimate, ends, cases } = contradictedShare(reports, [follows, against]);
    expect(estimate).toBe(0.5);
    expect(ends).toEqual([0.5, 0.5]);
    expect(cases).toBe(6);
  });
});

describe('framingDisagreements', () => {
  it('pairs decisions of one threshold across framings alone', () => {
    const found = framingDisagreements([
      decision('threshold', 1 / 3, [1, 1, 0, 0, NaN]),
      decision('bet', 0.3333333333333333, [1, 0, 1, 0, 1]),
      decision('bet', 0.1, [1, 1, 1, 1, 1]),
      decision('cost', 0.1, [0, 0, 1, 1, 1]),
    ]);
    expect(found).toHaveLength(2);
    expect(found[0]).toMatchObject({ firstAlone: 1, secondAlone: 1, trials: 4, estimate: 0.5 });
    expect(found[1]).toMatchObject({ firstAlone: 2, secondAlone: 0, trials: 5 });
  });
});

describe('guttmanErrors', () => {
  it('counts pairs out of order against the most that there can be', () => {
    const { errors, cases, share, normed } = guttmanErrors('bet', [
      decision('bet', 0.2, [1, 1, 0, 0]),
      decision('bet', 0.05, [1, 0, 0, NaN]),
      decision('bet', 0.1, [1, 1, 1, 0]),
      decision('cost', 0.1, [1, 1, 1, 0]),
    ]);
    expect(cases).toBe(3);
    expect(errors).toBe(0 + 2 + 1);
    expect(share).toMatchObject({ successes: 2, trials: 3 });
    expect(normed).toBe(3 / (0 + 2 + 2));
  });

  it('has H 1 of perfect scales and H 0 of independent decisions', () => {
    const random = randomStream(1, 0, 0);
    const cases = 4000;
    const z = Array.from({ length: cases }, () => random.uniform());
    const taus = [0.2, 0.4, 0.6];
    const perfect = taus.map((tau) =>
      decision(
        'bet',
        tau,
        z.map((value) => (value > tau ? 1 : 0)),
      ),
    );
    const independent = taus.map((tau) =>
      decision(
        'bet',
        tau,
        z.map(() => (random.uniform() > tau ? 1 : 0)),
      ),
    );
    expect(guttmanErrors('bet', perfect)).toMatchObject({ errors: 0, normed: 0, h: 1 });
    expect(guttmanErrors('bet', independent).h).toBeCloseTo(0, 1);
  });
});
