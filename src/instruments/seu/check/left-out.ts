// How well a model predicts base problems left out: by importance sampling, with refits where these were made.
import type { SeuContent } from '../../../formats/dataset.ts';
import type { SeuModel } from '../../../models/seu/presets.ts';
import type { Draws } from '../../../statistics/draws.ts';
import { seuChoiceDraws, type ChoiceDraws } from './choice-draws.ts';
import type { HeldOut } from './derivation.ts';
import {
  heldOutElpd,
  leaveOneOutOf,
  leaveProblemsOut,
  type LeaveOneOut,
  type ProblemElpd,
} from './leave-out.ts';
import { baseProblems } from './problems.ts';

/** Draws of an SEU fit without the held-out problems. */
export interface FoldFit {
  readonly held: HeldOut;
  readonly draws: Draws;
}

/** Importance sampling alone; exact refits of flagged problems beside it; or refits in folds that cover every problem. */
export type LeftOutMethod = 'importance' | 'exact' | 'folds';

/** `k` stays that of the importance weights, which a refit may have replaced. */
export interface LeftOutProblem extends ProblemElpd {
  readonly refitted: boolean;
}

export interface LeftOutCheck extends LeaveOneOut {
  readonly method: LeftOutMethod;
  /** Refits that were used. */
  readonly refits: number;
  readonly problems: readonly LeftOutProblem[];
}

/** Draws of a refit over the whole block that its problems were left out of. */
export function wholeBlock(model: SeuModel, content: SeuContent, { held, draws }: FoldFit): ChoiceDraws {
  const whole = seuChoiceDraws(model, content, draws).find(({ name }) => name === held.block);
  if (!whole) throw new Error(`model ${model.name} has no ${held.block} choices to hold out`);
  return whole;
}

/** Exact elpd of every problem that a refit left out. */
export const refittedElpds = (
  model: SeuModel,
  content: SeuContent,
  fits: readonly FoldFit[],
): readonly ProblemElpd[] =>
  fits.flatMap((fit) => heldOutElpd(wholeBlock(model, content, fit), fit.held.problems));

/** Whether refits leave out every problem of `blocks` once. */
export function coverAll(
  blocks: readonly Pick<ChoiceDraws, 'name' | 'block'>[],
  fits: readonly { readonly held: HeldOut }[],
): boolean {
  const groups = (name: ChoiceDraws['name']) => fits.filter(({ held }) => held.block === name);
  return blocks.every(({ name, block }) => {
    const covered = new Set(groups(name).flatMap(({ held }) => held.problems));
    return covered.size === baseProblems(block).count;
  });
}

const keyOf = ({ block, problem }: ProblemElpd): string => JSON.stringify([block, problem]);

/** `choices` are the fit's own draws; `fits` the refits at hand, none where there are none. */
export function leftOutCheck(
  model: SeuModel,
  content: SeuContent,
  choices: readonly ChoiceDraws[],
  fits: readonly FoldFit[],
): LeftOutCheck {
  const exact = new Map(refittedElpds(model, content, fits).map((one) => [keyOf(one), one]));
  const problems = leaveProblemsOut(choices).problems.map((one): LeftOutProblem => {
    const better = exact.get(keyOf(one));
    return better ? { ...better, k: one.k, refitted: true } : { ...one, refitted: false };
  });
  const method = fits.length === 0 ? 'importance' : coverAll(choices, fits) ? 'folds' : 'exact';
  return { ...leaveOneOutOf(problems), problems, method, refits: fits.length };
}
