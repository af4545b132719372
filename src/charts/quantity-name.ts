// Names of quantities as small multiples can hold them.
import { symbolOf } from '../instruments/seu/views/variables.ts';

/** "alpha" → "α", "log_lik" → "log lik."; a name without a symbol stays as it is. */
export const shortName = (variable: string): string =>
  symbolOf(variable).replace('log likelihood', 'log lik.');

/** The quantities to draw, and how many of how many that is where some are left out. */
export const shownOf = (shown: number, all: number): string =>
  shown < all ? ` ${shown} of ${all} quantities are shown; the table has all.` : '';
