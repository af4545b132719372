// Names a table of choices by its content.
import { canonicalJson } from './canonical.ts';
import { tableForm, type ChoiceTable } from './choice-table.ts';
import { sha256 } from './hash.ts';

/** SHA-256 of the table's canonical form, 64 hex digits. */
export const tableHash = async (table: ChoiceTable): Promise<string> =>
  sha256(canonicalJson(await tableForm(table, sha256)));
