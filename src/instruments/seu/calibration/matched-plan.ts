// Plans of recovery: one design, several sizes of it, or the matched comparison of menus and models.
import type { SeuContent } from '../../../formats/dataset.ts';
import { SEU_PRESETS, type SeuModel } from '../../../models/seu/presets.ts';
import { ALL_MENUS, type MenuSubset } from '../../../models/seu/subset.ts';
import type { CalibrationArm } from './plan.ts';

const firstOf = (count: number): readonly number[] => Array.from({ length: count }, (_, i) => i);

/** The same model without its risky block. */
const withoutRisky = (model: SeuModel): SeuModel => ({
  ...(model.link === 'shared' && model.name === 'm_11' ? SEU_PRESETS.m_01 : SEU_PRESETS.m_0),
  priors: model.priors,
});

/**
 * Arms A to D on one design of M + N menus, halves of each block being its first menus: the plain model on half and on
 * all uncertain menus, the model with risky choices on half of both and on all of both. `model` generates, so α is
 * shared. Throws without risky menus, or with a model that has another sensitivity for them.
 */
export function matchedArms(content: SeuContent, design: string, model: SeuModel): readonly CalibrationArm[] {
  if (content.risky === null)
    throw new RangeError('a matched comparison without risky menus; needed N and S');
  if (model.link !== 'shared')
    throw new RangeError(
      `a matched comparison under ${model.name}; needed a model with one alpha, m_1 or m_11`,
    );
  const uncertain = firstOf(Math.floor(content.uncertain.menus.length / 2));
  const risky = firstOf(Math.floor(content.risky.menus.length / 2));
  const arm = (label: string, fitted: SeuModel, menus: MenuSubset): CalibrationArm => ({
    label,
    design,
    model,
    fitted,
    menus,
    fault: null,
  });
  const plain = withoutRisky(model);
  return [
    arm('A', plain, { uncertain, risky: [] }),
    arm('B', plain, { uncertain: null, risky: [] }),
    arm('C', model, { uncertain, risky }),
    arm('D', model, ALL_MENUS),
  ];
}

/** Arms that see the first `sizes` menus of each block of one design, truths and choices shared. */
export const sampleSizeArms = (
  design: string,
  model: SeuModel,
  content: SeuContent,
  sizes: readonly number[],
): readonly CalibrationArm[] =>
  sizes.map((size) => ({
    label: `${size} menus`,
    design,
    model,
    fitted: model,
    menus: {
      uncertain: firstOf(Math.min(size, content.uncertain.menus.length)),
      risky: content.risky && firstOf(Math.min(size, content.risky.menus.length)),
    },
    fault: null,
  }));
