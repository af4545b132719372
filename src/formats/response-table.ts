// Content of a belief dataset: answers of agents to prompts about cases, in long form, as typed columns.
import type { BeliefOutput } from '../models/beliefs/cell.ts';
import { columnBytes, type Digest, type NamedColumn } from './choice-table.ts';

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

const named = async ({ names, codes }: NamedColumn, digest: Digest): Promise<unknown> => ({
  names,
  codes: await digest(columnBytes(codes)),
});

/** What the hash of a table covers: its canonical JSON with the SHA-256 of its bytes in each column's place. */
export async function responseForm(table: ResponseTable, digest: Digest): Promise<unknown> {
  const { schema, rows, outputs } = table;
  return {
    schema,
    rows,
    outputs,
    agent: await named(table.agent, digest),
    domain: await named(table.domain, digest),
    case: await named(table.case, digest),
    prompt: await named(table.prompt, digest),
    prefix: await named(table.prefix, digest),
    response: await digest(columnBytes(table.response)),
    outcome: await digest(columnBytes(table.outcome)),
  };
}
