// Decisions predicted by a model that was fitted to other framings, other domains, or both (Figures 2 and 8).
import { log, log1p } from '../../math/elementary.ts';
import { concordance } from './concordance.ts';
import { scoreGroup, scoreTarget, type GroupScore } from './scores.ts';

/** What a model with shared parameters has seen of the domain and framing that it predicts. */
export const TRANSFERS = ['within', 'cross_framing', 'cross_domain', 'combined'] as const;
export type Transfer = (typeof TRANSFERS)[number];

export interface TransferDesign {
  readonly domains: readonly string[];
  readonly framings: readonly string[];
}

/** Domains and framings whose training cases fit the model that predicts decisions of `framing` in `domain`. */
export function trainingOf(
  transfer: Transfer,
  { domains, framings }: TransferDesign,
  domain: string,
  framing: string,
): TransferDesign {
  const otherDomains = transfer === 'cross_domain' || transfer === 'combined';
  const otherFramings = transfer === 'cross_framing' || transfer === 'combined';
  return {
    domains: domains.filter((candidate) => (candidate === domain) !== otherDomains),
    framings: otherFramings ? framings.filter((candidate) => candidate !== framing) : framings,
  };
}

/** One decision of the held-out framing; no answer is missing. */
export interface TransferTarget {
  readonly answers: Float64Array;
  /** Pr(1) of every case. */
  readonly predictions: Float64Array;
  /** How many of the decisions that the belief is inferred from were answered with 1, by case. */
  readonly accepted: Float64Array;
}

export interface TransferScore {
  /** AUROC and R². */
  readonly scores: GroupScore;
  /**
   * Mean AUROC of the bare count of accepted decisions. A model with one slope that sees decisions alone orders cases as
   * the count does whatever its parameters, so its own AUROC can then show no failure of transfer.
   */
  readonly countConcordance: number;
  /** Mean over targets and cases of the log probability of the answer; unlike AUROC it falls when transfer fails. */
  readonly logScore: number;
}

/** Number of answers 1 by case. */
export function acceptedCounts(decisions: readonly Float64Array[]): Float64Array {
  const counts = new Float64Array(decisions[0].length);
  for (const answers of decisions) for (let i = 0; i < counts.length; i++) counts[i] += answers[i];
  return counts;
}

function meanLogScore({ answers, predictions }: TransferTarget): number {
  let sum = 0;
  for (let i = 0; i < answers.length; i++)
    sum += answers[i] === 1 ? log(predictions[i]) : log1p(-predictions[i]);
  return sum / answers.length;
}

/** Scores of all decisions of all held-out framings together, the paper's twelve. */
export function scoreTransfer(targets: readonly TransferTarget[]): TransferScore {
  const counts = targets
    .map(({ answers, accepted }) => concordance(answers, accepted))
    .filter((value) => !Number.isNaN(value));
  return {
    scores: scoreGroup(targets.map(({ answers, predictions }) => scoreTarget(answers, predictions))),
    countConcordance: counts.reduce((sum, value) => sum + value, 0) / counts.length,
    logScore: targets.reduce((sum, target) => sum + meanLogScore(target), 0) / targets.length,
  };
}
