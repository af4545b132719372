// The workflow on real state: examines designs and priors in a worker, and turns settings into runs.
import type { CalibrationPlan } from '../../instruments/seu/calibration/plan.ts';
import type { DesignReport } from '../../instruments/seu/design/report.ts';
import type { RunRecord } from '../../jobs/run.ts';
import type { LiveRun } from '../../state/live-run.svelte.ts';
import type { Luce } from '../../state/luce.svelte.ts';
import type { FitChecks } from '../../workers/fit-checks.ts';
import type { FitComparators } from '../../workers/fit-comparators.ts';
import { fitPlanOf, isCalibration, isPrior, planOf } from '../../workers/plans.ts';
import { download, fileNameOf } from '../download.ts';
import { addressOf, stepAddress } from '../route.ts';
import { router } from '../router.svelte.ts';
import { toasts } from '../toasts.svelte.ts';
import { brokenPlan, type BreakName } from '../workflow/broken.ts';
import { CalibrationDraft, type CalibrationSubject } from '../workflow/calibration-draft.svelte.ts';
import type { Comparison, Examined, FinishedFit, RefitKind, WorkflowDesk } from '../workflow/desk.ts';
import { comparators } from '../workflow/asked.svelte.ts';
import { PriorDraftSettings } from '../workflow/prior-study.svelte.ts';
import { RecoveryDraft } from '../workflow/recovery-draft.svelte.ts';
import type { StepName, StepView } from '../workflow/steps.ts';
import type { StudyRunView, SuggestedPrior } from '../workflow/study-view.ts';
import { StudyDraft } from '../workflow/study-draft.svelte.ts';
import { CalibrationDesk } from './calibration-desk.svelte.ts';
import { PriorDesk } from './prior-desk.svelte.ts';
import { viewOfStudy } from './study-run-view.ts';
import { WatchedStudy } from './watched-study.svelte.ts';
import { LiveChecks } from './live-checks.svelte.ts';
import { refitOf } from './refits.ts';
import { checkStep, compareStep, designStep, runStep } from './step-views.ts';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const complain = (error: unknown): void => toasts.show(messageOf(error));

const NOTHING = { busy: false, report: null, subject: '', fault: null } as const;
/** The analyses whose runs belong to a step. */
const ANALYSES: Readonly<Partial<Record<StepName, readonly string[]>>> = {
  prior: ['prior'],
  recovery: ['recover'],
  calibration: ['sbc'],
  fit: ['fit', 'study', 'hierarchical'],
};

export class LiveWorkflow implements WorkflowDesk {
  readonly study = new StudyDraft();
  readonly priorDraft = new PriorDraftSettings();
  readonly recoveryDraft = new RecoveryDraft();
  readonly calibrationDraft = new CalibrationDraft();
  design = $state.raw<Examined<DesignReport>>(NOTHING);
  checks = $state.raw<Examined<FitChecks>>(NOTHING);
  comparison = $state.raw<Examined<Comparison>>(NOTHING);
  readonly calibrating: CalibrationDesk;
  readonly checking: LiveChecks;
  #watched = $state.raw<WatchedStudy | null>(null);
  #seen = '';
  readonly #luce: Luce;
  readonly #priors: PriorDesk;

  constructor(luce: Luce) {
    this.#luce = luce;
    this.#priors = new PriorDesk(luce.reports);
    this.calibrating = new CalibrationDesk(luce, this.study, this.calibrationDraft, complain);
    this.checking = new LiveChecks(luce, (run, condition) => this.#refitted(run, condition));
  }

  readonly steps = $derived.by<readonly StepView[]>(() => {
    const { live } = this.#luce.runs;
    const step = (name: StepName): StepView => runStep(name, this.#runs(ANALYSES[name] ?? []), live);
    return [
      designStep(this.design),
      step('prior'),
      step('recovery'),
      step('calibration'),
      step('fit'),
      checkStep(this.checks),
      compareStep(this.comparison),
    ];
  });

  #runs(analyses: readonly string[]): readonly RunRecord[] {
    return this.#luce.runs.records.filter((record) => analyses.includes(planOf(record).analysis));
  }

  examineDesign(): void {
    const { chosen } = this.study;
    const model = this.study.resolvedModel();
    if (!chosen || !model || this.design.busy) return;
    this.design = { ...this.design, busy: true, fault: null };
    const subject = `${chosen.label}, ${model.name}`;
    this.#luce.designs.design(chosen.content, model, Number(this.study.seed)).then(
      (report) => (this.design = { busy: false, report, subject, fault: null }),
      (error: unknown) => (this.design = { ...this.design, busy: false, fault: messageOf(error) }),
    );
  }

  startPrior(): void {
    if (this.priorDraft.faults.length > 0) return;
    this.#start((subject) => this.priorDraft.plan(subject));
  }

  usePrior({ model, mu, sigma }: SuggestedPrior): void {
    this.study.chooseModel(model);
    this.study.changePrior(model, 'alpha.mu', mu.toFixed(2));
    this.study.changePrior(model, 'alpha.sigma', String(sigma));
    router.go(stepAddress('prior'));
  }

  readonly fits = $derived.by<readonly FinishedFit[]>(() =>
    this.#runs(['fit', 'study'])
      .filter(({ state }) => state === 'done')
      .map((record) => {
        const { title, settings } = fitPlanOf(record);
        return { id: record.id, title, conditions: settings.conditions.map(({ label }) => label) };
      }),
  );

