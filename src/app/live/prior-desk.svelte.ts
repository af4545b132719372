// The prior predictive in view: its report, made anew while agents land.
import type { PriorPlan } from '../../instruments/seu/prior/plan.ts';
import type { RunRecord } from '../../jobs/run.ts';
import type { LiveRun } from '../../state/live-run.svelte.ts';
import type { PriorRunReport } from '../../workers/prior-reports.ts';
import type { Reports } from '../../workers/reports.ts';
import type { StudyRunView } from '../workflow/study-view.ts';
import { Folded } from './folded.svelte.ts';
import { viewOfPrior } from './prior-run-view.ts';

export class PriorDesk {
  readonly #folded: Folded<PriorRunReport | null>;

  constructor(reports: Reports) {
    this.#folded = new Folded((run) => reports.prior(run));
  }

  view(record: RunRecord, plan: PriorPlan, live: LiveRun | null, problem: string | null): StudyRunView {
    return viewOfPrior(record, plan, live, this.#folded.of(record, plan, live), problem);
  }
}
