// What a belief study reports, cell by cell: plain rows, null where nothing has landed or nothing is defined.
import type { BeliefEstimator, FitStop } from '../../inference/beliefs/fit.ts';
import type { OutputChecks } from '../../inference/beliefs/predictive-checks.ts';
import type { BeliefKind } from '../../models/beliefs/model.ts';
import type { BeliefTheta } from '../../models/beliefs/theta.ts';
import type { Diagnostic } from '../../statistics/diagnostic.ts';
import type { RankCorrelation } from '../../statistics/beliefs/agent-score.ts';
import type { Transfer } from '../../statistics/beliefs/transfer.ts';
import type { CalibrationReport } from './coherence/calibration.ts';
import type { AgentComparison } from './coherence/compare.ts';
import type { FramingDifference } from './coherence/framing-shifts.ts';
import type { ModelFreeCoherence } from './coherence/model-free.ts';
import type { CoherenceReport } from './coherence/verdict.ts';
import type { OutputFacts } from './flags.ts';
import type { Retention } from './retention.ts';
import type { Part } from './splits.ts';

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

export interface FitReport {
  readonly kind: BeliefKind;
  readonly estimator: BeliefEstimator;
  readonly iterations: number;
  readonly bestEpoch: number | null;
  readonly stop: FitStop;
  readonly gradientNorm: number;
  readonly remaining: number | null;
  /** Nats that the training log likelihood is below its maximum. */
  readonly gap: number;
  readonly theta: BeliefTheta;
  /** Null of a part without cases. */
  readonly logLikelihood: Readonly<Record<Part, number | null>>;
  readonly outputs: readonly OutputFacts[];
  readonly diagnostics: readonly Diagnostic[];
  /** The fitted prior of the belief (of the first axis): density with respect to z. */
  readonly prior: readonly { readonly z: number; readonly density: number }[];
}

