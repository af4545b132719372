// Where the cases of a sample stand in a resample, fold after fold.
import type { Arena } from '../../math/loops/arena.ts';
import type { Placed } from './kernel-moments.ts';
import { FOLDS, type Sample } from './smoother.ts';

/** Cases of a sample; `findPlaces` finds the places of those that a resample has. */
export interface PlacedCases extends Placed {
  readonly cases: Int32Array;
  readonly caseStarts: Int32Array;
}

/** The cases of a sample whose target `keep` accepts, in their folds. */
export function placedIn(
  arena: Arena,
  { cases, targets, starts }: Sample,
  keep: (target: number) => boolean,
): PlacedCases {
  const folds = Array.from({ length: FOLDS }, (_, f) =>
    Array.from(cases.subarray(starts[f], starts[f + 1])).filter((_, k) => keep(targets[starts[f] + k])),
  );
  let end = 0;
  const kept = Int32Array.from(folds.flat());
  return {
    cases: kept,
    caseStarts: Int32Array.from([0, ...folds.map((fold) => (end += fold.length))]),
    places: arena.copyOf(kept),
    starts: arena.copyOf(new Int32Array(FOLDS + 1)),
  };
}

/** Fills the places from those of all cases, negative where a case is missing. */
export function findPlaces({ cases, caseStarts, places, starts }: PlacedCases, placeOf: Int32Array): void {
  let count = 0;
  for (let f = 0; f < FOLDS; f++) {
    for (let k = caseStarts[f]; k < caseStarts[f + 1]; k++)
      if (placeOf[cases[k]] >= 0) places[count++] = placeOf[cases[k]];
    starts[f + 1] = count;
  }
}
