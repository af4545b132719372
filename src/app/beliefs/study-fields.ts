// Fields of a study of beliefs: counts with their ranges, and the thresholds of the verdict.
import { DEFAULT_BELIEFS, MOST_REFITS } from '../../instruments/beliefs/plan.ts';
import { thresholdsFault, type CoherenceThresholds } from '../../statistics/beliefs/verdict.ts';
import { numberOf } from '../setup/prior-fields.ts';
import type { CountRange } from '../workflow/count-fields.ts';

export const BELIEF_COUNTS = [
  'cases',
  'targets',
  'curves',
  'outcome',
  'outcomeNull',
  'oneLatent',
  'noLatent',
  'replicates',
  'prefixes',
  'refits',
  'folds',
  'seed',
] as const;
export type BeliefCount = (typeof BELIEF_COUNTS)[number];

const range = (label: string, least: number, most: number, hint: string): CountRange => ({
  label,
  least,
  most,
  hint,
});

export const BELIEF_RANGES: Readonly<Record<BeliefCount, CountRange>> = {
  cases: range('Resamples of cases', 0, 100_000, 'For intervals of held-out scores.'),
  targets: range('Resamples of prompts', 0, 1_000_000, 'The paper’s intervals of one report.'),
  curves: range('Resamples of curves', 0, 100_000, 'For the band of each choice curve.'),
  outcome: range('Resamples of outcomes', 0, 100_000, 'For the interval of the L1 gap.'),
  outcomeNull: range('Simulated studies', 0, 100_000, 'For the null of the L1 gap.'),
  oneLatent: range('Studies of one latent', 0, 100_000, 'Simulated, for “one latent suffices”.'),
  noLatent: range('Permutations', 0, 1_000_000, 'For “no latent”.'),
  replicates: range('Replicates', 0, 100_000, 'Of the fitted model, for predictive checks.'),
  prefixes: range('Draws of prefixes', 0, 100_000, 'Of evidence from another prefix.'),
  refits: range('Refits', 0, MOST_REFITS, 'To training cases drawn anew, where they are asked for.'),
  folds: range('Folds', 2, 20, 'Of cross-fitting, where it is asked for.'),
  seed: range('Seed', 0, Number.MAX_SAFE_INTEGER, 'The same seed gives the same numbers.'),
};

export const BELIEF_DRAWS = [
  'cases',
  'targets',
  'curves',
  'outcome',
  'outcomeNull',
  'oneLatent',
  'noLatent',
  'replicates',
  'prefixes',
  'refits',
] as const;

export const DEFAULT_COUNTS: Readonly<Record<BeliefCount, string>> = {
  ...(Object.fromEntries(BELIEF_DRAWS.map((name) => [name, String(DEFAULT_BELIEFS.draws[name])])) as Record<
    (typeof BELIEF_DRAWS)[number],
    string
  >),
  folds: String(DEFAULT_BELIEFS.folds),
  seed: '1',
};

export const VERDICT_NAMES = ['coherent', 'incoherent', 'smallestGain'] as const;
export type VerdictName = (typeof VERDICT_NAMES)[number];
export type VerdictTexts = Readonly<Record<VerdictName, string>>;

export const DEFAULT_VERDICT: VerdictTexts = {
  coherent: String(DEFAULT_BELIEFS.coherence.coherent),
  incoherent: String(DEFAULT_BELIEFS.coherence.incoherent),
  smallestGain: String(DEFAULT_BELIEFS.coherence.smallestGain),
};

/** NaN where a text is no number. */
export const verdictOf = (texts: VerdictTexts): CoherenceThresholds => ({
  coherent: numberOf(texts.coherent),
  incoherent: numberOf(texts.incoherent),
  smallestGain: numberOf(texts.smallestGain),
});

export function verdictFaults(texts: VerdictTexts): readonly string[] {
  const fault = thresholdsFault(verdictOf(texts));
  return fault === null ? [] : [`Verdict: ${fault}.`];
}
