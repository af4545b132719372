// Views of calibration studies from seeded ranks, for tests of the charts that show them.
import { randomStream, type RandomStream } from '../../../src/math/random.ts';
import type { EcdfDifferenceView } from '../../../src/charts/ecdf-departure.ts';
import type { ContractionScatterView } from '../../../src/charts/contraction-scatter.ts';
import type { CoverageView } from '../../../src/charts/coverage-curve.ts';
import type { RankBarsView } from '../../../src/charts/rank-bars.ts';
import { intervalOf } from '../../../src/statistics/interval.ts';
import { coverageCurve } from '../../../src/statistics/sbc/coverage.ts';
import { binCounts, rankBins } from '../../../src/statistics/sbc/histogram.ts';
import { countsBelow, rankReference } from '../../../src/statistics/sbc/reference.ts';
import { ecdfBand, ecdfDifference } from '../../../src/statistics/sbc/uniformity.ts';

export const QUANTITIES = [
  'log_lik',
  'alpha',
  'delta[1]',
  'delta[2]',
  'upsilon[2]',
  'alpha_gap',
  'psi[1,1]',
  ...Array.from({ length: 15 }, (_, i) => `beta[${1 + Math.floor(i / 5)},${1 + (i % 5)}]`),
];

export const streamOf = (seed: number): RandomStream => {
  const stream = randomStream(seed, 0, 0);
  stream.seek(0, 0);
  return stream;
};

/** Uniform ranks of each quantity; those of β[1,3] are pulled to the left. */
export function sampleRanks(replicates: number, maxRank: number): ReadonlyMap<string, Int32Array> {
  const stream = streamOf(7);
  const rank = (variable: string): number => {
    const u = stream.uniform();
    return Math.floor((variable === 'beta[1,3]' ? u ** 1.5 : u) * (maxRank + 1));
  };
  return new Map(
    QUANTITIES.map((variable) => [variable, Int32Array.from({ length: replicates }, () => rank(variable))]),
  );
}

export function sampleEcdf(replicates = 412, maxRank = 999, planned = 412): EcdfDifferenceView {
  const reference = rankReference(replicates, maxRank);
  const band = ecdfBand(reference, 0.95);
  const quantities = [...sampleRanks(replicates, maxRank)].map(([variable, ranks]) => ({
    variable,
    departure: variable === 'beta[1,3]' ? 1.4 : 0.6,
    points: ecdfDifference(reference, band, countsBelow(reference, ranks)),
  }));
  return { replicates, planned, maxRank, coverage: band.coverage, quantities };
}

export function sampleRankBars(replicates = 412, maxRank = 999): RankBarsView {
  const bins = rankBins(replicates, maxRank);
  const quantities = [...sampleRanks(replicates, maxRank)].map(([variable, ranks]) => ({
    variable,
    counts: binCounts(bins, ranks),
    last: [...ranks.subarray(-7)],
  }));
  return { bins, quantities };
}

export const sampleCoverage = (replicates = 412, maxRank = 999): CoverageView => ({
  replicates,
  confidence: 0.95,
  quantities: [...sampleRanks(replicates, maxRank)].map(([variable, ranks]) => ({
    variable,
    curve: coverageCurve(ranks, maxRank),
  })),
});

export const normals = (stream: RandomStream, count: number, centre = 0, sd = 1): Float64Array =>
  Float64Array.from({ length: count }, () => centre + sd * stream.normal());

const CONTRACTIONS = [0.93, 0.61, 0.18, 0.18, 0.18];

export function sampleScores(replicates = 412): ContractionScatterView {
  const stream = streamOf(11);
  const scored = (variable: string, i: number) => {
    const centre = CONTRACTIONS[i] ?? 0.04 + 0.1 * stream.uniform();
    const contraction = normals(stream, replicates, centre, 0.03);
    const z_score = normals(stream, replicates);
    const cloud = Array.from(z_score, (z, r) => ({ z_score: z, contraction: contraction[r] }));
    return { variable, contraction: intervalOf(contraction), z_score: intervalOf(z_score), cloud };
  };
  return { replicates, quantities: QUANTITIES.filter((name) => name !== 'alpha_gap').map(scored) };
}
