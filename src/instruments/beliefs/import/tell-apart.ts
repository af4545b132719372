// Which column, left without a role, would tell the answers apart that a prompt has about one case.
import { columnIndex, type Table } from '../../../formats/delimited.ts';
import type { WrittenAnswer } from './answers.ts';
import type { Mapping } from './mapping.ts';

/** What an answer is an answer to. */
export const answeredBy = ({ agent, domain, case: name, prefix, prompt }: WrittenAnswer): string =>
  [agent, domain, name, prefix, prompt].join('\u0000');

/** The first column with which no two answers of the main design are to the same; null where none does that alone. */
export function columnApart(
  table: Table,
  mapping: Mapping,
  answers: readonly WrittenAnswer[],
): string | null {
  const taken = new Set(Object.values(mapping).flat());
  const cellsOf = new Map(table.rows.map((cells, i) => [table.rowNumbers[i], cells]));
  const main = answers.filter(({ prefix }) => prefix === '');
  const parts = (column: string): boolean => {
    const place = columnIndex(table, column);
    const keys = main.map((answer) => `${answeredBy(answer)}\u0000${cellsOf.get(answer.row)![place].trim()}`);
    return new Set(keys).size === keys.length;
  };
  return table.columns.find((column) => !taken.has(column) && parts(column)) ?? null;
}
