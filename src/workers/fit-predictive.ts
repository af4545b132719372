// What predictive p-values are worth: those of a fit beside those of simulated agents that a run has fitted again.
import { predictivePlan } from '../instruments/seu/check/predictive-plan.ts';
import {
  predictiveReport,
  predictiveValues,
  simulatedValues,
  type PredictiveReport,
  type SimulatedValues,
} from '../instruments/seu/check/predictive-report.ts';
import type { FitPlan } from '../instruments/seu/plan.ts';
import { contentOf } from './fit-checks.ts';
import { storedFit } from './fit-study.ts';
import type { Stored } from './stored.ts';

/** Throws before every chain has a draw. */
export function fitPredictivePlan(stored: Stored<FitPlan>, condition: number, replicates: number): FitPlan {
  const report = storedFit(stored, condition);
  if (!report) throw new Error('this fit has no draws yet');
  return predictivePlan(stored.plan, condition, contentOf(stored, condition), report.draws, replicates);
}

/** Null until all chains of the agent are done, for the p-value of a part is another. */
function finishedAgent(run: Stored<FitPlan>, index: number): SimulatedValues | null {
  const report = storedFit(run, index);
  if (!report || report.draws.iterations < run.plan.settings.sampler.draws) return null;
  return simulatedValues(run.plan, index, contentOf(run, index), report);
}

/** Every agent that has been fitted; those in `known`, by their place in the plan, are not folded again. */
export function simulatedAgents(
  run: Stored<FitPlan>,
  known: Map<number, SimulatedValues>,
): readonly SimulatedValues[] {
  return run.plan.settings.conditions.flatMap((_, index) => {
    const values = known.get(index) ?? finishedAgent(run, index);
    if (values) known.set(index, values);
    return values ? [values] : [];
  });
}

/** Null before the fit has draws. */
export function fitPredictive(
  stored: Stored<FitPlan>,
  condition: number,
  run: Stored<FitPlan>,
  agents: readonly SimulatedValues[],
): PredictiveReport | null {
  const report = storedFit(stored, condition);
  if (!report) return null;
  const observed = predictiveValues(report, contentOf(stored, condition), {
    seed: stored.plan.seed,
    condition,
  });
  return predictiveReport(report.label, observed, agents, run.plan);
}
