// The random parts of a design, each with its own numbers: what one part draws never moves another.
import { log } from '../../../math/elementary.ts';
import { randomStream, type RandomStream } from '../../../math/random.ts';
import { SITE } from '../../../math/sites.ts';
import { lotteryCountOf, lotteryRuleOf, type DesignSettings } from './settings.ts';

/** Blocks of choices by the chain of their random numbers. */
export const UNCERTAIN = 0;
export const RISKY = 1;

/** The lotteries of the paper's designs with K = 3; later ones repeat them in this order. */
const LISTED: readonly (readonly number[])[] = [
  [0.25, 0.5, 0.25],
  [0.5, 0.25, 0.25],
  [0.25, 0.25, 0.5],
  [0.33, 0.33, 0.34],
  [0.2, 0.6, 0.2],
  [0.6, 0.2, 0.2],
  [0.2, 0.2, 0.6],
  [0.1, 0.8, 0.1],
];

/** How menus get their sizes: uniform within a range, or a list spread evenly over `menus` menus. */
export type SizeRule =
  | { readonly smallest: number; readonly largest: number }
  | { readonly sizes: readonly number[]; readonly menus: number };

export const sizeRule = ({ sizes, smallest, largest, menus }: DesignSettings): SizeRule =>
  sizes ? { sizes, menus } : { smallest, largest };

/** R × D features, N(0, featureSd²). */
export function drawFeatures(design: DesignSettings): readonly (readonly number[])[] {
  const { alternatives, dimensions, seed, featureSd = 1 } = design;
  const random = randomStream(seed, 0, UNCERTAIN);
  random.seek(0, SITE.designFeatures);
  return Array.from({ length: alternatives }, () =>
    Array.from({ length: dimensions }, () => featureSd * random.normal()),
  );
}

/** S × K probabilities. */
export function drawLotteries(design: DesignSettings): readonly (readonly number[])[] {
  const rule = lotteryRuleOf(design);
  const K = design.consequences;
  const random = randomStream(design.seed, 0, RISKY);
  return Array.from({ length: lotteryCountOf(design) }, (_, s) => {
    if (rule === 'listed') return LISTED[s % LISTED.length];
    if (rule === 'uniform') return new Array<number>(K).fill(1 / K);
    random.seek(s, SITE.designLotteries);
    return evenSimplex(random, K);
  });
}

/** A point uniform on the simplex with K entries: exponentials over their sum. */
function evenSimplex(random: RandomStream, K: number): readonly number[] {
  const parts = Array.from({ length: K }, () => -log(random.uniform53()));
  const total = parts.reduce((sum, part) => sum + part, 0);
  return parts.map((part) => part / total);
}

/** `size` distinct members of 0 … items − 1, ascending: a partial Fisher–Yates shuffle. */
function drawMenu(random: RandomStream, items: number, size: number): readonly number[] {
  return partialShuffle(
    random,
    Array.from({ length: items }, (_, r) => r),
    size,
  )
    .slice(0, size)
    .sort((a, b) => a - b);
}

/** Shuffles the first `count` places of `pool`, in place. */
function partialShuffle<Item>(random: RandomStream, pool: Item[], count: number): Item[] {
  for (let i = 0; i < count; i++) {
    const j = i + Math.trunc(random.uniform53() * (pool.length - i));
    [pool[i], pool[j]] = [pool[j], pool[i]];
  }
  return pool;
}

/**
 * Menus `first` … `first + count − 1` of a block over `items` items. Menu m depends on seed, task, block and m alone,
 * so that a longer design begins with the shorter one; a list of sizes is shuffled as a whole and gives that up.
 */
export function drawMenus(
  stream: { readonly seed: number; readonly task: number; readonly block: number },
  items: number,
  rule: SizeRule,
  first: number,
  count: number,
): readonly (readonly number[])[] {
  const random = randomStream(stream.seed, stream.task, stream.block);
  const listed = 'sizes' in rule ? evenSizes(random, rule.sizes, rule.menus) : null;
  return Array.from({ length: count }, (_, i) => {
    random.seek(first + i, SITE.designMenus);
    const size = 'sizes' in rule ? listed![first + i] : uniformSize(random, rule.smallest, rule.largest);
    return drawMenu(random, items, size);
  });
}

const uniformSize = (random: RandomStream, smallest: number, largest: number): number =>
  smallest + Math.trunc(random.uniform53() * (largest - smallest + 1));

/** Each size as often as any other, to within one, in random order; its numbers are those after the last menu's. */
function evenSizes(random: RandomStream, sizes: readonly number[], menus: number): readonly number[] {
  random.seek(menus, SITE.designMenus);
  return partialShuffle(
    random,
    Array.from({ length: menus }, (_, m) => sizes[m % sizes.length]),
    menus,
  );
}
