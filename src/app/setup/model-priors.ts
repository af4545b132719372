// The priors of any preset, flat or hierarchical, as groups of fields and their first texts.
import { HIERARCHICAL_PRESETS } from '../../models/hierarchical/presets.ts';
import { SEU_PRESETS } from '../../models/seu/presets.ts';
import { hierarchicalGroups, hierarchicalTexts, isHierarchicalModel } from './hierarchical-priors.ts';
import { priorGroups, textsOf, type PriorGroup, type PriorTexts } from './prior-fields.ts';

/** The priors of the preset `model`, in the order in which they are edited. */
export const groupsOf = (model: string): readonly PriorGroup[] =>
  isHierarchicalModel(model)
    ? hierarchicalGroups(HIERARCHICAL_PRESETS[model])
    : priorGroups(SEU_PRESETS[model]);

/** The fields' texts of the preset `model`. */
export const presetTexts = (model: string): PriorTexts =>
  isHierarchicalModel(model)
    ? hierarchicalTexts(HIERARCHICAL_PRESETS[model])
    : textsOf(SEU_PRESETS[model].priors);
