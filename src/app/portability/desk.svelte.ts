// The portability page on real state: tables come in, a measurement is set up and run, its report is folded as it grows.
import { choiceCsv } from '../../formats/choice-csv.ts';
import { datasetOf } from '../../formats/hash.ts';
import { agentTable, type AgentSettings } from '../../instruments/portability/agents.ts';
import type { Contrasts } from '../../instruments/portability/contrasts.ts';
import type { MechanismPlan } from '../../instruments/portability/mechanism/plan.ts';
import type { MechanismReport } from '../../instruments/portability/mechanism/reported.ts';
import type { RobustnessPlan } from '../../instruments/portability/robustness/plan.ts';
import type { RobustnessReport } from '../../instruments/portability/robustness/report.ts';
import type { PortabilityViews } from '../../instruments/portability/views.ts';
import type { CellDetail } from '../../instruments/portability/views-cell.ts';
import type { Luce } from '../../state/luce.svelte.ts';
import { ChoiceImport } from '../../state/portability-import.svelte.ts';
import { isPortability, planOf } from '../../workers/plans.ts';
import { spawnChoiceImports } from '../../workers/portability-spawn.ts';
import { download, fileNameOf } from '../download.ts';
import { Folded } from '../live/folded.svelte.ts';
import { StudyDesk } from '../live/study-desk.svelte.ts';
import { addressOf } from '../route.ts';
import { router } from '../router.svelte.ts';
import type { RunRow } from '../rows.ts';
import { toasts } from '../toasts.svelte.ts';
import { firstChoice, NONE, withoutTables, withTables } from '../import/chosen.ts';
import { PortabilityDraft } from './draft.svelte.ts';
import { tableRow, type ChoiceTableRow } from './facts.ts';
import { MechanismDraft } from './mechanism-draft.svelte.ts';
import { RobustnessDraft } from './robustness-draft.svelte.ts';
import { viewOfPortability, type PortabilityRunView } from './run-view.ts';
import { stepWords, type StudyRuns } from './step-words.ts';
import { mechanismKind, robustnessKind } from './study-kinds.ts';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export class PortabilityDesk {
  readonly draft = new PortabilityDraft();
  /** Studies that are being set up, on the same tables. */
  readonly robust = new RobustnessDraft();
  readonly behind = new MechanismDraft();
  readonly robustness: StudyDesk<RobustnessPlan, RobustnessReport>;
  readonly mechanism: StudyDesk<MechanismPlan, MechanismReport>;
  readonly importing = new ChoiceImport(spawnChoiceImports());
  readonly #folded: Folded<PortabilityViews>;
  /** Whether tables were chosen by hand: what is loaded then joins them. */
  #byHand = false;
  readonly #luce: Luce;

  constructor(luce: Luce) {
    this.#luce = luce;
    this.draft.chosen = firstChoice(
      luce.library.tables,
      luce.runs.records
        .map(planOf)
        .filter(isPortability)
        .map(({ datasets }) => datasets),
    );
    this.#folded = new Folded((run) => luce.reports.portability(run));
    this.robustness = new StudyDesk(luce, robustnessKind(luce.reports));
    this.mechanism = new StudyDesk(luce, mechanismKind(luce.reports));
  }

  readonly tables = $derived.by(() => this.#luce.library.tables);
  readonly rows = $derived.by<readonly ChoiceTableRow[]>(() => this.tables.map(tableRow));
  readonly chosen = $derived.by(() => this.tables.filter(({ hash }) => this.draft.chosen.has(hash)));
  readonly faults = $derived.by<readonly string[]>(() => this.draft.faults(this.tables));
  /** Ids of measurements, newest first. */
  readonly runs = $derived.by<readonly string[]>(() =>
    this.#luce.runs.records.filter((record) => isPortability(planOf(record))).map(({ id }) => id),
  );

  choose(hashes: ReadonlySet<string>): void {
    this.draft.chosen = hashes;
    this.#byHand = true;
  }

  /** Keeps what was read, and chooses it for the next measurement. */
  keep(): void {
    this.#try(async () => {
      const datasets = await this.importing.take();
      await this.#luce.library.add(datasets);
      const hashes = datasets.map(({ hash }) => hash);
      this.choose(withTables(this.#byHand ? this.draft.chosen : NONE, hashes));
      void this.#luce.measureStorage();
      toasts.show(
        datasets.length === 1 ? '1 table is kept here.' : `${datasets.length} tables are kept here.`,
      );
    });
  }

  generate(settings: AgentSettings): void {
    this.#try(async () => {
      const source = { file: 'built-in agents', address: null, licence: null, citation: null };
      const name = `${settings.game}, ${settings.agents.join(', ')} (seed ${settings.seed})`;
      const about = { name, condition: '', source, history: [] };
      const dataset = await datasetOf(agentTable(settings), about);
      await this.#luce.library.add([dataset]);
      this.choose(withTables(NONE, [dataset.hash]));
    });
  }

  exportTables(hashes: readonly string[]): void {
    for (const { hash, name, content } of this.tables)
      if (hashes.includes(hash))
        download(
          `${fileNameOf(name.replace(/\.csv$/, ''))}.csv`,
          new Blob([choiceCsv(content)], { type: 'text/csv' }),
        );
  }

  deleteTables(hashes: readonly string[]): void {
    this.#try(async () => {
      await this.#luce.library.remove(hashes);
      this.choose(withoutTables(this.draft.chosen, hashes));
      await this.#luce.measureStorage();
    });
  }

  start(): void {
    this.#try(async () => {
      const id = await this.#luce.runs.start(this.draft.plan(this.tables));
      router.go(addressOf('portability', id));
    });
  }

  owns(run: string): boolean {
    return this.runs.includes(run) || this.isStudy(run);
  }

  /** Whether a run is a study beside a measurement, with a page of its own. */
  isStudy(run: string): boolean {
    return this.robustness.runs.includes(run) || this.mechanism.runs.includes(run);
  }

  /** Rows of runs by kind of study. */
  sorted(rows: readonly RunRow[]): StudyRuns {
    const own = (ids: readonly string[]): readonly RunRow[] => rows.filter(({ id }) => ids.includes(id));
    return {
      measure: own(this.runs),
      robustness: own(this.robustness.runs),
      mechanism: own(this.mechanism.runs),
    };
  }

  /** How each step stands. */
  words(rows: readonly RunRow[]): ReturnType<typeof stepWords> {
    return stepWords(this.chosen, this.sorted(rows));
  }

  view(run: string): PortabilityRunView | null {
    const record = this.#luce.runs.find(run);
    const plan = record && planOf(record);
    if (!record || !plan || !isPortability(plan)) return null;
    const live = this.#luce.runs.live.get(run) ?? null;
    const known = this.#folded.of(record, plan, live);
    return viewOfPortability(record, plan, live, known, this.#luce.runs.problems.get(run) ?? null);
  }

  /** One comparison in full. */
  detail(run: string, cell: number, source: number, target: number): Promise<CellDetail> {
    return this.#luce.reports.portabilityCell(run, cell, source, target);
  }

  #contrasted: { readonly run: string; readonly found: Promise<Contrasts> } | null = null;

  /** How regimes and models differ: of the data and the plan alone, so that it is made once a run. */
  contrasts(run: string): Promise<Contrasts> {
    if (this.#contrasted?.run !== run)
      this.#contrasted = { run, found: this.#luce.reports.portabilityContrasts(run) };
    return this.#contrasted.found;
  }

  /** Saves one of the files that the command writes. */
  saveFile(run: string, name: string): void {
    this.#try(async () => {
      const files = await this.#luce.reports.tables(run);
      if (!Object.hasOwn(files, name)) throw new Error(`this run has no rows of ${name} so far`);
      download(
        name,
        new Blob([files[name]], { type: name.endsWith('.json') ? 'application/json' : 'text/csv' }),
      );
    });
  }

  #try(work: () => Promise<void>): void {
    work().catch((error: unknown) => toasts.show(messageOf(error)));
  }
}
