// The resolution of a cell: the smallest slope of α that its conditions could have shown, by three methods.
import { randomStream, type RandomStream } from '../../../math/random.ts';
import { mean, sd } from '../../../statistics/moments.ts';
import {
  detectableBySize,
  fallingSizes,
  minimumDetectableSlope,
  powerCurve,
  SIGN_SEEN,
  type PowerPoint,
} from '../../../statistics/detectable-slope.ts';
import { median } from '../../../statistics/quantile.ts';
import { probabilityNegative, slopeDraws, type Conditions } from '../../../statistics/regression.ts';
import type { CellReport } from '../report.ts';
import { ANALYSIS_CHAIN } from '../streams.ts';
import { alphaDraws } from '../study.ts';

export interface DetectableRow {
  readonly cell: string;
  /** P(slope < 0) that counts as seen. */
  readonly level: number;
  /** A: z · sd of the slope. B: quantile of the slope's own residuals. C: spread in proportion to the mean. */
  readonly gaussian: number;
  readonly empirical: number;
  readonly proportional: number;
  /** C over the |median slope|, and as a change over the whole range in mean α. */
  readonly multiple_of_observed: number;
  readonly fraction_of_alpha: number;
}

export interface Resolution {
  readonly rows: readonly DetectableRow[];
  readonly slope: {
    readonly median: number;
    readonly mean: number;
    readonly sd: number;
    readonly p_negative: number;
  };
  /** By method C, from 0 to 1.6 times the largest minimum detectable slope at the first level. */
  readonly power: readonly PowerPoint[];
}

/** What counts as seen, and the same on each of two sides. */
const LEVELS = [SIGN_SEEN, (1 + SIGN_SEEN) / 2] as const;
const CURVE_REACH = 1.6;

/** Resolution of conditions in ascending order of their covariate; `resamples` from `random` where it stands. */
export function resolutionOf(
  cell: string,
  conditions: Conditions,
  random: RandomStream,
  resamples = 200_000,
): Resolution {
  const slopes = slopeDraws(conditions);
  const { temperatures, draws } = conditions;
  const range = temperatures[temperatures.length - 1] - temperatures[0];
  const grandMean = mean(Float64Array.from(draws, mean));
  const sizes = fallingSizes(conditions, resamples, random);
  const observed = median(slopes);
  const rows = LEVELS.map((level): DetectableRow => {
    const { gaussian, empirical } = minimumDetectableSlope(slopes, level);
    const proportional = detectableBySize(sizes, level);
    return {
      cell,
      level,
      gaussian,
      empirical,
      proportional,
      multiple_of_observed: proportional / Math.abs(observed),
      fraction_of_alpha: (proportional * range) / grandMean,
    };
  });
  const [{ gaussian, empirical, proportional }] = rows;
  return {
    rows,
    slope: { median: observed, mean: mean(slopes), sd: sd(slopes), p_negative: probabilityNegative(slopes) },
    power: powerCurve(sizes, CURVE_REACH * Math.max(gaussian, empirical, proportional)),
  };
}

export interface CellResolution extends Resolution {
  readonly cell: string;
}

/** Resolution of each cell from its conditions that are not set aside, as many draws of each as the shortest has. */
export const cellResolutions = (cells: readonly CellReport[], seed: number): readonly CellResolution[] =>
  cells.map(({ cell, conditions }, place) => {
    const random = randomStream(seed, place, ANALYSIS_CHAIN.resolution);
    random.seek(0, 0);
    const used = conditions.filter(({ setAside }) => setAside === null);
    const all = used.map(({ report }) => alphaDraws(report));
    const shortest = Math.min(...all.map(({ length }) => length));
    const draws = all.map((x) => x.subarray(0, shortest));
    const temperatures = used.map(({ temperature }) => temperature);
    return { cell, ...resolutionOf(cell, { temperatures, draws }, random) };
  });
