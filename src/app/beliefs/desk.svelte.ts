// The beliefs page on real state: tables of answers come in, a study is set up and run, its report is folded as it grows.
import { datasetOf } from '../../formats/hash.ts';
import { responseCsv } from '../../formats/response-csv.ts';
import type { BeliefAgentSettings } from '../../instruments/beliefs/agents.ts';
import type { BeliefPlan } from '../../instruments/beliefs/plan.ts';
import type { PosteriorPlan } from '../../instruments/beliefs/posterior/plan.ts';
import type { BeliefReport } from '../../instruments/beliefs/report-types.ts';
import type { Retention } from '../../instruments/beliefs/retention.ts';
import { AnswerImport } from '../../state/beliefs-import.svelte.ts';
import type { Luce } from '../../state/luce.svelte.ts';
import type { PosteriorStudy } from '../../workers/beliefs-posterior.ts';
import { spawnAnswerImports } from '../../workers/beliefs-spawn.ts';
import { isOfBeliefs, isPosterior, planOf } from '../../workers/plans.ts';
import { download, fileNameOf } from '../download.ts';
import { firstChoice, NONE, withoutTables, withTables } from '../import/chosen.ts';
import { StudyDesk } from '../live/study-desk.svelte.ts';
import { openAsText } from '../live/text-file.ts';
import type { RunRow } from '../rows.ts';
import { toasts } from '../toasts.svelte.ts';
import { cellsIn, conflictsIn } from './chosen-cells.ts';
import { BeliefDraft } from './draft.svelte.ts';
import { answerRow, retentionOfTable, type AnswerTableRow } from './facts.ts';
import { studyOfDraws, studyOfFits, type ShownStudy } from './shown-study.ts';
import { beliefKind, posteriorKind } from './study-kind.ts';
import { stepWords } from './step-words.ts';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export class BeliefsDesk {
  readonly importing = new AnswerImport(spawnAnswerImports());
  /** Hashes of the tables that the next run is of. */
  chosenHashes = $state.raw<ReadonlySet<string>>(NONE);
  readonly draft = new BeliefDraft();
  readonly #fits: StudyDesk<BeliefPlan, BeliefReport>;
  readonly #draws: StudyDesk<PosteriorPlan, PosteriorStudy>;
  /** The cell that results are shown of, by its number in the study. */
  cell = $state(0);
  #shown = $state<string | null>(null);
  /** Whether tables were chosen by hand: what is loaded then joins them. */
  #byHand = false;
  readonly #luce: Luce;

  constructor(luce: Luce) {
    this.#luce = luce;
    this.chosenHashes = firstChoice(
      luce.library.answers,
      luce.runs.records
        .map(planOf)
        .filter(isOfBeliefs)
        .map(({ datasets }) => datasets),
    );
    this.#fits = new StudyDesk(luce, beliefKind(luce.reports));
    this.#draws = new StudyDesk(luce, posteriorKind(luce.reports));
  }

  readonly tables = $derived.by(() => this.#luce.library.answers);
  readonly rows = $derived.by<readonly AnswerTableRow[]>(() => this.tables.map(answerRow));
  readonly chosen = $derived.by(() => this.tables.filter(({ hash }) => this.chosenHashes.has(hash)));

  /** What keeps the chosen tables from being studied together. */
  readonly conflicts = $derived.by(() => conflictsIn(cellsIn(this.chosen)));

  /** Of the chosen tables; of all where none is chosen. */
  readonly retention = $derived.by<readonly Retention[]>(() =>
    (this.chosen.length > 0 ? this.chosen : this.tables).flatMap(({ content }) => retentionOfTable(content)),
  );

  /** Ids of its runs, newest first. */
  readonly runs = $derived.by<readonly string[]>(() =>
    this.#luce.runs.records.filter((record) => isOfBeliefs(planOf(record))).map(({ id }) => id),
  );

  /** The study whose results the steps show: the one that was looked at last, or the newest. */
  readonly shown = $derived.by<string | null>(() => {
    const ids = this.runs;
    return this.#shown !== null && ids.includes(this.#shown) ? this.#shown : (ids[0] ?? null);
  });

  show(run: string): void {
    if (run !== this.shown) this.cell = 0;
    this.#shown = run;
  }

  showCell(cell: number): void {
    this.cell = cell;
  }

  owns(run: string): boolean {
    return this.runs.includes(run);
  }

  /** A run of either kind as its pages read it; null where it is no run of beliefs. */
  view(run: string): ShownStudy | null {
    const record = this.#luce.runs.find(run);
    if (!record) return null;
    if (isPosterior(planOf(record))) {
      const view = this.#draws.view(run);
      return view && studyOfDraws(view);
    }
    const view = this.#fits.view(run);
    return view && studyOfFits(view);
  }

  /** How each step stands. */
  words(rows: readonly RunRow[]): ReturnType<typeof stepWords> {
    const cells = this.shown === null ? [] : (this.view(this.shown)?.cells ?? []);
    return stepWords({
      chosen: this.chosen.length,
      retention: this.retention,
      run: rows.find(({ id }) => id === this.shown) ?? null,
      cell: cells[Math.min(this.cell, Math.max(0, cells.length - 1))] ?? null,
    });
  }

  start(): void {
    const plan = this.draft.plan(this.chosen);
    if (isPosterior(plan)) this.#draws.start(plan);
    else this.#fits.start(plan);
  }

  /** Saves one of the files that the command writes. */
  saveFile(run: string, name: string): void {
    this.#try(async () => {
      const files = await this.#luce.reports.tables(run);
      const type = name.endsWith('.json') ? 'application/json' : 'text/csv';
      if (files[name] === undefined) throw new Error(`This study has no ${name}.`);
      download(name, new Blob([files[name]], { type }));
    });
  }

  choose(hashes: ReadonlySet<string>): void {
    this.chosenHashes = hashes;
    this.#byHand = true;
  }

  takeFiles(files: readonly File[]): void {
    this.#try(async () => {
      const read = files.map(async (file) => ({
        name: file.name,
        bytes: new Uint8Array(await file.arrayBuffer()),
      }));
      this.importing.look(await Promise.all(read));
    });
  }

  takeText(text: string): void {
    this.importing.look([openAsText(text)]);
  }

  /** Keeps what was read, and chooses it for the next run. */
  keep(): void {
    this.#try(async () => {
      const dataset = await this.importing.take();
      if (dataset === null) return;
      await this.#luce.library.add([dataset]);
      this.choose(withTables(this.#byHand ? this.chosenHashes : NONE, [dataset.hash]));
      void this.#luce.measureStorage();
      toasts.show('1 table is kept here.');
    });
  }

  generate(settings: BeliefAgentSettings): void {
    this.#try(async () => {
      const { beliefAgentTable } = await import('../../instruments/beliefs/agents.ts');
      const source = { file: 'built-in agents', address: null, licence: null, citation: null };
      const name = `${settings.agents.join(', ')}; ${settings.domains.join(', ')} (seed ${settings.seed})`;
      const dataset = await datasetOf(beliefAgentTable(settings), {
        name,
        condition: '',
        source,
        history: [],
      });
      await this.#luce.library.add([dataset]);
      this.choose(withTables(NONE, [dataset.hash]));
    });
  }

  exportTables(hashes: readonly string[]): void {
    for (const { hash, name, content } of this.tables)
      if (hashes.includes(hash))
        download(`${fileNameOf(name)}.csv`, new Blob([responseCsv(content)], { type: 'text/csv' }));
  }

  deleteTables(hashes: readonly string[]): void {
    this.#try(async () => {
      await this.#luce.library.remove(hashes);
      this.choose(withoutTables(this.chosenHashes, hashes));
      await this.#luce.measureStorage();
    });
  }

  #try(work: () => Promise<void>): void {
    work().catch((error: unknown) => toasts.show(messageOf(error)));
  }
}
