// Reads the column that says which alternative was chosen: by a mark in its row, or by its name in every row.
import { booleanOf } from '../../../formats/cells.ts';

/** `mark`: one row of a menu is marked; a blank is unmarked only where nothing else says so. `name`: see above. */
export interface ChosenReading {
  readonly kind: 'mark' | 'name';
  readonly blankMeansNo: boolean;
}

/** Names win where more cells name an alternative than read as a mark. */
export function chosenReading(cells: readonly string[], alternatives: ReadonlySet<string>): ChosenReading {
  let names = 0;
  let yes = 0;
  let no = 0;
  for (const cell of cells) {
    if (alternatives.has(cell)) names++;
    const mark = booleanOf(cell);
    if (mark === true) yes++;
    if (mark === false) no++;
  }
  return { kind: names > yes + no ? 'name' : 'mark', blankMeansNo: no === 0 };
}

/** Whether the row of `alternative` is chosen; null where the cell does not say. */
export function isChosen(reading: ChosenReading, cell: string, alternative: string): boolean | null {
  if (reading.kind === 'name') return cell === '' ? null : cell === alternative;
  if (cell === '' && reading.blankMeansNo) return false;
  return booleanOf(cell);
}
