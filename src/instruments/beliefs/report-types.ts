// What a belief study reports, cell by cell: plain rows, null where nothing has landed or nothing is defined.
import type { BeliefEstimator, FitStop } from '../../inference/beliefs/fit.ts';
import type { OutputChecks } from '../../inference/beliefs/predictive-checks.ts';
import type { BeliefKind } from '../../models/beliefs/model.ts';
import type { BeliefTheta } from '../../models/beliefs/theta.ts';
import type { Diagnostic } from '../../statistics/diagnostic.ts';
import type { RankCorrelation } from '../../statistics/beliefs/agent-score.ts';
import type { CalibrationReport } from './coherence/calibration.ts';
import type { AgentComparison } from './coherence/compare.ts';
import type { FramingDifference } from './coherence/framing-shifts.ts';
import type { ModelFreeCoherence } from './coherence/model-free.ts';
import type { CoherenceReport } from './coherence/verdict.ts';
import type { OutputFacts } from './flags.ts';
import type { OutcomeReport } from './report-types/outcome.ts';
import type { PrefixReport } from './report-types/prefixes.ts';
import type {
  ConcordanceReport,
  FoldsReport,
  PromptRow,
  ScoreRows,
  SufficiencyReport,
  VariantReport,
} from './report-types/scores.ts';
import type { ClipRow, CurveReport, RefitsReport, ThresholdRow } from './report-types/thresholds.ts';
import type { TransferRow } from './report-types/transfer.ts';
import type { Retention } from './retention.ts';
import type { Part } from './splits.ts';

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
  /** Thresholds and slopes over training cases drawn anew. */
  readonly refits: RefitsReport | null;
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
