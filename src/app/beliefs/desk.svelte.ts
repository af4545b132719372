// The beliefs page on real state: tables of answers come in, and are kept, chosen, exported, deleted.
import { datasetOf } from '../../formats/hash.ts';
import { responseCsv } from '../../formats/response-csv.ts';
import type { BeliefAgentSettings } from '../../instruments/beliefs/agents.ts';
import type { Retention } from '../../instruments/beliefs/retention.ts';
import { AnswerImport } from '../../state/beliefs-import.svelte.ts';
import type { Luce } from '../../state/luce.svelte.ts';
import { spawnAnswerImports } from '../../workers/beliefs-spawn.ts';
import { download, fileNameOf } from '../download.ts';
import { NONE, withoutTables, withTables } from '../import/chosen.ts';
import { openAsText } from '../live/text-file.ts';
import { toasts } from '../toasts.svelte.ts';
import { answerRow, retentionOfTable, type AnswerTableRow } from './facts.ts';
import { stepWords } from './step-words.ts';

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export class BeliefsDesk {
  readonly importing = new AnswerImport(spawnAnswerImports());
  /** Hashes of the tables that the next run is of. */
  chosenHashes = $state.raw<ReadonlySet<string>>(NONE);
  readonly #luce: Luce;

  constructor(luce: Luce) {
    this.#luce = luce;
  }

  readonly tables = $derived.by(() => this.#luce.library.answers);
  readonly rows = $derived.by<readonly AnswerTableRow[]>(() => this.tables.map(answerRow));
  readonly chosen = $derived.by(() => this.tables.filter(({ hash }) => this.chosenHashes.has(hash)));

  /** Of the chosen tables; of all where none is chosen. */
  readonly retention = $derived.by<readonly Retention[]>(() =>
    (this.chosen.length > 0 ? this.chosen : this.tables).flatMap(({ content }) => retentionOfTable(content)),
  );

  /** How each step stands. */
  words(): ReturnType<typeof stepWords> {
    return stepWords(this.chosen.length, this.tables.length > 0 ? this.retention : []);
  }

  choose(hashes: ReadonlySet<string>): void {
    this.chosenHashes = hashes;
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
      this.choose(withTables(this.chosenHashes, [dataset.hash]));
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
