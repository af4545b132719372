// How large an effect must be for a test to find it: a rising curve through the rejections of simulated studies.
import { exp, log } from '../../math/elementary.ts';
import { normalQuantile, Z90 } from '../../math/normal.ts';
import { normalProbability } from '../sbc/normal-probability.ts';

/** Simulated studies of one effect size, and how many of them the test rejected. */
export interface PowerPoint {
  readonly size: number;
  readonly rejected: number;
  readonly simulations: number;
}

/** P(reject) = level + (1 − level) Φ(intercept + steepness · ln size). */
export interface PowerCurve {
  readonly level: number;
  readonly intercept: number;
  readonly steepness: number;
  /** Variance of the intercept, covariance, variance of the steepness. */
  readonly covariance: readonly [number, number, number];
}

export interface DetectableSize {
  readonly size: number;
  /** 90 % interval from the number of simulations. */
  readonly low: number;
  readonly high: number;
}

/** Curves of tests rise over about a factor of e; the prior keeps points that are all 0 or 1 from an infinite slope. */
const STEEPNESS = 2;
const STEEPNESS_SD = 2;

const INVERSE_ROOT_TWO_PI = 0.3989422804014327;
const MOST_STEPS = 100;
const MOST_HALVINGS = 40;
const SMALL_STEP = 1e-10;

const density = (x: number): number => INVERSE_ROOT_TWO_PI * exp(-(x * x) / 2);

interface Scores {
  intercept: number;
  steepness: number;
  ii: number;
  is: number;
  ss: number;
}

/** Gradient and expected information of the log posterior. */
function scoresAt(points: readonly PowerPoint[], level: number, a: number, b: number): Scores {
  const precision = 1 / (STEEPNESS_SD * STEEPNESS_SD);
  const scores = { intercept: 0, steepness: (STEEPNESS - b) * precision, ii: 0, is: 0, ss: precision };
  for (const { size, rejected, simulations } of points) {
    const x = log(size);
    const eta = a + b * x;
    const missed = (1 - level) * normalProbability(-eta);
    const slope = (1 - level) * density(eta);
    const spread = Math.max(Number.MIN_VALUE, missed * (1 - missed));
    const score = (slope * (rejected - simulations + simulations * missed)) / spread;
    const weight = (simulations * slope * slope) / spread;
    scores.intercept += score;
    scores.steepness += score * x;
    scores.ii += weight;
    scores.is += weight * x;
    scores.ss += weight * x * x;
  }
  return scores;
}

function logPosterior(points: readonly PowerPoint[], level: number, a: number, b: number): number {
  let sum = -((b - STEEPNESS) ** 2) / (2 * STEEPNESS_SD * STEEPNESS_SD);
  for (const { size, rejected, simulations } of points) {
    const missed = (1 - level) * normalProbability(-(a + b * log(size)));
    if (rejected > 0) sum += rejected * log(1 - missed);
    if (rejected < simulations) sum += (simulations - rejected) * log(Math.max(Number.MIN_VALUE, missed));
  }
  return sum;
}

/** Share of a step, halved until the posterior does not fall; 0 where it falls all the way. */
function shareOf(
  step: (share: number) => readonly [number, number],
  value: (a: number, b: number) => number,
): number {
  const before = value(...step(0));
  for (let halvings = 0, share = 1; halvings < MOST_HALVINGS; halvings++, share /= 2)
    if (value(...step(share)) >= before) return share;
  return 0;
}

/** First size whose share of rejections reaches `power`; null where none does. */
function firstReaching(points: readonly PowerPoint[], power: number): number | null {
  const reaching = points.filter(({ rejected, simulations }) => rejected >= power * simulations);
  return reaching.length > 0 ? Math.min(...reaching.map(({ size }) => size)) : null;
}

/**
 * The probit curve through the points, by Fisher scoring; sizes are positive. Null where no size is found with
 * probability `power`, or where every size is: the curve then lies beyond the points.
 */
export function fitPower(points: readonly PowerPoint[], level: number, power: number): PowerCurve | null {
  const start = firstReaching(points, power);
  const all = points.every(({ rejected, simulations }) => rejected >= power * simulations);
  if (start === null || all) return null;
  let a = -STEEPNESS * log(start);
  let b = STEEPNESS;
  for (let step = 0; step < MOST_STEPS; step++) {
    const { intercept, steepness, ii, is, ss } = scoresAt(points, level, a, b);
    const determinant = ii * ss - is * is;
    if (!(determinant > 0)) return null;
    const [da, db] = [
      (ss * intercept - is * steepness) / determinant,
      (ii * steepness - is * intercept) / determinant,
    ];
    const [a0, b0] = [a, b];
    const share = shareOf(
      (part) => [a0 + part * da, b0 + part * db],
      (at, bt) => logPosterior(points, level, at, bt),
    );
    a += share * da;
    b += share * db;
    if (share === 0 || share * (Math.abs(da) + Math.abs(db)) < SMALL_STEP) break;
  }
  const { ii, is, ss } = scoresAt(points, level, a, b);
  const determinant = ii * ss - is * is;
  if (!(b > 0 && determinant > 0)) return null;
  return {
    level,
    intercept: a,
    steepness: b,
    covariance: [ss / determinant, -is / determinant, ii / determinant],
  };
}

/** Φ⁻¹ of the part of the power that is above the level. */
const probitOf = (power: number, level: number): number =>
  normalQuantile((power - level) / (1 - level) - 0.5);

/** Power of one size. */
export const powerAt = ({ level, intercept, steepness }: PowerCurve, size: number): number =>
  level + (1 - level) * normalProbability(intercept + steepness * log(size));

/** The size found with probability `power`, above the curve's level, with its interval by the delta method. */
export function detectableSize(curve: PowerCurve, power: number): DetectableSize {
  const { level, intercept, steepness, covariance } = curve;
  const at = (probitOf(power, level) - intercept) / steepness;
  const [ii, is, ss] = covariance;
  const half = (Z90 * Math.sqrt(ii + 2 * at * is + at * at * ss)) / steepness;
  return { size: exp(at), low: exp(at - half), high: exp(at + half) };
}
