// Whether SEU adds anything to a plain ranking of the items: predictive fit beside two simpler models.
import type { ChoiceBlock, SeuContent } from '../../../formats/dataset.ts';
import { luceItems, type LuceItems } from '../../../models/comparators/luce-items.ts';
import { uniformLogLikelihood } from '../../../models/comparators/uniform.ts';
import { menuBlock } from '../../../models/seu/data.ts';
import type { SeuModel } from '../../../models/seu/presets.ts';
import type { Draws } from '../../../statistics/draws.ts';
import { summariseDraws, type SummaryRow } from '../../../statistics/summarise.ts';
import { choiceDraws, seuChoiceDraws, type ChoiceDraws } from './choice-draws.ts';
import {
  elpdDifference,
  exactElpds,
  leaveOneOutOf,
  leaveProblemsOut,
  type ElpdDifference,
  type LeaveOneOut,
} from './leave-out.ts';
import { sampleTarget, type TargetDraws, type TargetSampling } from './sample-target.ts';

export type ComparatorName = 'seu' | 'luce_items' | 'uniform';

export interface ComparatorRow {
  readonly model: ComparatorName;
  readonly elpd: number;
  readonly se: number;
  readonly flagged: number;
  /** elpd of SEU less this model's, with its standard error over problems; null for SEU itself. */
  readonly difference: ElpdDifference | null;
}

export interface Comparison {
  readonly rows: readonly ComparatorRow[];
  readonly seu: LeaveOneOut;
  readonly luceItems: LeaveOneOut;
  /** Item values v[1] … and their spread, by block. */
  readonly items: readonly ItemFit[];
  /** What the comparison says, in a sentence. */
  readonly finding: string;
}

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

/** Tasks from here are the comparators' own streams, far from those of a plan's conditions. */
const FIRST_TASK = 1 << 24;

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
  seed: number,
  condition: number,
  sampling: TargetSampling = COMPARATOR_SAMPLING,
): ItemFit {
  const model = luceItems(menuBlock(block.menus, block.chosen), items);
  const task = FIRST_TASK + 2 * condition + (name === 'risky' ? 1 : 0);
  const sampled = sampleTarget(model.target, sampling, seed, task);
  const draws = itemDraws(model, sampled);
  return { block: name, draws, summary: summariseDraws(draws), divergences: sampled.divergences };
}

/** Differences beyond two standard errors are told; others are within what the problems at hand resolve. */
const TOLD = 2;

function findingOf(toItems: ElpdDifference, toUniform: ElpdDifference): string {
  const told = ({ difference, se }: ElpdDifference): number =>
    difference > TOLD * se ? 1 : difference < -TOLD * se ? -1 : 0;
  if (told(toUniform) <= 0) return 'SEU predicts left-out problems no better than choosing at random.';
  const size = `${Math.abs(toItems.difference).toFixed(1)} ± ${toItems.se.toFixed(1)}`;
  const flagged =
    toItems.flagged > 0 ? ` ${toItems.flagged} problems need a refit to settle their part.` : '';
  const sentence = {
    '1': `SEU predicts left-out problems better than a plain ranking of the items (elpd ${size}).`,
    '0':
      `SEU and a plain ranking of the items predict left-out problems alike (elpd difference ${size}): ` +
      'the choices do not show that beliefs and utilities add anything to one value an item.',
    '-1': `A plain ranking of the items predicts left-out problems better than SEU (elpd ${size}).`,
  }[told(toItems)];
  return `${sentence}${flagged}`;
}

const rowOf = (
  model: ComparatorName,
  loo: LeaveOneOut,
  difference: ElpdDifference | null,
): ComparatorRow => ({
  model,
  elpd: loo.elpd,
  se: loo.se,
  flagged: loo.flagged,
  difference,
});

/** Draws must hold α, η (and ω, η_risky). `condition` picks the comparators' random streams. */
export function compareModels(
  model: SeuModel,
  content: SeuContent,
  draws: Draws,
  seed: number,
  condition: number,
  sampling: TargetSampling = COMPARATOR_SAMPLING,
): Comparison {
  const blocks = seuChoiceDraws(model, content, draws);
  const seu = leaveProblemsOut(blocks);
  const items = blocks.map(({ name, block, items: count }) =>
    fitLuceItems(name, block, count, seed, condition, sampling),
  );
  const itemBlocks = blocks.map(({ name, block, items: count }, i) =>
    choiceDraws(name, block, items[i].draws, { sensitivity: null, name: 'v', items: count }),
  );
  const luce = leaveProblemsOut(itemBlocks);
  const uniform = leaveOneOutOf(blocks.flatMap((one) => exactElpds(one, uniformLogLikelihood(one.menus))));
  const toItems = elpdDifference(seu, luce);
  const toUniform = elpdDifference(seu, uniform);
  return {
    rows: [rowOf('seu', seu, null), rowOf('luce_items', luce, toItems), rowOf('uniform', uniform, toUniform)],
    seu,
    luceItems: luce,
    items,
    finding: findingOf(toItems, toUniform),
  };
}
