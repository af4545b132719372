// The datasets kept on this device: import, generate, fetch, export, delete.
import {
  isChoices,
  isResponses,
  isSeu,
  type AnyDataset,
  type ChoiceDataset,
  type Dataset,
  type DatasetStore,
  type ResponseDataset,
} from '../formats/dataset.ts';
import type { Fault } from '../formats/fault.ts';
import type { NamedFile } from '../formats/named-file.ts';
import { writeStanData } from '../formats/stan-data.ts';
import { datasetOf } from '../formats/hash.ts';
import { generateContent } from '../instruments/seu/design/generate.ts';
import type { DesignSettings } from '../instruments/seu/design/settings.ts';
import { linkOf } from '../instruments/seu/import/hierarchical-json.ts';
import {
  recognise,
  type ImportOptions,
  type Recognition,
  type Refusal,
} from '../instruments/seu/import/recognise.ts';

/** A file taken in and looked at, not yet saved. */
export interface Candidate {
  readonly file: string;
  readonly bytes: Uint8Array;
  readonly options: ImportOptions;
  /** A condition label given by hand; null leaves the one that was recognised. */
  readonly label: string | null;
  readonly result: Recognition | Refusal;
}

/** The source of designs that runs keep: menus whose choices mean nothing, which lists of data leave out. */
export const GENERATED_DESIGN = 'design of a study';

const SAMPLE = { file: 'built-in agent', address: null, licence: null, citation: null };

export class Library {
  datasets = $state.raw<readonly Dataset[]>([]);
  /** Tables of choices, one a game. */
  tables = $state.raw<readonly ChoiceDataset[]>([]);
  /** Tables of answers. */
  answers = $state.raw<readonly ResponseDataset[]>([]);
  candidates = $state.raw<readonly Candidate[]>([]);
  readonly #store: DatasetStore;

  constructor(store: DatasetStore) {
    this.#store = store;
  }

  /** Faults of all candidates, in order. */
  readonly faults = $derived<readonly Fault[]>(
    this.candidates.flatMap(({ result }) => (result.ok ? [] : result.faults)),
  );

  async refresh(): Promise<void> {
    const all = await this.#store.listDatasets();
    const byName = (a: AnyDataset, b: AnyDataset): number => a.name.localeCompare(b.name);
    const data = all.filter(isSeu).filter(({ source }) => source.file !== GENERATED_DESIGN);
    this.datasets = data.sort(byName);
    this.tables = all.filter(isChoices).sort(byName);
    this.answers = all.filter(isResponses).sort(byName);
  }

  find(hash: string): Dataset | null {
    return this.datasets.find((dataset) => dataset.hash === hash) ?? null;
  }

  /** Looks at files; those without a fault can be saved with `save`. */
  async look(files: readonly NamedFile[]): Promise<void> {
    this.candidates = files.map(({ name, bytes }) => candidate(name, bytes, {}));
  }

  /** Reads candidate `index` again with other options (a mapping, K, dropping faulty menus). */
  reread(index: number, options: ImportOptions): void {
    const { file, bytes, label } = this.candidates[index];
    this.candidates = this.candidates.with(index, { ...candidate(file, bytes, options), label });
  }

  /** Gives candidate `index` a condition label. */
  relabel(index: number, label: string): void {
    this.candidates = this.candidates.with(index, { ...this.candidates[index], label });
  }

  dismiss(): void {
    this.candidates = [];
  }

  /** Saves the candidates that are ready, or those of them at `only`; the others stay. Returns what was saved. */
  async save(only?: readonly number[]): Promise<readonly Dataset[]> {
    const ready = this.candidates.filter(({ result }, index) => result.ok && (only?.includes(index) ?? true));
    const saved = (await Promise.all(ready.map(datasetsOf))).flat();
    if (saved.length > 0) await this.#store.putDatasets(saved);
    this.candidates = this.candidates.filter((item) => !ready.includes(item));
    await this.refresh();
    return saved;
  }

  async add(datasets: readonly AnyDataset[]): Promise<void> {
    await this.#store.putDatasets(datasets);
    await this.refresh();
  }

  /** A seeded design with an agent of known α. */
  async generate(design: DesignSettings, alpha: number): Promise<Dataset> {
    const { alternatives: R, consequences: K, dimensions: D, menus: M, seed } = design;
    const name = `Agent α = ${alpha} (K ${K}, D ${D}, R ${R}, M ${M}, seed ${seed})`;
    const dataset = await datasetOf(generateContent(design, alpha), {
      name,
      condition: '',
      source: SAMPLE,
      history: [],
    });
    await this.add([dataset]);
    return dataset;
  }

  async remove(hashes: readonly string[]): Promise<void> {
    for (const hash of hashes) await this.#store.deleteDataset(hash);
    await this.refresh();
  }

  /** Stan data JSON of a dataset. */
  stanJson(hash: string): string {
    const dataset = this.find(hash);
    if (!dataset) throw new Error(`dataset ${hash} is not stored here`);
    return writeStanData(dataset.content);
  }
}

const candidate = (file: string, bytes: Uint8Array, options: ImportOptions): Candidate => ({
  file,
  bytes,
  options,
  label: null,
  result: recognise(file, bytes, options),
});

function datasetsOf({ file, result, label }: Candidate): Promise<readonly Dataset[]> {
  if (!result.ok) return Promise.resolve([]);
  const source = { file, address: null, licence: null, citation: null };
  const { contents, regression } = result;
  return Promise.all(
    contents.map(async ({ content, name, condition, notes }, j) => ({
      ...(await datasetOf(content, { name, condition: label ?? condition, source, history: notes })),
      ...(regression && { link: linkOf(regression, j) }),
    })),
  );
}
