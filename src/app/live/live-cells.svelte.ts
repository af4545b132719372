// Cells fitted together on real state: their report, folded anew while draws land, their files, their own fits.
import { canonicalJson } from '../../formats/canonical.ts';
import { sha256 } from '../../formats/hash.ts';
import { apartPlan } from '../../instruments/seu/hierarchical/apart.ts';
import type { HierarchicalPlan } from '../../instruments/seu/hierarchical/plan.ts';
import type { RunRecord } from '../../jobs/run.ts';
import type { LiveRun } from '../../state/live-run.svelte.ts';
import type { Luce } from '../../state/luce.svelte.ts';
import type { CellsReport } from '../../workers/fit-cells.ts';
import type { Reports } from '../../workers/reports.ts';
import { addressOf } from '../route.ts';
import { router } from '../router.svelte.ts';
import type { RunOffer, RunView } from '../run-view.ts';
import { toasts } from '../toasts.svelte.ts';
import { saveCellDraws, saveCellTables } from './cells-files.ts';
import { viewOfCells } from './cells-run-view.ts';
import { Paced } from './paced.ts';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const complain = (error: unknown): void => toasts.show(messageOf(error));
const NOTHING = { report: null, hash: '', failure: null } as const;

/** The report of one run in view. */
class Watched {
  readonly id: string;
  report = $state.raw<CellsReport | null>(null);
  /** Hash of the plan, '' until computed. */
  hash = $state('');
  failure = $state<string | null>(null);
  readonly #folding = new Paced(() => this.#fold());
  readonly #reports: Reports;

  constructor(id: string, plan: HierarchicalPlan, reports: Reports) {
    this.id = id;
    this.#reports = reports;
    void sha256(canonicalJson(plan)).then((hash) => (this.hash = hash));
  }

  refresh(growing: boolean): void {
    this.#folding.ask(!growing);
  }

  async #fold(): Promise<void> {
    try {
      this.report = await this.#reports.cells(this.id, 0);
      this.failure = null;
    } catch (error) {
      this.failure = messageOf(error);
    }
  }
}

export class LiveCells {
  #watched = $state.raw<Watched | null>(null);
  #seen = '';
  readonly #luce: Luce;

  constructor(luce: Luce) {
    this.#luce = luce;
  }

  view(record: RunRecord, plan: HierarchicalPlan): RunView {
    const { runs } = this.#luce;
    const live = runs.live.get(record.id) ?? null;
    const watched = this.#watch(record, plan, live);
    const problem = runs.problems.get(record.id) ?? null;
    return viewOfCells(record, plan, live, watched ?? NOTHING, problem, this.#offers(plan, watched));
  }

  /**
   * Asked for anew when draws landed, the record changed, or another run ended that may be a cell's own fit. It is made
   * after the reading that asks for it: state made while something is derived would not be watched.
   */
  #watch(record: RunRecord, plan: HierarchicalPlan, live: LiveRun | null): Watched | null {
    const ended = this.#luce.runs.records.filter(({ state }) => state === 'done').length;
    const mark = `${record.id} ${live?.landed ?? 0} ${record.state} ${record.changed} ${ended}`;
    const seen = mark === this.#seen;
    this.#seen = mark;
    if (!seen) queueMicrotask(() => this.#follow(record, plan));
    return this.#watched?.id === record.id ? this.#watched : null;
  }

  #follow(record: RunRecord, plan: HierarchicalPlan): void {
    if (this.#watched?.id !== record.id) this.#watched = new Watched(record.id, plan, this.#luce.reports);
    this.#watched.refresh(record.state === 'running');
  }

  /** Fits of single cells, where some are lacking. */
  #offers(plan: HierarchicalPlan, watched: Watched | null): readonly RunOffer[] {
    const apart = watched?.report?.apart;
    const lacking = apart?.filter((own) => own === null).length ?? 0;
    if (!apart || lacking === 0) return [];
    const all = lacking === apart.length;
    return [
      {
        label: all ? 'Fit each cell alone' : `Fit ${lacking} more alone`,
        text: `${all ? 'No cell' : `${apart.length - lacking} of ${apart.length} cells`} has a fit of its own here. Fits of single cells show how far each α is drawn to the regression.`,
        run: () => this.#fitApart(plan, (cell) => apart[cell] === null),
      },
    ];
  }

  #fitApart(plan: HierarchicalPlan, lacking: (cell: number) => boolean): void {
    this.#luce.runs
      .start(apartPlan(plan, 0, lacking))
      .then((run) => router.go(addressOf('seu', run)))
      .catch(complain);
  }

  save(id: string, plan: HierarchicalPlan, kind: 'summary' | 'draws'): void {
    const save = kind === 'summary' ? saveCellTables : saveCellDraws;
    save(this.#luce.reports, id, plan).catch(complain);
  }
}
