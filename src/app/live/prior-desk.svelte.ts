// The prior predictive in view: its report, made anew while agents land.
import { canonicalJson } from '../../formats/canonical.ts';
import { sha256 } from '../../formats/hash.ts';
import type { PriorPlan } from '../../instruments/seu/prior/plan.ts';
import type { RunRecord } from '../../jobs/run.ts';
import type { LiveRun } from '../../state/live-run.svelte.ts';
import type { Reports } from '../../workers/reports.ts';
import type { StudyRunView } from '../workflow/study-view.ts';
import { Paced } from './paced.ts';
import { viewOfPrior, type FoldedPrior } from './prior-run-view.ts';

const NOTHING: FoldedPrior = { report: null, hash: '', failure: null };

export class PriorDesk {
  #folded = $state.raw<FoldedPrior>(NOTHING);
  #id = '';
  #seen = '';
  readonly #folding = new Paced(() => this.#fold());
  readonly #reports: Reports;

  constructor(reports: Reports) {
    this.#reports = reports;
  }

  /** The report is asked for after the reading that asks for it: state made while something is derived would not be watched. */
  view(record: RunRecord, plan: PriorPlan, live: LiveRun | null, problem: string | null): StudyRunView {
    const mark = `${record.id} ${live?.landed ?? 0} ${record.state} ${record.changed}`;
    const known = record.id === this.#id ? this.#folded : NOTHING;
    if (mark !== this.#seen) queueMicrotask(() => this.#follow(record, plan));
    this.#seen = mark;
    return viewOfPrior(record, plan, live, known, problem);
  }

  #follow({ id, state }: RunRecord, plan: PriorPlan): void {
    if (id !== this.#id) {
      this.#id = id;
      this.#folded = NOTHING;
      void sha256(canonicalJson(plan)).then((hash) => this.#put(id, { hash }));
    }
    this.#folding.ask(state !== 'running');
  }

  #put(id: string, part: Partial<FoldedPrior>): void {
    if (id === this.#id) this.#folded = { ...this.#folded, ...part };
  }

  async #fold(): Promise<void> {
    const id = this.#id;
    try {
      this.#put(id, { report: await this.#reports.prior(id), failure: null });
    } catch (error) {
      this.#put(id, { failure: error instanceof Error ? error.message : String(error) });
    }
  }
}
