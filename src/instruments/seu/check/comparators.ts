// Whether SEU adds anything to a plain ranking of the items: predictive fit beside two simpler models.
import type { SeuContent } from '../../../formats/dataset.ts';
import { uniformLogLikelihood } from '../../../models/comparators/uniform.ts';
import type { SeuModel } from '../../../models/seu/presets.ts';
import type { Draws } from '../../../statistics/draws.ts';
import { choiceDraws, seuChoiceDraws, type ChoiceDraws } from './choice-draws.ts';
import { keepMenus } from './derived.ts';
import {
  elpdDifference,
  exactElpds,
  heldOutElpd,
  leaveOneOutOf,
  leaveProblemsOut,
  withExact,
  type ElpdDifference,
  type LeaveOneOut,
  type ProblemElpd,
} from './leave-out.ts';
import type { HeldOut } from './left-out-plans.ts';
import { baseProblems } from './problems.ts';
import type { TargetSampling } from './sample-target.ts';
import { COMPARATOR_SAMPLING, fitLuceItems, type ComparatorStream } from './item-fit.ts';

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
  /** What the comparison says, in a sentence. */
  readonly finding: string;
}

/** Differences beyond two standard errors are told; others are within what the problems at hand resolve. */
const TOLD = 2;
/** With a larger share of untrustworthy problems nothing is told before they are refitted. */
const FLAGGED_SHARE = 0.1;

const told = ({ difference, se }: ElpdDifference): number =>
  difference > TOLD * se ? 1 : difference < -TOLD * se ? -1 : 0;

function findingOf(toItems: ElpdDifference, toUniform: ElpdDifference): string {
  const { flagged, problems, difference, se } = toItems;
  if (flagged > FLAGGED_SHARE * problems)
    return (
      `The models cannot be compared by importance sampling: the weights of ${flagged} of ${problems} problems ` +
      'cannot be trusted (Pareto k above 0.7). Refit in folds.'
    );
  if (told(toUniform) <= 0) return 'SEU predicts left-out problems no better than choosing at random.';
  const size = `${difference.toFixed(1)} ± ${se.toFixed(1)}`;
  if (told(toItems) > 0)
    return `SEU predicts left-out problems better than a plain ranking of the items (elpd difference ${size}).`;
  if (told(toItems) < 0)
    return `A plain ranking of the items predicts left-out problems better than SEU (elpd difference ${size}).`;
  return (
    `SEU and a plain ranking of the items predict left-out problems alike (elpd difference ${size}): ` +
    'the choices do not show that beliefs and utilities add anything to one value an item.'
  );
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

function comparison(
  blocks: readonly Pick<ChoiceDraws, 'name' | 'block' | 'menus'>[],
  seu: LeaveOneOut,
  items: LeaveOneOut,
): Comparison {
  const uniform = leaveOneOutOf(blocks.flatMap((one) => exactElpds(one, uniformLogLikelihood(one.menus))));
  const toItems = elpdDifference(seu, items);
  const toUniform = elpdDifference(seu, uniform);
  return {
    rows: [
      rowOf('seu', seu, null),
      rowOf('luce_items', items, toItems),
      rowOf('uniform', uniform, toUniform),
    ],
    seu,
    luceItems: items,
    finding: findingOf(toItems, toUniform),
  };
}

/** Draws of the item values as a model of a block of choices. */
const itemChoices = ({ name, block, items }: ChoiceDraws, draws: Draws): ChoiceDraws =>
  choiceDraws(name, block, draws, { sensitivity: null, name: 'v', items });

/** By importance sampling from one fit of each model. Draws must hold α, η (and ω, η_risky). */
export function compareModels(
  model: SeuModel,
  content: SeuContent,
  draws: Draws,
  stream: Omit<ComparatorStream, 'fold'>,
  sampling: TargetSampling = COMPARATOR_SAMPLING,
): Comparison {
  const blocks = seuChoiceDraws(model, content, draws);
  const items = blocks.map((one) => {
    const fit = fitLuceItems(one.name, one.block, one.items, { ...stream, fold: 0 }, sampling);
    return itemChoices(one, fit.draws);
  });
  return comparison(blocks, leaveProblemsOut(blocks), leaveProblemsOut(items));
}

/** Draws of an SEU fit without the held-out problems. */
export interface FoldFit {
  readonly held: HeldOut;
  readonly draws: Draws;
}

function foldElpds(
  model: SeuModel,
  content: SeuContent,
  { held, draws }: FoldFit,
  stream: ComparatorStream,
  sampling: TargetSampling,
): { readonly seu: readonly ProblemElpd[]; readonly items: readonly ProblemElpd[] } {
  const whole = seuChoiceDraws(model, content, draws).find(({ name }) => name === held.block);
  if (!whole) throw new Error(`model ${model.name} has no ${held.block} choices to hold out`);
  const { of } = baseProblems(whole.block);
  const left = new Set(held.problems);
  const rest = keepMenus(whole.block, (m) => !left.has(of[m]));
  const fit = fitLuceItems(held.block, rest, whole.items, stream, sampling);
  return {
    seu: heldOutElpd(whole, held.problems),
    items: heldOutElpd(itemChoices(whole, fit.draws), held.problems),
  };
}

/** Exactly, from fits of both models without each fold; the folds must cover every problem. */
export function compareByFolds(
  model: SeuModel,
  content: SeuContent,
  folds: readonly FoldFit[],
  stream: Omit<ComparatorStream, 'fold'>,
  sampling: TargetSampling = COMPARATOR_SAMPLING,
): Comparison {
  const blocks = seuChoiceDraws(model, content, folds[0].draws);
  const found = folds.map((fold, i) => foldElpds(model, content, fold, { ...stream, fold: i + 1 }, sampling));
  const order = leaveOneOutOf(
    blocks.flatMap((one) =>
      exactElpds(one, new Float64Array(one.block.menus.length).fill(NaN)).map((row) => ({
        ...row,
        k: Infinity,
        flagged: true,
      })),
    ),
  );
  return comparison(
    blocks,
    withExact(
      order,
      found.flatMap(({ seu }) => seu),
    ),
    withExact(
      order,
      found.flatMap(({ items }) => items),
    ),
  );
}
