// The cells of a plan: which cases train, validate and test, and what stands in the way of a fit.
import type { ResponseTable } from '../../formats/response-table.ts';
import type { BeliefRows } from '../../inference/beliefs/parts.ts';
import { completeCases, type BeliefCell } from '../../models/beliefs/cell.ts';
import { beliefCells } from './import/cells.ts';
import { branchesOf, prefixCell, type Branches } from './import/prefix-cells.ts';
import { cellFor, obstacleOf } from './limits.ts';
import type { BeliefPlan, BeliefSettings } from './plan.ts';
import { splitRows } from './splits.ts';

export interface PlannedBeliefs {
  /** Number of the cell in the plan. */
  readonly index: number;
  /** The cell as it came, and with the outputs that the plan's model takes. */
  readonly cell: BeliefCell;
  readonly fitted: BeliefCell;
  readonly rows: BeliefRows;
  /** Rows that the rule on missing answers keeps, in any part or none. */
  readonly kept: readonly number[];
  /** Test rows with an answer to every prompt; the same under the paper's rule. */
  readonly whole: readonly number[];
  /** Of these, the ones whose outcome is known. */
  readonly known: readonly number[];
  /** Pr(y = 1) among the known test rows of all agents in the domain; NaN without any. */
  readonly prevalence: number;
  /** Why nothing can be fitted; null where it can. */
  readonly obstacle: string | null;
  readonly branches: Branches;
  /** Whole rows under prefixes; null without any. */
  readonly prefixes: BeliefCell | null;
}

/** Indices of the cases with an answer to any prompt. */
function answeredCases({ cases, outputs, responses }: BeliefCell): number[] {
  const J = outputs.length;
  return cases
    .map((_, i) => i)
    .filter((i) => responses.subarray(i * J, (i + 1) * J).some((value) => !Number.isNaN(value)));
}

const keptOf = (cell: BeliefCell, { missing }: BeliefSettings): number[] =>
  missing === 'complete' ? Array.from(completeCases(cell)) : answeredCases(cell);

type Own = Omit<PlannedBeliefs, 'prevalence'>;

function planned(cell: BeliefCell, index: number, table: ResponseTable, settings: BeliefSettings): Own {
  const fitted = cellFor(settings.kind, cell);
  const kept = keptOf(cell, settings);
  const rows = splitRows(cell, settings.splits[cell.domain], kept);
  const complete = new Set(completeCases(fitted));
  const whole = rows.test.filter((i) => complete.has(i));
  const branches = branchesOf(table, cell.agent, cell.domain);
  return {
    index,
    cell,
    fitted,
    rows,
    kept,
    whole,
    known: whole.filter((i) => !Number.isNaN(cell.outcomes[i])),
    obstacle: obstacleOf(fitted, rows, settings),
    branches,
    prefixes: prefixCell(branches, fitted),
  };
}

function prevalenceOf(domain: string, cells: readonly Own[]): number {
  const outcomes = cells
    .filter(({ cell }) => cell.domain === domain)
    .flatMap(({ cell, known }) => known.map((i) => cell.outcomes[i]));
  return outcomes.reduce((sum, y) => sum + y, 0) / outcomes.length;
}

/** Cells of the plan's tables in order. */
export function plannedBeliefs(
  { settings, datasets }: Pick<BeliefPlan, 'settings' | 'datasets'>,
  tables: ReadonlyMap<string, ResponseTable>,
): readonly PlannedBeliefs[] {
  const found = datasets.flatMap((hash) => {
    const table = tables.get(hash);
    if (!table) throw new Error(`dataset ${hash} is not at hand`);
    return beliefCells(table).map((cell) => ({ cell, table }));
  });
  const own = found.map(({ cell, table }, index) => planned(cell, index, table, settings));
  return own.map((one) => ({ ...one, prevalence: prevalenceOf(one.cell.domain, own) }));
}

/** The cells of one agent, one a domain: those that can be fitted. */
export const cellsOfAgent = (cells: readonly PlannedBeliefs[], agent: string): readonly PlannedBeliefs[] =>
  cells.filter(
    ({ cell, obstacle }, at) =>
      cell.agent === agent &&
      obstacle === null &&
      cells.findIndex((other) => other.cell.agent === agent && other.cell.domain === cell.domain) === at,
  );
