// Projections of the user's choice, held against what a study has before it is planned.
import type { SeuContent } from '../../../formats/dataset.ts';
import { combinationFaults } from '../../../models/combination.ts';
import { hierarchicalFamilies } from '../../../models/hierarchical/combinations.ts';
import type { HierarchicalData } from '../../../models/hierarchical/data.ts';
import type { HierarchicalModel } from '../../../models/hierarchical/presets.ts';
import { hierarchicalQuantities } from '../../../models/hierarchical/quantities.ts';
import type { QuantityOptions } from '../../../models/replication.ts';
import { seuFamilies } from '../../../models/seu/combinations.ts';
import type { SeuModel } from '../../../models/seu/presets.ts';
import { quantityNames } from '../../../models/seu/quantities.ts';
import { encodeSeu } from '../encode.ts';

/** Every fault of the combinations in `options`: a part that the model does not have, or what is ranked already. */
export function projectionFaults(
  model: SeuModel,
  content: SeuContent,
  { combinations = [], ...others }: QuantityOptions,
): readonly string[] {
  const data = encodeSeu(content, model.link);
  return combinationFaults(combinations, seuFamilies(model, data), quantityNames(model, data, others));
}

/** The same for cells that are fitted together. */
export const cellProjectionFaults = (
  model: HierarchicalModel,
  data: HierarchicalData,
  { combinations = [], ...others }: QuantityOptions,
): readonly string[] =>
  combinationFaults(
    combinations,
    hierarchicalFamilies(model, data),
    hierarchicalQuantities(model, data, others),
  );
