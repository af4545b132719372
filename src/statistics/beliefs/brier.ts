// The Brier score of probabilities and what it is made of: reliability, resolution and uncertainty.
import { quantileOfSorted, sortedCopy } from '../quantile.ts';
import type { RandomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import { percentileEnds, type Ends } from './portable-draws.ts';

/** Probabilities with the outcomes 0 or 1 that they were of; none missing. */
export interface Forecasts {
  readonly probabilities: Float64Array;
  readonly outcomes: Float64Array;
}

export interface ReliabilityBin {
  readonly cases: number;
  /** Mean probability of the bin's cases. */
  readonly probability: number;
  /** Share of them with y = 1. */
  readonly frequency: number;
  /** Where frequencies of calibrated probabilities lie in 95 of 100 studies (Bröcker and Smith 2007). */
  readonly band: Ends;
}

export interface BrierDecomposition {
  readonly brier: number;
  /** Plain parts: brier = reliability − resolution + uncertainty + withinBins. */
  readonly reliability: number;
  readonly resolution: number;
  readonly uncertainty: number;
  /** What bins hide: variance within bins less twice the covariance there (Stephenson, Coelho and Jolliffe 2008). */
  readonly withinBins: number;
  /** Parts without the bias of few cases a bin (Ferro and Fricker 2012); the corrected reliability may be negative. */
  readonly corrected: {
    readonly reliability: number;
    readonly resolution: number;
    readonly uncertainty: number;
  };
}

const mean = (values: ArrayLike<number>, rows: readonly number[]): number =>
  rows.reduce((sum, i) => sum + values[i], 0) / rows.length;

/** Rows by bin of about equally many cases; equal probabilities stay together, so that bins may be fewer. */
export function equalBins(probabilities: Float64Array, bins: number): number[][] {
  const sorted = sortedCopy(probabilities);
  const edges = Array.from({ length: bins - 1 }, (_, k) => quantileOfSorted(sorted, (k + 1) / bins));
  const rows = Array.from({ length: bins }, (): number[] => []);
  probabilities.forEach((p, i) => rows[edges.filter((edge) => p > edge).length].push(i));
  return rows.filter((bin) => bin.length > 0);
}

const brierOf = ({ probabilities, outcomes }: Forecasts): number =>
  probabilities.reduce((sum, p, i) => sum + (p - outcomes[i]) ** 2, 0) / probabilities.length;

/** Σ over bins of the bin's share times a value of it. */
const weighted = (bins: readonly number[][], n: number, value: (rows: readonly number[]) => number): number =>
  bins.reduce((sum, rows) => sum + (rows.length / n) * value(rows), 0);

export function brierDecomposition(forecasts: Forecasts, bins: readonly number[][]): BrierDecomposition {
  const { probabilities, outcomes } = forecasts;
  const n = probabilities.length;
  const rate = mean(outcomes, [...outcomes.keys()]);
  const reliability = weighted(bins, n, (rows) => (mean(probabilities, rows) - mean(outcomes, rows)) ** 2);
  const resolution = weighted(bins, n, (rows) => (mean(outcomes, rows) - rate) ** 2);
  const uncertainty = rate * (1 - rate);
  const noise = weighted(bins, n, (rows) => {
    const frequency = mean(outcomes, rows);
    return rows.length > 1 ? (frequency * (1 - frequency)) / (rows.length - 1) : 0;
  });
  const spread = uncertainty / (n - 1);
  const brier = brierOf(forecasts);
  return {
    brier,
    reliability,
    resolution,
    uncertainty,
    withinBins: brier - (reliability - resolution + uncertainty),
    corrected: {
      reliability: reliability - noise,
      resolution: resolution - noise + spread,
      uncertainty: uncertainty + spread,
    },
  };
}

/** Frequencies of every bin where outcomes are drawn from the probabilities: `draws` a bin. */
function consistentFrequencies(
  { probabilities }: Forecasts,
  bins: readonly number[][],
  random: RandomStream,
  draws: number,
): Float64Array[] {
  const frequencies = bins.map(() => new Float64Array(draws));
  for (let d = 0; d < draws; d++) {
    random.seek(d, SITE.replicate);
    bins.forEach((rows, b) => {
      const hits = rows.reduce((sum, i) => sum + (random.uniform() < probabilities[i] ? 1 : 0), 0);
      frequencies[b][d] = hits / rows.length;
    });
  }
  return frequencies;
}

export interface Calibration {
  readonly cases: number;
  readonly bins: readonly ReliabilityBin[];
  readonly decomposition: BrierDecomposition;
}

/** The reliability diagram with consistency bands, and the decomposition on the same bins. */
export function calibrationOf(
  forecasts: Forecasts,
  random: RandomStream,
  bins = 10,
  draws = 1000,
): Calibration {
  const rows = equalBins(forecasts.probabilities, bins);
  const bands = consistentFrequencies(forecasts, rows, random, draws);
  return {
    cases: forecasts.probabilities.length,
    bins: rows.map((own, b) => ({
      cases: own.length,
      probability: mean(forecasts.probabilities, own),
      frequency: mean(forecasts.outcomes, own),
      band: percentileEnds(bands[b]),
    })),
    decomposition: brierDecomposition(forecasts, rows),
  };
}
