import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exp, log } from '../../../../src/math/elementary.ts';
import { randomStream } from '../../../../src/math/random.ts';
import type { Cell, Folds } from '../../../../src/statistics/portability/cell.ts';
import type { ChoiceCounts, ChoiceLearnerOf } from '../../../../src/statistics/portability/choice.ts';
import { compareChoice, lawDistance } from '../../../../src/statistics/portability/law.ts';
import { binnedLevels, distinctLevels } from '../../../../src/statistics/portability/levels.ts';
import { fitLogit, logitLearner, logitLikelihood } from '../../../../src/statistics/portability/logit.ts';
import type { Concave } from '../../../../src/statistics/portability/newton.ts';
import {
  fitOrdered,
  orderedLearner,
  orderedLikelihood,
} from '../../../../src/statistics/portability/ordered.ts';
import { fixtureCell, fixtureFolds, fixtureJson, fixtureRows, type FixtureSplit } from './fixture.ts';

const random = randomStream(31, 0, 0);

/** Counts of three levels at points of two features. */
const DATA: ChoiceCounts = {
  z: Array.from({ length: 9 }, (_, i) => Float64Array.of(1, (i % 3) - 1, Math.floor(i / 3) - 1 + 0.1 * i)),
  counts: Array.from({ length: 9 }, () =>
    Float64Array.from({ length: 3 }, () => 1 + Math.floor(5 * random.uniform())),
  ),
  levels: 3,
};

const valueAt = (model: Concave, b: Float64Array) =>
  model.evaluate(b, new Float64Array(model.size), new Float64Array(model.size ** 2));

describe.each([
  ['multinomial logit', logitLikelihood(DATA), Float64Array.from({ length: 9 }, (_, i) => Math.sin(i))],
  ['proportional odds', orderedLikelihood(DATA), Float64Array.of(-0.7, 0.9, 0.4, -0.6)],
] as const)('the likelihood of %s', (_, model, b) => {
  const moved = (j: number, by: number) => b.map((value, i) => (i === j ? value + by : value));

  it('has the derivatives that differences give', () => {
    const gradient = new Float64Array(model.size);
    const curvature = new Float64Array(model.size ** 2);
    model.evaluate(b, gradient, curvature);
    const step = 1e-5;
    for (let j = 0; j < model.size; j++) {
      const slope = (valueAt(model, moved(j, step)) - valueAt(model, moved(j, -step))) / (2 * step);
      expect(gradient[j]).toBeCloseTo(slope, 5);
      const [up, down] = [new Float64Array(model.size), new Float64Array(model.size)];
      model.evaluate(moved(j, step), up, new Float64Array(model.size ** 2));
      model.evaluate(moved(j, -step), down, new Float64Array(model.size ** 2));
      for (let i = j; i < model.size; i++)
        expect(curvature[i * model.size + j]).toBeCloseTo(-(up[i] - down[i]) / (2 * step), 5);
    }
  });
});

