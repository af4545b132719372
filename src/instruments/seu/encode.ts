// Encodes SEU content as typed arrays, and resolves a preset's name against what the content holds.
import type { ChoiceBlock, RiskyChoices, SeuContent } from '../../formats/dataset.ts';
import type { Parsed } from '../../formats/fault.ts';
import type { MenuBlock, RiskyBlock, SeuData } from '../../models/seu/data.ts';
import { menuBlock } from '../../models/seu/data.ts';
import type { SensitivityLink, SeuModel } from '../../models/seu/presets.ts';
import { SEU_PRESETS } from '../../models/seu/presets.ts';

/**
 * Data of the SEU models; `features` is R × D and `probabilities` S × K, row by row.
 * With the link `none` (the m_0 family) the risky block is left out, whether or not the content has one.
 */
export function encodeSeu(content: SeuContent, link?: SensitivityLink): SeuData {
  const { features, consequences, uncertain, risky } = content;
  return {
    consequences,
    alternatives: features.length,
    dimensions: features[0].length,
    features: Float64Array.from(features.flat()),
    uncertain: encodeBlock(uncertain),
    risky: risky && link !== 'none' ? encodeRisky(risky) : null,
  };
}

const encodeBlock = ({ menus, chosen }: ChoiceBlock): MenuBlock => menuBlock(menus, chosen);

const encodeRisky = (risky: RiskyChoices): RiskyBlock => ({
  lotteries: risky.lotteries.length,
  probabilities: Float64Array.from(risky.lotteries.flat()),
  menus: encodeBlock(risky),
});

/**
 * The preset called `name`, completed from the content: m_03 takes δ's concentration from it.
 * A fault (naming `file`) where there is no such preset, or where it needs what the content lacks.
 */
export function modelFor(name: string, content: SeuContent, file = ''): Parsed<SeuModel> {
  const refuse = (seen: string, needed: string): Parsed<SeuModel> => ({
    ok: false,
    faults: [{ file, row: null, column: null, seen, needed }],
  });
  if (!Object.hasOwn(SEU_PRESETS, name)) {
    return refuse(`model ${JSON.stringify(name)}`, `one of ${Object.keys(SEU_PRESETS).join(', ')}`);
  }
  const preset = SEU_PRESETS[name];
  if (preset.link !== 'none' && !content.risky) {
    return refuse('data without risky choices', `risky choices (N, S, x, J, z) for model ${name}`);
  }
  if (name !== 'm_03') return { ok: true, value: preset };
  const { deltaConcentration } = content;
  if (deltaConcentration === null)
    return refuse('data without delta_concentration', 'delta_concentration, for model m_03');
  return { ok: true, value: { ...preset, priors: { ...preset.priors, deltaConcentration } } };
}

/** Sentences on what of the content the model leaves unused; they belong in the manifest's warnings. */
export function unusedBy(model: SeuModel, content: SeuContent): readonly string[] {
  const notes: string[] = [];
  if (content.risky && model.link === 'none') {
    notes.push(`${model.name} has no risky block: ${content.risky.menus.length} risky choices are not used.`);
  }
  if (content.deltaConcentration !== null && model.name !== 'm_03') {
    notes.push(
      `${model.name} does not read delta_concentration = ${content.deltaConcentration} from the data.`,
    );
  }
  return notes;
}
