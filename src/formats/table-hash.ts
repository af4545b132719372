// Names tables of choices and of answers by their content.
import { canonicalJson } from './canonical.ts';
import { tableForm, type ChoiceTable } from './choice-table.ts';
import { sha256 } from './hash.ts';
import { responseForm, type ResponseTable } from './response-table.ts';

/** SHA-256 of the table's canonical form, 64 hex digits. */
export const tableHash = async (table: ChoiceTable): Promise<string> =>
  sha256(canonicalJson(await tableForm(table, sha256)));

/** SHA-256 of the canonical form of a table of answers, 64 hex digits. */
export const responseTableHash = async (table: ResponseTable): Promise<string> =>
  sha256(canonicalJson(await responseForm(table, sha256)));
