// The regressions that a study plan asks for: over which cells, with which priors.
import * as v from 'valibot';
import type { HierarchicalFit } from '../instruments/seu/hierarchical/plan.ts';
import { regressionOf, type RegressionPriors } from '../instruments/seu/hierarchical/study.ts';
import type { Condition } from '../instruments/seu/plan.ts';
import { forAll, UsageError } from './arguments.ts';
import { checkCells } from './hierarchical-inputs.ts';
import type { Input } from './inputs.ts';

const positive = v.pipe(v.number(), v.finite(), v.gtValue(0));
/** Priors of the regression of log α on temperature; those of h_m01 where nothing is said. */
export const hierarchicalSchema = v.strictObject({
  gamma0: v.optional(v.strictTuple([v.pipe(v.number(), v.finite()), positive])),
  gamma: v.optional(positive),
  sigma_cell: v.optional(positive),
});

type Asked = v.InferOutput<typeof hierarchicalSchema>;

interface AskingStudy {
  readonly cells: readonly { readonly id: string; readonly hierarchical?: Asked }[];
  readonly hierarchical?: Asked;
}

function priorsOf({ gamma0, gamma, sigma_cell }: Asked): RegressionPriors {
  return {
    ...(gamma0 && { gamma0: { mu: gamma0[0], sd: gamma0[1] } }),
    ...(gamma !== undefined && { gammaSd: gamma }),
    ...(sigma_cell !== undefined && { sigmaCellScale: sigma_cell }),
  };
}

const beliefPriors = ({ model: { priors } }: Condition): string =>
  JSON.stringify([priors.beta, priors.deltaConcentration]);

/** One regression for each cell that asks for it, or all where the plan does; what a cell says goes before the plan. */
export function planRegressions(
  file: string,
  study: AskingStudy,
  conditions: readonly Condition[],
  inputs: readonly Input[],
): readonly HierarchicalFit[] {
  const contents = new Map(inputs.map(({ dataset }) => [dataset.hash, dataset.content]));
  const asking = study.cells
    .map((cell, c) => ({ cell, place: `${file}:/cells/${c}` }))
    .filter(({ cell }) => cell.hierarchical ?? study.hierarchical);
  return forAll(asking, ({ cell, place }) => {
    const own = conditions.filter((condition) => condition.cell === cell.id);
    if (new Set(own.map(beliefPriors)).size > 1)
      throw new UsageError([
        `${place}: conditions with different priors of beta or delta; needed the same for a hierarchical fit`,
      ]);
    const fit = regressionOf(cell.id, own, priorsOf({ ...study.hierarchical, ...cell.hierarchical }));
    const cells = fit.cells.map((one) => ({ ...one, content: contents.get(one.dataset)! }));
    checkCells(fit.model, cells, place);
    return fit;
  });
}
