// Every run kept here: start, pause, resume, watch, report, export, delete.
import type { AnyDataset } from '../formats/dataset.ts';
import type { Manifest, RunRecord, RunState, TaskState } from '../jobs/run.ts';
import { runJob, type JobOptions } from '../jobs/runner.ts';
import { QuotaError } from '../jobs/store.ts';
import { claimedRuns, claimRun, runFreed } from '../storage/ownership.ts';
import type { LuceStore } from '../storage/store.ts';
import {
  countsIn,
  workIn,
  isCalibration,
  needsTruths,
  planOf,
  tasksOf,
  truthsOf,
  type AnyPlan,
} from '../workers/plans.ts';
import type { Reports } from '../workers/reports.ts';
import { calendar, pageClock } from './clock.ts';
import type { Engines } from './engines.svelte.ts';
import { LiveRun } from './live-run.svelte.ts';
import { outcomeOf } from './outcome.ts';
import type { MergedStudy } from './merge-files.ts';
import { extendedPlan, newRecord } from './run-records.ts';
import { standingOf } from './standing.ts';

const RECORD_MILLISECONDS = 2_000;
const ELSEWHERE = 'This run is under way in another tab. It can be watched here.';

export interface RunsOptions {
  readonly store: LuceStore;
  readonly engines: Engines;
  readonly reports: Reports;
  readonly version: string;
  readonly newId: () => string;
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

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
  /** Runs that something is being done to in this tab; set at once, for a claim takes a moment. */
  readonly #taken = new Set<string>();

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
    for (const { id, state } of seen) if (state === 'running' && !this.live.has(id)) void this.#watch(id);
  }

  /**
   * Takes up the runs that were under way when their tab died. Without locks between tabs nobody knows whether it did,
   * so they wait for a hand.
   */
  async resumeInterrupted(): Promise<void> {
    if (!navigator.locks) return;
    const [records, held] = await Promise.all([this.#options.store.listRuns(), claimedRuns()]);
    for (const { id, state } of records) if (state === 'running' && !held.has(id)) void this.resume(id);
  }

  /** Reads the records anew once the tab that has the run gives it back or dies. */
  async #watch(id: string): Promise<void> {
    if (this.#watched.has(id)) return;
    this.#watched.add(id);
    await runFreed(id);
    this.#watched.delete(id);
    if (this.problems.get(id) === ELSEWHERE) this.#problem(id, null);
    // Storage that was closed meanwhile says so itself.
    await this.refresh().catch(() => undefined);
  }

  /** Does `work` on a run that nothing else is done to; false, with nothing done, where another tab has it. */
  async #alone(id: string, work: () => Promise<void>): Promise<boolean> {
    this.#taken.add(id);
    try {
      const release = await claimRun(id);
      if (release === null) return false;
      await work().finally(release);
      return true;
    } finally {
      this.#taken.delete(id);
    }
  }

  /** Saves a plan as a run and starts it; returns its id at once. */
  async start(plan: AnyPlan): Promise<string> {
    const id = this.#options.newId();
    const record = newRecord(id, plan, this.#options.version, calendar());
    await this.#options.store.putRun(record);
    this.#show(record);
    void this.resume(id);
    return id;
  }

  /**
   * Keeps a study whose replicates were computed elsewhere: as done where none is missing, else to go on with here.
   * Throws, with nothing stored, where some are missing and cannot be run here.
   */
  async adopt({ plan, chunks, datasets }: MergedStudy): Promise<string> {
    const { store, newId, version } = this.#options;
    const { tasks, whole } = standingOf(plan, datasets, chunks);
    const { manifest, ...record } = newRecord(newId(), plan, version, calendar(), 'paused');
    const run = { ...record, manifest: { ...manifest, tasks } };
    await store.keepRun({ run, datasets, chunks });
    this.#show(run);
    if (whole) await this.#finish(run.id, tasks);
    return run.id;
  }

  /** Adds replicates to a calibration as a further look, and runs them. Throws, with nothing changed, where it cannot. */
  async extend(id: string, more: number): Promise<void> {
    const taken = this.#taken.has(id) || !(await this.#alone(id, () => this.#lengthen(id, more)));
    if (taken) throw new Error('this run is under way: pause it, or wait for its end');
    void this.resume(id);
  }

  async #lengthen(id: string, more: number): Promise<void> {
    const plan = planOf(await this.#record(id));
    if (!isCalibration(plan)) throw new Error(`a run of analysis ${plan.analysis} has no replicates to add`);
    const longer = extendedPlan(plan, more);
    tasksOf(longer, await this.#datasets(longer), await this.#truths(id, longer));
    await this.#change(id, (record) => ({
      ...record,
      manifest: { ...record.manifest, plan: longer },
      state: 'paused',
      headline: null,
      severity: null,
    }));
  }

  pause(id: string): void {
    this.live.get(id)?.stop.abort();
  }

  /** Goes on with a run from what is stored; does nothing where another tab has it. */
  async resume(id: string): Promise<void> {
    if (this.#taken.has(id)) return;
    this.#problem(id, null);
    try {
      if (!(await this.#alone(id, () => this.#run(id)))) {
        this.#problem(id, ELSEWHERE);
        void this.#watch(id);
      }
      await this.refresh();
    } catch (error) {
      this.#problem(id, messageOf(error));
    }
  }

  async #run(id: string): Promise<void> {
    const record = this.find(id);
    const live = record
      ? new LiveRun(id, countsIn(planOf(record)), workIn(planOf(record)))
      : new LiveRun(id, () => true);
    this.live = new Map(this.live).set(id, live);
    try {
      await this.#work(live);
    } catch (error) {
      await this.#stopped(live, error);
    } finally {
      this.live = new Map([...this.live].filter(([other]) => other !== id));
    }
  }

  async remove(ids: readonly string[]): Promise<void> {
    for (const id of ids) {
      this.pause(id);
      await this.#options.store.deleteRun(id);
    }
    await this.refresh();
  }

  async #datasets(plan: AnyPlan): Promise<ReadonlyMap<string, AnyDataset>> {
    const hashes = [...new Set(plan.datasets)];
    const found = await Promise.all(hashes.map((hash) => this.#options.store.getDataset(hash)));
    const missing = hashes.filter((_, i) => found[i] === null);
    if (missing.length > 0)
      throw new Error(`data set ${missing[0].slice(0, 8)} is not stored here; load the same file once more`);
    return new Map(found.flatMap((dataset) => (dataset ? [[dataset.hash, dataset] as const] : [])));
  }

  async #truths(id: string, plan: AnyPlan): Promise<Float64Array | null> {
    return needsTruths(plan) ? truthsOf(plan, await this.#options.store.chunks(id)) : null;
  }

  async #work(live: LiveRun): Promise<void> {
    const { store, engines } = this.#options;
    const record = await this.#record(live.id);
    const plan = planOf(record);
    const tasks = tasksOf(plan, await this.#datasets(plan), await this.#truths(live.id, plan));
    const { cpu, gpu } = await engines.open(plan.engine, tasks);
    await this.#update(live.id, 'running', { engine: (gpu ?? cpu).description });
    const { seconds: before, warnings } = record.manifest;
    const outcome = await runJob({
      runId: live.id,
      tasks,
      cpu,
      gpu,
      store,
      clock: pageClock,
      signal: live.stop.signal,
      onBegin: (states) => live.begin(states),
      onProgress: this.#noting(live, before),
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

  /** Shows every step, and notes in the record every other second where tasks stand. */
  #noting(live: LiveRun, secondsBefore: number): JobOptions['onProgress'] {
    let written = pageClock.now();
    return (tasks, landed) => {
      live.update(tasks, landed.length > 0);
      if (pageClock.now() - written < RECORD_MILLISECONDS) return;
      written = pageClock.now();
      const seconds = secondsBefore + live.seconds;
      this.#update(live.id, 'running', { tasks, seconds }).catch(() => undefined);
    };
  }

  /** Folds the finished run once, for the headline and state that lists show. */
  async #finish(id: string, states: readonly TaskState[]): Promise<void> {
    const failed = states.filter(({ failure }) => failure !== null);
    if (failed.length === states.length && failed.length > 0)
      return this.#update(id, 'failed', {}, failed[0].failure, 'fail');
    const plan = planOf(await this.#record(id));
    const { headline, word, severity } = await outcomeOf(id, plan, states, this.#options.reports);
    return this.#change(id, (record) => ({
      ...record,
      state: 'done',
      changed: calendar(),
      headline: headline ?? record.headline,
      word,
      severity: severity ?? record.severity,
    }));
  }

  /** A run that was deleted while it was under way, here or in another tab, ends without a word. */
  async #stopped(live: LiveRun, error: unknown): Promise<void> {
    const { store } = this.#options;
    if ((await store.getRun(live.id).catch(() => undefined)) === null) return;
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
    await this.#change(id, (record) => ({
      ...record,
      state,
      changed: calendar(),
      manifest: { ...record.manifest, ...manifest },
      headline: headline ?? record.headline,
      severity: severity ?? record.severity,
    }));
  }

  /** Changes the record as it is stored: what another change or tab wrote stays, and what was deleted stays away. */
  async #change(id: string, change: (record: RunRecord) => RunRecord): Promise<void> {
    const changed = await this.#options.store.updateRun(id, change);
    if (changed === null) throw new Error(`run ${id} was deleted`);
    this.#show(changed);
  }

  #show(record: RunRecord): void {
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