describe('choice probabilities', () => {
  it('are the cell means for one binary feature', () => {
    const data = {
      z: [Float64Array.of(1, -1), Float64Array.of(1, 1)],
      counts: [Float64Array.of(7, 3, 10), Float64Array.of(2, 12, 6)],
      levels: 3,
    };
    const fit = fitLogit(data);
    expect([fit.converged, fit.separated]).toEqual([true, false]);
    data.z.forEach((z, i) => {
      const p = fit.probabilities(z);
      data.counts[i].forEach((count, k) => expect(p[k]).toBeCloseTo(count / 20, 6));
    });
  });

  it('are the shares of levels where nothing varies, ordered or not', () => {
    const data = { z: [Float64Array.of(1, 0)], counts: [Float64Array.of(5, 1, 2, 8)], levels: 4 };
    for (const fit of [fitLogit(data), fitOrdered(data)]) {
      const p = fit.probabilities(data.z[0]);
      data.counts[0].forEach((count, k) => expect(p[k]).toBeCloseTo(count / 16, 6));
    }
  });

  it('of two ordered levels are those of the logit', () => {
    const two = { ...DATA, counts: DATA.counts.map(([a, b]) => Float64Array.of(a, b)), levels: 2 };
    const [plain, ordered] = [fitLogit(two), fitOrdered(two)];
    for (const z of two.z) expect(ordered.probabilities(z)[1]).toBeCloseTo(plain.probabilities(z)[1], 6);
  });

  it('do not depend on the names or the direction of levels', () => {
    const reversed = { ...DATA, counts: DATA.counts.map((at) => at.slice().reverse()) };
    for (const fit of [fitLogit, fitOrdered]) {
      const [there, back] = [fit(DATA), fit(reversed)];
      for (const z of DATA.z) {
        const p = back.probabilities(z).reverse();
        there.probabilities(z).forEach((value, k) => expect(p[k]).toBeCloseTo(value, 6));
      }
    }
  });

  it('are a likelihood maximum: tilting them along a feature does no better', () => {
    const fit = fitLogit(DATA);
    const score = (tilt: number) =>
      DATA.z.reduce((sum, z, i) => {
        const tilted = fit.probabilities(z).map((value, k) => value * exp(tilt * k * z[1]));
        const total = tilted.reduce((s, value) => s + value, 0);
        return sum + DATA.counts[i].reduce((s, count, k) => s + count * log(tilted[k] / total), 0);
      }, 0);
    expect(score(0)).toBeGreaterThan(Math.max(score(0.01), score(-0.01)));
  });

  it.each([
    [
      'wholly',
      [
        [4, 0],
        [3, 0],
        [0, 2],
        [0, 5],
      ],
    ],
    [
      'but for a tie',
      [
        [4, 0],
        [1, 1],
        [0, 2],
        [0, 5],
      ],
    ],
  ])('of levels that x separates %s are certain, and flagged', (_, counts) => {
    const data = {
      z: counts.map((_, i) => Float64Array.of(1, i - 1)),
      counts: counts.map((at) => Float64Array.from(at)),
      levels: 2,
    };
    for (const fit of [fitLogit(data), fitOrdered(data)]) {
      expect([fit.separated, fit.converged]).toEqual([true, true]);
      expect(fit.probabilities(data.z[3])[1]).toBeGreaterThan(0.9999);
    }
  });

  it('are not flagged where one row overlaps', () => {
    const data = {
      z: [-1, 0, 1, 2].map((x) => Float64Array.of(1, x)),
      counts: [
        Float64Array.of(40, 0),
        Float64Array.of(39, 1),
        Float64Array.of(1, 39),
        Float64Array.of(0, 50),
      ],
      levels: 2,
    };
    expect([fitLogit(data).separated, fitOrdered(data).separated]).toEqual([false, false]);
  });
});

describe('levels', () => {
  it('are distinct actions, or bins that hold about as many rows each', () => {
    expect([...distinctLevels(Float64Array.of(3, 1, 3, 2)).level]).toEqual([2, 0, 2, 1]);
    const action = Float64Array.from({ length: 100 }, (_, i) => (37 * i) % 100);
    const { level, from } = binnedLevels(action, 4);
    expect([0, 1, 2, 3].map((k) => level.filter((value) => value === k).length)).toEqual([25, 25, 25, 25]);
    expect(from[0]).toBe(0);
    action.forEach((a, row) => {
      expect(a).toBeGreaterThanOrEqual(from[level[row]]);
      if (level[row] < 3) expect(a).toBeLessThan(from[level[row] + 1]);
    });
    expect(binnedLevels(new Float64Array(5).fill(2), 4).from.length).toBe(1);
  });
});

