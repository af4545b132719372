// The report of the run in view: folded anew while draws land, never more often than it takes to fold.
import type { FitReport, StudyReport } from '../../instruments/seu/report.ts';
import type { FitPlan } from '../../instruments/seu/plan.ts';
import { sha256 } from '../../formats/hash.ts';
import { canonicalJson } from '../../formats/canonical.ts';
import type { Reports } from '../../workers/reports.ts';

const PAUSE_MILLISECONDS = 700;

export class WatchedReport {
  readonly id: string;
  readonly plan: FitPlan;
  fits = $state.raw<readonly (FitReport | null)[]>([]);
  study = $state.raw<StudyReport | null>(null);
  /** Hash of the plan, '' until computed. */
  hash = $state('');
  failure = $state<string | null>(null);
  #folding = false;
  #again = false;
  readonly #reports: Reports;

  constructor(id: string, plan: FitPlan, reports: Reports) {
    this.id = id;
    this.plan = plan;
    this.#reports = reports;
    void sha256(canonicalJson(plan)).then((hash) => (this.hash = hash));
    this.refresh();
  }

  /** Asks for a fold; while one is under way another is made after it. */
  refresh(): void {
    if (this.#folding) {
      this.#again = true;
      return;
    }
    this.#folding = true;
    void this.#fold()
      .catch((error: unknown) => (this.failure = error instanceof Error ? error.message : String(error)))
      .finally(() => setTimeout(() => this.#rest(), PAUSE_MILLISECONDS));
  }

  #rest(): void {
    this.#folding = false;
    if (!this.#again) return;
    this.#again = false;
    this.refresh();
  }

  async #fold(): Promise<void> {
    const { study, conditions } = this.plan.settings;
    if (study) this.study = await this.#reports.study(this.id);
    else
      this.fits = await Promise.all(conditions.map((_, index) => this.#reports.fit(this.id, index, 'all')));
  }
}
