// Held-out scores as a report has them: targets, groups of targets, and the analyses that are made of them.
import type { BeliefEstimator } from '../../../inference/beliefs/fit.ts';
import type { Part } from '../splits.ts';

/** A value with the ends of a central 95 % interval, as far as they have been computed. */
export interface Bounded {
  readonly value: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

/** A prompt and what kind of answer it takes. */
export interface PromptRow {
  readonly prompt: string;
  readonly family: 'probability' | 'decision' | 'ordinal';
  /** Of a decision; null of reports. */
  readonly framing: string | null;
  /** The instructed threshold. */
  readonly threshold: number | null;
}

/** One target's held-out score. */
export interface TargetRow extends PromptRow {
  readonly cases: number;
  /** AUROC of a decision; null where the answers are all equal. */
  readonly concordance: number | null;
  readonly r2: number | null;
  readonly sse: number;
  readonly sst: number;
}

/** Scores of a group of targets; intervals are of resampled cases, the same for every target. */
export interface ScoreRows {
  readonly targets: readonly TargetRow[];
  /** Targets whose answers vary: the others are left out of the mean. */
  readonly evaluable: number;
  readonly macroConcordance: Bounded;
  /** 1 − Σ sse / Σ sst: raw squared errors, so that scales with more categories weigh more. */
  readonly pooledR2: Bounded;
  /** Mean of the targets' own R², which does not depend on their scales. */
  readonly macroR2: number | null;
}

/** Figure 1: each group predicted from the other. */
export interface ConcordanceReport {
  readonly reportsToDecisions: ScoreRows;
  readonly decisionsToReports: ScoreRows;
  /** Means of both directions. */
  readonly mean: { readonly concordance: number | null; readonly r2: number | null };
}

/** Figures 4 and 9: what one stated probability keeps of what all other answers predict. */
export interface SufficiencyReport {
  readonly others: ScoreRows;
  readonly report: ScoreRows;
  /** Excess concordance of the report over that of all others; by resampled targets, as the paper has it. */
  readonly ratioByTargets: Bounded;
  /** The same by resampled cases. */
  readonly ratioByCases: Bounded;
  /** Concordance from all others, by resampled targets. */
  readonly othersConcordanceByTargets: Bounded;
  readonly othersR2ByTargets: Bounded;
  readonly reportR2ByTargets: Bounded;
  /** Whether the ratio may be shown: its denominator's intervals clear ½. */
  readonly defined: boolean;
  readonly evaluable: number;
}

/** Figure 7: a richer model beside the linear one, target by target. */
export interface VariantReport {
  readonly kind: 'spline' | 'two_d';
  readonly estimator: BeliefEstimator;
  readonly logLikelihood: Readonly<Record<Part, number | null>>;
  readonly score: ScoreRows;
  /** Each target predicted from all others by the linear model and by this one. */
  readonly targets: readonly (PromptRow & {
    readonly linear: { readonly concordance: number | null; readonly r2: number | null };
    readonly variant: { readonly concordance: number | null; readonly r2: number | null };
  })[];
  /** Starts that have landed; the best validated one is reported. */
  readonly starts: readonly { readonly train: number; readonly validation: number | null }[];
}

/** Every case tested once, by fits to the other folds. */
export interface FoldsReport {
  readonly folds: number;
  readonly landed: number;
  readonly cases: number;
  readonly concordance: ConcordanceReport | null;
  readonly single: ScoreRows;
  /** Mean held-out log likelihood a case, in nats. */
  readonly logLikelihood: number;
}
