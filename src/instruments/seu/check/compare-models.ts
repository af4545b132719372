// Fits a plain ranking beside SEU and compares what both predict of problems left out.
import type { SeuContent } from '../../../formats/dataset.ts';
import type { SeuModel } from '../../../models/seu/presets.ts';
import type { Draws } from '../../../statistics/draws.ts';
import { choiceDraws, seuChoiceDraws, type ChoiceDraws } from './choice-draws.ts';
import { comparison, type Comparison } from './comparators.ts';
import type { HeldOut } from './derivation.ts';
import { keepMenus } from './derived.ts';
import { COMPARATOR_SAMPLING, fitLuceItems, type ComparatorStream } from './item-fit.ts';
import {
  exactElpds,
  heldOutElpd,
  leaveOneOutOf,
  leaveProblemsOut,
  withExact,
  type LeaveOneOut,
  type ProblemElpd,
} from './leave-out.ts';
import { coverAll, refittedElpds, wholeBlock, type FoldFit } from './left-out.ts';
import { baseProblems } from './problems.ts';
import type { TargetSampling } from './sample-target.ts';

/** Draws of the item values as a model of a block of choices. */
const itemChoices = ({ name, block, items }: ChoiceDraws, draws: Draws): ChoiceDraws =>
  choiceDraws(name, block, draws, { sensitivity: null, name: 'v', items });

/** The stream of a fit to all problems; folds count from 1. */
const WHOLE = 0;

/** A plain ranking fitted without some problems, and what it predicts of them. */
function itemsWithout(
  whole: ChoiceDraws,
  { problems }: HeldOut,
  stream: ComparatorStream,
  sampling: TargetSampling,
): readonly ProblemElpd[] {
  const { of } = baseProblems(whole.block);
  const left = new Set(problems);
  const rest = keepMenus(whole.block, (m) => !left.has(of[m]));
  const fit = fitLuceItems(whole.name, rest, whole.items, stream, sampling);
  return heldOutElpd(itemChoices(whole, fit.draws), problems);
}

/** Refits without the problems that the ranking's own weights cannot be trusted for; it is cheap to fit. */
function settledItems(
  blocks: readonly ChoiceDraws[],
  items: LeaveOneOut,
  stream: Omit<ComparatorStream, 'fold'>,
  sampling: TargetSampling,
): LeaveOneOut {
  const flagged = items.problems.filter((one) => one.flagged);
  const exact = flagged.flatMap(({ block, problem }, i) => {
    const whole = blocks.find(({ name }) => name === block)!;
    const held = { block, problems: [baseProblems(whole.block).names.indexOf(problem)] };
    return itemsWithout(whole, held, { ...stream, fold: i + 1 }, sampling);
  });
  return withExact(items, exact);
}

/**
 * From one fit of each model, by importance sampling. Draws must hold α, η (and ω, η_risky). Where `exact` gives the
 * problems of SEU that need a refit, those of the ranking are refitted here.
 */
export function compareModels(
  model: SeuModel,
  content: SeuContent,
  draws: Draws,
  stream: Omit<ComparatorStream, 'fold'>,
  sampling: TargetSampling = COMPARATOR_SAMPLING,
  exact: readonly ProblemElpd[] = [],
): Comparison {
  const blocks = seuChoiceDraws(model, content, draws);
  const items = blocks.map((one) => {
    const fit = fitLuceItems(one.name, one.block, one.items, { ...stream, fold: WHOLE }, sampling);
    return itemChoices(one, fit.draws);
  });
  const ranking = leaveProblemsOut(items);
  return comparison(
    blocks,
    withExact(leaveProblemsOut(blocks), exact),
    exact.length > 0 ? settledItems(blocks, ranking, stream, sampling) : ranking,
  );
}

/** Every problem as unknown until a fold tells it. */
const untold = (blocks: readonly ChoiceDraws[]): LeaveOneOut =>
  leaveOneOutOf(
    blocks.flatMap((one) =>
      exactElpds(one, new Float64Array(one.block.menus.length).fill(NaN)).map((row) => ({
        ...row,
        k: Infinity,
        flagged: true,
      })),
    ),
  );

/** Exactly, from fits of both models without each fold; the folds must cover every problem. */
export function compareByFolds(
  model: SeuModel,
  content: SeuContent,
  folds: readonly FoldFit[],
  stream: Omit<ComparatorStream, 'fold'>,
  sampling: TargetSampling = COMPARATOR_SAMPLING,
): Comparison {
  const blocks = seuChoiceDraws(model, content, folds[0].draws);
  const items = folds.flatMap((fold, i) =>
    itemsWithout(wholeBlock(model, content, fold), fold.held, { ...stream, fold: i + 1 }, sampling),
  );
  const order = untold(blocks);
  return comparison(blocks, withExact(order, refittedElpds(model, content, folds)), withExact(order, items));
}

/** By folds where the refits at hand cover every problem, else by importance sampling with what refits there are. */
export function compareWith(
  model: SeuModel,
  content: SeuContent,
  draws: Draws,
  fits: readonly FoldFit[],
  stream: Omit<ComparatorStream, 'fold'>,
  sampling: TargetSampling,
): Comparison {
  const folds = fits.length > 0 && coverAll(seuChoiceDraws(model, content, draws), fits);
  return folds
    ? compareByFolds(model, content, fits, stream, sampling)
    : compareModels(model, content, draws, stream, sampling, refittedElpds(model, content, fits));
}
