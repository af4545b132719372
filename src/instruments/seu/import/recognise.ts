// Recognises what a dropped file is and reads the SEU data in it; page and command line both start here.
import type { DecimalMark } from '../../../formats/cells.ts';
import type { SeuContent } from '../../../formats/dataset.ts';
import type { Table } from '../../../formats/delimited.ts';
import { parseTable } from '../../../formats/delimited.ts';
import type { Fault } from '../../../formats/fault.ts';
import { isJsonObject, parseJson } from '../../../formats/json.ts';
import type { JsonObject } from '../../../formats/json.ts';
import type { Delimiter } from '../../../formats/sniff.ts';
import { decodeText, looksBinary } from '../../../formats/text.ts';
import type { Regression } from './hierarchical-json.ts';
import { isHierarchicalData, readHierarchicalData } from './hierarchical-json.ts';
import { readLongTable } from './long-csv.ts';
import type { Mapping } from './mapping.ts';
import { SINGLE_ROLES, columnsWith, completeMapping } from './mapping.ts';
import { missingNote } from './presentations.ts';
import { readStanData } from './stan-json.ts';

export type FileKind = 'stan-json' | 'long-csv' | 'cmdstan-csv' | 'zip' | 'binary' | 'empty';

/** Everything optional: what is not given is guessed, and the guess is written into the notes. */
export interface ImportOptions {
  /** K of a long table; 3 unless given. */
  readonly consequences?: number;
  /** Roles of some or all columns of a long table; the others are guessed. */
  readonly mapping?: Mapping;
  readonly dropFaultyMenus?: boolean;
  readonly delimiter?: Delimiter;
  readonly decimal?: DecimalMark;
}

/** One dataset to be: `datasetOf(content, { name, condition, history: notes, source })`. */
export interface RecognisedContent {
  readonly content: SeuContent;
  readonly name: string;
  readonly condition: string;
  readonly notes: readonly string[];
}

/** `table` and `mapping` are those of a delimited file, read or refused, so that a person can correct the mapping. */
interface Seen {
  readonly kind: FileKind;
  readonly table: Table | null;
  readonly mapping: Mapping | null;
}

export interface Recognition extends Seen {
  readonly ok: true;
  readonly contents: readonly RecognisedContent[];
  /** How the contents are linked where they are the cells of one hierarchical study; else null. */
  readonly regression: Regression | null;
  /** One sentence: what the file is and holds. */
  readonly summary: string;
}

export interface Refusal extends Seen {
  readonly ok: false;
  readonly faults: readonly Fault[];
}

const CONSEQUENCES = 3;

/** Reads the bytes of a file called `file`. Never throws on any bytes; every fault found is listed. */
export function recognise(
  file: string,
  bytes: Uint8Array,
  options: ImportOptions = {},
): Recognition | Refusal {
  if (isZip(bytes))
    return refuse('zip', file, 'a zip archive', 'Stan data JSON or a long CSV (bundles open as runs)');
  const { text, notes } = decodeText(bytes);
  const kind = kindOf(file, text);
  if (kind === 'stan-json') return recogniseStan(file, text, notes);
  if (kind === 'long-csv') return recogniseLong(file, text, notes, options);
  return refuse(kind, file, REFUSED[kind], 'Stan data JSON or a long CSV of choices');
}

const REFUSED = {
  empty: 'an empty file',
  binary: 'a binary file',
  'cmdstan-csv': 'CmdStan draws: the output of a fit, not choices',
  zip: 'a zip archive',
} as const;

const isZip = (bytes: Uint8Array): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);

