// Choices of the fitted agent on the dataset's own menus, as the model has them or disturbed in a way it does not know.
import type { SeuContent } from '../../../formats/dataset.ts';
import type { RandomStream } from '../../../math/random.ts';
import { SITE } from '../../../math/sites.ts';
import { menuCount } from '../../../models/seu/data.ts';
import { drawChoice, menuProbabilities } from '../../../models/seu/predictive.ts';
import type { SeuModel } from '../../../models/seu/presets.ts';
import type { Draws } from '../../../statistics/draws.ts';
import { seuChoiceDraws, type ChoiceDraws } from './choice-draws.ts';
import type { SimulatedChoices, SimulatedKind } from './derivation.ts';

/** Share of choices that are made at random, all members of a menu being equally likely. */
export const LAPSE_RATE = 0.2;
/** Factor on the odds of what is shown first; every presentation shows its menu in a random order of its own. */
export const FIRST_ODDS = 3;

/** One choice; takes the same three uniforms whatever disturbs it, so that kinds of one replicate are paired. */
function choose(by: SimulatedKind, probabilities: Float64Array, random: RandomStream): number {
  const [own, whether, which] = [random.uniform(), random.uniform(), random.uniform()];
  const place = Math.min(probabilities.length - 1, Math.floor(which * probabilities.length));
  if (by === 'lapses' && whether < LAPSE_RATE) return place;
  if (by !== 'position') return drawChoice(probabilities, own);
  const weights = probabilities.map((value, i) => value * (i === place ? FIRST_ODDS : 1));
  const total = weights.reduce((sum, value) => sum + value, 0);
  return drawChoice(
    weights.map((value) => value / total),
    own,
  );
}

function chosenIn(
  { menus, items, read }: ChoiceDraws,
  draw: number,
  by: SimulatedKind,
  random: RandomStream,
): readonly number[] {
  const values = new Float64Array(items);
  const sensitivity = read(draw, values);
  return Array.from({ length: menuCount(menus) }, (_, m) =>
    choose(by, menuProbabilities(menus, m, sensitivity, values), random),
  );
}

/** Replicates `0 … count − 1` of one kind, from draws evenly spread over those of the fit. */
export function simulatedChoices(
  model: SeuModel,
  content: SeuContent,
  draws: Draws,
  by: SimulatedKind,
  count: number,
  random: RandomStream,
): readonly SimulatedChoices[] {
  const [uncertain, risky] = seuChoiceDraws(model, content, draws);
  return Array.from({ length: count }, (_, replicate) => {
    const draw = Math.floor(((replicate + 0.5) * uncertain.total) / count);
    random.seek(replicate, SITE.choice);
    const first = chosenIn(uncertain, draw, by, random);
    return {
      by,
      replicate,
      uncertain: first,
      risky: risky ? chosenIn(risky, draw, by, random) : null,
    };
  });
}
