// Degree-3 polynomials in standardised features, by least squares; the shortest fit where many fit alike.
import { leastNorm } from './least-norm.ts';
import type { LearnerOf } from './learner.ts';
import { scaleOf, standardised, type FeatureScale } from './scale.ts';
import { pointSums, present, supportOf, type PointSums, type Support } from './support.ts';

/** All monomials of degree 1 … 3, or the powers of single features alone. */
export type PolynomialTerms = 'full' | 'powers';

/** Features of each monomial, a feature as often as its power. */
export function monomials(features: number, terms: PolynomialTerms): readonly (readonly number[])[] {
  const single = Array.from({ length: features }, (_, f) => f);
  if (terms === 'powers')
    return [1, 2, 3].flatMap((power) => single.map((f) => Array<number>(power).fill(f)));
  const longer = (shorter: readonly number[][]): number[][] =>
    shorter.flatMap((term) => single.slice(term[term.length - 1]).map((f) => [...term, f]));
  const first = single.map((f) => [f]);
  const second = longer(first);
  return [...first, ...second, ...longer(second)];
}

export interface PolynomialFit extends FeatureScale {
  readonly terms: readonly (readonly number[])[];
  /** Of the monomials less their training means. */
  readonly slopes: Float64Array;
  readonly means: Float64Array;
  readonly intercept: number;
  /** Monomials that the training rows can tell apart. */
  readonly rank: number;
  /** True where the fit runs through the mean action at every x: its distances rest on the rows alone. */
  readonly saturated: boolean;
  /** Rounding of predictions, a power of two. */
  readonly grain: number;
}

function monomial(term: readonly number[], z: Float64Array): number {
  let product = 1;
  for (let k = 0; k < term.length; k++) product *= z[term[k]];
  return product;
}

/** A monomial less its mean, each point scaled by the root of its weight; returns the mean. */
function fillColumn(
  term: readonly number[],
  z: readonly Float64Array[],
  root: Float64Array,
  rows: number,
  into: Float64Array,
): number {
  let total = 0;
  for (let i = 0; i < z.length; i++) {
    into[i] = monomial(term, z[i]);
    total += into[i] * root[i] * root[i];
  }
  const mean = total / rows;
  for (let i = 0; i < z.length; i++) into[i] = root[i] * (into[i] - mean);
  return mean;
}

/** Predictions are rounded to about 2⁻³⁴ of the actions' largest size: finer differences are the solver's own. */
const FINE = 2 ** -34;

function grainOf({ weight, sum }: PointSums, points: Uint32Array): number {
  let largest = 0;
  for (const p of points) largest = Math.max(largest, Math.abs(sum[p] / weight[p]));
  let power = 1;
  while (power < largest) power *= 2;
  while (power > 2 * largest && largest > 0) power /= 2;
  return power * FINE;
}

/** The fit to points weighted by their rows: the same as to the rows themselves. */
export function fitPolynomial(
  support: Support,
  sums: PointSums,
  terms: readonly (readonly number[])[],
): PolynomialFit {
  const points = present(sums.weight);
  const scale = scaleOf(support, points, sums);
  const z = Array.from(points, (p) => standardised(support.x, p * support.features, scale));
  const root = Float64Array.from(points, (p) => Math.sqrt(sums.weight[p]));
  const columns = terms.map(() => new Float64Array(points.length));
  const means = Float64Array.from(terms, (term, k) => fillColumn(term, z, root, sums.rows, columns[k]));
  const target = Float64Array.from(points, (p, i) => root[i] * (sums.sum[p] / sums.weight[p] - sums.mean));
  const { solution, rank } = leastNorm(columns, target);
  const saturated = rank + 1 === points.length;
  const grain = grainOf(sums, points);
  return { ...scale, terms, slopes: solution, means, intercept: sums.mean, rank, saturated, grain };
}

/** The prediction at features `x[at …]`. */
export function predictPolynomial(fit: PolynomialFit, x: Float64Array, at: number): number {
  const z = standardised(x, at, fit);
  let y = fit.intercept;
  for (let k = 0; k < fit.terms.length; k++) y += fit.slopes[k] * (monomial(fit.terms[k], z) - fit.means[k]);
  return Math.round(y / fit.grain) * fit.grain;
}

/**
 * Cubic regression. A fit that runs through the mean action at every x has predictions that are equal but for
 * rounding, such as 0 and 1, and a distance on quantile bins would count that rounding: so predictions are rounded.
 */
export const polynomialLearner =
  (which: PolynomialTerms): LearnerOf =>
  (cell, { train }) => {
    const support = supportOf(cell);
    const terms = monomials(cell.features, which);
    return {
      fit(environments) {
        const sums = pointSums(
          support,
          cell.action,
          environments.map((e) => train[e]),
        );
        const fit = fitPolynomial(support, sums, terms);
        return {
          predict: (rows) =>
            Float64Array.from(rows, (row) => predictPolynomial(fit, cell.x, row * cell.features)),
          deficient: fit.rank < terms.length,
          coefficients: null,
        };
      },
    };
  };
