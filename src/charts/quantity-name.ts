// Names of quantities as small multiples can hold them.
import { symbolOf } from '../instruments/seu/views/variables.ts';
import { isCombined } from '../models/combination.ts';

/** What every picture of quantities needs to know one: the field's name. */
export interface NamedQuantity {
  readonly variable: string;
}

const SHORT: Readonly<Record<string, string>> = { log_lik: 'log lik.', alpha_gap: 'α·Δη', lp__: 'log post.' };

/** Words that leave no room for the indices after them. */
const CUT: readonly (readonly [RegExp, string])[] = [
  [/^contrast\[/, 'con.['],
  [/^projection\[/, 'proj.['],
];

/** "alpha" → "α", "log_lik" → "log lik.", "contrast[1,2]" → "con.[1,2]"; a name without a symbol stays as it is. */
export const shortName = ({ variable }: NamedQuantity): string =>
  SHORT[variable] ?? CUT.reduce((name, [word, short]) => name.replace(word, short), symbolOf(variable));

/** "beta" of "beta[1,2]": quantities of one family share a colour and a shape, and so do all combinations. */
export const familyOf = ({ variable }: NamedQuantity): string =>
  isCombined(variable) ? 'combination' : variable.split('[')[0];

/** How many of how many quantities are drawn; nothing where all are. */
export const shownOf = (shown: number, all: number): string =>
  shown < all ? ` ${shown} of ${all} quantities are shown; the table has all.` : '';
