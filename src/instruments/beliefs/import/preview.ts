// The header and first rows of a file, with a guess at what its columns mean, before all of it is read.
import { parseTable } from '../../../formats/delimited.ts';
import type { Parsed } from '../../../formats/fault.ts';
import { decodeText } from '../../../formats/text.ts';
import { mappingFaults, suggestMapping, type Mapping } from './mapping.ts';

export interface AnswersHead {
  readonly file: string;
  readonly columns: readonly string[];
  /** First rows, a text each cell. */
  readonly rows: readonly (readonly string[])[];
  readonly mapping: Mapping;
}

const ROWS = 8;
/** Bytes that surely hold the first rows. */
const HEAD = 65_536;

/** The first whole lines of a file. */
function headOf(bytes: Uint8Array): Uint8Array {
  if (bytes.length <= HEAD) return bytes;
  const end = bytes.subarray(0, HEAD).lastIndexOf(10);
  return bytes.subarray(0, end < 0 ? HEAD : end + 1);
}

/** What a file's columns are taken for, those in `given` as they are. */
export function previewAnswers(
  file: string,
  bytes: Uint8Array,
  given: Partial<Mapping> = {},
): Parsed<AnswersHead> {
  const table = parseTable(decodeText(headOf(bytes)).text, file);
  if (!table.ok) return table;
  const { columns, rows } = table.value;
  const mapping = suggestMapping(columns, given);
  return { ok: true, value: { file, columns, rows: rows.slice(0, ROWS), mapping } };
}

/** Columns that mark a table of choices under several framings, whose prompts and responses are texts. */
const OF_CHOICES = /^(?:environment|env|action)$/i;

/**
 * Whether a file is a table of answers by the names of its columns: a long one names case, prompt and response. A wide
 * one could be anything, so it is one only where it is asked for.
 */
export function looksLikeAnswers(file: string, bytes: Uint8Array): boolean {
  const preview = previewAnswers(file, bytes);
  if (!preview.ok) return false;
  const { columns, mapping } = preview.value;
  return (
    mapping.prompt.length > 0 &&
    mappingFaults(mapping, columns).length === 0 &&
    !columns.some((name) => OF_CHOICES.test(name.trim()))
  );
}
