// What a calibration study of a given size would see: its exact power against posteriors that are off.
import { exp, log } from '../../math/elementary.ts';
import { STUDY_LEVEL } from './looks.ts';
import { normalProbability } from './normal-probability.ts';
import { insideProbability } from './paths.ts';
import type { RankReference } from './reference.ts';
import { ecdfBand } from './uniformity.ts';

/** A normal posterior that is off, against the right one N(0, 1): reported as N(shift, scale²). */
export interface Misfit {
  /** In sds of the right posterior. */
  readonly shift: number;
  /** Reported sd over the right sd: below 1 too narrow, above 1 too wide. */
  readonly scale: number;
}

/** Distribution of Φ⁻¹ of an order statistic of uniform draws, on the points start, start + step, …. */
interface OrderScore {
  readonly start: number;
  readonly weights: Float64Array;
}

interface ScoreGrid {
  readonly points: Float64Array;
  /** By inner boundary of the reference. */
  readonly scores: readonly OrderScore[];
}

const FARTHEST = 9;
/** A smooth density summed at a spacing of half its sd or less is integrated to rounding. */
const POINTS_PER_SD = 2;
/** sd of Φ⁻¹ of a middle order statistic of L uniforms, times √L: the smallest over all order statistics. */
const SMALLEST_SD = 1.2533;
const NEGLIGIBLE = -40;

const grids = new WeakMap<RankReference, ScoreGrid>();

/** Density of Φ⁻¹(B), B ~ beta(below, draws + 1 − below): the draw with `below` − 1 draws under it. */
function orderScore(below: number, draws: number, logLow: Float64Array, points: Float64Array): OrderScore {
  const last = points.length - 1;
  const logDensity = points.map(
    (x, i) => (below - 1) * logLow[i] + (draws - below) * logLow[last - i] - (x * x) / 2,
  );
  const peak = logDensity.reduce((most, value) => Math.max(most, value), -Infinity);
  const start = logDensity.findIndex((value) => value > peak + NEGLIGIBLE);
  let end = last;
  while (logDensity[end] <= peak + NEGLIGIBLE) end--;
  const density = logDensity.subarray(start, end + 1).map((value) => exp(value - peak));
  const total = density.reduce((sum, value) => sum + value, 0);
  return { start, weights: density.map((value) => value / total) };
}

function makeGrid({ maxRank, edges }: RankReference): ScoreGrid {
  const step = SMALLEST_SD / Math.sqrt(maxRank) / POINTS_PER_SD;
  const half = Math.ceil(FARTHEST / step);
  const points = Float64Array.from({ length: 2 * half + 1 }, (_, i) => (i - half) * step);
  const logLow = points.map((x) => log(normalProbability(x)));
  const inner = Array.from(edges.subarray(1, -1));
  return { points, scores: inner.map((edge) => orderScore(edge, maxRank, logLow, points)) };
}

function gridOf(reference: RankReference): ScoreGrid {
  const grid = grids.get(reference) ?? makeGrid(reference);
  grids.set(reference, grid);
  return grid;
}

/**
 * Probability of each cell when ranks count draws of the reported posterior below truths of the right one. Fewer than b
 * draws lie below a truth exactly when the b-th smallest lies above it, so P(rank < b) = E Φ(shift + scale · Φ⁻¹(B))
 * with B ~ beta(b, maxRank + 1 − b): exact for finite draws, no normal approximation of counts.
 */
export function misfitCells(reference: RankReference, { shift, scale }: Misfit): Float64Array {
  const { points, scores } = gridOf(reference);
  const above = points.map((x) => normalProbability(shift + scale * x));
  const below = scores.map(({ start, weights }) =>
    weights.reduce((sum, weight, i) => sum + weight * above[start + i], 0),
  );
  const cumulative = [0, ...below, 1];
  return reference.cells.map((_, j) => Math.max(0, cumulative[j + 1] - cumulative[j]));
}

/** Probability, exact, that the test at `level` rejects under a misfit. */
export function powerAgainst(reference: RankReference, misfit: Misfit, level: number): number {
  const cells = misfitCells(reference, misfit);
  return 1 - insideProbability(reference.replicates, cells, ecdfBand(reference, 1 - level));
}

/** Largest misfits that are tried: a hundredfold sd, and a shift of as many sds as that has logarithmic units. */
export const LARGEST_SCALE = 100;
export const LARGEST_SHIFT = log(LARGEST_SCALE);

/** The smallest misfits found with the power asked for; null where not even the largest tried is. */
export interface Detectable {
  readonly level: number;
  readonly power: number;
  /** In posterior sds, found in either direction. */
  readonly shift: number | null;
  /** Reported sd over right sd, above 1. */
  readonly tooWide: number | null;
  /** Reported sd over right sd, below 1. */
  readonly tooNarrow: number | null;
}

/** Sds of a shift, or logarithm of a scale. */
const FIRST_SIZE = 0.05;
const RELATIVE_BRACKET = 1e-4;

/** Smallest size at which `powerOf` reaches `power`, to a relative 1e-4; powers rise with size. Null beyond the largest. */
function smallestSize(powerOf: (size: number) => number, power: number): number | null {
  let low = 0;
  let high = FIRST_SIZE;
  while (powerOf(high) < power) {
    if (high === LARGEST_SHIFT) return null;
    [low, high] = [high, Math.min(2 * high, LARGEST_SHIFT)];
  }
  while (high - low > RELATIVE_BRACKET * high) {
    const middle = (low + high) / 2;
    if (powerOf(middle) < power) low = middle;
    else high = middle;
  }
  return high;
}

/** The power read-out: what the test at `level` (that of Holm's first step, say) sees with probability `power`. */
export function detectable(reference: RankReference, level = STUDY_LEVEL, power = 0.8): Detectable {
  const powerOf = (shift: number, scale: number): number => powerAgainst(reference, { shift, scale }, level);
  const either = (by: number): number => Math.min(powerOf(by, 1), powerOf(-by, 1));
  const wide = smallestSize((by) => powerOf(0, exp(by)), power);
  const narrow = smallestSize((by) => powerOf(0, exp(-by)), power);
  return {
    level,
    power,
    shift: smallestSize(either, power),
    tooWide: wide === null ? null : exp(wide),
    tooNarrow: narrow === null ? null : exp(-narrow),
  };
}
