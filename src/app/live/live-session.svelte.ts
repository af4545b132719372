// The session on real state: what the page shows comes from storage and runs, what it asks for is done.
import { writeStanData } from '../../formats/stan-data.ts';
import type { Catalog } from '../../formats/catalog.ts';
import type { Dataset } from '../../formats/dataset.ts';
import { faultLine } from '../../formats/fault.ts';
import type { NamedFile } from '../../formats/named-file.ts';
import {
  fitPlanOf,
  isOfBeliefs,
  isCalibration,
  isHierarchical,
  isOfPortability,
  isPrior,
  planOf,
  type AnalysisPlan,
} from '../../workers/plans.ts';
import type { EngineChoice, RunRecord, TaskState } from '../../jobs/run.ts';
import { looksLikeAnswers } from '../../instruments/beliefs/import/preview.ts';
import { isChoiceFile } from '../../state/portability-import.svelte.ts';
import type { LiveRun } from '../../state/live-run.svelte.ts';
import { openAsText } from './text-file.ts';
import type { Luce } from '../../state/luce.svelte.ts';
import type { EngineFacts, RunningFacts, StorageFacts } from '../facts.ts';
import { download, fileNameOf } from '../download.ts';
import { leftOut } from '../left-out.svelte.ts';
import { BeliefsDesk } from '../beliefs/desk.svelte.ts';
import { PortabilityDesk } from '../portability/desk.svelte.ts';
import { addressOf } from '../route.ts';
import { router } from '../router.svelte.ts';
import type { DatasetRow, Demo, RunRow } from '../rows.ts';
import type { RunView } from '../run-view.ts';
import type { Session } from '../session.ts';
import { toasts } from '../toasts.svelte.ts';
import type { Speed } from '../setup/cost.ts';
import { AnalysisDraft } from '../setup/draft.svelte.ts';
import { leftOutLine, packEverything, unpackArchive } from './archive.ts';
import { DEMOS, loadCatalog } from './demos.ts';
import { LiveCells } from './live-cells.svelte.ts';
import { LiveDesk } from './live-desk.svelte.ts';
import { saveDraws, saveSummary } from './export-files.ts';
import { engineFacts, storageFacts } from './facts.ts';
import { countsOf, datasetRow, runRow, shareOf } from './rows.ts';
import { LiveWorkflow } from './live-workflow.svelte.ts';
import { viewOfRun } from './run-view.ts';
import { WatchedReport } from './watched-report.svelte.ts';
import { whenIdle } from './when-idle.ts';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export class LiveSession implements Session {
  readonly luce: Luce;
  readonly version: string;
  catalog = $state.raw<Catalog | null>(null);
  readonly draft = new AnalysisDraft();
  readonly desk: LiveDesk;
  readonly workflow: LiveWorkflow;
  readonly portability: PortabilityDesk;
  readonly beliefs: BeliefsDesk;
  readonly #cells: LiveCells;
  #busyDemo = $state<string | null>(null);
  #watched = $state.raw<WatchedReport | null>(null);
  #noticed = $state(false);
  #seen = '';

  constructor(luce: Luce) {
    this.luce = luce;
    this.version = luce.version;
    this.#cells = new LiveCells(luce);
    this.workflow = new LiveWorkflow(luce);
    this.portability = new PortabilityDesk(luce);
    this.beliefs = new BeliefsDesk(luce);
    this.desk = new LiveDesk(luce, () => this.#openCatalog());
    whenIdle(() => this.#settle());
  }

  readonly runs = $derived.by<readonly RunRow[]>(() =>
    this.luce.runs.records.map((record) =>
      runRow(
        record,
        this.luce.runs.live.get(record.id) ?? null,
        this.luce.runs.problems.get(record.id) ?? null,
      ),
    ),
  );
  readonly datasets = $derived.by<readonly DatasetRow[]>(() => this.luce.library.datasets.map(datasetRow));
  readonly notices = $derived.by<readonly string[]>(() => {
    const { missing, notice } = this.luce;
    return this.#noticed ? [] : [...missing, ...(notice ? [notice] : [])];
  });
  readonly stored = $derived.by<readonly Dataset[]>(() => this.luce.library.datasets);
  readonly speed = $derived.by<Speed>(() => ({
    gradientsPerSecond: this.luce.engines.gradientsPerSecond,
    workers: this.luce.engines.workers,
  }));
  readonly engine = $derived.by<EngineFacts>(() => engineFacts(this.luce.engines));
  readonly storage = $derived.by<StorageFacts | null>(() => storageFacts(this.luce));
  readonly running = $derived.by<RunningFacts | null>(() => {
    const live = [...this.luce.runs.live.values()][0];
    const record = live && this.luce.runs.find(live.id);
    if (!live || !record) return null;
    const counts = countsOf(record, live);
    const { done, total } = counts;
    return { id: live.id, title: planOf(record).title, done, total, share: shareOf(counts) };
  });
  readonly demos = $derived.by<readonly Demo[]>(() => {
    const rate = this.luce.engines.gradientsPerSecond;
    return DEMOS.map(({ id, title, text, gradients, weight }) => ({
      id,
      title,
      text: this.#busyDemo === id ? 'Fetching …' : text,
      seconds: rate === null ? null : (gradients * weight) / (rate * this.luce.engines.workers),
      engine: `CPU · ${this.luce.engines.workers} workers`,
    }));
  });

  readonly measureEngine = (): void => this.luce.engines.measure();

  runView(id: string): RunView | null {
    const record = this.luce.runs.find(id);
    const plan = record && planOf(record);
    if (!record || !plan || isCalibration(plan) || isPrior(plan)) return null;
    if (isOfPortability(plan) || isOfBeliefs(plan)) return null;
    if (isHierarchical(plan)) return this.#cells.view(record, plan);
    const live = this.luce.runs.live.get(id) ?? null;
    const watched = this.#watch(record, live);
    return viewOfRun(record, live, watched, this.luce.runs.problems.get(id) ?? null);
  }

  /**
   * The report of the run in view, asked for anew when draws landed here or the record changed, in this tab or
   * another. It is made after the reading that asks for it: state made while something is derived would not be watched.
   */
  #watch(record: RunRecord, live: LiveRun | null): WatchedReport | null {
    const tasks = live && live.states.length > 0 ? live.states : record.manifest.tasks;
    const mark = `${record.id} ${live?.landed ?? 0} ${record.state} ${record.changed}`;
    const seen = mark === this.#seen;
    this.#seen = mark;
    if (!seen) queueMicrotask(() => this.#follow(record, tasks));
    return this.#watched?.id === record.id ? this.#watched : null;
  }

  #follow(record: RunRecord, tasks: readonly TaskState[]): void {
    if (this.#watched?.id !== record.id)
      this.#watched = new WatchedReport(record.id, fitPlanOf(record), this.luce.reports);
    this.#watched.refresh(tasks, record.state === 'running');
  }

  chooseCondition(id: string, condition: number): void {
    if (this.#watched?.id === id) this.#watched.show(condition);
  }

  saveFit(id: string, kind: 'summary' | 'draws'): void {
    const record = this.luce.runs.find(id);
    if (!record) return;
    const plan = planOf(record);
    if (isHierarchical(plan)) return this.#cells.save(id, plan, kind);
    const condition = Math.max(0, this.#watched?.id === id ? this.#watched.condition : 0);
    const save = kind === 'summary' ? saveSummary : saveDraws;
    save(this.luce.reports, id, fitPlanOf(record), condition).catch((error: unknown) =>
      toasts.show(messageOf(error)),
    );
  }

  dismissNotices(): void {
    this.#noticed = true;
  }

  chooseEngine(choice: EngineChoice): void {
    this.luce.engines.choice = choice;
    if (choice !== 'cpu') void this.luce.engines.openGpu();
  }

  /** What can wait until the page stands: the catalogue, and this device's speed for the times that it shows. */
  #settle(): void {
    this.#openCatalog().catch((error: unknown) => {
      this.desk.problem = `The catalogue of public data could not be read: ${messageOf(error)}`;
    });
    if (this.luce.engines.gradientsPerSecond === null) this.luce.engines.measure();
  }

  async #openCatalog(): Promise<Catalog> {
    this.catalog ??= await loadCatalog();
    return this.catalog;
  }

  startPlan(plan: AnalysisPlan): void {
    this.luce.runs.start(plan).then(
      (run) => router.go(addressOf('seu', run)),
      (error: unknown) => toasts.show(messageOf(error)),
    );
  }

  startDemo(id: string): void {
    const demo = DEMOS.find((each) => each.id === id);
    if (!demo || this.#busyDemo !== null) return;
    this.#busyDemo = id;
    demo
      .plan(this.luce)
      .then((plan) => this.luce.runs.start(plan))
      .then((run) => router.go(addressOf('seu', run)))
      .catch((error: unknown) => toasts.show(messageOf(error)))
      .finally(() => (this.#busyDemo = null));
  }

  importFiles(files: readonly File[]): void {
    void Promise.all(
      files.map(async (file) => ({ name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) })),
    )
      .then((read) => this.#take(read))
      .catch((error: unknown) => (this.desk.problem = messageOf(error)));
  }

  importText(text: string): void {
    this.#look([openAsText(text)]);
  }

  async #take(files: readonly NamedFile[]): Promise<void> {
    const zips = files.filter(({ name }) => name.endsWith('.zip'));
    const data = files.filter(({ name }) => !name.endsWith('.zip'));
    const opened = await Promise.all(zips.map(({ bytes }) => unpackArchive(bytes)));
    const bundles = zips.flatMap((zip, place) => opened[place]?.bundles ?? [zip]);
    const all = [...data, ...opened.flatMap((archive) => archive?.data ?? [])];
    this.#look(all);
    const only = all.length === 0 && bundles.length === 1;
    const faults: string[] = [];
    for (const { name, bytes } of bundles)
      await this.#openBundle(name, bytes, only).catch((error: unknown) => faults.push(messageOf(error)));
    if (faults.length > 0) throw new Error(faults.join('; '));
  }

  /** Tables of answers and of choices go to their own desks, and to portability whatever was dropped on its page. */
  #look(files: readonly NamedFile[]): void {
    const dropped = router.route.page === 'portability';
    const answers = files.filter(({ name, bytes }) => looksLikeAnswers(name, bytes));
    const rest = files.filter((file) => !answers.includes(file));
    const choices = rest.filter(({ name, bytes }) => dropped || isChoiceFile(name, bytes));
    const others = rest.filter((file) => !choices.includes(file));
    if (answers.length > 0) this.beliefs.importing.look(answers);
    if (choices.length > 0) this.portability.importing.look(choices);
    if (others.length > 0) this.desk.look(others);
  }

  async #openBundle(name: string, bytes: Uint8Array, show: boolean): Promise<void> {
    const opened = await this.luce.openBundle(bytes, name);
    if (!opened.ok) throw new Error(opened.faults.map(faultLine).join('; '));
    if (show) router.go(addressOf('seu', opened.value));
  }

  exportDatasets(hashes: readonly string[]): void {
    for (const hash of hashes) {
      const dataset = this.luce.library.find(hash);
      if (dataset)
        download(
          `${fileNameOf(dataset.name.replace(/\.json$/, ''))}.json`,
          new Blob([writeStanData(dataset.content)], { type: 'application/json' }),
        );
    }
  }

  deleteDatasets(hashes: readonly string[]): void {
    void this.luce.library.remove(hashes).then(() => this.luce.measureStorage());
  }

  stopRun(id: string): void {
    this.luce.runs.pause(id);
  }

  pauseRun(id: string): void {
    this.luce.runs.pause(id);
  }

  resumeRun(id: string): void {
    void this.luce.runs.resume(id);
  }

  exportRuns(ids: readonly string[]): void {
    for (const id of ids) void this.#exportRun(id).catch((error: unknown) => toasts.show(String(error)));
  }

  exportEverything(): void {
    this.#packEverything().catch((error: unknown) => toasts.show(messageOf(error)));
  }

  async #packEverything(): Promise<void> {
    const { runs, library } = this.luce;
    const { bytes, leftOut: missed } = await packEverything(
      runs.records.map((record) => ({ id: record.id, title: planOf(record).title })),
      (id) => this.luce.reports.bundle(id),
      [...library.datasets, ...library.tables, ...library.answers],
    );
    download('luce.zip', new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/zip' }));
    leftOut.show(missed.map(leftOutLine));
    if (missed.length > 0) router.go(addressOf('runs'));
  }

  async #exportRun(id: string): Promise<void> {
    const record = this.luce.runs.find(id);
    if (!record) return;
    const bytes = await this.luce.reports.bundle(id);
    download(
      `${fileNameOf(planOf(record).title)}.luce.zip`,
      new Blob([bytes as Uint8Array<ArrayBuffer>], { type: 'application/zip' }),
    );
  }

  deleteRuns(ids: readonly string[]): void {
    void this.luce.runs.remove(ids).then(() => this.luce.measureStorage());
  }
}
