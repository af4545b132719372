// Every run kept here: start, pause, resume, watch, report, export, delete.
import type { Dataset } from '../formats/dataset.ts';
import { fitTasks, type FitPlan } from '../instruments/seu/plan.ts';
import type { FitReport } from '../instruments/seu/report.ts';
import type { Manifest, RunRecord, RunState, TaskState } from '../jobs/run.ts';
import { runJob } from '../jobs/runner.ts';
import { QuotaError } from '../jobs/store.ts';
import { worstSeverity, type Severity } from '../statistics/diagnostic.ts';
import { claimedRuns, claimRun, runFreed } from '../storage/ownership.ts';
import type { LuceStore } from '../storage/store.ts';
import type { Reports } from '../workers/reports.ts';
import { calendar, pageClock } from './clock.ts';
import type { Engines } from './engines.svelte.ts';
import { LiveRun } from './live-run.svelte.ts';

const RECORD_MILLISECONDS = 2_000;

export interface RunsOptions {
  readonly store: LuceStore;
  readonly engines: Engines;
  readonly reports: Reports;
  readonly version: string;
  readonly newId: () => string;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const kept = (severity: Severity): 'fine' | 'look' | 'fail' => (severity === 'na' ? 'fine' : severity);

export class Runs {
  /** Newest change first. */
  records = $state.raw<readonly RunRecord[]>([]);
  /** The runs under way in this tab, by id. */
  live = $state.raw<ReadonlyMap<string, LiveRun>>(new Map());
  /** What stopped a run, in words, by id; kept until it is taken up again. */
  problems = $state.raw<ReadonlyMap<string, string>>(new Map());
  readonly #options: RunsOptions;
  /** Runs of other tabs whose end is waited for. */
  readonly #watched = new Set<string>();

  constructor(options: RunsOptions) {
    this.#options = options;
  }

  find(id: string): RunRecord | null {
    return this.records.find((record) => record.id === id) ?? null;
  }

