// The cells of a table of answers: each agent's main design in each domain, as a matrix of cases by prompts.
import type { ResponseTable } from '../../../formats/response-table.ts';
import { cellFault, type BeliefCell } from '../../../models/beliefs/cell.ts';

/** Rows without a prefix, by cell in the order in which cells first occur. */
function cellRows({ rows, agent, domain, prefix }: ResponseTable): number[][] {
  const cells = new Map<number, number[]>();
  for (let row = 0; row < rows; row++) {
    if (prefix.names[prefix.codes[row]] !== '') continue;
    const key = agent.codes[row] * domain.names.length + domain.codes[row];
    const own = cells.get(key);
    if (own === undefined) cells.set(key, [row]);
    else own.push(row);
  }
  return [...cells.values()];
}

const places = (codes: Iterable<number>): Map<number, number> =>
  new Map([...new Set(codes)].map((code, place) => [code, place]));

function cellOf(table: ResponseTable, rows: readonly number[]): BeliefCell {
  const cases = places(rows.map((row) => table.case.codes[row]));
  const answered = rows.filter((row) => !Number.isNaN(table.response[row]));
  const found = new Set(answered.map((row) => table.prompt.codes[row]));
  const prompts = places(rows.map((row) => table.prompt.codes[row]).filter((code) => found.has(code)));
  const responses = new Float64Array(cases.size * prompts.size).fill(NaN);
  const outcomes = new Float64Array(cases.size).fill(NaN);
  for (const row of rows) {
    const i = cases.get(table.case.codes[row])!;
    const j = prompts.get(table.prompt.codes[row]);
    if (j !== undefined) responses[i * prompts.size + j] = table.response[row];
    outcomes[i] = table.outcome[row];
  }
  return {
    agent: table.agent.names[table.agent.codes[rows[0]]],
    domain: table.domain.names[table.domain.codes[rows[0]]],
    cases: [...cases.keys()].map((code) => table.case.names[code]),
    outputs: [...prompts.keys()].map((code) => table.outputs[code]),
    responses,
    outcomes,
  };
}

/**
 * One cell an agent and domain; cases and prompts in the order in which they first occur. Answers under a prefix are no
 * part of it, nor are prompts without a single answer. Cells without any answer are left out.
 */
export function beliefCells(table: ResponseTable): BeliefCell[] {
  const cells = cellRows(table)
    .map((rows) => cellOf(table, rows))
    .filter(({ outputs }) => outputs.length > 0);
  for (const cell of cells) {
    const fault = cellFault(cell);
    if (fault !== null) throw new Error(`${cell.agent}, ${cell.domain}: ${fault}`);
  }
  return cells;
}
