// What a calibration study says: per quantity, over all of them, and of how much the data tell; the same for page and command line.
import type { ReplicateSummary } from '../../../engine/types.ts';
import type { Diagnostic } from '../../../statistics/diagnostic.ts';
import type { CentralCoverage } from '../../../statistics/sbc/coverage.ts';
import type { RankBins } from '../../../statistics/sbc/histogram.ts';
import type { Detectable } from '../../../statistics/sbc/power.ts';
import type { EcdfDifferencePoint } from '../../../statistics/sbc/uniformity.ts';

/**
 * What a quantity is: a scalar of the model, a contrast of β, a probability ψ, a projection of the user's choice, a
 * function of all choices (log_lik, alpha_gap), or a joint check over the whole parameter vector (projection, distance).
 */
export type QuantityGroup =
  'sensitivity' | 'beta' | 'delta' | 'contrast' | 'psi' | 'combination' | 'data' | 'joint';

/** Columns over the replicates that were fitted, in order of their numbers. */
export interface QuantityColumns extends Readonly<Record<ReplicateSummary, Float64Array>> {
  /** (truth − mean) / sd. */
  readonly z_score: Float64Array;
  /** 1 − (sd / prior sd)², on the log scale for sensitivities; NaN where there is no prior sd. */
  readonly contraction: Float64Array;
}

/** Coverage of central intervals by their level in percent. */
export const COVERAGE_LEVELS = ['50', '80', '90', '95'] as const;
export type CoverageLevel = (typeof COVERAGE_LEVELS)[number];

export interface QuantityReport {
  readonly variable: string;
  readonly group: QuantityGroup;
  /** Quantities with the same word here are functions of each other: the first stands for all in the verdict. */
  readonly information: string;
  /** Replicates fitted, and the highest rank. */
  readonly n: number;
  readonly max_rank: number;
  /** Absolute numbers of the replicates behind `columns`. */
  readonly replicates: readonly number[];
  readonly columns: QuantityColumns;
  /** Empty before two replicates; bands are at 95 % for these n replicates. */
  readonly ecdf: readonly EcdfDifferencePoint[];
  /** Largest departure of the curve in half-widths of its band: above 1 it leaves the band. */
  readonly departure: number;
  readonly histogram: { readonly bins: RankBins; readonly counts: Int32Array } | null;
  readonly coverage: Readonly<Record<CoverageLevel, CentralCoverage>>;
  readonly coverage_curve: readonly CentralCoverage[];
  /** Mean over replicates; null where the quantity has no prior sd, or fewer than ten replicates tell it. */
  readonly contraction: number | null;
  /** Discrete uniformity test of its own; adjusted by Holm where it counts in the verdict, else null. Null before a look. */
  readonly p: number | null;
  readonly adjusted: number | null;
  readonly ecdf_verdict: 'inside' | 'outside' | null;
}

/** The statement over all distinct quantities, at a look only. */
export interface CalibrationVerdict {
  readonly look: number;
  readonly replicates: number;
  /** Level of this look, and spent by all looks so far of the study's. */
  readonly level: number;
  readonly spent: number;
  readonly study_level: number;
  readonly passes: boolean;
  readonly p: number;
  readonly distinct: number;
  readonly outside: number;
  readonly expected_outside: number;
  /** The quantity with the smallest adjusted p-value. */
  readonly worst: string;
  /** The verdict had every failed replicate ranked at the end that speaks most against calibration. */
  readonly worst_case: { readonly passes: boolean; readonly p: number };
  /** Smallest adjusted p-value among the joint checks (projections and distance): part of the verdict, shown apart. */
  readonly joint: { readonly variable: string; readonly p: number } | null;
  /** Smallest misfits that Holm's first step sees with 80 % power. */
  readonly power: Detectable;
}

/**
 * Where the study stands; a verdict is given at planned looks only, over replicates 1 … N of the study without a gap.
 * `next` is the first look whose replicates are not all there.
 */
export type CalibrationState =
  | { readonly kind: 'growing'; readonly replicates: number; readonly next: number | null }
  | { readonly kind: 'look'; readonly verdict: CalibrationVerdict };

/** Correlation over replicates of the estimation errors of two quantities, with Fisher's 95 % interval. */
export interface ErrorCoupling {
  readonly first: string;
  readonly second: string;
  readonly correlation: number;
  readonly lower: number;
  readonly upper: number;
}

export interface Informativeness {
  /** Mean contraction by quantity, parameters only. */
  readonly contraction: readonly { readonly variable: string; readonly contraction: number }[];
  /** δ and the contrasts of β. */
  readonly coupling: readonly ErrorCoupling[];
}

export interface FailedReplicate {
  readonly replicate: number;
  /** What its fit said; null where a file does not tell. */
  readonly message: string | null;
}

export interface UnconvergedReplicate {
  readonly replicate: number;
  /** The quantity of interest farthest off. */
  readonly variable: string;
  /** NaN where the draws never varied, or where a file does not tell it; so is the effective size. */
  readonly rhat: number;
  readonly ess_bulk: number;
  readonly sd: number;
}

/** One arm of a calibration plan. */
export interface CalibrationReport {
  readonly label: string;
  readonly model: string;
  readonly fitted: string;
  readonly planned: number;
  /** Landed, failed ones included. */
  readonly replicates: number;
  readonly max_rank: number;
  readonly state: CalibrationState;
  readonly quantities: readonly QuantityReport[];
  readonly informativeness: Informativeness;
  readonly failures: readonly FailedReplicate[];
  readonly unconverged: readonly UnconvergedReplicate[];
  /** Null where the rows came from a file that does not tell them. */
  readonly gradients: number | null;
  readonly divergences: number | null;
  readonly acceptance: number | null;
  readonly diagnostics: readonly Diagnostic[];
  /** The finding first, then what stands beside it. */
  readonly finding: string;
  readonly sentences: readonly string[];
}
