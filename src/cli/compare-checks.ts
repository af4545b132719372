// Runs that luce compare makes to check each condition: refits without some problems, and simulated agents.
import type { FoldFit } from '../instruments/seu/check/left-out.ts';
import { heldOutOf, leaveOutPlan } from '../instruments/seu/check/left-out-plans.ts';
import { predictivePlan, REPLICATE_RANGE } from '../instruments/seu/check/predictive-plan.ts';
import {
  predictiveReport,
  predictiveValues,
  simulatedValues,
  type PredictiveReport,
} from '../instruments/seu/check/predictive-report.ts';
import type { FitPlan } from '../instruments/seu/plan.ts';
import type { FitReport } from '../instruments/seu/report.ts';
import { wholeNumber, type Arguments } from './arguments.ts';
import type { CompareWord } from './compare-plan.ts';
import { contentOf, knownFits, type Fits } from './compare-fits.ts';

/** Runs a plan in a folder of the output, and folds its fits in the order of its conditions. */
export type RunFits = (plan: FitPlan, folder: string) => Promise<readonly (FitReport | null)[]>;

/** What the check runs of each condition gave, by its place in the plan. */
export interface CheckRuns {
  readonly refits: ReadonlyMap<number, readonly FoldFit[]>;
  readonly predictive: ReadonlyMap<number, PredictiveReport>;
}

export const replicatesOf = (args: Arguments): number =>
  wholeNumber(args, 'simulations', REPLICATE_RANGE.usual, REPLICATE_RANGE.least, REPLICATE_RANGE.most);

/** `folds`, or `folds-2` of the second of several conditions. */
const folderOf = (base: Fits, word: string, index: number): string =>
  base.plan.settings.conditions.length === 1 ? word : `${word}-${index + 1}`;

async function refitsOf(
  base: Fits,
  index: number,
  report: FitReport,
  kind: 'exact' | 'folds',
  run: RunFits,
): Promise<readonly FoldFit[]> {
  const plan = leaveOutPlan(base.plan, index, contentOf(base, index), report, kind);
  if (!plan) return [];
  const reports = await run(plan, folderOf(base, kind, index));
  return heldOutOf(plan).flatMap((held, i) => {
    const fit = reports[i];
    return fit ? [{ held, draws: fit.draws }] : [];
  });
}

async function predictiveOf(
  base: Fits,
  index: number,
  report: FitReport,
  replicates: number,
  run: RunFits,
): Promise<PredictiveReport> {
  const content = contentOf(base, index);
  const plan = predictivePlan(base.plan, index, content, report.draws, replicates);
  const reports = await run(plan, folderOf(base, 'calibrated', index));
  const agents = reports.flatMap((fit, i) => (fit && simulatedValues(plan, i, content, fit)) ?? []);
  const observed = predictiveValues(report, content, { seed: base.plan.seed, condition: index });
  return predictiveReport(report.label, observed, agents, plan);
}

/** Each condition's check runs, one after another: the same plans as in the page, so the same draws. */
export async function runChecks(
  base: Fits,
  words: ReadonlySet<CompareWord>,
  args: Arguments,
  run: RunFits,
): Promise<CheckRuns> {
  const refits = new Map<number, readonly FoldFit[]>();
  const predictive = new Map<number, PredictiveReport>();
  const kind = words.has('folds') ? 'folds' : words.has('exact') ? 'exact' : null;
  for (const { report, index } of knownFits(base)) {
    if (kind) refits.set(index, await refitsOf(base, index, report, kind, run));
    if (words.has('calibrated'))
      predictive.set(index, await predictiveOf(base, index, report, replicatesOf(args), run));
  }
  return { refits, predictive };
}
