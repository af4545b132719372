// Runs that check a fit: started here, watched while they go on, and read once they are done.
import { LEAVE_OUT, type LeaveOutKind } from '../../instruments/seu/check/left-out-plans.ts';
import { PREDICTIVE } from '../../instruments/seu/check/predictive-plan.ts';
import type { FitPlan } from '../../instruments/seu/plan.ts';
import type { RunRecord } from '../../jobs/run.ts';
import type { Luce } from '../../state/luce.svelte.ts';
import { checkingRuns } from '../../workers/checking-runs.ts';
import { fitPlanOf } from '../../workers/plans.ts';
import { toasts } from '../toasts.svelte.ts';
import { predictive } from '../workflow/asked.svelte.ts';
import type { CheckDesk, CheckRunView } from '../workflow/check-desk.ts';
import { progressOf } from './run-progress.ts';

const complain = (error: unknown): void =>
  toasts.show(error instanceof Error ? error.message : String(error));

const ANALYSES = [LEAVE_OUT, PREDICTIVE] as const;

export class LiveChecks implements CheckDesk {
  readonly predictive = predictive;
  planning = $state(false);
  readonly #luce: Luce;
  /** Called when refits without some problems are done, so that what rests on them is made anew. */
  readonly #refitted: (fit: string, condition: number) => void;
  #seen = '';

  constructor(luce: Luce, refitted: (fit: string, condition: number) => void) {
    this.#luce = luce;
    this.#refitted = refitted;
  }

  runsOf(fit: string, condition: number): readonly CheckRunView[] {
    const { runs } = this.#luce;
    const record = runs.find(fit);
    if (!record) return [];
    const plan = fitPlanOf(record);
    const found = ANALYSES.flatMap((analysis) =>
      checkingRuns(runs.records, analysis, plan, condition).map((run) => ({ analysis, run })),
    );
    this.#note(fit, condition, plan.settings.conditions[condition].label, found);
    return found.map(({ analysis, run }) => ({
      id: run.id,
      title: fitPlanOf(run).title,
      analysis,
      progress: progressOf(run, runs.live.get(run.id) ?? null, 'iterations'),
      problem: runs.problems.get(run.id) ?? null,
    }));
  }

  /**
   * Asks for answers when a run of the condition in view is newly done. They are asked for after the reading that
   * notices it: state made while something is derived would not be watched.
   */
  #note(
    fit: string,
    condition: number,
    label: string,
    found: readonly { readonly analysis: string; readonly run: RunRecord }[],
  ): void {
    const done = found.filter(({ run }) => run.state === 'done');
    const mark = JSON.stringify([fit, condition, ...done.map(({ run }) => run.id)]);
    if (mark === this.#seen) return;
    this.#seen = mark;
    const has = (analysis: string): boolean => done.some((one) => one.analysis === analysis);
    queueMicrotask(() => {
      if (has(PREDICTIVE)) void predictive.ask(label, fit, condition);
      else predictive.forget();
      if (has(LEAVE_OUT)) this.#refitted(fit, condition);
    });
  }

  #start(planned: Promise<FitPlan>): void {
    if (this.planning) return;
    this.planning = true;
    planned
      .then((plan) => this.#luce.runs.start(plan))
      .catch(complain)
      .finally(() => (this.planning = false));
  }

  leaveOut(fit: string, condition: number, kind: LeaveOutKind): void {
    this.#start(this.#luce.reports.leaveOutPlan(fit, condition, kind));
  }

  simulate(fit: string, condition: number, replicates: number): void {
    this.#start(this.#luce.reports.predictivePlan(fit, condition, replicates));
  }

  pause(run: string): void {
    this.#luce.runs.pause(run);
  }

  resume(run: string): void {
    void this.#luce.runs.resume(run);
  }
}
