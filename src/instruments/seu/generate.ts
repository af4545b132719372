// A seeded design and a seeded agent with known α, β, δ: data whose truth can be looked up.
import { exp } from '../../math/elementary.ts';
import { randomStream, type RandomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import { menuProbabilities, drawChoice } from '../../models/seu/predictive.ts';
import { menuBlock } from '../../models/seu/data.ts';
import type { SeuContent, SeuTruth } from '../../formats/dataset.ts';

/** The rules of the paper's study designs: features N(0, 1), menu sizes uniform from `smallest` to `largest`. */
export interface DesignSettings {
  readonly consequences: number;
  readonly dimensions: number;
  readonly alternatives: number;
  readonly menus: number;
  readonly smallest: number;
  readonly largest: number;
  readonly seed: number;
  /** Scale of the features; 1 unless given. Embeddings of real texts have about 0.1. */
  readonly featureSd?: number;
}

export const DEFAULT_DESIGN: DesignSettings = {
  consequences: 3,
  dimensions: 5,
  alternatives: 15,
  menus: 100,
  smallest: 2,
  largest: 5,
  seed: 42,
};

/** Faults of a design in words; none means it can be generated. */
export function designFaults(design: DesignSettings): readonly string[] {
  const { consequences, dimensions, alternatives, menus, smallest, largest } = design;
  const whole = (name: string, value: number, least: number): readonly string[] =>
    Number.isInteger(value) && value >= least
      ? []
      : [`${name} = ${value}; needed a whole number from ${least}`];
  return [
    ...whole('consequences (K)', consequences, 2),
    ...whole('features (D)', dimensions, 1),
    ...whole('alternatives (R)', alternatives, 2),
    ...whole('menus (M)', menus, 1),
    ...whole('smallest menu', smallest, 2),
    ...(largest >= smallest && largest <= alternatives
      ? []
      : [`largest menu = ${largest}; needed ${smallest} to ${alternatives}`]),
  ];
}

/** `size` distinct members of 0 … R − 1, ascending: a partial Fisher–Yates shuffle. */
function drawMenu(random: RandomStream, R: number, size: number): readonly number[] {
  const pool = Array.from({ length: R }, (_, r) => r);
  for (let i = 0; i < size; i++) {
    const j = i + Math.trunc(random.uniform53() * (R - i));
    [pool[i], pool[j]] = [pool[j], pool[i]];
  }
  return pool.slice(0, size).sort((a, b) => a - b);
}

interface Design {
  readonly features: readonly (readonly number[])[];
  readonly menus: readonly (readonly number[])[];
}

function drawDesign(design: DesignSettings): Design {
  const { alternatives: R, dimensions: D, menus: M, smallest, largest, seed, featureSd = 1 } = design;
  const random = randomStream(seed, 0, 0);
  random.seek(0, SITE.designFeatures);
  const feature = (): number => featureSd * random.normal();
  const features = Array.from({ length: R }, () => Array.from({ length: D }, feature));
  const menus = Array.from({ length: M }, (_, m) => {
    random.seek(m, SITE.designMenus);
    const size = smallest + Math.trunc(random.uniform53() * (largest - smallest + 1));
    return drawMenu(random, R, size);
  });
  return { features, menus };
}

/** β ~ N(0, 1) and δ uniform on the simplex, by uniform spacings. */
function drawTruth({ consequences: K, dimensions: D, seed }: DesignSettings, alpha: number): SeuTruth {
  const random = randomStream(seed, 0, 0);
  random.seek(0, SITE.truth);
  const beta = Array.from({ length: K }, () => Array.from({ length: D }, () => random.normal()));
  const cuts = Array.from({ length: K - 2 }, () => random.uniform53()).sort((a, b) => a - b);
  const delta = [...cuts, 1].map((cut, i) => cut - (i === 0 ? 0 : cuts[i - 1]));
  return { alpha, omega: null, beta, delta };
}

/** η_r = softmax(β w_r) · υ for every alternative. */
export function expectedUtilities(features: readonly (readonly number[])[], truth: SeuTruth): Float64Array {
  const upsilon = truth.delta.reduce<number[]>(
    (levels, step) => [...levels, levels[levels.length - 1] + step],
    [0],
  );
  return Float64Array.from(features, (w) => {
    const logits = truth.beta.map((row) => row.reduce((sum, weight, d) => sum + weight * w[d], 0));
    const top = Math.max(...logits);
    const weights = logits.map((logit) => exp(logit - top));
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return weights.reduce((sum, weight, k) => sum + (weight / total) * upsilon[k], 0);
  });
}

/** One choice per menu by an agent with sensitivity `alpha`; everything else follows from the design's seed. */
export function generateContent(design: DesignSettings, alpha: number): SeuContent {
  const faults = designFaults(design);
  if (faults.length > 0) throw new RangeError(faults.join('; '));
  const { features, menus } = drawDesign(design);
  const truth = drawTruth(design, alpha);
  const eta = expectedUtilities(features, truth);
  const block = menuBlock(
    menus,
    menus.map(() => 0),
  );
  const random = randomStream(design.seed, 0, 0);
  const chosen = menus.map((_, m) => {
    random.seek(m, SITE.choice);
    return drawChoice(menuProbabilities(block, m, alpha, eta), random.uniform53());
  });
  return {
    schema: 'seu',
    consequences: design.consequences,
    features,
    alternatives: null,
    uncertain: { menus, chosen, problems: null, presentations: null },
    risky: null,
    deltaConcentration: null,
    truth,
  };
}

/** The built-in agent of the first demonstration: 100 choices with α = 5. */
export const DEMO_DESIGN = DEFAULT_DESIGN;
export const DEMO_ALPHA = 5;
