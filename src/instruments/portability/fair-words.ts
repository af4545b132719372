// What was left out of cells before they were compared, in sentences.
import type { CellName } from './cells.ts';
import { LEAST_INSTANCES, LEAST_ROWS, type CutCell } from './fair.ts';
import { cellTitle } from './views-words.ts';

/** What is left of a cell. */
export interface LeftOf extends CellName {
  readonly environments: number;
  readonly rows: number;
  readonly left_out: number;
  readonly excluded: readonly string[];
}

export const leftOf = ({ game, model, regime, cell, rows, left_out, excluded }: CutCell): LeftOf => ({
  game,
  model,
  regime,
  environments: cell.environments,
  rows: rows.length,
  left_out,
  excluded,
});

/** Environments that were left out for having too few rows or instances, cell by cell. */
const excludedSentences = (cells: readonly LeftOf[]): readonly string[] =>
  cells.flatMap((cell) =>
    cell.excluded.length === 0
      ? []
      : [
          `${cellTitle(cell)}: ${cell.excluded.join(', ')} left out, without ${LEAST_ROWS} rows that have an action, of ${LEAST_INSTANCES} instances.`,
        ],
  );

/** What was left out of cells: environments with too few rows, and what makes numbers of rows equal, in sentences. */
export function cutSentences(cells: readonly LeftOf[]): readonly string[] {
  return [...excludedSentences(cells), ...equalSentences(cells)];
}

function equalSentences(cells: readonly LeftOf[]): readonly string[] {
  return [...new Set(cells.map(({ game }) => game))].flatMap((game) => {
    const own = cells.filter((cell) => cell.game === game && cell.environments > 1);
    const left = own.reduce((sum, { left_out }) => sum + left_out, 0);
    if (left === 0) return [];
    const kept = own.reduce((sum, { rows }) => sum + rows, 0);
    const each = own[0].rows / own[0].environments;
    return [
      `${game}: every environment of every cell is cut to ${each} rows, whole instances at random by the seed; ${left} of ${kept + left} rows are left out.`,
    ];
  });
}
