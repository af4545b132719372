// One kind of study on real state: it is started, and its report is folded as it grows.
import type { Luce } from '../../state/luce.svelte.ts';
import { planOf, type AnyPlan } from '../../workers/plans.ts';
import { addressOf } from '../route.ts';
import { router } from '../router.svelte.ts';
import { toasts } from '../toasts.svelte.ts';
import { Folded } from './folded.svelte.ts';
import { viewOfStudy, type StudyRunView, type StudyWords } from './study-desk-view.ts';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** What tells one kind of study from another. */
export interface StudyKind<Plan extends AnyPlan, Report> extends StudyWords<Plan, Report> {
  /** Where its runs are shown. */
  readonly page: 'portability' | 'beliefs';
  readonly is: (plan: AnyPlan) => plan is Plan;
  readonly fold: (run: string) => Promise<Report>;
}

export class StudyDesk<Plan extends AnyPlan, Report> {
  readonly #folded: Folded<Report>;
  readonly #luce: Luce;
  readonly #kind: StudyKind<Plan, Report>;

  constructor(luce: Luce, kind: StudyKind<Plan, Report>) {
    this.#luce = luce;
    this.#kind = kind;
    this.#folded = new Folded(kind.fold);
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
    const known = this.#folded.of(record, plan, live);
    const problem = this.#luce.runs.problems.get(run) ?? null;
    return viewOfStudy({ record, plan, live, problem }, known, this.#kind);
  }
}
