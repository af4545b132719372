// A model as samplers see it: canonical coordinates, and an orthogonal turn of them that warmup may choose.
import type { RandomStream } from '../math/random.ts';
import type { Target } from './target.ts';

/** What pooled warmup learns from curvature: a turn, and a first guess of the variances in turned coordinates. */
export interface CurvatureEstimate {
  readonly basis: Float64Array;
  readonly variances: Float64Array;
}

export interface CurvatureAverage {
  /** Adds the expected information at a position (canonical coordinates). */
  add(position: Float64Array): void;
  estimate(): CurvatureEstimate;
}

/**
 * Changes of a position (canonical coordinates, in place) beside the sampler's, each with the posterior as its invariant
 * distribution; says whether there was one. They depend on the stream and `iteration` alone.
 */
export type Refresh = (position: Float64Array, random: RandomStream, iteration: number) => boolean;

export interface SamplingModel {
  readonly dimension: number;
  /** Work of one gradient in those of a small model, which engines count steps in; 1 where absent. */
  readonly cost?: number;
  /** The log density in coordinates turned by `basis`; an empty basis leaves them canonical. */
  target(basis: Float64Array): Target;
  curvature(): CurvatureAverage;
  /** Turns a position in place, to canonical coordinates or from them. */
  turn(basis: Float64Array, position: Float64Array, toCanonical: boolean): void;
  /** For what gradients are slow at; absent where nothing is. */
  readonly refresh?: Refresh;
}
