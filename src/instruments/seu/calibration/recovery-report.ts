// What a recovery study says: how well posteriors find known truths, arm by arm, and what one arm gains over another.
import type { BootstrapInterval } from '../../../statistics/bootstrap.ts';
import type { Diagnostic } from '../../../statistics/diagnostic.ts';
import type { RecoverySummary, ShrinkagePoint } from '../../../statistics/recovery.ts';
import type { SignedRankTest } from '../../../statistics/wilcoxon.ts';
import type { ErrorCoupling, FailedReplicate, QuantityGroup, UnconvergedReplicate } from './report.ts';

export interface RecoveredQuantity extends RecoverySummary {
  readonly variable: string;
  readonly group: QuantityGroup;
  readonly shrinkage: readonly ShrinkagePoint[];
  /** One entry a replicate that was fitted, in order of their numbers. */
  readonly truth: Float64Array;
  readonly mean: Float64Array;
  readonly lower: Float64Array;
  readonly upper: Float64Array;
}

/** Findings at the scale of an application: bias within ±10 %, RMSE under 25 %, nominal coverage in its interval. */
export interface ScaleFinding {
  readonly variable: string;
  readonly bias: boolean;
  readonly rmse: boolean;
  readonly coverage: boolean;
}

export interface RecoveryArm {
  readonly label: string;
  readonly model: string;
  readonly fitted: string;
  /** Choices that each fit sees. */
  readonly choices: number;
  readonly replicates: number;
  readonly quantities: readonly RecoveredQuantity[];
  readonly coupling: readonly ErrorCoupling[];
  readonly scale: readonly ScaleFinding[];
  readonly failures: readonly FailedReplicate[];
  readonly unconverged: readonly UnconvergedReplicate[];
}

/** One magnitude of a matched contrast in signed percent: positive where the second arm is the more precise. */
export interface MatchedMagnitude {
  readonly estimate: BootstrapInterval;
}

/** From one arm to another on the same truths and choices; δ's components are averaged first. */
export interface MatchedContrast {
  readonly from: string;
  readonly to: string;
  readonly quantity: 'alpha' | 'delta';
  /** Reduction of the RMSE over iterations. */
  readonly rmse: MatchedMagnitude;
  /** Median over iterations of the relative reduction of the 90 % interval's width. */
  readonly width: MatchedMagnitude;
  /** Share of iterations whose interval is narrower. */
  readonly narrower: number;
  readonly wilcoxon: SignedRankTest;
  /** Monte Carlo error of a width, relative, as the median over iterations. */
  readonly width_mcse: number;
}

/** One point of a sample-size curve. */
export interface SampleSizePoint {
  readonly label: string;
  readonly choices: number;
  readonly variable: string;
  readonly rmse: number;
  readonly rmse_error: number;
  readonly width: number;
  readonly contraction: number;
}

export interface RecoveryReport {
  readonly title: string;
  readonly arms: readonly RecoveryArm[];
  /** Of arms called A, B, C, D; else empty. */
  readonly matched: readonly MatchedContrast[];
  readonly curve: readonly SampleSizePoint[];
  readonly diagnostics: readonly Diagnostic[];
  readonly finding: string;
  readonly sentences: readonly string[];
}
