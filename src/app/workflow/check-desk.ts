// What the Check step needs of the runs that check a fit, and what it can ask of them.
import type { CheckAnalysis } from '../../instruments/seu/check/check-runs.ts';
import type { LeaveOutKind } from '../../instruments/seu/check/left-out-plans.ts';
import type { PredictiveReport } from '../../instruments/seu/check/predictive-report.ts';
import type { RunProgress } from '../components/progress.ts';
import type { Examined } from './examined.ts';

/** A stored run of small fits that check one condition of a fit. */
export interface CheckRunView {
  readonly id: string;
  readonly title: string;
  readonly analysis: CheckAnalysis;
  /** Null once it is done. */
  readonly progress: RunProgress | null;
  /** What stopped it, in words, or null. */
  readonly problem: string | null;
}

export interface CheckDesk {
  /** Of one condition, newest first. */
  runsOf(fit: string, condition: number): readonly CheckRunView[];
  /** Predictive p-values beside those of simulated agents, of the condition that was asked for last. */
  readonly predictive: Examined<PredictiveReport>;
  /** Whether the plan of a run is being made. */
  readonly planning: boolean;
  leaveOut(fit: string, condition: number, kind: LeaveOutKind): void;
  simulate(fit: string, condition: number, replicates: number): void;
  pause(run: string): void;
  resume(run: string): void;
}
