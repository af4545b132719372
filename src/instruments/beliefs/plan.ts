// The plan of a belief study: which model is fitted how to which cells, and what is computed beside the fit, as pure JSON.
import type { ResponseTable } from '../../formats/response-table.ts';
import type { BeliefEstimator } from '../../inference/beliefs/fit.ts';
import type { Plan } from '../../jobs/run.ts';
import type { BeliefCell } from '../../models/beliefs/cell.ts';
import type { BeliefKind } from '../../models/beliefs/model.ts';
import { REPORT_CLIP } from '../../models/beliefs/reports.ts';
import { COHERENCE_THRESHOLDS, type CoherenceThresholds } from '../../statistics/beliefs/verdict.ts';
import type { AgentScores } from './agent-scores.ts';
import type { Splits } from './splits.ts';

export const MISSING_RULES = ['complete', 'omit'] as const;
export type MissingRule = (typeof MISSING_RULES)[number];

/**
 * What a study computes beside each cell's fit: intervals of its held-out scores over cases (`concordance`), choice
 * `curves`, what one stated probability keeps (`sufficiency`), what decisions say of the outcome beyond the belief
 * (`outcome`), a verdict on `coherence` with the tests behind it, evidence from the same and other `prefixes`, `transfer` over framings and domains (equation 1), the spline,
 * the second dimension and other clips (`variants`), cross-fitted `folds`, and `refits` of the linear model to training
 * cases drawn with replacement, for intervals of thresholds and slopes.
 */
export const BELIEF_ANALYSES = [
  'concordance',
  'curves',
  'sufficiency',
  'coherence',
  'outcome',
  'prefixes',
  'transfer',
  'variants',
  'folds',
  'refits',
] as const;
export type BeliefAnalysis = (typeof BELIEF_ANALYSES)[number];

/** Draws of every kind; the paper's numbers by default. */
export interface BeliefDraws {
  /** Resamples of test cases, for intervals of held-out scores. */
  readonly cases: number;
  /** Resamples of targets (Figures 4 and 9). */
  readonly targets: number;
  /** Resamples of cases for a choice curve's band. */
  readonly curves: number;
  /** Resamples of cases for outcome sufficiency, and studies simulated for its null. */
  readonly outcome: number;
  readonly outcomeNull: number;
  /** Studies simulated for "one latent suffices", permutations for "no latent", replicates of predictive checks. */
  readonly oneLatent: number;
  readonly noLatent: number;
  readonly replicates: number;
  /** Draws of evidence from another prefix. */
  readonly prefixes: number;
  /** Fits to training cases drawn with replacement. */
  readonly refits: number;
}

/** Refits at most: more would add no digit to their intervals. */
export const MOST_REFITS = 10_000;

export interface BeliefSettings {
  readonly kind: BeliefKind;
  readonly estimator: BeliefEstimator;
  /** How far stated probabilities are kept from 0 and 1 in the likelihood. */
  readonly clip: number;
  /** `complete`: cases with an answer to every prompt (A.1); `omit`: all that have any, missing ones say nothing. */
  readonly missing: MissingRule;
  /** Cases by domain and part, as given or as drawn from the seed. */
  readonly splits: Splits;
  /** Whether `splits` came with the data; drawn ones depend on the seed. */
  readonly given: boolean;
  readonly analyses: readonly BeliefAnalysis[];
  readonly draws: BeliefDraws;
  /** Folds of cross-fitting. */
  readonly folds: number;
  /** Shares of the attainable gain from which answers are coherent, or up to which they are not. */
  readonly coherence: CoherenceThresholds;
  /** Clips at which the linear model is fitted again. */
  readonly clips: readonly number[];
  /** A score of each agent from elsewhere, by which agents are ordered; absent where there is none. */
  readonly scores?: AgentScores;
}

export type BeliefPlan = Plan<BeliefSettings> & {
  readonly instrument: 'beliefs';
  readonly analysis: 'beliefs';
};

/** Everything but the splits; analyses that take minutes a cell are left out. */
export const DEFAULT_BELIEFS: Omit<BeliefSettings, 'splits' | 'given'> = {
  kind: 'linear',
  estimator: 'map',
  clip: REPORT_CLIP,
  missing: 'complete',
  analyses: ['concordance', 'curves', 'sufficiency', 'prefixes'],
  draws: {
    cases: 2000,
    targets: 10_000,
    curves: 2000,
    outcome: 2000,
    outcomeNull: 200,
    oneLatent: 199,
    noLatent: 999,
    replicates: 200,
    prefixes: 1000,
    refits: 200,
  },
  folds: 5,
  coherence: COHERENCE_THRESHOLDS,
  clips: [1e-6, 1e-4, 1e-3, 5e-3, 2.5e-2],
  scores: {},
};

export interface BeliefData {
  readonly table: ResponseTable;
  readonly hash: string;
  readonly cells: readonly BeliefCell[];
}

/** The name of a cell: agent and domain, those that have one. */
export const cellName = ({ agent, domain }: Pick<BeliefCell, 'agent' | 'domain'>): string =>
  [agent, domain].filter((name) => name !== '').join(', ') || 'all answers';