function kindOf(file: string, text: string): Exclude<FileKind, 'zip'> {
  const start = text.slice(0, 4096).trimStart();
  if (text.trim() === '') return 'empty';
  if (looksBinary(text)) return 'binary';
  if (/\.json$/i.test(file) || /^[{[]/.test(start)) return 'stan-json';
  const drawn = start.startsWith('#') || start.startsWith('lp__');
  return drawn && /^lp__,/m.test(text) ? 'cmdstan-csv' : 'long-csv';
}

const refuse = (kind: FileKind, file: string, seen: string, needed: string): Refusal =>
  refusal(kind, [{ file, row: null, column: null, seen, needed }]);

const refusal = (
  kind: FileKind,
  faults: readonly Fault[],
  table: Table | null = null,
  mapping: Mapping | null = null,
): Refusal => ({ ok: false, kind, faults, table, mapping });

function recogniseStan(file: string, text: string, decoding: readonly string[]): Recognition | Refusal {
  const json = parseJson(text, file);
  if (!json.ok) return refusal('stan-json', json.faults);
  if (isJsonObject(json.value) && isHierarchicalData(json.value))
    return recogniseCells(file, json.value, decoding);
  const data = readStanData(json.value, file);
  if (!data.ok) return refusal('stan-json', data.faults);
  const { content } = data.value;
  const missing = missingNote(content.uncertain);
  const condition = conditionOf(file);
  const named = condition === '' ? [] : [`Condition ${condition} was read from the file's name.`];
  const notes = [...decoding, ...data.value.notes, ...named, ...(missing === null ? [] : [missing])];
  const contents = [{ content, name: stemOf(file), condition, notes }];
  return stanRecognition(contents, null, stanSummary(content));
}

function recogniseCells(file: string, json: JsonObject, decoding: readonly string[]): Recognition | Refusal {
  const data = readHierarchicalData(json, file);
  if (!data.ok) return refusal('stan-json', data.faults);
  const { contents, regression, notes } = data.value;
  const cells = contents.map((content, j) => ({
    content,
    name: `${stemOf(file)} cell ${j + 1}`,
    condition: `cell ${j + 1}`,
    notes: [...decoding, ...notes, `Cell ${j + 1} of ${contents.length} of a hierarchical study.`],
  }));
  return stanRecognition(cells, regression, cellsSummary(contents, regression));
}

const stanRecognition = (
  contents: readonly RecognisedContent[],
  regression: Regression | null,
  summary: string,
): Recognition => ({
  ok: true,
  kind: 'stan-json',
  contents,
  regression,
  table: null,
  mapping: null,
  summary,
});

function recogniseLong(
  file: string,
  text: string,
  decoding: readonly string[],
  options: ImportOptions,
): Recognition | Refusal {
  const parsed = parseTable(text, file, options.delimiter);
  if (!parsed.ok) return refusal('long-csv', parsed.faults);
  const table = parsed.value;
  const mapping = completeMapping(table, options.mapping ?? {});
  const consequences = options.consequences ?? CONSEQUENCES;
  const { decimal, dropFaultyMenus = false } = options;
  const read = readLongTable(table, file, { mapping, consequences, decimal, dropFaultyMenus });
  if (!read.ok) return refusal('long-csv', read.faults, table, mapping);
  const common = [...decoding, ...table.notes, rolesNote(table, mapping)];
  const contents = read.value.map(({ content, condition, notes }) => ({
    content,
    name: condition === '' ? stemOf(file) : `${stemOf(file)} ${condition}`,
    condition,
    notes: [...common, ...notes],
  }));
  const summary = longSummary(table, contents);
  return { ok: true, kind: 'long-csv', contents, regression: null, table, mapping, summary };
}

function rolesNote(table: Table, mapping: Mapping): string {
  const roles = SINGLE_ROLES.flatMap((role) => {
    const [column] = columnsWith(table, mapping, role);
    return column === undefined ? [] : [`${role} from ${column}`];
  });
  return `Columns: ${roles.join(', ')}; features from ${columnsWith(table, mapping, 'feature').join(', ')}.`;
}

const shape = ({ features, consequences }: SeuContent): string =>
  `${features.length} alternatives with ${features[0].length} features, K = ${consequences}`;

function stanSummary(content: SeuContent): string {
  const risky = content.risky;
  const extra = risky ? ` and ${risky.menus.length} among ${risky.lotteries.length} lotteries` : '';
  return `Stan data: ${content.uncertain.menus.length} choices${extra}, ${shape(content)}.`;
}

function cellsSummary(contents: readonly SeuContent[], { predictors, pools }: Regression): string {
  const choices = contents.reduce((sum, { uncertain }) => sum + uncertain.menus.length, 0);
  const count = predictors[0].length;
  const linked = `${count} ${count === 1 ? 'predictor' : 'predictors'} of α`;
  const among = pools ? `, ${new Set(pools).size} item pools` : '';
  return `Hierarchical Stan data: ${choices} choices in ${contents.length} cells, ${shape(contents[0])}, ${linked}${among}.`;
}

function longSummary(table: Table, contents: readonly RecognisedContent[]): string {
  const menus = contents.reduce((sum, { content }) => sum + content.uncertain.menus.length, 0);
  const conditions = contents.length > 1 ? ` in ${contents.length} conditions` : '';
  return `Long table: ${menus} choices${conditions} from ${table.rows.length} rows, ${shape(contents[0].content)}.`;
}

/** The file's name without folder and extension. */
const stemOf = (file: string): string => (file.split(/[\\/]/).pop() ?? file).replace(/\.[A-Za-z0-9]+$/, '');

/** The temperature in a name such as `stan_data_T0_3.json`, as "0.3"; else ''. */
function conditionOf(file: string): string {
  const found = /(?:^|[_\-. ])T(\d+)[_.](\d+)$/.exec(stemOf(file));
  return found ? String(Number(`${found[1]}.${found[2]}`)) : '';
}
