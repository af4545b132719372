// The report of the run in view, folded anew while the run grows.
import { canonicalJson } from '../../formats/canonical.ts';
import { sha256 } from '../../formats/hash.ts';
import type { RunRecord } from '../../jobs/run.ts';
import type { LiveRun } from '../../state/live-run.svelte.ts';
import type { AnyPlan } from '../../workers/plans.ts';
import { Paced } from './paced.ts';

/** What is known of one run; it grows while the run goes on. */
export interface FoldedReport<Report> {
  readonly report: Report | null;
  /** Hash of the plan, '' until computed. */
  readonly hash: string;
  readonly failure: string | null;
}

const nothing = { report: null, hash: '', failure: null };

export class Folded<Report> {
  #of = $state.raw<FoldedReport<Report> & { readonly id: string }>({ id: '', ...nothing });
  #seen = '';
  readonly #folding = new Paced(() => this.#fold());
  readonly #make: (run: string) => Promise<Report>;

  constructor(make: (run: string) => Promise<Report>) {
    this.#make = make;
  }

  /**
   * What is known of a run. A report is asked for after the reading that asks for it: state made while something is
   * derived would not be watched.
   */
  of(record: RunRecord, plan: AnyPlan, live: LiveRun | null): FoldedReport<Report> {
    const mark = `${record.id} ${live?.landed ?? 0} ${record.state} ${record.changed}`;
    if (mark !== this.#seen) queueMicrotask(() => this.#follow(record, plan));
    this.#seen = mark;
    return this.#of.id === record.id ? this.#of : nothing;
  }

  #follow({ id, state }: RunRecord, plan: AnyPlan): void {
    if (id !== this.#of.id) {
      this.#of = { id, ...nothing };
      void sha256(canonicalJson(plan)).then((hash) => this.#put(id, { hash }));
    }
    this.#folding.ask(state !== 'running');
  }

  #put(id: string, part: Partial<FoldedReport<Report>>): void {
    if (id === this.#of.id) this.#of = { ...this.#of, ...part };
  }

  async #fold(): Promise<void> {
    const { id } = this.#of;
    try {
      this.#put(id, { report: await this.#make(id), failure: null });
    } catch (error) {
      this.#put(id, { failure: error instanceof Error ? error.message : String(error) });
    }
  }
}
