// Content of a belief dataset: answers of agents to prompts about cases, in long form, as typed columns.
import type { BeliefOutput } from '../models/beliefs/cell.ts';
import { canonicalJson } from './canonical.ts';
import { columnBytes, type NamedColumn } from './choice-table.ts';
import { sha256 } from './hash.ts';

/** Rows in the order of the files; every column has one entry a row. */
export interface ResponseTable {
  readonly schema: 'beliefs';
  readonly rows: number;
  readonly agent: NamedColumn;
  readonly domain: NamedColumn;
  readonly case: NamedColumn;
  readonly prompt: NamedColumn;
  /** Which reasoning stood before the answer; the empty name is the main design. */
  readonly prefix: NamedColumn;
  /** What kind of answer each name of `prompt` takes. */
  readonly outputs: readonly BeliefOutput[];
  /** NaN where the answer is missing. */
  readonly response: Float64Array;
  /** y of the row's case, 0 or 1; NaN where it is not known. */
  readonly outcome: Float64Array;
}

const named = async ({ names, codes }: NamedColumn): Promise<unknown> => ({
  names,
  codes: await sha256(columnBytes(codes)),
});

/** SHA-256 of the table's canonical form, 64 hex digits; long columns stand in it by their own hashes. */
export async function responseTableHash(table: ResponseTable): Promise<string> {
  const { schema, rows, outputs } = table;
  const form = {
    schema,
    rows,
    outputs,
    agent: await named(table.agent),
    domain: await named(table.domain),
    case: await named(table.case),
    prompt: await named(table.prompt),
    prefix: await named(table.prefix),
    response: await sha256(columnBytes(table.response)),
    outcome: await sha256(columnBytes(table.outcome)),
  };
  return sha256(canonicalJson(form));
}
