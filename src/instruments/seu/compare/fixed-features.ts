// Fixed features: every condition with the features of one, so that α is read against one set of stimuli.
import type { Dataset, SeuContent } from '../../../formats/dataset.ts';
import { derivedDataset } from '../check/derived.ts';
import { refitPlan, type PlannedRefit } from '../check/refits.ts';
import type { FitPlan } from '../plan.ts';

/** `content` with the features of `reference`; null where the two do not speak of the same alternatives. */
export function withFeaturesOf(content: SeuContent, reference: SeuContent): SeuContent | null {
  const named = content.alternatives ?? reference.alternatives;
  const sameNames =
    content.alternatives === null ||
    reference.alternatives === null ||
    (content.alternatives.length === reference.alternatives.length &&
      content.alternatives.every((name, r) => name === reference.alternatives![r]));
  if (!sameNames || content.features.length !== reference.features.length) return null;
  return { ...content, features: reference.features, alternatives: named };
}

/** Index of the condition whose features each condition is given: the lowest temperature of its cell. */
export function referenceConditions(plan: FitPlan): readonly number[] {
  const { conditions } = plan.settings;
  return conditions.map(({ cell }) =>
    conditions.reduce((best, one, i) => {
      if (one.cell !== cell) return best;
      return best < 0 || (one.temperature ?? 0) < (conditions[best].temperature ?? 0) ? i : best;
    }, -1),
  );
}

/**
 * Every condition refitted with the features of its cell's lowest temperature. A change of α that stays is a change of
 * choice, not of what the items were said to be. Throws where a cell's conditions differ in their alternatives.
 */
export function fixedFeaturesPlan(
  plan: FitPlan,
  datasets: ReadonlyMap<string, Dataset>,
): Promise<PlannedRefit> {
  const references = referenceConditions(plan);
  const { conditions } = plan.settings;
  return refitPlan(plan, datasets, 'fixed features', (dataset, condition) => {
    const reference = conditions[references[conditions.indexOf(condition)]];
    const content = withFeaturesOf(dataset.content, datasets.get(reference.dataset)!.content);
    if (content === null)
      throw new Error(`${condition.label} and ${reference.label} do not have the same alternatives`);
    return derivedDataset(dataset, content, `The features are those of ${reference.label}.`);
  });
}
