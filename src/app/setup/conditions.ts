// Conditions of an analysis under way: the chosen datasets, each with a model and its place in a study.
import type { Catalog } from '../../formats/catalog.ts';
import type { Dataset } from '../../formats/dataset.ts';
import { guessPlace, type StudyPlace } from './place.ts';
import { suggestedModel } from './models.ts';

export interface ConditionRow extends StudyPlace {
  readonly dataset: Dataset;
  /** Name of a preset. */
  readonly model: string;
}

/** What can be filled in for several rows at once. */
export type ConditionChange = Partial<Pick<ConditionRow, 'model' | 'agent' | 'task' | 'temperature'>>;

export const rowOf = (dataset: Dataset, catalog: Catalog | null): ConditionRow => ({
  dataset,
  model: suggestedModel(dataset, catalog),
  ...guessPlace(dataset, catalog),
});

/** A dataset's condition where it says more than a temperature or a place in its file, else its name. */
export const labelOf = ({ condition, name, link }: Dataset): string =>
  link === undefined && /\p{L}/u.test(condition) ? condition : name;

/** Labels of which those that occur twice are told apart by their hash. */
export const labelsApart = (named: readonly (readonly [label: string, hash: string])[]): readonly string[] =>
  named.map(([label, hash]) =>
    named.filter(([other]) => other === label).length > 1 ? `${label} (${hash.slice(0, 4)})` : label,
  );

export const cellId = ({ agent, task }: StudyPlace): string => `${agent.trim()} × ${task.trim()}`;

export const distinct = <Item>(items: readonly Item[]): readonly Item[] => [...new Set(items)];

export const isFilled = ({ agent, task }: StudyPlace): boolean => agent.trim() !== '' && task.trim() !== '';

export interface DraftCell {
  readonly id: string;
  readonly agent: string;
  readonly task: string;
  /** Ascending. */
  readonly temperatures: readonly number[];
}

/** Cells of the rows that name one, in order of appearance. */
export function cellsOf(rows: readonly ConditionRow[]): readonly DraftCell[] {
  const placed = rows.filter(isFilled);
  return distinct(placed.map(cellId)).map((id) => {
    const own = placed.filter((row) => cellId(row) === id);
    return {
      id,
      agent: own[0].agent.trim(),
      task: own[0].task.trim(),
      temperatures: own
        .filter(({ temperature }) => isTemperature(temperature))
        .map(({ temperature }) => Number(temperature))
        .sort((a, b) => a - b),
    };
  });
}

export const isTemperature = (text: string): boolean => text.trim() !== '' && Number(text) >= 0;

/** Pairs of cells with the same task, in order of appearance. */
export const pairsWithinTasks = (cells: readonly DraftCell[]): readonly (readonly [string, string])[] =>
  cells.flatMap((first, place) =>
    cells
      .slice(place + 1)
      .filter(({ task }) => task === first.task)
      .map((second) => [first.id, second.id] as const),
  );

/** What keeps a row out of a study, or null. */
export function rowFault(row: ConditionRow, rows: readonly ConditionRow[]): string | null {
  if (!isFilled(row)) return 'Needs an agent and a task.';
  if (!isTemperature(row.temperature)) return 'Needs a temperature: a number from 0.';
  const own = rows.filter((other) => cellId(other) === cellId(row));
  if (own.length === 1) return `${cellId(row)} has one condition; a slope needs two.`;
  const twice = own.filter(({ temperature }) => Number(temperature) === Number(row.temperature));
  return twice.length > 1 ? `T = ${Number(row.temperature)} twice in ${cellId(row)}.` : null;
}
