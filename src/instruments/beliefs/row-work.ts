// How long the rows of a belief study take beside each other: a time left that counted rows alone would be a guess.
import type { BeliefPart } from '../../inference/beliefs/parts.ts';
import { partOfKey } from './keys.ts';

/** Milliseconds of one thread that a row takes at 320 cases and 16 outputs, about: only their ratios matter. */
const ROW_WORK: Readonly<Record<BeliefPart, number>> = {
  fit: 300,
  spline: 800,
  plane: 4000,
  clips: 100,
  folds: 200,
  shared: 90,
  refits: 100,
  coherence: 1400,
  dependence: 14_000,
  resamples: 5,
  curves: 50,
  outcome: 2,
  outcome_null: 25,
  prefixes: 1,
  checks: 240,
};

/** The work of a row of the task with this key. */
export const rowWork = (key: string): number => ROW_WORK[partOfKey(key)];
