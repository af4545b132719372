// Test folds as a device reads them: each row with a number for its action, and predictors to compare on them.
import type { Cell } from '../../statistics/portability/cell.ts';
import type { Detail } from './portability-layout.ts';

export interface DeviceFold {
  readonly rows: number;
  /** Distinct actions. */
  readonly groups: number;
  /** Per row its number in the cell, then its action's number in the fold. */
  readonly members: Uint32Array;
}

/** Two linear predictors to compare on a fold: intercept and slopes as rendered. */
export interface Question {
  readonly fold: DeviceFold;
  readonly out: Float64Array;
  readonly inside: Float64Array;
  readonly detail: Detail;
}

/** Equal actions of a cell have one number each. */
function actionNumbers(action: Float64Array): { readonly numbers: Uint32Array; readonly count: number } {
  const known = new Map<number, number>();
  const numbers = Uint32Array.from(action, (a) => {
    const number = known.get(a) ?? known.size;
    known.set(a, number);
    return number;
  });
  return { numbers, count: known.size };
}

/** Makes folds of one cell: actions are numbered in order of appearance in the fold. */
export function foldMaker({ action }: Pick<Cell, 'action'>): (rows: Uint32Array) => DeviceFold {
  const { numbers, count } = actionNumbers(action);
  const group = new Uint32Array(count);
  const madeFor = new Uint32Array(count);
  let made = 0;
  return (rows) => {
    made += 1;
    let groups = 0;
    const members = new Uint32Array(2 * rows.length);
    rows.forEach((row, i) => {
      const number = numbers[row];
      if (madeFor[number] !== made) {
        madeFor[number] = made;
        group[number] = groups++;
      }
      members[2 * i] = row;
      members[2 * i + 1] = group[number];
    });
    return { rows: rows.length, groups, members };
  };
}
