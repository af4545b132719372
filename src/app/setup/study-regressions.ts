// The regressions of a study: the conditions of each cell fitted together, and what stands in their way.
import type { Dataset } from '../../formats/dataset.ts';
import { encodeCells } from '../../instruments/seu/hierarchical/encode.ts';
import type { HierarchicalFit } from '../../instruments/seu/hierarchical/plan.ts';
import { regressionOf } from '../../instruments/seu/hierarchical/study.ts';
import type { Condition } from '../../instruments/seu/plan.ts';
import { hierarchicalFault } from '../../models/hierarchical/data.ts';
import { distinct } from './conditions.ts';
import { hierarchicalPriorsOf } from './hierarchical-priors.ts';
import type { PriorTexts } from './prior-fields.ts';

/** Their model. */
export const REGRESSION = 'h_m01';

/** One for each cell; β and δ have the priors of its conditions, the regression those that the texts state. */
export function regressionsOf(
  cells: readonly string[],
  conditions: readonly Condition[],
  texts: PriorTexts,
): readonly HierarchicalFit[] {
  const { gamma0, gammaSd, sigmaCellScale } = hierarchicalPriorsOf(texts);
  return cells.map((id) => {
    const own = conditions.filter(({ cell }) => cell === id);
    return regressionOf(id, own, { gamma0, gammaSd, sigmaCellScale });
  });
}

const beliefPriors = ({ model: { priors } }: Condition): string =>
  JSON.stringify([priors.beta, priors.deltaConcentration]);

/** What keeps the conditions of a cell from being fitted together, cell by cell. */
export const regressionFaults = (
  fits: readonly HierarchicalFit[],
  conditions: readonly Condition[],
  datasets: readonly Dataset[],
): readonly string[] =>
  fits.flatMap(({ label, model, cells }) => {
    const own = conditions.filter(({ cell }) => cell === label);
    if (distinct(own.map(beliefPriors)).length > 1)
      return [`${label}: its conditions differ in the priors of β or δ; fitted together they need the same.`];
    const contents = cells.map((cell) => ({
      ...cell,
      content: datasets.find(({ hash }) => hash === cell.dataset)!.content,
    }));
    const fault = hierarchicalFault(model, encodeCells(contents));
    return fault === null ? [] : [`${label}: ${fault}.`];
  });
