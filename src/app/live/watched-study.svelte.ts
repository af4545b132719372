// The reports of the calibration or recovery study in view, folded anew while replicates land.
import { canonicalJson } from '../../formats/canonical.ts';
import { sha256 } from '../../formats/hash.ts';
import type { CalibrationPlan } from '../../instruments/seu/calibration/plan.ts';
import type { RecoveryReport } from '../../instruments/seu/calibration/recovery-report.ts';
import type { ArmReport } from '../../workers/replicate-reports.ts';
import type { Reports } from '../../workers/reports.ts';
import { Paced } from './paced.ts';

export class WatchedStudy {
  readonly id: string;
  /** It grows when replicates are added. */
  plan = $state.raw<CalibrationPlan>() as CalibrationPlan;
  arm = $state(0);
  arms = $state.raw<readonly ArmReport[]>([]);
  recovery = $state.raw<RecoveryReport | null>(null);
  /** Hash of the plan, '' until computed. */
  hash = $state('');
  failure = $state<string | null>(null);
  readonly #folding = new Paced(() => this.#tryFold());
  readonly #reports: Reports;

  constructor(id: string, plan: CalibrationPlan, reports: Reports) {
    this.id = id;
    this.plan = plan;
    this.#reports = reports;
    this.#name();
  }

  #name(): void {
    void sha256(canonicalJson(this.plan)).then((hash) => (this.hash = hash));
  }

  /** Asks for a fold; while the run still grows, folds are rare enough to leave the work its time. */
  refresh(plan: CalibrationPlan, growing: boolean): void {
    if (canonicalJson(plan) !== canonicalJson(this.plan)) {
      this.plan = plan;
      this.#name();
    }
    this.#folding.ask(!growing);
  }

  async #tryFold(): Promise<void> {
    try {
      if (this.plan.analysis === 'recover') this.recovery = await this.#reports.recovery(this.id);
      else this.arms = await this.#reports.calibration(this.id);
      this.failure = null;
    } catch (error) {
      this.failure = error instanceof Error ? error.message : String(error);
    }
  }
}
