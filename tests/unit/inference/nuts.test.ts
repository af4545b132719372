import { describe, expect, it } from 'vitest';
import { drawMomentum, kineticEnergy, leapfrog, pointAt, type Point } from '../../../src/inference/chain.ts';
import { logSumExp, nutsKernel } from '../../../src/inference/nuts.ts';
import { randomStream, type RandomStream } from '../../../src/math/random.ts';
import { SITE } from '../../../src/math/sites.ts';
import type { Target } from '../../../src/models/target.ts';
import { autoregressiveTarget, cliffTarget, copyPoint, logGammaTarget, normalTarget } from './targets.ts';

interface Leaf {
  readonly position: Float64Array;
  readonly momentum: Float64Array;
  readonly gradient: Float64Array;
  /** −(energy − energy at the start). */
  readonly weight: number;
}

interface Replayed {
  readonly position: Float64Array;
  readonly leapfrogs: number;
  readonly treeDepth: number;
  readonly divergent: boolean;
}

const at = (random: RandomStream, iteration: number, site: number, word: number): RandomStream => {
  random.seek(iteration, site, word);
  return random;
};

/**
 * The transition again, with every leaf kept and every check made from its definition: a stretch of leaves goes on
 * while the velocities at both its ends lie along its summed momentum, and so, with its halves, across their seam.
 */
function replay(
  target: Target,
  random: RandomStream,
  start: Point,
  iteration: number,
  step: number,
  variances: Float64Array,
  maxDepth: number,
): Replayed {
  const momentum = new Float64Array(target.dimension);
  drawMomentum(random, iteration, variances, momentum);
  const energy = kineticEnergy(momentum, variances) - start.lp;
  const { position, gradient } = start;
  let path: Leaf[] = [{ position, momentum, gradient, weight: 0 }];
  let chosen = path[0];
  let treeWeight = 0;
  let leapfrogs = 0;
  const result = (treeDepth: number, divergent: boolean): Replayed => ({
    position: chosen.position,
    leapfrogs,
    treeDepth,
    divergent,
  });

  for (let depth = 0; depth < maxDepth; depth++) {
    const forward = at(random, iteration, SITE.direction, depth).uniform() > 0.5;
    const fresh: Leaf[] = [];
    let pick = path[0];
    let weight = -Infinity;
    for (let j = 0; j < 2 ** depth; j++) {
      const leaf = next(fresh[j - 1] ?? path[forward ? path.length - 1 : 0], forward ? step : -step);
      leapfrogs += 1;
      if (!(leaf.weight >= -1000)) return result(depth, true);
      fresh.push(leaf);
      weight = logSumExp(weight, leaf.weight);
      const uniform = at(random, iteration, SITE.leaf, leapfrogs - 1).uniform();
      if (uniform < Math.exp(leaf.weight - weight)) pick = leaf;
      for (let size = 2; (j + 1) % size === 0; size *= 2)
        if (!goesOn(fresh.slice(j + 1 - size, j + 1), size / 2)) return result(depth, false);
    }
    if (at(random, iteration, SITE.subtree, depth).uniform() < Math.exp(weight - treeWeight)) chosen = pick;
    treeWeight = logSumExp(treeWeight, weight);
    path = forward ? [...path, ...fresh] : [...fresh.reverse(), ...path];
    if (!goesOn(path, path.length / 2)) return result(depth + 1, false);
  }
  return result(maxDepth, false);

  function next(from: Leaf, by: number): Leaf {
    const [q, p, g] = [from.position.slice(), from.momentum.slice(), from.gradient.slice()];
    const lp = leapfrog(target, q, p, g, by, variances);
    return { position: q, momentum: p, gradient: g, weight: energy - (kineticEnergy(p, variances) - lp) };
  }

  function straight(leaves: readonly Leaf[]): boolean {
    const sum = variances.map((_, i) => leaves.reduce((total, leaf) => total + leaf.momentum[i], 0));
    return [leaves[0], leaves[leaves.length - 1]].every(
      (leaf) => leaf.momentum.reduce((dot, p, i) => dot + p * variances[i] * sum[i], 0) > 0,
    );
  }

  function goesOn(leaves: readonly Leaf[], half: number): boolean {
    return straight(leaves) && straight(leaves.slice(0, half + 1)) && straight(leaves.slice(half - 1));
  }
}

/** Name, target, step, depth limit, and how many of 150 transitions must move. */
const cases: readonly (readonly [string, Target, number, number, number])[] = [
  ['ten correlated normals', autoregressiveTarget(10, 0.7), 0.35, 10, 100],
  ['a skewed density', logGammaTarget(2), 0.6, 10, 100],
  ['unequal scales, small steps, shallow trees', normalTarget([0.3, 1, 2]), 0.02, 4, 100],
  ['a cliff', cliffTarget(0.5), 0.4, 10, 50],
  ['steps that diverge', normalTarget([1e-3, 1]), 0.5, 10, 0],
];

