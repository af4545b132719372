// Checks of one finished fit: what its model says of the choices that a posterior alone does not show.
import { conditionChecks, type ConditionChecks } from '../instruments/seu/check/checks.ts';
import type { FoldFit } from '../instruments/seu/check/left-out.ts';
import { heldOutOf, leaveOutPlan, type LeaveOutKind } from '../instruments/seu/check/left-out-plans.ts';
import { missingRows, type MissingRow } from '../instruments/seu/check/missing.ts';
import { shiftRows, type ShiftRow } from '../instruments/seu/check/shifts.ts';
import { contractionRow, type ContractionRow } from '../instruments/seu/compare/contraction.ts';
import type { FitPlan } from '../instruments/seu/plan.ts';
import { storedFit } from './fit-study.ts';
import type { Stored } from './stored.ts';

export interface FitChecks extends ConditionChecks {
  /** The fit that was checked. */
  readonly run: string;
  readonly condition: number;
  /** Of every condition of the run, over all menu sizes and by size. */
  readonly missing: readonly MissingRow[];
}

export const contentOf = ({ plan, datasets }: Stored<FitPlan>, condition: number) =>
  datasets.get(plan.settings.conditions[condition].dataset)!.content;

/** The fits of a run without some problems each; those that have no draws are left out. */
export const foldFits = (stored: Stored<FitPlan>): readonly FoldFit[] =>
  heldOutOf(stored.plan).flatMap((held, i) => {
    const report = storedFit(stored, i);
    return report ? [{ held, draws: report.draws }] : [];
  });

/** Null before every chain has a draw. `refits` without some problems each are used where they are at hand. */
export function fitChecks(
  stored: Stored<FitPlan>,
  condition: number,
  refits: readonly FoldFit[] = [],
): FitChecks | null {
  const { plan } = stored;
  const report = storedFit(stored, condition);
  if (!report) return null;
  const missing = plan.settings.conditions.flatMap(({ label }, i) =>
    missingRows(label, contentOf(stored, i).uncertain),
  );
  const stream = { seed: plan.seed, condition };
  return {
    ...conditionChecks(report, contentOf(stored, condition), stream, refits),
    run: stored.run.id,
    condition,
    missing,
  };
}

/** Throws before every chain has a draw, and where no problem needs a refit. */
export function fitLeaveOutPlan(stored: Stored<FitPlan>, condition: number, kind: LeaveOutKind): FitPlan {
  const report = storedFit(stored, condition);
  if (!report) throw new Error('this fit has no draws yet');
  const found = leaveOutPlan(stored.plan, condition, contentOf(stored, condition), report, kind);
  if (!found) throw new Error('importance weights are sound for every problem: no refit is needed');
  return found;
}

/** How much the choices of every condition told of α; conditions without draws are left out. */
export const fitContractions = (stored: Stored<FitPlan>): readonly ContractionRow[] =>
  stored.plan.settings.conditions.flatMap(({ dataset }, condition) => {
    const report = storedFit(stored, condition);
    const content = stored.datasets.get(dataset)?.content;
    return report && content ? [contractionRow(report, content)] : [];
  });

/** What a refit changed, condition by condition in the order of both plans; empty where one has no draws. */
export const fitShifts = (fit: Stored<FitPlan>, refit: Stored<FitPlan>): readonly ShiftRow[] =>
  fit.plan.settings.conditions.flatMap((_, condition) => {
    const first = storedFit(fit, condition, 'all');
    const second = refit.plan.settings.conditions[condition] && storedFit(refit, condition, 'all');
    return first && second ? shiftRows(first, second) : [];
  });
