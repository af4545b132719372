// Draws of many variables: one typed array, iterations × chains × variables, with names.

/** Value of variable v at iteration i of chain c: `values[(v * chains + c) * iterations + i]`. */
export interface Draws {
  readonly variables: readonly string[];
  readonly iterations: number;
  readonly chains: number;
  readonly values: Float64Array;
}

/** A view (no copy) of one chain of one variable; length `iterations`. */
export function chainOf(draws: Draws, variable: number, chain: number): Float64Array {
  const start = (variable * draws.chains + chain) * draws.iterations;
  return draws.values.subarray(start, start + draws.iterations);
}

/** A view (no copy) of all chains of one variable, chain after chain; length `chains · iterations`. */
export function variableOf(draws: Draws, variable: number): Float64Array {
  const size = draws.chains * draws.iterations;
  return draws.values.subarray(variable * size, (variable + 1) * size);
}

/** The index of `name`; throws on a name the draws do not hold, for that is a programmer's error. */
export function variableIndex(draws: Draws, name: string): number {
  const index = draws.variables.indexOf(name);
  if (index < 0) throw new Error(`no variable ${name} among ${draws.variables.length} variables`);
  return index;
}

/** The step that a chain adapted to, as its draws tell: jitter takes a step down from there, never up. NaN without draws. */
export const adaptedStep = (statistics: Draws, chain: number): number =>
  chainOf(statistics, variableIndex(statistics, 'step_size'), chain).reduce(
    (most, step) => (step < most ? most : step),
    NaN,
  );
