// How much of the spread of an instance's stated probabilities comes from the reasoning they share (Figure 6b).
import {
  percentileEnds,
  PORTABLE_SEED,
  portableStream,
  resampled,
  shuffle,
  type Ends,
} from './portable-draws.ts';

/** Stated probabilities of one case, by the prefix that they share. */
export type PrefixGroups = readonly Float64Array[];

/** Sums of squares of one case's groups, with the group size that an unequal design amounts to. */
interface Decomposition {
  readonly between: number;
  readonly within: number;
  readonly betweenFreedom: number;
  readonly withinFreedom: number;
  /** (N − Σn²/N) / (groups − 1): n itself where groups are equally large. */
  readonly size: number;
}

/**
 * Estimators of the intraclass correlation. Only the first is the paper's Figure 6b as read here; fractions of variance
 * are above 0 without any clustering.
 */
export interface IccEstimates {
  /** Mean over cases of (MSB − MSW) / (MSB + (n − 1) MSW), one-way random effects, not clipped. */
  readonly caseIcc: number;
  /** As before, each case's value clipped at 0. */
  readonly caseIccClipped: number;
  /** Mean over cases of SSB / SST. */
  readonly caseVarianceFraction: number;
  /** Σ SSB / Σ SST. */
  readonly pooledVarianceFraction: number;
  /** σ² of prefixes over the sum of it and the residual's, prefixes nested in cases. */
  readonly pooledIcc: number;
  readonly prefixVariance: number;
  readonly residualVariance: number;
}

export interface IccReport extends IccEstimates {
  readonly cases: number;
  /** Cases whose answers are all equal: left out of the means over cases. */
  readonly constantCases: number;
  /** By case; NaN where all answers are equal. */
  readonly iccByCase: Float64Array;
  readonly varianceFractionByCase: Float64Array;
}

const sum = (values: Iterable<number>): number => {
  let total = 0;
  for (const value of values) total += value;
  return total;
};

const meanOfDefined = (values: Float64Array): number => {
  const defined = values.filter((value) => !Number.isNaN(value));
  return sum(defined) / defined.length;
};

function squaresAbout(values: Float64Array, centre: number): number {
  let total = 0;
  for (const value of values) total += (value - centre) * (value - centre);
  return total;
}

function decompose(all: PrefixGroups): Decomposition {
  const groups = all.filter(({ length }) => length > 0);
  const sizes = groups.map(({ length }) => length);
  const count = sum(sizes);
  const grand = sum(groups.map(sum)) / count;
  const means = groups.map((group) => sum(group) / group.length);
  const constant = groups.every((group) => group.every((value) => value === groups[0][0]));
  return {
    between: constant ? 0 : sum(means.map((mean, g) => sizes[g] * (mean - grand) ** 2)),
    within: constant ? 0 : sum(groups.map((group, g) => squaresAbout(group, means[g]))),
    betweenFreedom: groups.length - 1,
    withinFreedom: count - groups.length,
    size: (count - sum(sizes.map((n) => n * n)) / count) / (groups.length - 1),
  };
}

/** σ² of prefixes and of the rest from mean squares. */
function components({ between, within, betweenFreedom, withinFreedom, size }: Decomposition) {
  const residual = within / withinFreedom;
  return { prefix: (between / betweenFreedom - residual) / size, residual };
}

function iccOf(parts: Decomposition): number {
  if (parts.between + parts.within === 0) return NaN;
  const { prefix, residual } = components(parts);
  return prefix / (prefix + residual);
}

function pool(parts: readonly Decomposition[]): Decomposition {
  const total = (value: (part: Decomposition) => number): number => sum(parts.map(value));
  const betweenFreedom = total((part) => part.betweenFreedom);
  return {
    between: total(({ between }) => between),
    within: total(({ within }) => within),
    betweenFreedom,
    withinFreedom: total(({ withinFreedom }) => withinFreedom),
    size: total((part) => part.size * part.betweenFreedom) / betweenFreedom,
  };
}

/** All estimators for cases of at least two prefixes, some of which have at least two answers. */
export function intraclassCorrelation(cases: readonly PrefixGroups[]): IccReport {
  const parts = cases.map(decompose);
  const iccByCase = Float64Array.from(parts, iccOf);
  const fraction = ({ between, within }: Decomposition): number => between / (between + within);
  const varianceFractionByCase = Float64Array.from(parts, fraction);
  const pooled = pool(parts);
  const { prefix, residual } = components(pooled);
  return {
    cases: cases.length,
    constantCases: iccByCase.filter(Number.isNaN).length,
    caseIcc: meanOfDefined(iccByCase),
    caseIccClipped: meanOfDefined(iccByCase.map((value) => Math.max(value, 0))),
    caseVarianceFraction: meanOfDefined(varianceFractionByCase),
    pooledVarianceFraction: fraction(pooled),
    pooledIcc: prefix / (prefix + residual),
    prefixVariance: prefix,
    residualVariance: residual,
    iccByCase,
    varianceFractionByCase,
  };
}

/** Percentile interval of the mean over cases of their ICC, whole cases resampled. */
export const iccInterval = (iccByCase: Float64Array, resamples = 2000): Ends =>
  percentileEnds(
    resampled(iccByCase.length, { resamples }, (indices) =>
      meanOfDefined(Float64Array.from(indices, (i) => iccByCase[i])),
    ),
  );

/** The groups with a case's answers dealt anew to its prefixes. */
function deal(groups: PrefixGroups, shuffled: Float64Array): Float64Array[] {
  let start = 0;
  return groups.map(({ length }) => shuffled.slice(start, (start += length)));
}

/** Means of the estimators where the answers of each case are dealt at random to its prefixes: what no clustering gives. */
export function permutedIcc(
  cases: readonly PrefixGroups[],
  permutations: number,
  stream = portableStream(PORTABLE_SEED),
): IccEstimates {
  const values = cases.map((groups) => Float64Array.from(groups.flatMap((group) => Array.from(group))));
  const reports = Array.from({ length: permutations }, () =>
    intraclassCorrelation(
      cases.map((groups, c) => {
        shuffle(values[c], stream);
        return deal(groups, values[c]);
      }),
    ),
  );
  const mean = (value: (report: IccReport) => number): number => sum(reports.map(value)) / permutations;
  return {
    caseIcc: mean((report) => report.caseIcc),
    caseIccClipped: mean((report) => report.caseIccClipped),
    caseVarianceFraction: mean((report) => report.caseVarianceFraction),
    pooledVarianceFraction: mean((report) => report.pooledVarianceFraction),
    pooledIcc: mean((report) => report.pooledIcc),
    prefixVariance: mean((report) => report.prefixVariance),
    residualVariance: mean((report) => report.residualVariance),
  };
}
