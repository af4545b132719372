// What a written answer, outcome or instruction means as a number.
import { booleanOf, decimalMarkOf, isNothing, numberOf, type DecimalMark } from '../../../formats/cells.ts';
import { categoriesOf, type BeliefOutput } from '../../../models/beliefs/cell.ts';

/** The decimal mark of some cells; a point where they do not decide. */
export const markOf = (cells: readonly string[]): DecimalMark => (decimalMarkOf(cells) === ',' ? ',' : '.');

/** 0 or 1 of a number or a word such as yes and false; NaN of anything else. */
export function binaryOf(cell: string, mark: DecimalMark): number {
  const value = numberOf(cell, mark);
  if (!Number.isNaN(value)) return value + 0;
  const truth = booleanOf(cell);
  return truth === null ? NaN : truth ? 1 : 0;
}

/** Blank, NA and their like. */
export const isMissing = isNothing;

/** What an output's answers may be, in words. */
export function answersNeeded(output: BeliefOutput): string {
  if (output.family === 'probability') return 'a number from 0 to 1, or nothing';
  if (output.family === 'decision') return '0 or 1, or nothing';
  return `a whole number from 1 to ${categoriesOf(output)}, or nothing`;
}

/** The answer a cell states; NaN where it is none of the output's answers. */
export function answerOf(output: BeliefOutput, cell: string, mark: DecimalMark): number {
  const value = output.family === 'decision' ? binaryOf(cell, mark) : numberOf(cell, mark) + 0;
  if (output.family === 'probability') return value >= 0 && value <= 1 ? value : NaN;
  const lowest = output.family === 'decision' ? 0 : 1;
  const highest = lowest + categoriesOf(output) - 1;
  return Number.isInteger(value) && value >= lowest && value <= highest ? value : NaN;
}
