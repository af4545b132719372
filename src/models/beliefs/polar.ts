// Polar coordinates of an output's parameters: how steep it is in one coordinate, what its answers tell in the others.
//
// A steep decision or judgment fixes ratios of its parameters, its thresholds, and leaves their common size to the prior;
// a flat one fixes sizes. Both are narrow along axes here, and neither makes a funnel. In units of their priors the
// parameters are a vector w = (location, slopes, gaps) of normals, all but the first positive, so a prior is round.
//
// |w|² = e^u. The first angle has cos = tanh x and sin = sech x; every other, in a quadrant, cos² = sigmoid(2x).
import { exp, log } from '../../math/elementary.ts';
import { sigmoid, softplus } from '../../math/logistic.ts';

export interface PolarPart {
  /** Coordinates and entries of w: 1 and the number of positive entries. */
  readonly size: number;
  /** Writes w of the coordinates x[start …]. */
  toVector(x: Float64Array, start: number, w: Float64Array): void;
  /** Writes the coordinates of w. */
  fromVector(w: Float64Array, x: Float64Array, start: number): void;
  /** Log prior of the coordinates, Jacobian included, constants left out; w as `toVector` wrote it last. */
  logPrior(): number;
  /** Writes the slopes of the log density from those along w, the prior's added. */
  slopes(along: Float64Array, gradient: Float64Array, start: number): void;
}

const LN2 = 0.6931471805599453;

/** `positive` entries beside the location, at least one. */
export function polarPart(positive: number): PolarPart {
  const size = positive + 1;
  const cos = new Float64Array(positive);
  const sin = new Float64Array(positive);
  /** Radii: of all of w, then of its entries from 1, 2, … on. */
  const radius = new Float64Array(size);
  let logSquare = 0;
  let logAngles = 0;

  /** The location's angle, in a half-plane; adds the log of its share of the volume. */
  function turnFirst(x: number): void {
    const small = exp(x > 0 ? -x : x);
    const square = small * small;
    sin[0] = (2 * small) / (1 + square);
    cos[0] = ((x > 0 ? 1 : -1) * (1 - square)) / (1 + square);
    logAngles += positive * (LN2 - (x > 0 ? x : -x) - log(1 + square));
  }

  function turnQuadrant(i: number, x: number): void {
    cos[i] = Math.sqrt(sigmoid(2 * x));
    sin[i] = Math.sqrt(sigmoid(-2 * x));
    logAngles -= 0.5 * (softplus(-2 * x) + (positive - i) * softplus(2 * x));
  }

  function toVector(x: Float64Array, start: number, w: Float64Array): void {
    logSquare = x[start];
    logAngles = 0;
    radius[0] = exp(0.5 * logSquare);
    for (let i = 0; i < positive; i++) {
      if (i === 0) turnFirst(x[start + 1]);
      else turnQuadrant(i, x[start + 1 + i]);
      w[i] = radius[i] * cos[i];
      radius[i + 1] = radius[i] * sin[i];
    }
    w[positive] = radius[positive];
  }

  function fromVector(w: Float64Array, x: Float64Array, start: number): void {
    let square = w[positive] * w[positive];
    for (let i = positive - 1; i >= 0; i--) {
      const rest = Math.sqrt(square);
      square += w[i] * w[i];
      const size = Math.abs(w[i]);
      x[start + 1 + i] =
        i > 0 ? log(w[i] / rest) : (w[i] < 0 ? -1 : 1) * log((size + Math.sqrt(square)) / rest);
    }
    x[start] = log(square);
  }

  const logPrior = (): number => 0.5 * (size * logSquare - radius[0] * radius[0]) + logAngles;

  function slopes(along: Float64Array, gradient: Float64Array, start: number): void {
    let outward = along[positive];
    for (let i = positive - 1; i >= 0; i--) {
      const across = along[i] * sin[i] - outward * cos[i];
      const turn = i === 0 ? sin[0] : cos[i] * sin[i];
      const volume = i === 0 ? -positive * cos[0] : sin[i] * sin[i] - (positive - i) * cos[i] * cos[i];
      gradient[start + 1 + i] = radius[i] * across * turn + volume;
      outward = along[i] * cos[i] + outward * sin[i];
    }
    gradient[start] = 0.5 * (radius[0] * outward + size - radius[0] * radius[0]);
  }

  return { size, toVector, fromVector, logPrior, slopes };
}
