// How much of what other answers tell of an answer goes through the belief, with an uncertainty that survives a gain of 0.
import { percentileEnds, PORTABLE_SEED, resampled, type Ends } from './portable-draws.ts';

/** Held-out log scores of the answers to one kind of prompt, summed over prompts: one entry a case. */
export interface CaseGains {
  /** One latent's less the base rate's. */
  readonly latent: Float64Array;
  /** The saturated regression's less the base rate's. */
  readonly saturated: Float64Array;
  /** Answers that the sums hold. */
  readonly answers: Float64Array;
}

export interface Estimate {
  readonly estimate: number;
  /** Central 95 % of cases drawn with replacement. */
  readonly ends: Ends;
}

export interface AttainableGain {
  readonly cases: number;
  readonly answers: number;
  /** Nats an answer over the base rate. */
  readonly latent: Estimate;
  readonly saturated: Estimate;
  /** latent / saturated; null unless the saturated gain is clear of 0, where a ratio has no meaning. It may exceed 1. */
  readonly share: Estimate | null;
  /** latent − share · saturated at each share asked for: above 0 says that the share is larger, whatever the ratio. */
  readonly excess: readonly { readonly share: number; readonly ends: Ends }[];
}

interface Drawn {
  readonly latent: number;
  readonly saturated: number;
}

/** Gains an answer over the drawn cases. */
function gainsOf({ latent, saturated, answers }: CaseGains, drawn: ArrayLike<number>): Drawn {
  let [l, s, n] = [0, 0, 0];
  for (let k = 0; k < drawn.length; k++) {
    l += latent[drawn[k]];
    s += saturated[drawn[k]];
    n += answers[drawn[k]];
  }
  return { latent: l / n, saturated: s / n };
}

const endsOf = (draws: readonly Drawn[], value: (draw: Drawn) => number): Ends =>
  percentileEnds(Float64Array.from(draws, value));

/** Gains with intervals of whole cases drawn with replacement; `shares` are those a verdict asks about. */
export function attainableGain(
  gains: CaseGains,
  shares: readonly number[],
  resamples = 2000,
  seed = PORTABLE_SEED,
): AttainableGain {
  const cases = gains.latent.length;
  const all = [...gains.latent.keys()];
  const own = gainsOf(gains, all);
  const draws: Drawn[] = [];
  resampled(cases, { resamples, seed }, (drawn) => draws.push(gainsOf(gains, drawn)));
  const saturated = endsOf(draws, (draw) => draw.saturated);
  const share =
    saturated[0] > 0
      ? { estimate: own.latent / own.saturated, ends: endsOf(draws, (draw) => draw.latent / draw.saturated) }
      : null;
  return {
    cases,
    answers: gains.answers.reduce((sum, count) => sum + count, 0),
    latent: { estimate: own.latent, ends: endsOf(draws, (draw) => draw.latent) },
    saturated: { estimate: own.saturated, ends: saturated },
    share,
    excess: shares.map((at) => ({
      share: at,
      ends: endsOf(draws, (draw) => draw.latent - at * draw.saturated),
    })),
  };
}