describe('total variation of two laws of action', () => {
  const law = (n: number) =>
    fc.array(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 3, maxLength: 3 }), {
      minLength: n,
      maxLength: n,
    });
  const pair = fc.integer({ min: 1, max: 4 }).chain((n) => fc.tuple(law(n), law(n)));
  const flat = (weights: readonly (readonly number[])[]) =>
    Float64Array.from(weights.flatMap((w) => w.map((value) => value / w.reduce((s, v) => s + v, 0))));

  it('is the largest difference in probability over all events (row, action)', () => {
    fc.assert(
      fc.property(pair, ([one, other]) => {
        const [p, q, n] = [flat(one), flat(other), one.length];
        let largest = 0;
        for (let event = 0; event < 2 ** (3 * n); event++) {
          let difference = 0;
          for (let at = 0; at < 3 * n; at++) if ((event >> at) & 1) difference += (p[at] - q[at]) / n;
          largest = Math.max(largest, difference);
        }
        expect(lawDistance(p, q, n)).toBeCloseTo(largest, 12);
        expect(lawDistance(q, p, n)).toBe(lawDistance(p, q, n));
        expect(lawDistance(p, p, n)).toBe(0);
      }),
      { seed: 3, numRuns: 40 },
    );
  });
});

describe('learners of choice probabilities', () => {
  const splits = fixtureJson<{ games: Record<string, Record<string, FixtureSplit>> }>('splits.json');

  function prepared(game: string, key: string): { cell: Cell; folds: Folds } {
    const [model, regime] = key.split('|');
    const fixture = fixtureCell(fixtureRows(game), game, model, regime);
    return { cell: fixture.cell, folds: fixtureFolds(fixture, splits.games[game][key]) };
  }

  const meanTv = (learnerOf: ChoiceLearnerOf, game: string, key: string): number => {
    const { cell, folds } = prepared(game, key);
    const levels = learnerOf === logitLearner ? distinctLevels(cell.action) : binnedLevels(cell.action, 5);
    const learner = learnerOf(cell, folds, levels);
    const found = Array.from({ length: cell.environments }, (_, target) => {
      const sources = Array.from({ length: cell.environments }, (_, e) => e).filter((e) => e !== target);
      return compareChoice(learner, folds, levels, { sources, target });
    });
    for (const { tv, scoreIn } of found) {
      expect(tv).toBeGreaterThan(0);
      expect(tv).toBeLessThan(1);
      expect(scoreIn).toBeLessThanOrEqual(0);
    }
    return found.reduce((sum, { tv }) => sum + tv, 0) / found.length;
  };

  it.each([
    ['lottery', logitLearner],
    ['dictator', orderedLearner],
  ] as const)('%s: an agent with frames is further than one without', (game, learnerOf) => {
    const [portable, frame] = ['portable|noncot', 'frame|noncot'].map((key) => meanTv(learnerOf, game, key));
    expect(frame).toBeGreaterThan(portable + 0.1);
  });

  it('give rows of equal x equal laws that sum to 1, and levels never seen nothing', () => {
    const { cell, folds } = prepared('dictator', 'shift|cot');
    const levels = distinctLevels(cell.action);
    const rows = Uint32Array.from(cell.action.keys());
    const width = levels.from.length;
    const binned = binnedLevels(cell.action, 6);
    for (const [learner, used] of [
      [orderedLearner(cell, folds, levels), levels],
      [logitLearner(cell, folds, binned), binned],
    ] as const) {
      const p = learner.fit([2]).probabilities(rows);
      const seen = new Set([...folds.train[2]].map((row) => used.level[row]));
      rows.forEach((row, i) => {
        const law = p.subarray(i * used.from.length, (i + 1) * used.from.length);
        expect(law.reduce((sum, value) => sum + value, 0)).toBeCloseTo(1, 10);
        law.forEach((value, k) => (seen.has(k) ? expect(value).toBeGreaterThan(0) : expect(value).toBe(0)));
        const twin = rows.find((other) => other < row && cell.x[other] === cell.x[row]);
        if (twin !== undefined)
          expect(law).toEqual(p.subarray(twin * used.from.length, (twin + 1) * used.from.length));
      });
    }
    expect(width).toBeGreaterThan(20);
  });
});
