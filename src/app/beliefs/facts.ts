// Facts of tables of answers, as lists and steps show them.
import type { ResponseDataset } from '../../formats/dataset.ts';
import type { ResponseTable } from '../../formats/response-table.ts';
import { beliefCells } from '../../instruments/beliefs/import/cells.ts';
import { cellName } from '../../instruments/beliefs/plan.ts';
import { retentionOf, type Retention } from '../../instruments/beliefs/retention.ts';
import type { BeliefCell } from '../../models/beliefs/cell.ts';

export interface AnswerTableRow {
  readonly hash: string;
  readonly name: string;
  readonly rows: number;
  readonly agents: number;
  readonly domains: number;
  readonly cases: number;
  readonly prompts: number;
  /** Rows under a prefix, which are no part of the main design. */
  readonly branched: number;
  readonly missing: number;
}

const counted = <Entry>(column: Iterable<Entry>, holds: (entry: Entry) => boolean): number => {
  let count = 0;
  for (const entry of column) if (holds(entry)) count++;
  return count;
};

export const answerRow = ({ hash, name, content }: ResponseDataset): AnswerTableRow => ({
  hash,
  name,
  rows: content.rows,
  agents: content.agent.names.length,
  domains: content.domain.names.length,
  cases: content.case.names.length,
  prompts: content.prompt.names.length,
  branched: counted(content.prefix.codes, (code) => content.prefix.names[code] !== ''),
  missing: counted(content.response, Number.isNaN),
});

const cells = new WeakMap<ResponseTable, readonly BeliefCell[]>();

/** Cells of a table, taken from it once. */
export function cellsOfTable(table: ResponseTable): readonly BeliefCell[] {
  const known = cells.get(table) ?? beliefCells(table);
  cells.set(table, known);
  return known;
}

export const retentionOfTable = (table: ResponseTable): readonly Retention[] =>
  cellsOfTable(table).map(retentionOf);

/** Tables all of whose answers follow a prefix, in sentences: those belong to the answers of the main design. */
export const branchesAlone = (tables: readonly ResponseDataset[]): readonly string[] =>
  tables
    .filter(({ content }) => cellsOfTable(content).length === 0)
    .map(
      ({ name }) =>
        `${name} has no answer without a prefix, so nothing to fit: drop its file together with the answers of the main design, so that they are one table.`,
    );

/** Below this share of complete cases, those that are left may differ from the others. */
export const LOW_RETENTION = 0.9;

/** Cells that keep few of their cases, in sentences. */
export const lowRetention = (retention: readonly Retention[]): readonly string[] =>
  retention
    .filter(({ share }) => share < LOW_RETENTION)
    .map((cell) => {
      const worst = [...cell.missing].sort((a, b) => b.answers - a.answers)[0];
      return (
        `${cellName(cell)}: ${cell.complete} of ${cell.cases} cases have every answer; ${worst.prompt} alone lacks ` +
        `${worst.answers}. Whether an answer can be read may depend on the belief: compare with missing answers omitted.`
      );
    });
