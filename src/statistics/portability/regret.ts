// What transporting a predictor costs in payoff: the action nearest to either prediction, judged by a stated objective.
import { readFormula, type Formula } from '../../math/formula.ts';
import type { Cell, Folds } from './cell.ts';
import { testFolds, type SourceTarget } from './compare.ts';
import type { LearnerOf } from './learner.ts';

/** The name by which an objective calls the action; other names are features. */
export const ACTION = 'action';

/** Actions that can be taken at an x. */
export interface ActionRange {
  readonly low: number;
  readonly high: number;
  /** Whether actions are whole numbers. */
  readonly whole: boolean;
  /** Feature that bounds an amount from above, by place; null where none does. */
  readonly upTo: number | null;
}

/** Payoff of an action at x, as a formula over features and `action`. */
export interface Objective {
  readonly formula: string;
  readonly features: readonly string[];
  readonly actions: ActionRange;
}

/** Payoffs of actions by row of the cell. Throws where the formula cannot be read. */
function payoffOf({ features, x }: Cell, objective: Objective): (row: number, action: number) => number {
  const read = readFormula(objective.formula, [ACTION, ...objective.features]);
  if (!read.ok) throw new SyntaxError(`objective “${objective.formula}”: ${read.message}`);
  const formula: Formula = read.formula;
  const values = new Float64Array(1 + features);
  return (row, action) => {
    values[0] = action;
    values.set(x.subarray(row * features, (row + 1) * features), 1);
    return formula(values);
  };
}

/** The action that can be taken at a row nearest to a prediction; halves go up. */
function nearest(
  { features, x }: Cell,
  { low, high, whole, upTo }: ActionRange,
  row: number,
  y: number,
): number {
  const most = upTo === null ? high : x[row * features + upTo];
  const taken = Math.min(most, Math.max(low, whole ? Math.round(y) : y));
  return taken + 0;
}

export const REGRET_COLUMNS = ['target', 'rows', 'regret', 'changed'] as const;

/** Mean payoff lost on the target's test rows, and the share of them on which another action is taken. */
export type RegretOf = (set: SourceTarget) => Float64Array;

/** Payoff of the action nearest to the target-trained prediction less that of the transported one. */
export function regretComparer(
  cell: Cell,
  folds: Folds,
  learnerOf: LearnerOf,
  objective: Objective,
): RegretOf {
  const learner = learnerOf(cell, folds);
  const fold = testFolds(cell, folds, learner);
  const payoff = payoffOf(cell, objective);
  return ({ sources, target }) => {
    const { rows, insidePredictions } = fold(target);
    const out = learner.fit(sources).predict(rows);
    let [lost, changed] = [0, 0];
    rows.forEach((row, i) => {
      const own = nearest(cell, objective.actions, row, insidePredictions[i]);
      const transported = nearest(cell, objective.actions, row, out[i]);
      if (own === transported) return;
      changed += 1;
      lost += payoff(row, own) - payoff(row, transported);
    });
    if (!Number.isFinite(lost))
      throw new RangeError(`objective “${objective.formula}” is not finite on every row`);
    return Float64Array.of(target, rows.length, lost / rows.length, changed / rows.length);
  };
}
