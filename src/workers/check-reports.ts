// What the report worker answers of checks: each question finds the runs that were made for it.
import { isReliable, refitsDiagnostic, type CheckAnalysis } from '../instruments/seu/check/check-runs.ts';
import type { FoldFit } from '../instruments/seu/check/left-out.ts';
import { LEAVE_OUT, type LeaveOutKind } from '../instruments/seu/check/left-out-plans.ts';
import { PREDICTIVE } from '../instruments/seu/check/predictive-plan.ts';
import type { PredictiveReport, SimulatedValues } from '../instruments/seu/check/predictive-report.ts';
import type { FitPlan } from '../instruments/seu/plan.ts';
import type { RunRecord } from '../jobs/run.ts';
import type { Diagnostic } from '../statistics/diagnostic.ts';
import type { LuceStore } from '../storage/store.ts';
import { checkingRuns } from './checking-runs.ts';
import { fitChecks, fitLeaveOutPlan, foldFits, type FitChecks } from './fit-checks.ts';
import { fitComparators, type FitComparators } from './fit-comparators.ts';
import { fitPredictive, fitPredictivePlan, simulatedAgents } from './fit-predictive.ts';
import { storedFit } from './fit-study.ts';
import { asFit, readRun, type Stored } from './stored.ts';

/** Fits are named by run and condition; what needs draws is null, or rejects, before every chain has one. */
export interface CheckReports {
  /** What the model of a fit says of its choices, with refits without some problems where such a run is done. */
  checks(runId: string, condition: number): Promise<FitChecks | null>;
  /** Simpler models beside SEU: samples one of them, so it takes seconds. */
  comparators(runId: string, condition: number): Promise<FitComparators | null>;
  /** The plan of refits without some problems each. */
  leaveOutPlan(runId: string, condition: number, kind: LeaveOutKind): Promise<FitPlan>;
  /** The plan of simulated agents like the fitted one: `replicates` of each kind. */
  predictivePlan(runId: string, condition: number, replicates: number): Promise<FitPlan>;
  /** Predictive p-values beside those of simulated agents; null where no run of them has been started. */
  predictive(runId: string, condition: number): Promise<PredictiveReport | null>;
  /** Whether the small fits of a run that checks another can be relied on. */
  refits(runId: string): Promise<Diagnostic>;
}

export function checkReportsOf(opening: Promise<LuceStore>): CheckReports {
  /** Values of agents by run and place: they are small, and folding their draws is not. */
  const agents = new Map<string, Map<number, SimulatedValues>>();
  const fit = async (runId: string): Promise<Stored<FitPlan>> => asFit(await readRun(await opening, runId));

  async function newest(
    { plan }: Stored<FitPlan>,
    condition: number,
    analysis: CheckAnalysis,
    states: readonly RunRecord['state'][],
  ): Promise<Stored<FitPlan> | null> {
    const records = await (await opening).listRuns();
    const found = checkingRuns(records, analysis, plan, condition).find(({ state }) =>
      states.includes(state),
    );
    return found ? fit(found.id) : null;
  }

  async function refitsOf(stored: Stored<FitPlan>, condition: number): Promise<readonly FoldFit[]> {
    const run = await newest(stored, condition, LEAVE_OUT, ['done']);
    return run ? foldFits(run) : [];
  }

  function agentsOf(run: Stored<FitPlan>): readonly SimulatedValues[] {
    const known = agents.get(run.run.id) ?? new Map<number, SimulatedValues>();
    agents.set(run.run.id, known);
    return simulatedAgents(run, known);
  }

  return {
    async checks(runId, condition) {
      const stored = await fit(runId);
      return fitChecks(stored, condition, await refitsOf(stored, condition));
    },
    async comparators(runId, condition) {
      const stored = await fit(runId);
      return fitComparators(stored, condition, await refitsOf(stored, condition));
    },
    leaveOutPlan: async (runId, condition, kind) => fitLeaveOutPlan(await fit(runId), condition, kind),
    predictivePlan: async (runId, condition, replicates) =>
      fitPredictivePlan(await fit(runId), condition, replicates),
    async predictive(runId, condition) {
      const stored = await fit(runId);
      const run = await newest(stored, condition, PREDICTIVE, ['done', 'running', 'paused']);
      return run && fitPredictive(stored, condition, run, agentsOf(run));
    },
    async refits(runId) {
      const run = await fit(runId);
      return refitsDiagnostic(run.plan.settings.conditions.map((_, i) => isReliable(storedFit(run, i))));
    },
  };
}