  /** Reads the records anew. A run said to be running that no tab holds is paused: its tab died, or could not say so. */
  async refresh(): Promise<void> {
    const [records, held] = await Promise.all([this.#options.store.listRuns(), claimedRuns()]);
    const isHeld = ({ id }: RunRecord): boolean => held.has(id) || this.live.has(id);
    const seen = records.map((record): RunRecord =>
      record.state === 'running' && !isHeld(record) ? { ...record, state: 'paused' } : record,
    );
    this.records = seen.sort((a, b) => b.changed - a.changed);
    for (const { id, state } of seen) if (state === 'running' && !this.live.has(id)) this.#watch(id);
  }

  /** Takes up the runs that were under way when their tab died. */
  async resumeInterrupted(): Promise<void> {
    const [records, held] = await Promise.all([this.#options.store.listRuns(), claimedRuns()]);
    for (const { id, state } of records) if (state === 'running' && !held.has(id)) void this.resume(id);
  }

  /** Reads the records anew once the tab that has the run gives it back or dies. */
  #watch(id: string): void {
    if (this.#watched.has(id)) return;
    this.#watched.add(id);
    void runFreed(id)
      .then(() => this.#watched.delete(id))
      .then(() => this.refresh());
  }

  /** Saves a plan as a run and starts it; returns its id at once. */
  async start(plan: FitPlan): Promise<string> {
    const id = this.#options.newId();
    const now = calendar();
    const manifest: Manifest = {
      app: 'luce',
      version: this.#options.version,
      plan,
      engine: null,
      seconds: 0,
      cpuSeconds: null,
      warnings: [],
      tasks: [],
    };
    const record: RunRecord = {
      id,
      state: 'waiting',
      created: now,
      changed: now,
      manifest,
      headline: null,
      severity: null,
    };
    await this.#put(record);
    void this.resume(id);
    return id;
  }

  pause(id: string): void {
    this.live.get(id)?.stop.abort();
  }

  /** Goes on with a run from what is stored; does nothing where another tab has it. */
  async resume(id: string): Promise<void> {
    if (this.live.has(id)) return;
    const release = await claimRun(id);
    if (release === null)
      return this.#problem(id, 'This run is under way in another tab. It can be watched here.');
    this.#problem(id, null);
    const live = new LiveRun(id);
    this.live = new Map(this.live).set(id, live);
    try {
      await this.#work(live);
    } catch (error) {
      await this.#stopped(live, error);
    } finally {
      this.live = new Map([...this.live].filter(([other]) => other !== id));
      await release();
      await this.refresh();
    }
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      this.pause(id);
      await this.#options.store.deleteRun(id);
    }
    await this.refresh();
  }

  async #datasets(plan: FitPlan): Promise<ReadonlyMap<string, Dataset>> {
    const hashes = [...new Set(plan.datasets)];
    const found = await Promise.all(hashes.map((hash) => this.#options.store.getDataset(hash)));
    const missing = hashes.filter((_, i) => found[i] === null);
    if (missing.length > 0)
      throw new Error(`data set ${missing[0].slice(0, 8)} is not stored here; load the same file once more`);
    return new Map(found.flatMap((dataset) => (dataset ? [[dataset.hash, dataset] as const] : [])));
  }

  async #work(live: LiveRun): Promise<void> {
    const { store, engines } = this.#options;
    const record = await this.#record(live.id);
    const plan = record.manifest.plan as FitPlan;
    const tasks = fitTasks(plan, await this.#datasets(plan));
    const { cpu, gpu } = await engines.open(plan.engine, tasks);
    const { seconds: before, warnings } = record.manifest;
    await this.#update(live.id, 'running', { engine: (gpu ?? cpu).description });
    let written = pageClock.now();
    const outcome = await runJob({
      runId: live.id,
      tasks,
      cpu,
      gpu,
      store,
      clock: pageClock,
      signal: live.stop.signal,
      onBegin: (states) => live.begin(states),
      onProgress: (states, landed) => {
        live.update(states, landed.length > 0);
        if (pageClock.now() - written < RECORD_MILLISECONDS) return;
        written = pageClock.now();
        void this.#update(live.id, 'running', { tasks: states, seconds: before + live.seconds }).catch(
          () => undefined,
        );
      },
    });
    const manifest = {
      tasks: outcome.states,
      seconds: before + live.seconds,
      warnings: [...new Set([...warnings, ...outcome.warnings])],
    };
    if (!outcome.finished) return this.#update(live.id, 'paused', manifest);
    await this.#update(live.id, 'running', manifest);
    await this.#finish(live.id, outcome.states);
  }

  /** Folds the finished run once, for the headline and state that lists show. */
  async #finish(id: string, states: readonly TaskState[]): Promise<void> {
    const failed = states.filter(({ failure }) => failure !== null);
    const record = await this.#record(id);
    const plan = record.manifest.plan as FitPlan;
    if (failed.length === states.length) return this.#update(id, 'failed', {}, failed[0].failure, 'fail');
    if (plan.settings.study) {
      const study = await this.#options.reports.study(id);
      const all =
        study?.cells.flatMap(({ conditions }) => conditions.flatMap(({ report }) => report.diagnostics)) ??
        [];
      return this.#update(id, 'done', {}, study?.finding ?? null, kept(worstSeverity(all)));
    }
    const fits = await Promise.all(
      plan.settings.conditions.map((_, index) => this.#options.reports.fit(id, index, 'study')),
    );
    const diagnostics = fits.flatMap((fit) => fit?.diagnostics ?? []);
    const severity = failed.length > 0 ? 'fail' : kept(worstSeverity(diagnostics));
    return this.#update(id, 'done', {}, fits[0] ? alphaHeadline(fits[0]) : null, severity);
  }

  async #stopped(live: LiveRun, error: unknown): Promise<void> {
    const full = error instanceof QuotaError;
    const message = full
      ? 'Storage is full. Nothing is lost; the run is paused. Delete runs or export this one, then resume.'
      : messageOf(error);
    this.#problem(live.id, message);
    await this.#update(live.id, full ? 'paused' : 'failed', { tasks: live.states }, message).catch(
      () => undefined,
    );
  }

  async #record(id: string): Promise<RunRecord> {
    const record = await this.#options.store.getRun(id);
    if (!record) throw new Error(`run ${id} was deleted`);
    return record;
  }

  async #update(
    id: string,
    state: RunState,
    manifest: Partial<Manifest>,
    headline: string | null = null,
    severity: RunRecord['severity'] = null,
  ): Promise<void> {
    const record = await this.#record(id);
    await this.#put({
      ...record,
      state,
      changed: calendar(),
      manifest: { ...record.manifest, ...manifest },
      headline: headline ?? record.headline,
      severity: severity ?? record.severity,
    });
  }

  async #put(record: RunRecord): Promise<void> {
    await this.#options.store.putRun(record);
    const others = this.records.filter(({ id }) => id !== record.id);
    this.records = [record, ...others].sort((a, b) => b.changed - a.changed);
  }

  #problem(id: string, message: string | null): void {
    const problems = new Map(this.problems);
    if (message === null) problems.delete(id);
    else problems.set(id, message);
    this.problems = problems;
  }
}

function alphaHeadline({ summary }: FitReport): string | null {
  const alpha = summary.find(({ variable }) => variable === 'alpha');
  if (!alpha) return null;
  const [median, low, high] = [alpha.median, alpha.q5, alpha.q95].map((value) => value.toPrecision(3));
  return `α = ${median} [${low}, ${high}]`;
}
