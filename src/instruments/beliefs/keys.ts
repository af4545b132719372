// Keys of the tasks of a belief plan, and what is read from them.
import type { BeliefPart } from '../../inference/beliefs/parts.ts';

const digits = (value: number, width: number): string => String(value).padStart(width, '0');

/** Key of a task: cell, part, first row. */
export const beliefKey = (cell: number, part: BeliefPart, first: number): string =>
  `b${digits(cell, 3)}/${part}/${digits(first, 6)}`;

/** "cell/part": what the rows of tasks are joined under. */
export function beliefPlace(key: string): string {
  const [cell, part] = key.split('/');
  return `${Number(cell.slice(1))}/${part}`;
}

/** The part of a cell that a task computes. */
export const partOfKey = (key: string): BeliefPart => key.split('/')[1] as BeliefPart;

/** The number of the cell that a task belongs to. */
export const cellOfKey = (key: string): number => Number(key.split('/')[0].slice(1));
