// One kind of study on real state: it is started, and its report is folded as it grows.
import { canonicalJson } from '../../formats/canonical.ts';
import { sha256 } from '../../formats/hash.ts';
import type { RunRecord } from '../../jobs/run.ts';
import type { LiveRun } from '../../state/live-run.svelte.ts';
import type { Luce } from '../../state/luce.svelte.ts';
import { planOf, type AnyPlan } from '../../workers/plans.ts';
import { addressOf } from '../route.ts';
import { router } from '../router.svelte.ts';
import { toasts } from '../toasts.svelte.ts';
import { Paced } from './paced.ts';
import { viewOfStudy, type FoldedStudy, type StudyRunView, type StudyWords } from './study-desk-view.ts';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What tells one kind of study from another. */
export interface StudyKind<Plan extends AnyPlan, Report> extends StudyWords<Plan, Report> {
  /** Where its runs are shown. */
  readonly page: 'portability' | 'beliefs';
  readonly is: (plan: AnyPlan) => plan is Plan;
  readonly fold: (run: string) => Promise<Report>;
}

export class StudyDesk<Plan extends AnyPlan, Report> {
  #folded = $state.raw<FoldedStudy<Report>>({ report: null, hash: '', failure: null });
  #id = '';
  #seen = '';
  readonly #folding = new Paced(() => this.#fold());
  readonly #luce: Luce;
  readonly #kind: StudyKind<Plan, Report>;

  constructor(luce: Luce, kind: StudyKind<Plan, Report>) {
    this.#luce = luce;
    this.#kind = kind;
  }

  /** Ids of its runs, newest first. */
  readonly runs = $derived.by<readonly string[]>(() =>
    this.#luce.runs.records.filter((record) => this.#kind.is(planOf(record))).map(({ id }) => id),
  );

  start(plan: Plan): void {
    this.#luce.runs.start(plan).then(
      (id) => router.go(addressOf(this.#kind.page, id)),
      (error: unknown) => toasts.show(messageOf(error)),
    );
  }

  view(run: string): StudyRunView<Plan, Report> | null {
    const record = this.#luce.runs.find(run);
    const plan = record && planOf(record);
    if (!record || !plan || !this.#kind.is(plan)) return null;
    const live = this.#luce.runs.live.get(run) ?? null;
    const known = this.#known(record, plan, live);
    const problem = this.#luce.runs.problems.get(run) ?? null;
    return viewOfStudy({ record, plan, live, problem }, known, this.#kind);
  }

  /** The report is asked for after the reading that asks for it: state made while something is derived would not be watched. */
  #known(record: RunRecord, plan: Plan, live: LiveRun | null): FoldedStudy<Report> {
    const mark = `${record.id} ${live?.landed ?? 0} ${record.state} ${record.changed}`;
    const nothing = { report: null, hash: '', failure: null };
    const known = record.id === this.#id ? this.#folded : nothing;
    if (mark !== this.#seen) queueMicrotask(() => this.#follow(record, plan));
    this.#seen = mark;
    return known;
  }

  #follow({ id, state }: RunRecord, plan: Plan): void {
    if (id !== this.#id) {
      this.#id = id;
      this.#folded = { report: null, hash: '', failure: null };
      void sha256(canonicalJson(plan)).then((hash) => this.#put(id, { hash }));
    }
    this.#folding.ask(state !== 'running');
  }

  #put(id: string, part: Partial<FoldedStudy<Report>>): void {
    if (id === this.#id) this.#folded = { ...this.#folded, ...part };
  }

  async #fold(): Promise<void> {
    const id = this.#id;
    try {
      this.#put(id, { report: await this.#kind.fold(id), failure: null });
    } catch (error) {
      this.#put(id, { failure: messageOf(error) });
    }
  }
}
