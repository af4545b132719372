// Choices of all cells at a truth, and the likelihood of choices there, without any sampling coordinates.
import { exp, log } from '../../math/elementary.ts';
import type { RandomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import { menuCount, menuSize } from '../seu/data.ts';
import { drawChoice, menuProbabilities } from '../seu/predictive.ts';
import { pointState } from '../seu/prior-draws.ts';
import { meanMenuSize, type HierarchicalData } from './data.ts';
import type { HierarchicalTruth } from './truth.ts';

/** Visits every observation with the probabilities of its menu's members. */
function eachObservation(
  data: HierarchicalData,
  truth: HierarchicalTruth,
  visit: (cell: number, menu: number, probabilities: Float64Array) => void,
): void {
  const mean = meanMenuSize(data);
  data.cells.forEach((cell, j) => {
    const { eta } = pointState(cell, truth.beta[j], truth.delta);
    for (let m = 0; m < menuCount(cell.uncertain); m++) {
      const deviation = menuSize(cell.uncertain, m) - mean;
      const a = truth.alpha[j] * exp((truth.gammaSize ?? 0) * deviation);
      visit(j, m, menuProbabilities(cell.uncertain, m, a, eta));
    }
  });
}

/** The same cells and menus with choices drawn at `truth`; two words a choice from the choice site at iteration `index`. */
export function simulateChoices(
  data: HierarchicalData,
  truth: HierarchicalTruth,
  random: RandomStream,
  index = 0,
): HierarchicalData {
  const chosen = data.cells.map(({ uncertain }) => new Int32Array(menuCount(uncertain)));
  random.seek(index, SITE.choice);
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
