// What each quantity of a study is, and which of them say the same.
import { isCombined, namesWithin } from '../../../models/combination.ts';
import type { QuantityGroup } from './report.ts';

const GROUPS: readonly (readonly [RegExp, QuantityGroup])[] = [
  [/^(alpha|omega|kappa|gamma|sigma)/, 'sensitivity'],
  [/^beta\[/, 'beta'],
  [/^(delta|upsilon)\[/, 'delta'],
  [/^contrast\[/, 'contrast'],
  [/^psi\[/, 'psi'],
  [/^(projection\[|distance$)/, 'joint'],
  [/^eta(_risky)?\[/, 'combination'],
  [/^phi$|\.(phi|alpha|v0|beta|gap|tau1|taugap|threshold)(\[|$)/, 'combination'],
];

/** `alpha_gap` and `log_lik` are functions of design or choices as well as of parameters. */
export function groupOf(variable: string): QuantityGroup {
  if (variable === 'log_lik' || variable === 'alpha_gap') return 'data';
  if (isCombined(variable)) return namesWithin(variable).includes('log_lik') ? 'data' : 'combination';
  return GROUPS.find(([form]) => form.test(variable))?.[1] ?? 'data';
}

const indexOf = (variable: string): number => Number(/\[(?:\d+,)*(\d+)\]$/.exec(variable)?.[1]);

/** The largest last index among names that begin alike: K − 1 of δ, K of ψ. */
const sizeOf = (start: string, variables: readonly string[]): number =>
  Math.max(0, ...variables.filter((name) => name.startsWith(start) && !isCombined(name)).map(indexOf));

/** What is linear in δ₁ where K = 3. */
const isUtility = (name: string): boolean => /^(delta|upsilon)\[/.test(name);

/**
 * A word shared by quantities that are strictly monotone functions of each other, so that their ranks are the same or
 * mirrored: δ₁, δ₂ and what combines them where K = 3, the last υ and the last δ, both ψ of an alternative where K = 2, a
 * quantity and its multiples. Sums over more than two terms leave marginals their own: raw β beside contrasts, three ψ
 * that add up to 1.
 */
export function informationOf(variables: readonly string[]): readonly string[] {
  const increments = sizeOf('delta[', variables);
  const consequences = sizeOf('psi[', variables);
  return variables.map((combined) => {
    const names = namesWithin(combined);
    if (increments === 2 && names.every(isUtility)) return 'delta[1]';
    const variable = names.length === 1 ? names[0] : combined;
    if (variable === `upsilon[${increments}]`) return `delta[${increments}]`;
    if (consequences === 2 && /^psi\[(?:\d+,)+2\]$/.test(variable)) return variable.replace(',2]', ',1]');
    return variable;
  });
}

/** Positive, with a prior that is normal on the log scale. */
export const isLogScale = (variable: string): boolean => /^(alpha(\[|$)|omega$|kappa$)/.test(variable);

/** Whether the sd of the truths is a prior sd: the log likelihood and distances differ from data set to data set. */
export const hasPriorSd = (variable: string): boolean =>
  groupOf(variable) !== 'data' && variable !== 'distance';

/** Where unconverged chains are counted: sensitivities, the precision of stated probabilities and the log likelihood. */
export const isOfInterest = (variable: string): boolean =>
  groupOf(variable) === 'sensitivity' || variable === 'phi' || variable === 'log_lik';
