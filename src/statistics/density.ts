// Gaussian kernel density of draws on an even grid, with reflection where the variable has a lower bound.
import { exp, log } from '../math/elementary.ts';
import { sd } from './moments.ts';
import { quantiles } from './quantile.ts';

const SQRT_TWO_PI = 2.5066282746310002;
/** The kernel is cut here, in bandwidths: its mass beyond is below 1e-8. */
const REACH = 6;

export interface DensityOptions {
  /** Grid points, 512 unless given. */
  readonly points?: number;
  /** Kernel sd in the units of the draws, R's `nrd0` unless given. */
  readonly bandwidth?: number;
  /** A bound below which the density is zero by definition: mass that would cross it is reflected. */
  readonly lower?: number;
  /** Ends of the grid; by default three bandwidths beyond the draws, cut at `lower`. */
  readonly from?: number;
  readonly to?: number;
}

/** Density by grid point; it integrates to 1 over a grid that spans the draws. */
export interface Density {
  readonly x: Float64Array;
  readonly density: Float64Array;
  readonly bandwidth: number;
}

/** Silverman's rule 0.9 · min(sd, IQR / 1.34) · n^(−1/5) with R's fallbacks for ties (`bw.nrd0`); two draws at least. */
export function bandwidthNrd0(draws: Float64Array): number {
  if (draws.length < 2) throw new RangeError(`a bandwidth needs two draws at least, not ${draws.length}`);
  const [q25, q75] = quantiles(draws, [0.25, 0.75]);
  const spread = sd(draws);
  const scale = Math.min(spread, (q75 - q25) / 1.34) || spread || Math.abs(draws[0]) || 1;
  return 0.9 * scale * exp(-0.2 * log(draws.length));
}

interface Grid {
  readonly from: number;
  readonly spacing: number;
  readonly points: number;
}

function gridOf(draws: Float64Array, bandwidth: number, options: DensityOptions): Grid {
  const { points = 512, lower = -Infinity } = options;
  const low = draws.reduce((least, value) => Math.min(least, value), Infinity);
  const high = draws.reduce((most, value) => Math.max(most, value), -Infinity);
  if (!Number.isFinite(low) || !Number.isFinite(high)) throw new RangeError('a density needs finite draws');
  if (low < lower) throw new RangeError(`draw ${low} lies below the lower bound ${lower} of the density`);
  const from = Math.max(lower, options.from ?? low - 3 * bandwidth);
  const to = options.to ?? high + 3 * bandwidth;
  if (!(points >= 2 && to > from))
    throw new RangeError(`a density grid of ${points} points from ${from} to ${to} is empty`);
  return { from, spacing: (to - from) / (points - 1), points };
}

/** Shares each draw between its two neighbouring cells; `reach` cells pad the grid on both sides. */
function binLinearly(at: Iterable<number>, weights: Float64Array, grid: Grid, reach: number): void {
  for (const value of at) {
    const position = (value - grid.from) / grid.spacing + reach;
    const cell = Math.floor(position);
    if (cell < 0 || cell + 1 >= weights.length) continue;
    weights[cell] += cell + 1 - position;
    weights[cell + 1] += position - cell;
  }
}

function kernelOf(bandwidth: number, spacing: number, reach: number): Float64Array {
  const scale = 1 / (bandwidth * SQRT_TWO_PI);
  return Float64Array.from({ length: reach + 1 }, (_, lag) => {
    const z = (lag * spacing) / bandwidth;
    return scale * exp(-0.5 * z * z);
  });
}

function convolve(weights: Float64Array, kernel: Float64Array, points: number): Float64Array {
  const reach = kernel.length - 1;
  return Float64Array.from({ length: points }, (_, i) => {
    let sum = weights[i + reach] * kernel[0];
    for (let lag = 1; lag <= reach; lag++)
      sum += (weights[i + reach - lag] + weights[i + reach + lag]) * kernel[lag];
    return sum;
  });
}

/**
 * Kernel density of finite draws. Draws are binned linearly, so the error is of order (spacing / bandwidth)²: below
 * 1 % of the peak while the spacing is under a quarter of the bandwidth.
 */
export function kernelDensity(draws: Float64Array, options: DensityOptions = {}): Density {
  const bandwidth = options.bandwidth ?? bandwidthNrd0(draws);
  const grid = gridOf(draws, bandwidth, options);
  const reach = Math.ceil((REACH * bandwidth) / grid.spacing);
  const weights = new Float64Array(grid.points + 2 * reach);
  binLinearly(draws, weights, grid, reach);
  const { lower } = options;
  if (lower !== undefined)
    binLinearly(
      draws.map((value) => 2 * lower - value),
      weights,
      grid,
      reach,
    );
  const sums = convolve(weights, kernelOf(bandwidth, grid.spacing, reach), grid.points);
  return {
    x: Float64Array.from({ length: grid.points }, (_, i) => grid.from + i * grid.spacing),
    density: sums.map((sum) => sum / draws.length),
    bandwidth,
  };
}
