// What the page needs of the state behind it: facts to show, and what can be asked of it.
import type { Catalog } from '../formats/catalog.ts';
import type { Dataset } from '../formats/dataset.ts';
import type { EngineChoice } from '../jobs/run.ts';
import type { AnalysisPlan } from '../workers/plans.ts';
import type { EngineFacts, RunningFacts, StorageFacts } from './facts.ts';
import type { BeliefsDesk } from './beliefs/desk.svelte.ts';
import type { PortabilityDesk } from './portability/desk.svelte.ts';
import type { RunView } from './run-view.ts';
import type { ImportDesk } from './import/desk.ts';
import type { DatasetRow, Demo, RunRow } from './rows.ts';
import type { Speed } from './setup/cost.ts';
import type { AnalysisDraft } from './setup/draft.svelte.ts';
import type { WorkflowDesk } from './workflow/desk.ts';

export interface Session {
  readonly version: string;
  readonly engine: EngineFacts;
  readonly storage: StorageFacts | null;
  readonly running: RunningFacts | null;
  /** What this browser lacks, and what it refused, in sentences. */
  readonly notices: readonly string[];
  dismissNotices(): void;
  readonly demos: readonly Demo[];
  /** Newest first. */
  readonly runs: readonly RunRow[];
  readonly datasets: readonly DatasetRow[];
  /** The datasets behind the rows, with their content. */
  readonly stored: readonly Dataset[];
  /** Public data by address; null until it is read. */
  readonly catalog: Catalog | null;
  readonly speed: Speed;
  /** The fit or study being set up; it outlives a visit to another page. */
  readonly draft: AnalysisDraft;
  /** The steps around a fit. */
  readonly workflow: WorkflowDesk;
  /** Tables of choices, measurements and their reports; absent in a session without that instrument. */
  readonly portability?: PortabilityDesk;
  /** Tables of answers, fits of beliefs and their reports; absent in a session without that instrument. */
  readonly beliefs?: BeliefsDesk;
  /** Where data come in. */
  readonly desk: ImportDesk;
  /** What is known of one run, or null while it is read; a run that is not kept is in no row of `runs`. */
  runView(id: string): RunView | null;
  chooseEngine(choice: EngineChoice): void;
  /** Measures gradients per second; null where nothing can be measured. */
  readonly measureEngine: (() => void) | null;
  startDemo(id: string): void;
  /** Starts a run and goes to its page. */
  startPlan(plan: AnalysisPlan): void;
  /** Looks at data files; bundles are opened as runs. */
  importFiles(files: readonly File[]): void;
  importText(text: string): void;
  exportDatasets(hashes: readonly string[]): void;
  deleteDatasets(hashes: readonly string[]): void;
  /** Shows another condition of a run, or the study as a whole at −1. */
  chooseCondition(id: string, condition: number): void;
  /** Saves the summary or the draws of the condition that is shown. */
  saveFit(id: string, kind: 'summary' | 'draws'): void;
  stopRun(id: string): void;
  pauseRun(id: string): void;
  resumeRun(id: string): void;
  exportRuns(ids: readonly string[]): void;
  /** All runs and datasets as one file. */
  exportEverything(): void;
  deleteRuns(ids: readonly string[]): void;
}