/** A decision's implied threshold (Figure 5). */
export interface ThresholdRow {
  readonly prompt: string;
  readonly framing: string;
  /** As instructed; null without an instruction. */
  readonly nominal: number | null;
  /** logit⁻¹(−α/β). */
  readonly implied: number;
  /** Ends of a 95 % interval by the delta method on the logit scale; null where the fit's curvature gives none. */
  readonly lower: number | null;
  readonly upper: number | null;
  readonly alpha: number;
  readonly beta: number;
  /** Share of answers 1 among the training cases. */
  readonly rate: number;
  /** Why the threshold means nothing; null where it does. */
  readonly caution: string | null;
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

export interface CurvePoint {
  readonly z: number;
  /** Nadaraya–Watson estimate and its pointwise 95 % band of resampled cases, the bandwidth held. */
  readonly rate: number;
  readonly lower: number;
  readonly upper: number;
}

/** Figure 3: how often a decision is taken along the inferred belief, beside the fitted choice curve. */
export interface CurveReport extends PromptRow {
  readonly bandwidth: number;
  readonly points: readonly CurvePoint[];
  /** Pr(1 | z) of the fitted model at its nodes; of the first axis only where the model has one. */
  readonly fitted: readonly { readonly z: number; readonly rate: number }[];
  /** Beliefs and answers of the test cases. */
  readonly cases: readonly { readonly z: number; readonly answer: number }[];
}

/** What the belief is inferred from: decisions of the other framings, all reports, or those of one scale in all domains. */
export const EVIDENCES = ['decisions', 'reports'] as const;
export type Evidence = (typeof EVIDENCES)[number];

/** Figures 2 and 8: instructed decisions predicted under equation 1. */
export interface TransferRow {
  readonly transfer: Transfer;
  readonly evidence: Evidence;
  readonly trainingDomains: readonly string[];
  readonly targets: readonly (TargetRow & { readonly held: string })[];
  readonly auroc: number | null;
  /** AUROC of the bare count of accepted decisions: with evidence from decisions the model's own cannot differ from it. */
  readonly countAuroc: number | null;
  readonly pooledR2: number | null;
  readonly macroR2: number | null;
  /** Mean log probability of the answers, in nats; it falls when transfer fails. */
  readonly logScore: number | null;
  readonly parameters: readonly {
    readonly held: string | null;
    readonly alpha: number;
    readonly beta: number;
  }[];
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

/** How the fit depends on how far reports are kept from 0 and 1. */
export interface ClipRow {
  readonly clip: number;
  readonly phi: readonly number[];
  readonly thresholds: readonly { readonly prompt: string; readonly implied: number }[];
}

/** Figure 6: whether answers tell of the instance that gave them. */
export interface PrefixReport {
  /** Rows collected under prefixes, and the whole ones that are used. */
  readonly collected: number;
  readonly rows: number;
  readonly cases: number;
  readonly icc: IccReportRows | null;
  readonly comparison: PrefixComparisonRows | null;
}

export interface PrefixTree {
  readonly case: string;
  /** Stated probabilities by prefix. */
  readonly prefixes: readonly (readonly number[])[];
  /** One-way random-effects ICC of this case; null where all answers are equal. */
  readonly icc: number | null;
}

export interface IccReportRows {
  readonly trees: readonly PrefixTree[];
  readonly cases: number;
  readonly constantCases: number;
  /** Mean over cases of their ICC(1), not clipped; interval of resampled cases. */
  readonly caseIcc: Bounded;
  /** Other estimators by name, with their mean where answers are dealt to prefixes at random. */
  readonly estimators: readonly {
    readonly name: string;
    readonly value: number;
    readonly permuted: number;
  }[];
}

export interface PrefixScoreRow {
  readonly pairs: 'pooled' | 'within';
  readonly evidence: 'same' | 'different';
  readonly decisions: number | null;
  readonly reports: number | null;
  readonly mean: number | null;
  /** Of the draws of other prefixes; null of the same prefix. */
  readonly lower: number | null;
  readonly upper: number | null;
}

export interface PrefixComparisonRows {
  readonly scores: readonly PrefixScoreRow[];
  readonly draws: number;
}

/** Figure 10: what decisions say of the outcome beyond the inferred belief. */
export interface OutcomeReport {
  readonly cases: number;
  readonly prevalence: number;
  readonly prompts: readonly {
    readonly prompt: string;
    readonly violation: number;
    readonly bandwidths: readonly [number, number, number];
  }[];
  /** Prompts with too few answers of one kind. */
  readonly excluded: readonly string[];
  /** Mean violation; interval of resampled cases with bandwidths chosen anew. It cannot reach 0. */
  readonly mean: Bounded;
  /** The same with bandwidths kept. */
  readonly kept: Bounded;
  /** Mean of the resamples less the value: what resampling itself adds. */
  readonly resamplingBias: number | null;
  /** Of studies simulated without any violation; the mean is the statistic's bias. */
  readonly null: {
    readonly studies: number;
    readonly mean: number;
    readonly upper: number;
    readonly p: number;
    readonly values: readonly number[];
  } | null;
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

export interface BeliefCellReport {
  /** Number of the cell in the plan. */
  readonly index: number;
  readonly agent: string;
  readonly domain: string;
  readonly retention: Retention;
  /** Cases by part that the rule on missing answers keeps. */
  readonly cases: Readonly<Record<Part, number>>;
  readonly prompts: readonly PromptRow[];
  /** What cannot be estimated and why, in sentences. */
  readonly limits: readonly string[];
  readonly fit: FitReport | null;
  /** Null of a model whose thresholds are not logit⁻¹(−α/β), too. */
  readonly thresholds: readonly ThresholdRow[] | null;
  readonly concordance: ConcordanceReport | null;
  /** Each output predicted from all others. */
  readonly single: ScoreRows | null;
  readonly sufficiency: SufficiencyReport | null;
  readonly curves: readonly CurveReport[] | null;
  readonly transfer: readonly TransferRow[] | null;
  readonly prefixes: PrefixReport | null;
  readonly variants: readonly VariantReport[] | null;
  readonly clips: readonly ClipRow[] | null;
  readonly outcome: OutcomeReport | null;
  readonly folds: FoldsReport | null;
  /** The verdict with the tests behind it. */
  readonly coherence: CoherenceReport | null;
  /** Contradictions and disagreements of the kept cases, without any model. */
  readonly modelFree: ModelFreeCoherence;
  /** Differences of implied thresholds between framings, by the delta method. */
  readonly framingShifts: readonly FramingDifference[] | null;
  /** Of stated probabilities and of cross-fitted beliefs. */
  readonly calibration: CalibrationReport | null;
  /** Test cases against replicates of the fitted model. */
  readonly checks: readonly OutputChecks[] | null;
}

/** Two agents on the cases of a domain that both answered, by kind of target. */
export interface ComparisonRow extends AgentComparison {
  readonly domain: string;
  readonly firstAgent: string;
  readonly secondAgent: string;
}

/** How agents' mean concordances in one domain rise with their scores. */
export interface RankedRow extends RankCorrelation {
  readonly domain: string;
  readonly statistic: 'reports_to_decisions' | 'decisions_to_reports' | 'each_from_all_others';
}

export interface BeliefReport {
  readonly cells: readonly BeliefCellReport[];
  /** Pairs of agents in each domain, as far as both verdicts have landed. */
  readonly comparisons: readonly ComparisonRow[];
  /** How concordances rise with the agents' scores, where the plan has scores of three. */
  readonly ranked: readonly RankedRow[];
}
