// Whether one sensitivity serves all choices: predictive checks by block, and one over the blocks together.
import { log } from '../../../math/elementary.ts';
import type { RandomStream } from '../../../math/random.ts';
import { SITE } from '../../../math/sites.ts';
import { menuCount, menuSize } from '../../../models/seu/data.ts';
import { drawChoice } from '../../../models/seu/predictive.ts';
import { mean } from '../../../statistics/moments.ts';
import { forEachProbability, type ChoiceDraws } from './choice-draws.ts';

/** Predictive check of one block: log likelihood per choice, of the data and of one replicate a draw. */
export interface BlockCheck {
  readonly block: string;
  readonly choices: number;
  /** Posterior means of the log likelihood per choice. */
  readonly observed: number;
  readonly replicated: number;
  /** P(T of the replicate ≥ T of the data); small where choices are sharper than α allows, large where noisier. */
  readonly p: number;
}

export interface SingleAlphaCheck {
  readonly blocks: readonly BlockCheck[];
  /**
   * P(spread of the replicate ≥ spread of the data), where spread sums over blocks the squared standardised distance
   * of the block's log likelihood from what the draw expects. Small where some block wants an α of its own.
   */
  readonly p: number;
}

/** Blocks of a partition: a label for every choice, in the order of the data. */
export interface Partition {
  readonly labels: readonly string[];
  readonly of: Int32Array;
}

export function partitionBy(choices: number, labelOf: (menu: number) => string): Partition {
  const index = new Map<string, number>();
  const of = Int32Array.from({ length: choices }, (_, m) => {
    const label = labelOf(m);
    if (!index.has(label)) index.set(label, index.size);
    return index.get(label)!;
  });
  return { labels: [...index.keys()], of };
}

export const byMenuSize = ({ menus }: ChoiceDraws): Partition =>
  partitionBy(menuCount(menus), (m) => `menus of ${menuSize(menus, m)}`);

/** Log likelihoods by block and draw (blocks × draws): data, replicate, and mean and variance that the draw expects. */
interface BlockSums {
  readonly observed: Float64Array;
  readonly replicated: Float64Array;
  readonly expected: Float64Array;
  readonly variance: Float64Array;
}

function blockSums(
  choices: ChoiceDraws,
  { labels, of }: Partition,
  random: RandomStream,
  firstWord: number,
): BlockSums {
  const { total, menus } = choices;
  const size = labels.length * total;
  const sums: BlockSums = {
    observed: new Float64Array(size),
    replicated: new Float64Array(size),
    expected: new Float64Array(size),
    variance: new Float64Array(size),
  };
  forEachProbability(choices, (s, m, probabilities) => {
    if (m === 0) random.seek(s, SITE.replicate, firstWord);
    const at = of[m] * total + s;
    const logs = probabilities.map((value) => (value > 0 ? log(value) : 0));
    const first = probabilities.reduce((sum, value, i) => sum + value * logs[i], 0);
    const second = probabilities.reduce((sum, value, i) => sum + value * logs[i] * logs[i], 0);
    sums.expected[at] += first;
    sums.variance[at] += second - first * first;
    sums.observed[at] += log(probabilities[menus.chosen[m]]);
    sums.replicated[at] += logs[drawChoice(probabilities, random.uniform())];
  });
  return sums;
}

const shareAtLeast = (a: Float64Array, b: Float64Array): number =>
  a.reduce((hits, value, s) => hits + (value >= b[s] ? 1 : 0), 0) / a.length;

function blockCheck(
  block: string,
  choices: number,
  observed: Float64Array,
  replicated: Float64Array,
): BlockCheck {
  return {
    block,
    choices,
    observed: mean(observed) / choices,
    replicated: mean(replicated) / choices,
    p: shareAtLeast(replicated, observed),
  };
}

/** Adds each block's squared standardised distance, draw by draw. */
function addSpread(spread: Float64Array, value: Float64Array, { expected, variance }: BlockSums): void {
  for (let at = 0; at < value.length; at++) {
    const distance = value[at] - expected[at];
    if (variance[at] > 0) spread[at % spread.length] += (distance * distance) / variance[at];
  }
}

/** The check over parts (each with its partition); one replicate a draw, from `random`'s site for replicates. */
export function singleAlphaCheck(
  parts: readonly { readonly choices: ChoiceDraws; readonly partition: Partition }[],
  random: RandomStream,
): SingleAlphaCheck {
  const { total } = parts[0].choices;
  const observed = new Float64Array(total);
  const replicated = new Float64Array(total);
  let firstWord = 0;
  const blocks = parts.flatMap(({ choices, partition }) => {
    const sums = blockSums(choices, partition, random, firstWord);
    firstWord += menuCount(choices.menus);
    addSpread(observed, sums.observed, sums);
    addSpread(replicated, sums.replicated, sums);
    return partition.labels.map((label, b) => {
      const range = (x: Float64Array): Float64Array => x.subarray(b * total, (b + 1) * total);
      const count = partition.of.reduce((n, block) => n + (block === b ? 1 : 0), 0);
      return blockCheck(label, count, range(sums.observed), range(sums.replicated));
    });
  });
  return { blocks, p: shareAtLeast(replicated, observed) };
}

/** Blocks of one fit: uncertain and risky choices where both are there, else uncertain choices by menu size. */
export function defaultParts(choices: readonly ChoiceDraws[]): Parameters<typeof singleAlphaCheck>[0] {
  if (choices.length === 1) return [{ choices: choices[0], partition: byMenuSize(choices[0]) }];
  return choices.map((one) => ({
    choices: one,
    partition: partitionBy(menuCount(one.menus), () => one.name),
  }));
}
