// The no-U-turn sampler: multinomial choice along the trajectory, diagonal metric, Stan's three turning checks.
//
// Betancourt (2017), "A conceptual introduction to Hamiltonian Monte Carlo"; the tree is built leaf by leaf with a
// stack of pending subtrees in place of recursion. Its twin is shaders/samplers/nuts.wesl.
import { exp, log1p } from '../math/elementary.ts';
import type { RandomStream } from '../math/random.ts';
import { SITE } from '../math/sites.ts';
import type { Motion, Target } from '../models/target.ts';
import {
  DIVERGENCE_ENERGY,
  drawMomentum,
  integrate,
  kineticEnergy,
  type Kernel,
  type Point,
} from './chain.ts';

/** log(e^a + e^b). */
export function logSumExp(a: number, b: number): number {
  if (a === -Infinity) return b;
  return a > b ? a + log1p(exp(b - a)) : b + log1p(exp(a - b));
}

/** A stretch of trajectory: momenta at its ends in order of integration, and their sum over its leaves. */
interface Stretch {
  readonly begin: Float64Array;
  readonly end: Float64Array;
  readonly sum: Float64Array;
}

const stretch = (n: number): Stretch => ({
  begin: new Float64Array(n),
  end: new Float64Array(n),
  sum: new Float64Array(n),
});

/** No U-turn between momenta a and b over the momentum sum ρ = first + second (p♯ = variances · p). */
function straight(
  a: Float64Array,
  b: Float64Array,
  first: Float64Array,
  second: Float64Array,
  variances: Float64Array,
): boolean {
  let alongA = 0;
  let alongB = 0;
  for (let i = 0; i < a.length; i++) {
    const rho = (first[i] + second[i]) * variances[i];
    alongA += a[i] * rho;
    alongB += b[i] * rho;
  }
  return alongA > 0 && alongB > 0;
}

/** All three of Stan's checks where `older` is followed by `newer`. */
const continues = (
  olderFar: Float64Array,
  olderNear: Float64Array,
  olderSum: Float64Array,
  newer: Stretch,
  variances: Float64Array,
): boolean =>
  straight(olderFar, newer.end, olderSum, newer.sum, variances) &&
  straight(olderFar, newer.begin, olderSum, newer.begin, variances) &&
  straight(olderNear, newer.end, newer.sum, olderNear, variances);

/** One end of the whole trajectory. */
const end = (n: number): Motion => ({
  position: new Float64Array(n),
  momentum: new Float64Array(n),
  gradient: new Float64Array(n),
});

/** Tree depth is limited to `maxDepth` (Stan: 10); the workspace is the kernel's own. */
export function nutsKernel(target: Target, random: RandomStream, maxDepth: number): Kernel {
  const n = target.dimension;
  const ends = [end(n), end(n)];
  const pending = Array.from({ length: maxDepth + 1 }, () => stretch(n));
  const current = stretch(n);
  const treeSum = new Float64Array(n);
  const chosen = { position: new Float64Array(n), gradient: new Float64Array(n), lp: 0 };
  let leaves = 0;
  let acceptSum = 0;
  let divergent = false;
  let subtreeWeight = -Infinity;

  /** One leaf: integrate, weigh it, and take it as the subtree's choice with its share of the weight. */
  function leaf(
    from: Motion,
    step: number,
    startEnergy: number,
    variances: Float64Array,
    iteration: number,
  ): boolean {
    const { lp, error } = integrate(target, from, step, variances, 1, startEnergy);
    const word = leaves++;
    divergent = !(error <= DIVERGENCE_ENERGY);
    if (divergent) return false;
    acceptSum += error > 0 ? exp(-error) : 1;
    subtreeWeight = logSumExp(subtreeWeight, -error);
    random.seek(iteration, SITE.leaf, word);
    if (random.uniform() < exp(-error - subtreeWeight)) {
      chosen.position.set(from.position);
      chosen.gradient.set(from.gradient);
      chosen.lp = lp;
    }
    return true;
  }

  /** Joins the newest leaf with the pending subtrees it completes; false at a U-turn. */
  function join(index: number, momentum: Float64Array, variances: Float64Array): boolean {
    current.begin.set(momentum);
    current.end.set(momentum);
    current.sum.set(momentum);
    let level = 0;
    for (; (index >> level) & 1; level++) {
      const older = pending[level];
      if (!continues(older.begin, older.end, older.sum, current, variances)) return false;
      current.begin.set(older.begin);
      for (let i = 0; i < n; i++) current.sum[i] += older.sum[i];
    }
    pending[level].begin.set(current.begin);
    pending[level].end.set(current.end);
    pending[level].sum.set(current.sum);
    return true;
  }

  function subtree(
    depth: number,
    from: Motion,
    step: number,
    startEnergy: number,
    variances: Float64Array,
    iteration: number,
  ): boolean {
    subtreeWeight = -Infinity;
    for (let index = 0; index < 2 ** depth; index++) {
      if (!leaf(from, step, startEnergy, variances, iteration)) return false;
      if (!join(index, from.momentum, variances)) return false;
    }
    return true;
  }

  function start(point: Point, iteration: number, variances: Float64Array): number {
    leaves = 0;
    acceptSum = 0;
    divergent = false;
    drawMomentum(random, iteration, variances, ends[0].momentum);
    ends[1].momentum.set(ends[0].momentum);
    treeSum.set(ends[0].momentum);
    for (const side of ends) {
      side.position.set(point.position);
      side.gradient.set(point.gradient);
    }
    return kineticEnergy(ends[0].momentum, variances) - point.lp;
  }

  /** Takes the subtree's choice with probability min(1, its weight over the tree's): biased towards new ground. */
  function moveTo(point: Point, treeWeight: number, depth: number, iteration: number): void {
    random.seek(iteration, SITE.subtree, depth);
    const uniform = random.uniform();
    if (subtreeWeight <= treeWeight && !(uniform < exp(subtreeWeight - treeWeight))) return;
    point.position.set(chosen.position);
    point.gradient.set(chosen.gradient);
    point.lp = chosen.lp;
  }

  function transition(point: Point, iteration: number, stepSize: number, variances: Float64Array) {
    const energy = start(point, iteration, variances);
    let treeWeight = 0;
    let depth = 0;
    while (depth < maxDepth) {
      random.seek(iteration, SITE.direction, depth);
      const forward = random.word() >>> 31;
      const grown = ends[forward];
      const near = pending[maxDepth].begin;
      near.set(grown.momentum);
      const step = forward === 1 ? stepSize : -stepSize;
      if (!subtree(depth, grown, step, energy, variances, iteration)) break;
      moveTo(point, treeWeight, depth, iteration);
      treeWeight = logSumExp(treeWeight, subtreeWeight);
      depth += 1;
      const goesOn = continues(ends[1 - forward].momentum, near, treeSum, current, variances);
      for (let i = 0; i < n; i++) treeSum[i] += current.sum[i];
      if (!goesOn) break;
    }
    return {
      lp: point.lp,
      acceptStat: acceptSum / leaves,
      stepSize,
      treeDepth: depth,
      leapfrogs: leaves,
      divergent,
      energy,
    };
  }

  return { transition };
}
