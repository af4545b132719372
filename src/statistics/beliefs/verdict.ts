// Coherent, partly, incoherent, or not to be told: a verdict by stated thresholds, reached only where intervals allow it.
import { attainableGain, type AttainableGain, type CaseGains } from './attainable.ts';

export const COHERENCE_VERDICTS = ['coherent', 'partly', 'incoherent', 'cannot tell'] as const;
export type CoherenceVerdict = (typeof COHERENCE_VERDICTS)[number];

export interface CoherenceThresholds {
  /** From this share of the attainable gain on, answers are coherent. */
  readonly coherent: number;
  /** Up to this share they are incoherent. */
  readonly incoherent: number;
  /** Nats an answer: a gain below it is none. */
  readonly smallestGain: number;
}

export const COHERENCE_THRESHOLDS: CoherenceThresholds = {
  coherent: 0.8,
  incoherent: 0.2,
  smallestGain: 0.01,
};

/** What is wrong with thresholds, or null. */
export function thresholdsFault({ coherent, incoherent, smallestGain }: CoherenceThresholds): string | null {
  if (!(incoherent >= 0 && incoherent < coherent))
    return `coherence thresholds ${incoherent} and ${coherent}: needed 0 or more, ascending`;
  return smallestGain > 0 ? null : `smallest gain ${smallestGain}: needed a number of nats above 0`;
}

export interface JudgedGain extends AttainableGain {
  readonly verdict: CoherenceVerdict;
}

function verdictOf(
  { latent, saturated, excess }: AttainableGain,
  { smallestGain }: CoherenceThresholds,
): CoherenceVerdict {
  const [overIncoherent, overCoherent] = excess.map(({ ends }) => ends);
  const attainable = saturated.ends[0] > 0;
  if (latent.ends[0] > 0 && overCoherent[0] > 0) return 'coherent';
  const nothing = saturated.ends[1] < smallestGain && latent.ends[1] < smallestGain;
  if (nothing || (attainable && overIncoherent[1] < 0)) return 'incoherent';
  return attainable && overIncoherent[0] > 0 && overCoherent[1] < 0 ? 'partly' : 'cannot tell';
}

/**
 * The verdict on one kind of prompt. Coherent: one latent gains, and clearly more than the share that thresholds ask of
 * the attainable. Incoherent: nothing can be gained, or clearly less than the lower share is. Partly: clearly between.
 */
export function judgeGain(
  gains: CaseGains,
  thresholds: CoherenceThresholds = COHERENCE_THRESHOLDS,
): JudgedGain {
  const gain = attainableGain(gains, [thresholds.incoherent, thresholds.coherent]);
  return { ...gain, verdict: verdictOf(gain, thresholds) };
}

/**
 * One verdict of several kinds of prompts, whose scores are never summed: what all agree on; partly where they differ;
 * cannot tell where one that cannot be told might change what the others agree on.
 */
export function combineVerdicts(verdicts: readonly CoherenceVerdict[]): CoherenceVerdict {
  const told = [...new Set(verdicts.filter((verdict) => verdict !== 'cannot tell'))];
  if (told.length > 1 || told[0] === 'partly') return 'partly';
  return told.length === 1 && !verdicts.includes('cannot tell') ? told[0] : 'cannot tell';
}
