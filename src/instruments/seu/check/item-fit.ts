// The posterior of a plain ranking: one free value an item, sampled in this thread.
import type { SamplerSettings } from '../../../engine/types.ts';
import type { ChoiceBlock } from '../../../formats/dataset.ts';
import { luceItems, type LuceItems } from '../../../models/comparators/luce-items.ts';
import { menuBlock } from '../../../models/seu/data.ts';
import type { Draws } from '../../../statistics/draws.ts';
import { summariseDraws, type SummaryRow } from '../../../statistics/summarise.ts';
import type { ChoiceDraws } from './choice-draws.ts';
import { sampleTarget, type TargetDraws, type TargetSampling } from './sample-target.ts';

/** Draws of v[1] … and of their spread, for one block of choices. */
export interface ItemFit {
  readonly block: ChoiceDraws['name'];
  readonly draws: Draws;
  readonly summary: readonly SummaryRow[];
  readonly divergences: number;
}

export const COMPARATOR_SAMPLING: TargetSampling = {
  chains: 4,
  warmup: 500,
  draws: 1000,
  targetAcceptance: 0.9,
  maxDepth: 10,
};

/** As long as the fit that it stands beside, up to what a model of one value an item needs. */
export function comparatorSampling({ chains, warmup, draws }: SamplerSettings): TargetSampling {
  const own = Math.min(COMPARATOR_SAMPLING.chains, chains);
  return {
    ...COMPARATOR_SAMPLING,
    chains: own,
    warmup: Math.min(COMPARATOR_SAMPLING.warmup, warmup),
    draws: Math.min(COMPARATOR_SAMPLING.draws, Math.ceil((chains * draws) / own)),
  };
}

/** Tasks from here are the comparators' own streams, far from those of a plan's conditions. */
const FIRST_TASK = 1 << 24;
const MOST_FOLDS = 128;

/** Which random numbers a fit uses: the plan's seed, the condition's place in it, and the fold (0 is the whole data). */
export interface ComparatorStream {
  readonly seed: number;
  readonly condition: number;
  readonly fold: number;
}

const taskOf = ({ condition, fold }: ComparatorStream, name: ChoiceDraws['name']): number =>
  FIRST_TASK + 2 * (condition * MOST_FOLDS + fold) + (name === 'risky' ? 1 : 0);

function itemDraws(model: LuceItems, { positions }: TargetDraws): Draws {
  const items = model.target.dimension;
  const chains = positions.length;
  const iterations = positions[0].length;
  const values = new Float64Array((items + 1) * chains * iterations);
  positions.forEach((chain, c) =>
    chain.forEach((position, i) => {
      const at = (variable: number): number => (variable * chains + c) * iterations + i;
      model.values(position).forEach((value, r) => (values[at(r)] = value));
      values[at(items)] = model.scale(position);
    }),
  );
  const variables = [...Array.from({ length: items }, (_, r) => `v[${r + 1}]`), 'spread'];
  return { variables, chains, iterations, values };
}

/** The posterior of one free value an item, for one block of choices. */
export function fitLuceItems(
  name: ChoiceDraws['name'],
  block: ChoiceBlock,
  items: number,
  stream: ComparatorStream,
  sampling: TargetSampling = COMPARATOR_SAMPLING,
): ItemFit {
  const model = luceItems(menuBlock(block.menus, block.chosen), items);
  const sampled = sampleTarget(model.target, sampling, stream.seed, taskOf(stream, name));
  const draws = itemDraws(model, sampled);
  return { block: name, draws, summary: summariseDraws(draws), divergences: sampled.divergences };
}