describe('a NUTS transition', () => {
  it.each(cases)('is its definition, replayed from counters: %s', (_, target, step, maxDepth, least) => {
    const variances = Float64Array.from({ length: target.dimension }, (_, i) => 1 + 0.1 * i);
    const random = randomStream(4, 2, 1);
    const kernel = nutsKernel(target, random, maxDepth);
    const point = pointAt(target, new Float64Array(target.dimension).fill(0.4));
    const again = randomStream(4, 2, 1);
    let moves = 0;
    for (let iteration = 1; iteration <= 150; iteration++) {
      const before = copyPoint(target, point);
      const info = kernel.transition(point, iteration, step, variances);
      const expected = replay(target, again, before, iteration, step, variances, maxDepth);
      expect(point.position).toEqual(expected.position);
      expect([info.leapfrogs, info.treeDepth, info.divergent]).toEqual([
        expected.leapfrogs,
        expected.treeDepth,
        expected.divergent,
      ]);
      if (expected.position !== before.position) moves += 1;
    }
    expect(moves).toBeGreaterThanOrEqual(least);
  });

  it('goes to the leaf that the counters name when energy does not change', () => {
    const target = normalTarget([1, 1]);
    const variances = Float64Array.of(1, 2);
    const random = randomStream(8, 0, 0);
    const step = 1e-7;
    const depth = 5;
    for (let iteration = 1; iteration <= 20; iteration++) {
      const point = pointAt(target, Float64Array.of(1, -1));
      const info = nutsKernel(target, random, depth).transition(point, iteration, step, variances);
      expect([info.leapfrogs, info.treeDepth, info.divergent]).toEqual([2 ** depth - 1, depth, false]);
      let [back, ahead, chosen, leaf] = [0, 0, 0, 0];
      for (let d = 0; d < depth; d++) {
        const forward = at(random, iteration, SITE.direction, d).word() >= 2 ** 31;
        for (let j = 0; j < 2 ** d; j++, leaf++) {
          if (at(random, iteration, SITE.leaf, leaf).uniform() < 1 / (j + 1))
            chosen = forward ? ahead + j + 1 : back - j - 1;
        }
        if (forward) ahead += 2 ** d;
        else back -= 2 ** d;
      }
      const momentum = new Float64Array(2);
      drawMomentum(random, iteration, variances, momentum);
      point.position.forEach((value, i) =>
        expect((value - [1, -1][i]) / (step * variances[i] * momentum[i])).toBeCloseTo(chosen, 2),
      );
    }
  });

  it('states the energy at the start, and the mean acceptance over leaves', () => {
    const target = normalTarget([1]);
    const random = randomStream(1, 0, 0);
    const variances = Float64Array.of(1);
    const point = pointAt(target, Float64Array.of(0.3));
    const info = nutsKernel(target, random, 1).transition(point, 1, 0.9, variances);
    const momentum = new Float64Array(1);
    drawMomentum(random, 1, variances, momentum);
    expect(info.energy).toBe(0.5 * momentum[0] ** 2 + 0.5 * 0.3 ** 2);
    const { position, gradient } = pointAt(target, Float64Array.of(0.3));
    const forward = at(random, 1, SITE.direction, 0).word() >= 2 ** 31;
    const lp = leapfrog(target, position, momentum, gradient, forward ? 0.9 : -0.9, variances);
    const error = 0.5 * momentum[0] ** 2 - lp - info.energy;
    expect(info.acceptStat).toBeCloseTo(Math.min(1, Math.exp(-error)), 14);
    expect(info.lp).toBe(-0.5 * point.position[0] ** 2);
  });

  it('that falls off a cliff at once spends one leapfrog, accepts nothing and stays', () => {
    const target = cliffTarget(0.5);
    const point = pointAt(target, Float64Array.of(0.499999, 0));
    const before = point.position.slice();
    const kernel = nutsKernel(target, randomStream(1, 0, 0), 10);
    const falls = Array.from({ length: 50 }, (_, i) => {
      point.position.set(before);
      target.logDensity(point.position, point.gradient);
      return kernel.transition(point, i + 1, 0.5, Float64Array.of(1, 1));
    }).filter(({ divergent, leapfrogs }) => divergent && leapfrogs === 1);
    expect(falls.length).toBeGreaterThan(10);
    for (const { acceptStat, treeDepth } of falls) expect([acceptStat, treeDepth]).toEqual([0, 0]);
  });

  it('takes a density that is NaN for a divergence', () => {
    const nowhere: Target = { dimension: 1, logDensity: (_, gradient) => ((gradient[0] = NaN), NaN) };
    const point: Point = { position: Float64Array.of(1), gradient: Float64Array.of(0), lp: 0 };
    const info = nutsKernel(nowhere, randomStream(1, 0, 0), 5).transition(point, 1, 0.1, Float64Array.of(1));
    expect([info.divergent, info.leapfrogs, point.position[0]]).toEqual([true, 1, 1]);
  });
});

describe('logSumExp', () => {
  it.each([
    [0, 0, Math.LN2],
    [-Infinity, 3, 3],
    [3, -Infinity, 3],
    [1000, 0, 1000],
    [-2000, -2000 + Math.LN2, -2000 + Math.log(3)],
  ])('of %d and %d', (a, b, value) => expect(logSumExp(a, b)).toBeCloseTo(value, 12));
});
