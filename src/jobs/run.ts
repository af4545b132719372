// A plan is pure JSON; a run is a plan under way, with the manifest that lets anyone replay it.
import type { EngineDescription, EngineKind } from '../engine/types.ts';

export type EngineChoice = 'auto' | EngineKind;

/** What to compute. `settings` belongs to the analysis; the same plan and seed give the same draws. */
export interface Plan<Settings = unknown> {
  readonly instrument: 'seu' | 'portability' | 'beliefs';
  readonly analysis: string;
  readonly title: string;
  /** Dataset hashes in the order that numbers the tasks. */
  readonly datasets: readonly string[];
  readonly settings: Settings;
  readonly seed: number;
  readonly engine: EngineChoice;
}

export type RunState = 'waiting' | 'running' | 'paused' | 'done' | 'failed';

export interface TaskState {
  readonly key: string;
  readonly iteration: number;
  readonly iterations: number;
  readonly done: boolean;
  readonly failure: string | null;
  /** The engine the task began on; it ends there or starts again. */
  readonly engine: EngineKind | null;
}

/** Everything needed to replay a run. */
export interface Manifest {
  readonly app: string;
  readonly version: string;
  readonly plan: Plan;
  readonly engine: EngineDescription | null;
  /** Seconds of wall-clock time in which the run was under way, over all sessions. */
  readonly seconds: number;
  readonly cpuSeconds: number | null;
  readonly warnings: readonly string[];
  readonly tasks: readonly TaskState[];
}

export interface RunRecord {
  readonly id: string;
  readonly state: RunState;
  /** Milliseconds since 1970 of creation and of the last change; for people, never for computation. */
  readonly created: number;
  readonly changed: number;
  readonly manifest: Manifest;
  /** Headline of the finished report, kept so that a list of runs need not fold chunks. */
  readonly headline: string | null;
  /** The headline in a few words (“12 of 18 above floor”), for steps and lists; absent where it has none. */
  readonly word?: string;
  readonly severity: 'fine' | 'look' | 'fail' | null;
}
