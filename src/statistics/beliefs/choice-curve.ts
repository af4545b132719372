// How often a decision is taken along the inferred belief, without a model of the choice (Figure 3).
import { exp, log } from '../../math/elementary.ts';
import { sd } from '../moments.ts';
import { fillIndices, percentileEnds, PORTABLE_SEED, portableStream } from './portable-draws.ts';

/** A Nadaraya–Watson estimate of Pr(answer 1) at grid points within the range of the beliefs, with a pointwise band. */
export interface ChoiceCurve {
  readonly bandwidth: number;
  readonly grid: Float64Array;
  readonly curve: Float64Array;
  /** Central 95 % of cases drawn with replacement, the bandwidth held. */
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

export interface ChoiceCurveSettings {
  /** Equally spaced points on 0 … 1, before those outside the beliefs' range are dropped; 41 by default. */
  readonly points?: number;
  readonly resamples?: number;
}

/** 1.06 · sd · n^(−1/5), on the probability scale. */
export const curveBandwidth = (beliefs: Float64Array): number =>
  1.06 * sd(beliefs) * exp(-log(beliefs.length) / 5);

function gridWithin(beliefs: Float64Array, points: number): Float64Array {
  const least = Math.min(...beliefs);
  const most = Math.max(...beliefs);
  return Float64Array.from({ length: points }, (_, g) => g / (points - 1)).filter(
    (x) => x >= least && x <= most,
  );
}

/** Gaussian kernel between grid points and cases: grid × cases. */
function kernelTable(grid: Float64Array, beliefs: Float64Array, bandwidth: number): Float64Array {
  const table = new Float64Array(grid.length * beliefs.length);
  grid.forEach((x, g) =>
    beliefs.forEach((z, i) => {
      const u = (x - z) / bandwidth;
      table[g * beliefs.length + i] = exp((-u * u) / 2);
    }),
  );
  return table;
}

/** Weighted means of the answers at every grid point; NaN where no weight is near. */
function fillCurve(
  kernel: Float64Array,
  answers: Float64Array,
  weights: Float64Array,
  curve: Float64Array,
): void {
  for (let g = 0, at = 0; g < curve.length; g++) {
    let sum = 0;
    let total = 0;
    for (let i = 0; i < weights.length; i++, at++) {
      const weight = weights[i] * kernel[at];
      total += weight;
      sum += weight * answers[i];
    }
    curve[g] = sum / total;
  }
}

/** Resampled curves, one after the other. */
function resampledCurves(
  kernel: Float64Array,
  answers: Float64Array,
  points: number,
  resamples: number,
): Float64Array {
  const n = answers.length;
  const stream = portableStream(PORTABLE_SEED);
  const drawn = new Int32Array(n);
  const weights = new Float64Array(n);
  const curves = new Float64Array(points * resamples);
  for (let b = 0; b < resamples; b++) {
    fillIndices(drawn, n, stream);
    weights.fill(0);
    for (let k = 0; k < n; k++) weights[drawn[k]]++;
    fillCurve(kernel, answers, weights, curves.subarray(b * points, (b + 1) * points));
  }
  return curves;
}

/** The curve of answers 0 or 1 over the cases' beliefs. Throws unless the beliefs differ and every answer is known. */
export function choiceCurve(
  beliefs: Float64Array,
  answers: Float64Array,
  { points = 41, resamples = 2000 }: ChoiceCurveSettings = {},
): ChoiceCurve {
  const bandwidth = curveBandwidth(beliefs);
  if (!(bandwidth > 0))
    throw new Error(`the beliefs of ${beliefs.length} cases do not differ; a curve needs a spread`);
  if (answers.length !== beliefs.length || answers.some(Number.isNaN))
    throw new Error(`a curve over ${beliefs.length} beliefs needs as many answers, none missing`);
  const grid = gridWithin(beliefs, points);
  const kernel = kernelTable(grid, beliefs, bandwidth);
  const curve = new Float64Array(grid.length);
  fillCurve(kernel, answers, new Float64Array(answers.length).fill(1), curve);
  const curves = resampledCurves(kernel, answers, grid.length, resamples);
  const ends = Array.from(grid, (_, g) =>
    percentileEnds(Float64Array.from({ length: resamples }, (_, b) => curves[b * grid.length + g])),
  );
  return {
    bandwidth,
    grid,
    curve,
    lower: Float64Array.from(ends, ([lower]) => lower),
    upper: Float64Array.from(ends, ([, upper]) => upper),
  };
}
