// What the workflow's pages need of the state behind them, and what they can ask of it.
import type { Dataset, SeuContent } from '../../formats/dataset.ts';
import type { ForeseenPower } from '../../instruments/seu/calibration/foreseen.ts';
import type { ShiftRow } from '../../instruments/seu/check/shifts.ts';
import type { ContractionRow } from '../../instruments/seu/compare/contraction.ts';
import type { DesignReport } from '../../instruments/seu/design/report.ts';
import type { SeuModel } from '../../models/seu/presets.ts';
import type { FitChecks } from '../../workers/fit-checks.ts';
import type { BreakName } from './broken.ts';
import type { CheckDesk } from './check-desk.ts';
import type { Examined } from './examined.ts';
import type { CalibrationDraft } from './calibration-draft.svelte.ts';
import type { PriorDraftSettings } from './prior-study.svelte.ts';
import type { RecoveryDraft } from './recovery-draft.svelte.ts';
import type { StepName, StepView } from './steps.ts';
import type { StudyDraft } from './study-draft.svelte.ts';
import type { StudyRunView, SuggestedPrior } from './study-view.ts';

export type { Examined };

/** A fit kept here that can be checked and compared. */
export interface FinishedFit {
  readonly id: string;
  readonly title: string;
  readonly conditions: readonly string[];
}

/** A condition of a finished fit as the source of truths, with what it was fitted to. */
export interface TruthChoice {
  readonly id: string;
  readonly run: string;
  readonly condition: number;
  readonly label: string;
  readonly model: SeuModel;
  readonly dataset: Dataset;
}

/** What the calibration in the settings is of. */
export interface Calibrated {
  readonly model: SeuModel;
  readonly content: SeuContent;
}

/** The calibration in the settings. */
export interface Calibrating {
  /** Newest first. */
  readonly truthSources: readonly TruthChoice[];
  /** The one that is chosen, else the newest; null where there is none. */
  readonly truthSource: TruthChoice | null;
  /** Null while it cannot be told. */
  readonly calibrated: Calibrated | null;
  /** What keeps it from being run. */
  readonly faults: readonly string[];
  /** What it would see; null until it is known. */
  readonly foreseen: ForeseenPower | null;
  /** Finds what it would see. */
  foresee(): void;
}

/** Another fit of the same conditions: under a stricter sampler, of one presentation a problem, or under another prior. */
export type RefitKind = 'stricter' | 'one presentation' | 'down' | 'up' | 'wide';

export interface Comparison {
  readonly contractions: readonly ContractionRow[];
  /** Against another fit; empty where none is chosen. */
  readonly shifts: readonly ShiftRow[];
}

export interface WorkflowDesk {
  readonly steps: readonly StepView[];
  readonly study: StudyDraft;
  readonly priorDraft: PriorDraftSettings;
  readonly recoveryDraft: RecoveryDraft;
  readonly calibrationDraft: CalibrationDraft;
  readonly design: Examined<DesignReport>;
  readonly calibrating: Calibrating;
  /** Newest first. */
  readonly fits: readonly FinishedFit[];
  readonly checks: Examined<FitChecks>;
  readonly comparison: Examined<Comparison>;
  /** Runs that check a fit. */
  readonly checking: CheckDesk;
  examineDesign(): void;
  startPrior(): void;
  /** Takes a prior that reaches a target into the settings, and goes to them. */
  usePrior(prior: SuggestedPrior): void;
  checkFit(run: string, condition: number): void;
  compareFits(run: string, other: string | null): void;
  startRefit(run: string, kind: RefitKind): void;
  startRecovery(): void;
  startCalibration(): void;
  /** Runs the calibration in the settings, smaller, with a planted fault. */
  startBroken(name: BreakName): void;
  addReplicates(run: string, more: number): void;
  /** Joins parts of one calibration study, one of which may be a run kept here, into a run. */
  mergeFiles(base: string | null, files: readonly File[]): void;
  /** The tables of a calibration or recovery: ranks as the R package SBC reads them. */
  saveTables(run: string): void;
  /** Ids of the runs that belong to a step. */
  runsOf(step: StepName): readonly string[];
  /** What is known of a calibration or recovery study; null for any other run. */
  studyView(run: string): StudyRunView | null;
  chooseArm(run: string, arm: number): void;
}
