// Plans of refits without some problems: exact where importance sampling breaks down, or in folds over all problems.
import type { Dataset } from '../../../formats/dataset.ts';
import type { RandomStream } from '../../../math/random.ts';
import type { Condition, FitPlan } from '../plan.ts';
import { derivedDataset, withoutProblems } from './derived.ts';
import type { LeaveOneOut } from './leave-out.ts';
import { foldsOf } from './leave-out.ts';
import { baseProblems } from './problems.ts';
import { datasetFor, type PlannedRefit } from './refits.ts';

export interface HeldOut {
  readonly block: 'uncertain' | 'risky';
  readonly problems: readonly number[];
}

/** A plan with one condition per held-out group, in the order of `held`. */
export interface LeftOutPlan extends PlannedRefit {
  readonly held: readonly HeldOut[];
}

async function planWithout(
  plan: FitPlan,
  condition: Condition,
  dataset: Dataset,
  held: readonly HeldOut[],
): Promise<LeftOutPlan> {
  const changed = await Promise.all(
    held.map(({ block, problems }) =>
      derivedDataset(
        dataset,
        withoutProblems(dataset.content, block, new Set(problems)),
        `${problems.length} ${problems.length === 1 ? 'problem is' : 'problems are'} left out.`,
      ),
    ),
  );
  const conditions = changed.map(({ hash }, i) => ({
    ...condition,
    dataset: hash,
    label: `${condition.label}, left out ${i + 1} of ${held.length}`,
  }));
  return {
    plan: {
      ...plan,
      analysis: 'fit',
      title: `${condition.label}, problems left out`,
      datasets: changed.map(({ hash }) => hash),
      settings: { ...plan.settings, conditions, study: null },
    },
    datasets: new Map(changed.map((one) => [one.hash, one])),
    held,
  };
}

/** One refit for each problem whose importance weights cannot be trusted. */
export function exactPlan(
  plan: FitPlan,
  datasets: ReadonlyMap<string, Dataset>,
  index: number,
  estimates: LeaveOneOut,
): Promise<LeftOutPlan> {
  const condition = plan.settings.conditions[index];
  const dataset = datasetFor(condition, datasets);
  const held = estimates.problems.flatMap(({ block, problem, flagged }): HeldOut[] => {
    const source = dataset.content[block];
    if (!flagged || !source) return [];
    return [{ block, problems: [baseProblems(source).names.indexOf(problem)] }];
  });
  return planWithout(plan, condition, dataset, held);
}

/** Refits without each of `folds` random groups of problems: one for every ten problems, say. */
export function foldPlan(
  plan: FitPlan,
  datasets: ReadonlyMap<string, Dataset>,
  index: number,
  random: RandomStream,
  folds = 10,
): Promise<LeftOutPlan> {
  const condition = plan.settings.conditions[index];
  const dataset = datasetFor(condition, datasets);
  const blocks = (['uncertain', 'risky'] as const).filter(
    (block) => dataset.content[block] && (block === 'uncertain' || condition.model.link !== 'none'),
  );
  const held = blocks.flatMap((block) =>
    foldsOf(baseProblems(dataset.content[block]!).count, folds, random).map((problems) => ({
      block,
      problems,
    })),
  );
  return planWithout(plan, condition, dataset, held);
}
