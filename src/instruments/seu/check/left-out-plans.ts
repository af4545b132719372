// Plans of refits without some problems: exact where importance sampling breaks down, or in folds over all problems.
import type { SeuContent } from '../../../formats/dataset.ts';
import { randomStream, type RandomStream } from '../../../math/random.ts';
import type { Condition, FitPlan } from '../plan.ts';
import type { FitReport } from '../report.ts';
import { ANALYSIS_CHAIN } from '../streams.ts';
import { seuChoiceDraws } from './choice-draws.ts';
import type { HeldOut } from './derivation.ts';
import { foldsOf, leaveProblemsOut, type LeaveOneOut } from './leave-out.ts';
import { baseProblems } from './problems.ts';

/** Groups of problems that ten-fold leaves out in turn. */
const FOLDS = 10;

/** The analysis of a run of refits without some problems each. */
export const LEAVE_OUT = 'leave-out';

/** A plan with one condition per held-out group, in the order of `held`. */
function planWithout(plan: FitPlan, condition: Condition, held: readonly HeldOut[], how: string): FitPlan {
  const conditions = held.map((group, i): Condition => ({
    ...condition,
    label: `${condition.label}, left out ${i + 1} of ${held.length}`,
    derived: { kind: 'left out', ...group },
  }));
  return {
    ...plan,
    analysis: LEAVE_OUT,
    title: `${condition.label}, ${how}`,
    datasets: [condition.dataset],
    settings: { ...plan.settings, conditions, study: null },
  };
}

/** What each condition of such a plan was fitted without. */
export const heldOutOf = ({ settings }: FitPlan): readonly HeldOut[] =>
  settings.conditions.flatMap(({ derived }) =>
    derived?.kind === 'left out' ? [{ block: derived.block, problems: derived.problems }] : [],
  );

/** One refit for each problem whose importance weights cannot be trusted; `content` is that of the condition. */
export function exactPlan(
  plan: FitPlan,
  content: SeuContent,
  index: number,
  estimates: LeaveOneOut,
): FitPlan {
  const held = estimates.problems.flatMap(({ block, problem, flagged }): HeldOut[] => {
    const source = content[block];
    if (!flagged || !source) return [];
    return [{ block, problems: [baseProblems(source).names.indexOf(problem)] }];
  });
  const { length } = held;
  const how = `${length} ${length === 1 ? 'problem' : 'problems'} left out in turn`;
  return planWithout(plan, plan.settings.conditions[index], held, how);
}

/** Refits without each of `folds` random groups of problems; `random` deals them. */
export function foldPlan(
  plan: FitPlan,
  content: SeuContent,
  index: number,
  random: RandomStream,
  folds = FOLDS,
): FitPlan {
  const condition = plan.settings.conditions[index];
  const blocks = (['uncertain', 'risky'] as const).filter(
    (block) => content[block] && (block === 'uncertain' || condition.model.link !== 'none'),
  );
  const held = blocks.flatMap((block) =>
    foldsOf(baseProblems(content[block]!).count, folds, random).map((problems) => ({ block, problems })),
  );
  return planWithout(plan, condition, held, `${held.length} folds of problems left out`);
}

/** Refits without each problem that importance weights cannot tell, or without a tenth of all problems in turn. */
export type LeaveOutKind = 'exact' | 'folds';

/** The same plan for page and command; null where weights are sound for every problem and none needs a refit. */
export function leaveOutPlan(
  plan: FitPlan,
  index: number,
  content: SeuContent,
  report: FitReport,
  kind: LeaveOutKind,
): FitPlan | null {
  if (kind === 'folds')
    return foldPlan(plan, content, index, randomStream(plan.seed, index, ANALYSIS_CHAIN.folds));
  const estimates = leaveProblemsOut(seuChoiceDraws(report.model, content, report.draws));
  return estimates.flagged === 0 ? null : exactPlan(plan, content, index, estimates);
}
