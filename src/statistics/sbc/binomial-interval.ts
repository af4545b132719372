// The exact interval of a share, for every coverage that Luce quotes.
import { betaQuantile } from '../beta.ts';

export interface Share {
  readonly successes: number;
  readonly trials: number;
  readonly estimate: number;
  /** Clopper–Pearson limits: they hold the true share at least as often as their confidence says. */
  readonly lower: number;
  readonly upper: number;
}

/** Of intervals of a share, unless told. */
export const CONFIDENCE = 0.95;

/** A share with its Clopper–Pearson interval (1934) at `confidence`; estimate NaN and limits 0, 1 of no trials. */
export function binomialInterval(successes: number, trials: number, confidence = CONFIDENCE): Share {
  if (!(successes >= 0 && successes <= trials))
    throw new RangeError(`${successes} successes in ${trials} trials: needed 0 … ${trials}`);
  const tail = (1 - confidence) / 2;
  return {
    successes,
    trials,
    estimate: successes / trials,
    lower: successes === 0 ? 0 : betaQuantile(tail, successes, trials - successes + 1),
    upper: successes === trials ? 1 : betaQuantile(1 - tail, successes + 1, trials - successes),
  };
}
