// Names of everything reported of a hierarchical model, and the values of a draw in the same order.
import { commonShape, type HierarchicalData } from './data.ts';
import type { HierarchicalDraw } from './expand.ts';
import type { HierarchicalModel } from './presets.ts';

/** `all`: also ψ, cell by alternative by consequence. */
export type HierarchicalDetail = 'all' | 'study';

const range = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i + 1);
const list = (name: string, n: number): readonly string[] => range(n).map((i) => `${name}[${i}]`);

/** gamma0, gamma[p], gamma_size, sigma_cell, sigma_pool, alpha[j], delta[i], upsilon[k], psi[j,r,k], eta[j,r], log_lik, lp__. */
export function hierarchicalVariables(
  model: HierarchicalModel,
  data: HierarchicalData,
  detail: HierarchicalDetail = 'all',
): readonly string[] {
  const { consequences: K } = commonShape(data);
  const eachItem = (names: (j: number, r: number) => readonly string[]): readonly string[] =>
    data.cells.flatMap(({ alternatives }, j) => range(alternatives).flatMap((r) => names(j + 1, r)));
  return [
    'gamma0',
    ...list('gamma', data.predictors),
    ...(model.sizeEffect ? ['gamma_size'] : []),
    'sigma_cell',
    ...(model.poolEffect ? ['sigma_pool'] : []),
    ...list('alpha', data.cells.length),
    ...list('delta', K - 1),
    ...list('upsilon', K),
    ...(detail === 'all' ? eachItem((j, r) => range(K).map((k) => `psi[${j},${r},${k}]`)) : []),
    ...eachItem((j, r) => [`eta[${j},${r}]`]),
    'log_lik',
    'lp__',
  ];
}

/** Writes the values of `drawn` in the order of `hierarchicalVariables`. */
export function writeHierarchical(
  drawn: HierarchicalDraw,
  write: (value: number) => void,
  detail: HierarchicalDetail = 'all',
): void {
  write(drawn.gamma0);
  drawn.gamma.forEach(write);
  if (drawn.gammaSize !== null) write(drawn.gammaSize);
  write(drawn.sigmaCell);
  if (drawn.sigmaPool !== null) write(drawn.sigmaPool);
  for (const { alpha } of drawn.cells) write(alpha);
  drawn.delta.forEach(write);
  drawn.upsilon.forEach(write);
  if (detail === 'all') for (const { psi, eta } of drawn.cells) writeByItem(psi, eta.length, write);
  for (const { eta } of drawn.cells) eta.forEach(write);
  write(drawn.logLikelihood);
  write(drawn.lp);
}

/** ψ, K × R by rows, alternative by alternative. */
function writeByItem(psi: Float64Array, R: number, write: (value: number) => void): void {
  for (let r = 0; r < R; r++) for (let at = r; at < psi.length; at += R) write(psi[at]);
}
