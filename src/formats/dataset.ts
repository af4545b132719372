// A dataset is validated, immutable content with the SHA-256 of its canonical form as its name.
import type { ChoiceTable } from './choice-table.ts';
import type { ResponseTable } from './response-table.ts';

/** Choices from menus of one block; `menus[m]` lists members ascending (0-based), `chosen[m]` the rank of the choice. */
export interface ChoiceBlock {
  readonly menus: readonly (readonly number[])[];
  readonly chosen: readonly number[];
  /** Problem and presentation of each menu, where the source names them; else null. */
  readonly problems: readonly string[] | null;
  readonly presentations: readonly string[] | null;
  /** Place (from 0) at which the chosen alternative was displayed, null where that is not known; absent without any. */
  readonly positions?: readonly (number | null)[];
}

export interface RiskyChoices extends ChoiceBlock {
  /** S lotteries × K probabilities. */
  readonly lotteries: readonly (readonly number[])[];
}

/** Content of an SEU dataset: what the hash covers. */
export interface SeuContent {
  readonly schema: 'seu';
  readonly consequences: number;
  /** R × D. */
  readonly features: readonly (readonly number[])[];
  /** Names of the R alternatives, ascending in the order of `features`; null where the source has none. */
  readonly alternatives: readonly string[] | null;
  readonly uncertain: ChoiceBlock;
  readonly risky: RiskyChoices | null;
  /** Dirichlet concentration of δ given with the data (m_03), else null. */
  readonly deltaConcentration: number | null;
  /** Parameters a generated agent was given; null for observed choices. */
  readonly truth: SeuTruth | null;
}

export interface SeuTruth {
  readonly alpha: number;
  readonly omega: number | null;
  readonly beta: readonly (readonly number[])[];
  readonly delta: readonly number[];
}

export type DatasetContent = SeuContent | ChoiceTable | ResponseTable;

export interface Dataset<Content extends DatasetContent = SeuContent> {
  /** SHA-256, 64 hex digits, of the RFC 8785 form of `content`; of a table of its `tableForm` or `responseForm`. */
  readonly hash: string;
  readonly name: string;
  /** Condition label that groups datasets into studies, or ''. */
  readonly condition: string;
  /** Where it came from: file name or address, licence and citation where known. */
  readonly source: DatasetSource;
  /** What was done to the source on import, in sentences ("5 menus dropped: …"). */
  readonly history: readonly string[];
  readonly content: Content;
  /** How it stands to the other cells of a hierarchical file; absent where it came on its own. */
  readonly link?: CellLink;
}

/** A table of choices of one game. */
export type ChoiceDataset = Dataset<ChoiceTable>;

/** A table of answers about beliefs. */
export type ResponseDataset = Dataset<ResponseTable>;

/** A dataset of any instrument. */
export type AnyDataset = Dataset | ChoiceDataset | ResponseDataset;

export const isChoices = (dataset: AnyDataset): dataset is ChoiceDataset =>
  dataset.content.schema === 'portability';

export const isResponses = (dataset: AnyDataset): dataset is ResponseDataset =>
  dataset.content.schema === 'beliefs';

export const isSeu = (dataset: AnyDataset): dataset is Dataset => dataset.content.schema === 'seu';

/** Datasets of menus by hash, those of other instruments left out. */
export const seuDatasets = (datasets: ReadonlyMap<string, AnyDataset>): ReadonlyMap<string, Dataset> =>
  new Map([...datasets].flatMap(([hash, dataset]) => (isSeu(dataset) ? [[hash, dataset] as const] : [])));

/** Tables of choices by hash, datasets of other instruments left out. */
export const choiceTables = (datasets: ReadonlyMap<string, AnyDataset>): ReadonlyMap<string, ChoiceTable> =>
  new Map(
    [...datasets].flatMap(([hash, dataset]) =>
      isChoices(dataset) ? [[hash, dataset.content] as const] : [],
    ),
  );

/** Tables of answers by hash, datasets of other instruments left out. */
export const responseTables = (
  datasets: ReadonlyMap<string, AnyDataset>,
): ReadonlyMap<string, ResponseTable> =>
  new Map(
    [...datasets].flatMap(([hash, dataset]) =>
      isResponses(dataset) ? [[hash, dataset.content] as const] : [],
    ),
  );

/** What links one cell of a hierarchical file to the others; not covered by the hash. */
export interface CellLink {
  /** Its row of X; no intercept. */
  readonly predictors: readonly number[];
  /** Its item pool, from zero; null where the file names none. */
  readonly pool: number | null;
}

export interface DatasetSource {
  readonly file: string;
  readonly address: string | null;
  readonly licence: string | null;
  readonly citation: string | null;
}

/** Where datasets are kept. Saving the same hash twice keeps the first. */
export interface DatasetStore {
  putDatasets(datasets: readonly AnyDataset[]): Promise<void>;
  getDataset(hash: string): Promise<AnyDataset | null>;
  listDatasets(): Promise<readonly AnyDataset[]>;
  deleteDataset(hash: string): Promise<void>;
}
