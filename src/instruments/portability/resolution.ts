// Whether a distance can be told from none at all: a small one may only mean that the predictor sees nothing.

/**
 * `none`: the distance is below its noise floor and the target's own predictor explains next to nothing, so it cannot be
 * called portable. `degenerate`: predictors are not determined by their rows, and their distance is none.
 */
export type Resolution = 'seen' | 'none' | 'degenerate' | 'unknown';

/** A target-trained predictor with less out-of-sample R² than this resolves nothing. */
export const LEAST_R2 = 0.05;

export interface Resolvable {
  readonly tv_mean: number | null;
  readonly perm_q95: number | null;
  readonly r2_in: number | null;
  readonly deficient: boolean;
}

export function resolutionOf({ tv_mean, perm_q95, r2_in, deficient }: Resolvable): Resolution {
  if (deficient) return 'degenerate';
  if (tv_mean === null || perm_q95 === null) return 'unknown';
  return tv_mean < perm_q95 && (r2_in ?? 0) < LEAST_R2 ? 'none' : 'seen';
}
