// How variables of a fit are found, written for people, and read as plain numbers.
import { variableOf, type Draws } from '../../../statistics/draws.ts';

const SYMBOLS: Readonly<Record<string, string>> = {
  alpha: 'α',
  omega: 'ω',
  kappa: 'κ',
  beta: 'β',
  delta: 'δ',
  upsilon: 'υ',
  psi: 'ψ',
  eta: 'η',
  eta_risky: 'η risky',
  gamma0: 'γ₀',
  gamma: 'γ',
  gamma_size: 'γ menu size',
  sigma_cell: 'σ cells',
  sigma_pool: 'σ pools',
  log_lik: 'log likelihood',
};

/** "alpha" → "α", "alpha + 0.5*delta[1]" → "α + 0.5*δ[1]"; a name without a symbol stays as it is. */
export const symbolOf = (variable: string): string =>
  variable.replace(/(?<![\w.])[a-z_]\w*/gi, (name) => SYMBOLS[name] ?? name);

/** A sampler's column over all chains, chain after chain (no copy); null where the sampler has none. */
export function samplerColumn(statistics: Draws, name: string): Float64Array | null {
  const index = statistics.variables.findIndex((variable) => variable === name || variable === `${name}__`);
  return index < 0 ? null : variableOf(statistics, index);
}

/** The draws of every variable called `name[…]`, in order (no copy). */
export const blockColumns = (draws: Draws, name: string): readonly Float64Array[] =>
  draws.variables.flatMap((variable, index) =>
    variable.startsWith(`${name}[`) ? [variableOf(draws, index)] : [],
  );

/** At most `most` indices of 0 … `size` − 1, evenly spaced from the first. */
export function evenlySpaced(size: number, most: number): readonly number[] {
  const count = Math.min(size, most);
  return Array.from({ length: count }, (_, i) => Math.floor((i * size) / count));
}
