// Plans of refits that a fit is checked by: stricter sampling, and one presentation a problem.
import type { SamplerSettings } from '../../../engine/types.ts';
import type { Dataset } from '../../../formats/dataset.ts';
import type { Condition, FitPlan } from '../plan.ts';
import { derivedDataset, onePresentation } from './derived.ts';

/** A plan with the datasets it needs. */
export interface PlannedRefit {
  readonly plan: FitPlan;
  readonly datasets: ReadonlyMap<string, Dataset>;
}

const STRICTER = { name: 'nuts', targetAcceptance: 0.99, maxDepth: 12, warmup: 2000 } as const;

/** The sampler with a small step, deep trees and a long warmup: what a sampler's artefacts do not survive. */
export const stricterSampler = (sampler: SamplerSettings): SamplerSettings => ({ ...sampler, ...STRICTER });

/** The same conditions under `stricterSampler`. */
export const stricterPlan = (plan: FitPlan): FitPlan => ({
  ...plan,
  title: `${plan.title}, stricter`,
  settings: { ...plan.settings, sampler: stricterSampler(plan.settings.sampler) },
});

export function datasetFor(condition: Condition, datasets: ReadonlyMap<string, Dataset>): Dataset {
  const dataset = datasets.get(condition.dataset);
  if (!dataset)
    throw new Error(`dataset ${condition.dataset} of condition ${condition.label} is not at hand`);
  return dataset;
}

/** Every condition of a plan refitted to changed data, under a label that says how. */
export async function refitPlan(
  plan: FitPlan,
  datasets: ReadonlyMap<string, Dataset>,
  suffix: string,
  change: (dataset: Dataset, condition: Condition) => Promise<Dataset>,
): Promise<PlannedRefit> {
  const changed = await Promise.all(
    plan.settings.conditions.map((condition) => change(datasetFor(condition, datasets), condition)),
  );
  const conditions = plan.settings.conditions.map((condition, i) => ({
    ...condition,
    dataset: changed[i].hash,
    label: `${condition.label}, ${suffix}`,
  }));
  return {
    plan: {
      ...plan,
      title: `${plan.title}, ${suffix}`,
      datasets: changed.map(({ hash }) => hash),
      settings: { ...plan.settings, conditions },
    },
    datasets: new Map(changed.map((dataset) => [dataset.hash, dataset])),
  };
}

/** Every condition with the first presentation of each problem alone. */
export const onePresentationPlan = (
  plan: FitPlan,
  datasets: ReadonlyMap<string, Dataset>,
): Promise<PlannedRefit> =>
  refitPlan(plan, datasets, 'one presentation', (dataset) =>
    derivedDataset(
      dataset,
      onePresentation(dataset.content),
      'Only the first presentation of each problem is kept.',
    ),
  );

/** One plan that fits the conditions of several, in their order: they must share settings, seed and engine. */
export function joinPlans(first: PlannedRefit, others: readonly PlannedRefit[]): PlannedRefit {
  const all = [first, ...others];
  const conditions = all.flatMap(({ plan }) => plan.settings.conditions);
  return {
    plan: {
      ...first.plan,
      datasets: conditions.map(({ dataset }) => dataset),
      settings: { ...first.plan.settings, conditions },
    },
    datasets: new Map(all.flatMap(({ datasets }) => [...datasets])),
  };
}
