// Checks one row of a device in f64: arithmetic that was tested alone could still go wrong in company.
import type { AskedRow } from './portability-rows.ts';

/** Both zeros are equal, and so are missing values. */
const isSame = (a: number, b: number): boolean => a === b || (Number.isNaN(a) && Number.isNaN(b));

/** The row as it is; its columns throw where any is not that of `reference`. */
export const spotChecked = (row: AskedRow, label: string, reference: () => Float64Array): AskedRow => ({
  questions: row.questions,
  columns(found) {
    const own = row.columns(found);
    const expected = reference();
    const wrong = own.findIndex((value, c) => !isSame(value, expected[c]));
    if (wrong >= 0)
      throw new Error(
        `${label}: column ${wrong} is ${own[wrong]} on the device, ${expected[wrong]} in f64; needed the same`,
      );
    return own;
  },
});
