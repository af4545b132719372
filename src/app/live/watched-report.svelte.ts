// The reports of the run in view: folded anew while draws land, and never for more than a fifth of the time.
import { canonicalJson } from '../../formats/canonical.ts';
import { sha256 } from '../../formats/hash.ts';
import { parseHierarchicalKey } from '../../instruments/seu/hierarchical/plan.ts';
import { regressionPlan } from '../../instruments/seu/hierarchical/study.ts';
import { parseKey, type FitPlan } from '../../instruments/seu/plan.ts';
import type { FitReport, StudyReport } from '../../instruments/seu/report.ts';
import type { TaskState } from '../../jobs/run.ts';
import type { CellsReport } from '../../workers/fit-cells.ts';
import type { Reports } from '../../workers/reports.ts';
import { Paced } from './paced.ts';

/** The whole study, where a condition is asked for. */
export const WHOLE = -1;

/** Iterations in, for each condition of a plan. */
function progressOf(tasks: readonly TaskState[], conditions: number): readonly number[] {
  const sums = Array.from({ length: conditions }, () => 0);
  for (const { key, iteration } of tasks)
    if (parseHierarchicalKey(key) === null) sums[parseKey(key).condition] += iteration;
  return sums;
}

export class WatchedReport {
  readonly id: string;
  readonly plan: FitPlan;
  /** The condition that is shown with everything, or WHOLE for a study. */
  condition = $state(WHOLE);
  /** The report of `condition`; null until it has draws. */
  fit = $state.raw<FitReport | null>(null);
  /** Every condition in short; null where it has no draws yet. */
  fits = $state.raw<readonly (FitReport | null)[]>([]);
  study = $state.raw<StudyReport | null>(null);
  /** Of a study the regressions that have draws. */
  regressions = $state.raw<readonly CellsReport[]>([]);
  /** Hash of the plan, '' until computed. */
  hash = $state('');
  failure = $state<string | null>(null);
  #tasks: readonly TaskState[] = [];
  #folded: readonly number[] = [];
  readonly #folding = new Paced(() => this.#tryFold());
  readonly #reports: Reports;

  constructor(id: string, plan: FitPlan, reports: Reports) {
    this.id = id;
    this.plan = plan;
    this.condition = plan.settings.study ? WHOLE : 0;
    this.fits = plan.settings.conditions.map(() => null);
    this.#reports = reports;
    void sha256(canonicalJson(plan)).then((hash) => (this.hash = hash));
  }

  show(condition: number): void {
    if (condition === this.condition) return;
    this.condition = condition;
    this.fit = null;
    this.#folding.ask(true);
  }

  /** Asks for a fold of what `tasks` say is in; while it still grows, folds are rare enough to leave the work its time. */
  refresh(tasks: readonly TaskState[], growing: boolean): void {
    this.#tasks = tasks;
    this.#folding.ask(!growing);
  }

  async #tryFold(): Promise<void> {
    try {
      await this.#fold();
      this.failure = null;
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
    }
  }

  async #fold(): Promise<void> {
    const { condition } = this;
    if (condition !== WHOLE) {
      const fit = await this.#reports.fit(this.id, condition, 'all');
      if (condition === this.condition) this.fit = fit;
    }
    const { study, conditions } = this.plan.settings;
    if (study && condition === WHOLE) {
      this.study = await this.#reports.study(this.id);
      this.regressions = await this.#foldRegressions();
    }
    if (this.study) this.fits = this.#studied(this.study);
    else if (conditions.length > 1) await this.#foldAll();
  }

  async #foldRegressions(): Promise<readonly CellsReport[]> {
    const found: CellsReport[] = [];
    for (const index of regressionPlan(this.plan).settings.fits.keys()) {
      const report = await this.#reports.cells(this.id, index);
      if (report) found.push(report);
    }
    return found;
  }

  /** Folds the conditions that got further since they were folded last, one after the other. */
  async #foldAll(): Promise<void> {
    const progress = progressOf(this.#tasks, this.fits.length);
    for (const [condition, iterations] of progress.entries()) {
      if (iterations === (this.#folded[condition] ?? 0) && this.fits[condition]) continue;
      const fit = await this.#reports.fit(this.id, condition, 'study');
      this.fits = this.fits.with(condition, fit);
    }
    this.#folded = progress;
  }

  #studied({ cells }: StudyReport): readonly (FitReport | null)[] {
    const reports = cells.flatMap(({ conditions }) => conditions.map(({ report }) => report));
    return this.plan.settings.conditions.map(
      ({ label }, condition) => reports.find((report) => report.label === label) ?? this.fits[condition],
    );
  }
}
