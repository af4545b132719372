// Checks of one finished fit: what its model says of the choices that a posterior alone does not show.
import { agreementChecks, type AgreementCheck } from '../instruments/seu/check/agreement.ts';
import { defaultParts, singleAlphaCheck, type SingleAlphaCheck } from '../instruments/seu/check/blocks.ts';
import { shiftRows, type ShiftRow } from '../instruments/seu/check/shifts.ts';
import { seuChoiceDraws } from '../instruments/seu/check/choice-draws.ts';
import { leaveProblemsOut } from '../instruments/seu/check/leave-out.ts';
import { missingRow, type MissingRow } from '../instruments/seu/check/missing.ts';
import { positionCheck, shownChoices, type PositionCheck } from '../instruments/seu/check/position.ts';
import { baseProblems } from '../instruments/seu/check/problems.ts';
import { contractionRow, type ContractionRow } from '../instruments/seu/compare/contraction.ts';
import type { FitPlan } from '../instruments/seu/plan.ts';
import { ANALYSIS_CHAIN } from '../instruments/seu/streams.ts';
import { randomStream } from '../math/random.ts';
import { storedFit } from './fit-study.ts';
import type { Stored } from './stored.ts';

export interface FitChecks {
  readonly label: string;
  /** Presentations of one problem: how often they agree, beside replicates that are independent given a draw. */
  readonly agreement: readonly AgreementCheck[];
  readonly single_alpha: SingleAlphaCheck;
  readonly position: PositionCheck;
  readonly missing: MissingRow;
  /** Log predictive density of problems left out, and how many of them importance weights cannot tell. */
  readonly elpd: number;
  readonly elpd_se: number;
  readonly flagged: number;
  readonly problems: number;
  /** What stands for a problem, in words. */
  readonly note: string;
}

/** Null before every chain has a draw. */
export function fitChecks(stored: Stored<FitPlan>, condition: number): FitChecks | null {
  const { plan, datasets } = stored;
  const report = storedFit(stored, condition);
  if (!report) return null;
  const { content } = datasets.get(plan.settings.conditions[condition].dataset)!;
  const choices = seuChoiceDraws(report.model, content, report.draws);
  const stream = (name: keyof typeof ANALYSIS_CHAIN) =>
    randomStream(plan.seed, condition, ANALYSIS_CHAIN[name]);
  const left = leaveProblemsOut(choices);
  return {
    label: report.label,
    agreement: agreementChecks(choices[0], stream('agreement')),
    single_alpha: singleAlphaCheck(defaultParts(choices), stream('singleAlpha')),
    position: positionCheck(shownChoices(content.uncertain), stream('position')),
    missing: missingRow(report.label, content.uncertain),
    elpd: left.elpd,
    elpd_se: left.se,
    flagged: left.flagged,
    problems: left.problems.length,
    note: baseProblems(content.uncertain).note,
  };
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