  checkFit(run: string, condition: number): void {
    if (this.checks.busy) return;
    this.checks = { ...this.checks, busy: true, fault: null };
    this.#luce.reports.checks(run, condition).then(
      (report) => (this.checks = { busy: false, report, subject: report?.label ?? '', fault: null }),
      (error: unknown) => (this.checks = { ...this.checks, busy: false, fault: messageOf(error) }),
    );
  }

  /** What is shown of a condition is made anew once its refits are done. */
  #refitted(run: string, condition: number): void {
    const shown = (answer: FitChecks | FitComparators | null): boolean =>
      answer?.run === run && answer.condition === condition;
    if (shown(this.checks.report)) this.checkFit(run, condition);
    if (shown(comparators.report)) void comparators.ask(comparators.subject, run, condition);
  }

  compareFits(run: string, other: string | null): void {
    const { reports } = this.#luce;
    const record = this.#luce.runs.find(run);
    if (this.comparison.busy || !record) return;
    this.comparison = { ...this.comparison, busy: true, fault: null };
    const subject = planOf(record).title;
    Promise.all([reports.contractions(run), other === null ? [] : reports.shifts(run, other)]).then(
      ([contractions, shifts]) =>
        (this.comparison = { busy: false, report: { contractions, shifts }, subject, fault: null }),
      (error: unknown) => (this.comparison = { ...this.comparison, busy: false, fault: messageOf(error) }),
    );
  }

  startRefit(run: string, kind: RefitKind): void {
    const record = this.#luce.runs.find(run);
    if (!record) return;
    const plan = fitPlanOf(record);
    const found = plan.datasets.flatMap((hash) => this.#luce.library.find(hash) ?? []);
    refitOf(plan, found, kind)
      .then(async (refit) => {
        await this.#luce.library.add([...refit.datasets.values()]);
        return this.#luce.runs.start(refit.plan);
      })
      .then((id) => router.go(addressOf('seu', id)))
      .catch(complain);
  }

  startRecovery(): void {
    const { chosen } = this.study;
    if (!chosen || this.recoveryDraft.faults.length > 0) return;
    this.#start((subject) => this.recoveryDraft.plan(subject, chosen.content));
  }

  startCalibration(): void {
    if (this.calibrating.faults.length > 0) return;
    if (this.calibrationDraft.truthsFrom === 'prior')
      return this.#start((subject) => this.calibrationDraft.plan(subject));
    this.calibrating
      .startPosterior()
      .then((run) => router.go(addressOf('seu', run)))
      .catch(complain);
  }

  startBroken(name: BreakName): void {
    if (this.calibrating.faults.length > 0) return;
    this.#start((subject) => brokenPlan(this.calibrationDraft.plan(subject), name, subject));
  }

  /** Keeps the design and starts the plan on it. */
  #start(planFor: (subject: CalibrationSubject) => Parameters<Luce['runs']['start']>[0]): void {
    const model = this.study.resolvedModel();
    const label = this.study.chosen?.label ?? '';
    if (!model) return;
    const seed = Number(this.study.seed);
    this.study
      .designDataset()
      .then(async (dataset) => {
        await this.#luce.library.add([dataset]);
        return this.#luce.runs.start(planFor({ model, design: dataset.hash, seed, label }));
      })
      .then((run) => router.go(addressOf('seu', run)))
      .catch(complain);
  }

  addReplicates(run: string, more: number): void {
    this.#luce.runs.extend(run, more).catch(complain);
  }

  mergeFiles(base: string | null, files: readonly File[]): void {
    Promise.all(
      files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
    )
      .then((read) => this.#luce.merge(base, read))
      .then((run) => router.go(addressOf('seu', run)))
      .catch(complain);
  }

  saveTables(run: string): void {
    const record = this.#luce.runs.find(run);
    if (!record) return;
    const title = fileNameOf(planOf(record).title);
    this.#luce.reports
      .tables(run)
      .then((tables) => {
        for (const [name, text] of Object.entries(tables))
          download(`${title}-${name}`, new Blob([text], { type: 'text/csv' }));
      })
      .catch(complain);
  }

  runsOf(step: StepName): readonly string[] {
    return this.#runs(ANALYSES[step] ?? []).map(({ id }) => id);
  }

  studyView(run: string): StudyRunView | null {
    const record = this.#luce.runs.find(run);
    const plan = record && planOf(record);
    const live = this.#luce.runs.live.get(run) ?? null;
    const problem = this.#luce.runs.problems.get(run) ?? null;
    if (record && plan && isPrior(plan)) return this.#priors.view(record, plan, live, problem);
    if (!record || !plan || !isCalibration(plan)) return null;
    const watched = this.#watch(record, plan, live);
    return viewOfStudy(record, plan, live, watched, problem);
  }

  /**
   * The reports of the study in view, asked for anew when replicates landed or the record changed. They are made after
   * the reading that asks for them: state made while something is derived would not be watched.
   */
  #watch(record: RunRecord, plan: CalibrationPlan, live: LiveRun | null): WatchedStudy | null {
    const mark = `${record.id} ${live?.landed ?? 0} ${record.state} ${record.changed}`;
    const seen = mark === this.#seen;
    this.#seen = mark;
    if (!seen) queueMicrotask(() => this.#follow(record, plan));
    return this.#watched?.id === record.id ? this.#watched : null;
  }

  #follow(record: RunRecord, plan: CalibrationPlan): void {
    if (this.#watched?.id !== record.id)
      this.#watched = new WatchedStudy(record.id, plan, this.#luce.reports);
    this.#watched.refresh(plan, record.state === 'running');
  }

  chooseArm(run: string, arm: number): void {
    if (this.#watched?.id === run) this.#watched.arm = arm;
  }
}
