// One quantity of a calibration study: its curve, histogram, coverage, and what each replicate's posterior says of its truth.
import { log } from '../../../math/elementary.ts';
import { mean, sd } from '../../../statistics/moments.ts';
import { centralCoverage, coverageCurve } from '../../../statistics/sbc/coverage.ts';
import { binCounts, rankBins, type RankBins } from '../../../statistics/sbc/histogram.ts';
import { contraction, zScore } from '../../../statistics/sbc/rank.ts';
import { countsBelow, rankReference, type RankReference } from '../../../statistics/sbc/reference.ts';
import {
  ecdfBand,
  ecdfDifference,
  leavesBand,
  testCounts,
  type EcdfBand,
  type EcdfDifferencePoint,
} from '../../../statistics/sbc/uniformity.ts';
import { REPLICATE_SUMMARIES } from '../../../engine/types.ts';
import { groupOf, hasPriorSd, isLogScale } from './information.ts';
import { COVERAGE_LEVELS, type QuantityColumns, type QuantityReport } from './report.ts';
import { columnOf, type ReplicateRows } from './rows.ts';

/** Replicates below which the sd of their truths says nothing of the prior's. */
const LEAST_FOR_SPREAD = 10;
/** Levels of the coverage curve; every point has an exact interval. */
const CURVE_POINTS = 25;
/** Width of the central 90 % of a normal distribution in sds. */
const NORMAL_90 = 3.28970725390294;

/** What all quantities of one number of replicates share. */
export interface RankPicture {
  readonly reference: RankReference;
  readonly band: EcdfBand;
  readonly bins: RankBins;
}

/** Null before two replicates: there is nothing to see. */
export function rankPicture(replicates: number, maxRank: number): RankPicture | null {
  if (replicates < 2) return null;
  const reference = rankReference(replicates, maxRank);
  return { reference, band: ecdfBand(reference), bins: rankBins(replicates, maxRank) };
}

/**
 * Posterior over prior sd by replicate, the prior's being that of the truths; for sensitivities on the log scale, with
 * the posterior's from its 5 and 95 % points, which are what heavy right tails leave alone.
 */
function contractions(
  variable: string,
  { truth, sd: own, q5, q95 }: Readonly<Record<'truth' | 'sd' | 'q5' | 'q95', Float64Array>>,
): Float64Array {
  if (!hasPriorSd(variable) || truth.length < LEAST_FOR_SPREAD) return truth.map(() => NaN);
  if (!isLogScale(variable)) {
    const prior = sd(truth);
    return own.map((spread) => contraction(spread, prior));
  }
  const prior = sd(truth.map(log));
  return own.map((_, i) => contraction(log(q95[i] / q5[i]) / NORMAL_90, prior));
}

export function quantityColumns(
  rows: ReplicateRows,
  quantity: number,
  fitted: readonly number[],
): QuantityColumns {
  const columns = Object.fromEntries(
    REPLICATE_SUMMARIES.map((name) => [name, columnOf(rows, name, quantity, fitted)]),
  ) as Omit<QuantityColumns, 'z_score' | 'contraction'>;
  return {
    ...columns,
    z_score: columns.truth.map((truth, i) => zScore(truth, columns.mean[i], columns.sd[i])),
    contraction: contractions(rows.quantities[quantity], columns),
  };
}

/**
 * Largest departure in half-widths of the band on its side: above 1 exactly where the curve leaves it. The band's edge
 * counts as half a replicate beyond its last count, and an edge that no count can pass (none or all below) is no edge.
 */
function departureOf(points: readonly EcdfDifferencePoint[], replicates: number): number {
  const half = 0.5 / replicates;
  const ratio = ({ z, ecdf_diff, lower, upper }: EcdfDifferencePoint): number =>
    Math.max(
      upper + z < 1 - half ? ecdf_diff / (upper + half) : 0,
      lower + z > half ? ecdf_diff / (lower - half) : 0,
    );
  return points.slice(1, -1).reduce((most, point) => Math.max(most, ratio(point)), 0);
}

const meanOrNull = (values: Float64Array): number | null => {
  const value = mean(values);
  return Number.isFinite(value) ? value : null;
};

/** A quantity as it stands; `judged` says whether a look is due, so that its own p-value may be shown. */
export function quantityReport(
  rows: ReplicateRows,
  quantity: number,
  information: string,
  fitted: readonly number[],
  picture: RankPicture | null,
  judged: boolean,
): QuantityReport {
  const variable = rows.quantities[quantity];
  const { maxRank } = rows;
  const columns = quantityColumns(rows, quantity, fitted);
  const { rank } = columns;
  const counts = picture && countsBelow(picture.reference, rank);
  const ecdf = picture && counts ? ecdfDifference(picture.reference, picture.band, counts) : [];
  const show = judged && picture !== null && counts !== null;
  return {
    variable,
    group: groupOf(variable),
    information,
    n: rank.length,
    max_rank: maxRank,
    replicates: fitted.map((row) => rows.replicates[row]),
    columns,
    ecdf,
    departure: departureOf(ecdf, rank.length),
    histogram: picture && { bins: picture.bins, counts: binCounts(picture.bins, rank) },
    coverage: Object.fromEntries(
      COVERAGE_LEVELS.map((level) => [level, centralCoverage(rank, maxRank, Number(level) / 100)]),
    ) as QuantityReport['coverage'],
    coverage_curve: coverageCurve(rank, maxRank, CURVE_POINTS),
    contraction: meanOrNull(columns.contraction),
    p: show ? testCounts(picture.reference, counts).pValue : null,
    adjusted: null,
    ecdf_verdict: show ? (leavesBand(picture.band, counts) ? 'outside' : 'inside') : null,
  };
}
