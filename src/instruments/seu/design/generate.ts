// A seeded design, and a seeded agent with known α, β, δ on it: data whose truth can be looked up.
import type { ChoiceBlock, SeuContent, SeuTruth } from '../../../formats/dataset.ts';
import { exp } from '../../../math/elementary.ts';
import { randomStream } from '../../../math/random.ts';
import { SITE } from '../../../math/sites.ts';
import { menuBlock } from '../../../models/seu/data.ts';
import { drawChoice, menuProbabilities } from '../../../models/seu/predictive.ts';
import { drawFeatures, drawLotteries, drawMenus, RISKY, sizeRule, UNCERTAIN } from './rules.ts';
import { designFaults, lotteryCountOf, type DesignSettings } from './settings.ts';

type Menus = readonly (readonly number[])[];

/** Menus without choices: each holds the first rank, which means nothing. */
const unanswered = (menus: Menus): ChoiceBlock => ({
  menus,
  chosen: menus.map(() => 0),
  problems: null,
  presentations: null,
});

/** A flat design as content whose choices mean nothing. Throws a RangeError with the faults of the settings. */
export function designContent(design: DesignSettings): SeuContent {
  const faults = designFaults(design);
  if (faults.length > 0) throw new RangeError(faults.join('; '));
  if (design.factors) throw new RangeError('a design with cells; needed hierarchicalDesign');
  const { seed, alternatives, menus, riskyMenus } = design;
  const rule = sizeRule(design);
  const stream = { seed, task: 0, block: UNCERTAIN };
  return {
    schema: 'seu',
    consequences: design.consequences,
    features: drawFeatures(design),
    alternatives: null,
    uncertain: unanswered(drawMenus(stream, alternatives, rule, 0, menus)),
    risky: riskyMenus === undefined ? null : riskyBlock(design, riskyMenus),
    deltaConcentration: null,
    truth: null,
  };
}

function riskyBlock(design: DesignSettings, riskyMenus: number): SeuContent['risky'] {
  const rule = sizeRule({ ...design, menus: riskyMenus });
  const stream = { seed: design.seed, task: 0, block: RISKY };
  const menus = drawMenus(stream, lotteryCountOf(design), rule, 0, riskyMenus);
  return { ...unanswered(menus), lotteries: drawLotteries(design) };
}

/** Content with the choices taken away: only what was asked. */
export const designOfContent = (content: SeuContent): SeuContent => ({
  ...content,
  uncertain: { ...content.uncertain, chosen: content.uncertain.chosen.map(() => 0) },
  risky: content.risky && { ...content.risky, chosen: content.risky.chosen.map(() => 0) },
  truth: null,
});

/**
 * A design with `more` new menus of alternatives over the same alternatives, sizes uniform over the range that it
 * has. The menus it begins with keep their places; problem names, which new menus lack, are dropped.
 */
export function extendDesign(content: SeuContent, more: number, seed: number): SeuContent {
  const design = designOfContent(content);
  const { menus } = design.uncertain;
  const lengths = menus.map((menu) => menu.length);
  const rule = {
    smallest: lengths.reduce((a, b) => Math.min(a, b)),
    largest: lengths.reduce((a, b) => Math.max(a, b)),
  };
  const stream = { seed, task: 0, block: UNCERTAIN };
  const fresh = drawMenus(stream, design.features.length, rule, menus.length, more);
  return { ...design, uncertain: unanswered([...menus, ...fresh]) };
}

/** β ~ N(0, 1) and δ uniform on the simplex, by uniform spacings; ω = α where there are lotteries. */
function drawTruth(design: DesignSettings, alpha: number): SeuTruth {
  const { consequences: K, dimensions: D, seed, riskyMenus } = design;
  const random = randomStream(seed, 0, 0);
  random.seek(0, SITE.truth);
  const beta = Array.from({ length: K }, () => Array.from({ length: D }, () => random.normal()));
  const cuts = Array.from({ length: K - 2 }, () => random.uniform53()).sort((a, b) => a - b);
  const delta = [...cuts, 1].map((cut, i) => cut - (i === 0 ? 0 : cuts[i - 1]));
  return { alpha, omega: riskyMenus === undefined ? null : alpha, beta, delta };
}

/** υ = (0, δ₁, δ₁ + δ₂, …, 1). */
const utilities = (delta: readonly number[]): readonly number[] =>
  delta.reduce<number[]>((levels, step) => [...levels, levels[levels.length - 1] + step], [0]);

/** η_r = softmax(β w_r) · υ for every alternative. */
export function expectedUtilities(features: Menus, truth: SeuTruth): Float64Array {
  const upsilon = utilities(truth.delta);
  return Float64Array.from(features, (w) => {
    const logits = truth.beta.map((row) => row.reduce((sum, weight, d) => sum + weight * w[d], 0));
    const top = Math.max(...logits);
    const weights = logits.map((logit) => exp(logit - top));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.reduce((sum, weight, k) => sum + (weight / total) * upsilon[k], 0);
  });
}

/** η_s = x_s · υ for every lottery. */
const lotteryUtilities = (lotteries: Menus, { delta }: SeuTruth): Float64Array => {
  const upsilon = utilities(delta);
  return Float64Array.from(lotteries, (x) => x.reduce((sum, p, k) => sum + p * upsilon[k], 0));
};

function choices(seed: number, block: number, menus: Menus, a: number, eta: Float64Array): readonly number[] {
  const shown = menuBlock(
    menus,
    menus.map(() => 0),
  );
  const random = randomStream(seed, 0, block);
  return menus.map((_, m) => {
    random.seek(m, SITE.choice);
    return drawChoice(menuProbabilities(shown, m, a, eta), random.uniform53());
  });
}

/** One choice per menu by an agent with sensitivity `alpha`; everything else follows from the design's seed. */
export function generateContent(design: DesignSettings, alpha: number): SeuContent {
  const content = designContent(design);
  const { seed } = design;
  const { features, uncertain, risky } = content;
  const truth = drawTruth(design, alpha);
  const answer = (block: number, menus: Menus, eta: Float64Array): readonly number[] =>
    choices(seed, block, menus, alpha, eta);
  return {
    ...content,
    uncertain: {
      ...uncertain,
      chosen: answer(UNCERTAIN, uncertain.menus, expectedUtilities(features, truth)),
    },
    risky: risky && {
      ...risky,
      chosen: answer(RISKY, risky.menus, lotteryUtilities(risky.lotteries, truth)),
    },
    truth,
  };
}
