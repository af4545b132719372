// Choices of all cells at a truth, and the likelihood of choices there, without any sampling coordinates.
import { exp, log } from '../../math/elementary.ts';
import type { RandomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import { menuCount, menuSize, type SeuData } from '../seu/data.ts';
import { drawChoice, menuProbabilities } from '../seu/predictive.ts';
import { meanMenuSize, type HierarchicalData } from './data.ts';
import { utilitiesOf, type HierarchicalTruth } from './truth.ts';

/** η and ψ of one cell's alternatives: ψ is R × K, row by row. */
export interface CellUtilities {
  readonly eta: Float64Array;
  readonly psi: Float64Array;
}

/** ψ_r = softmax(β w_r) and η_r = ψ_r · υ for every alternative of a cell. */
export function cellUtilities(
  { alternatives: R, dimensions: D, features }: SeuData,
  beta: Float64Array,
  upsilon: Float64Array,
): CellUtilities {
  const K = upsilon.length;
  const eta = new Float64Array(R);
  const psi = new Float64Array(R * K);
  const logits = new Float64Array(K);
  for (let r = 0; r < R; r++) {
    for (let k = 0; k < K; k++) {
      logits[k] = 0;
      for (let d = 0; d < D; d++) logits[k] += beta[k * D + d] * features[r * D + d];
    }
    const top = logits.reduce((most, logit) => Math.max(most, logit), -Infinity);
    const weights = logits.map((logit) => exp(logit - top));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    for (let k = 0; k < K; k++) {
      psi[r * K + k] = weights[k] / total;
      eta[r] += psi[r * K + k] * upsilon[k];
    }
  }
  return { eta, psi };
}

/** Visits every observation with the probabilities of its menu's members. */
function eachObservation(
  data: HierarchicalData,
  truth: HierarchicalTruth,
  visit: (cell: number, menu: number, probabilities: Float64Array) => void,
): void {
  const upsilon = utilitiesOf(truth);
  const mean = meanMenuSize(data);
  data.cells.forEach((cell, j) => {
    const { eta } = cellUtilities(cell, truth.beta[j], upsilon);
    for (let m = 0; m < menuCount(cell.uncertain); m++) {
      const deviation = menuSize(cell.uncertain, m) - mean;
      const a = truth.alpha[j] * exp((truth.gammaSize ?? 0) * deviation);
      visit(j, m, menuProbabilities(cell.uncertain, m, a, eta));
    }
  });
}

/** The same cells and menus with choices drawn at `truth`; two words a choice from the choice site at iteration 0. */
export function simulateChoices(
  data: HierarchicalData,
  truth: HierarchicalTruth,
  random: RandomStream,
): HierarchicalData {
  const chosen = data.cells.map(({ uncertain }) => new Int32Array(menuCount(uncertain)));
  random.seek(0, SITE.choice);
  eachObservation(data, truth, (j, m, probabilities) => {
    chosen[j][m] = drawChoice(probabilities, random.uniform53());
  });
  const cells = data.cells.map((cell, j) => ({
    ...cell,
    uncertain: { ...cell.uncertain, chosen: chosen[j] },
  }));
  return { ...data, cells };
}

/** Joint log likelihood at `truth` of all choices in `data`. */
export function truthLogLikelihood(data: HierarchicalData, truth: HierarchicalTruth): number {
  let sum = 0;
  eachObservation(data, truth, (j, m, probabilities) => {
    sum += log(probabilities[data.cells[j].uncertain.chosen[m]]);
  });
  return sum;
}
