// Searches that ask: the density at a position, which another device may answer for many searches at once.
import type { BeliefCell } from '../../models/beliefs/cell.ts';
import type { BeliefLikelihood } from '../../models/beliefs/likelihood.ts';
import { beliefObjective } from '../../models/beliefs/objective.ts';
import type { BeliefPriors } from '../../models/beliefs/priors.ts';
import type { Target } from '../../models/target.ts';
import type { InSteps } from '../in-steps.ts';
import type { Evaluated } from '../lbfgs.ts';

/** What a search climbs: a likelihood with the answers that it is of, weights of its patterns, priors. */
export interface Objective {
  /** Its cases are the likelihood's. */
  readonly cell: BeliefCell;
  readonly clip: number | undefined;
  readonly likelihood: BeliefLikelihood;
  readonly weights: Float64Array;
  readonly priors: BeliefPriors;
}

/** Asks for the log posterior density and its gradient over unconstrained coordinates, as `beliefObjective` has them. */
export interface Question {
  readonly objective: Objective;
  readonly position: Float64Array;
}

/** As InSteps, with questions between pieces. */
export type Asking<Result> = Generator<Question | undefined, Result, Evaluated>;

export const targetOf = ({ likelihood, weights, priors }: Objective): Target =>
  beliefObjective(likelihood, weights, priors);

/** The answer in f64. */
export function answerInF64({ objective, position }: Question): Evaluated {
  const gradient = new Float64Array(position.length);
  return { value: targetOf(objective).logDensity(position, gradient), gradient };
}

/** Answers all questions here, in f64. */
export function* answeredInF64<Result>(asking: Asking<Result>): InSteps<Result> {
  let next = asking.next();
  while (!next.done) {
    if (next.value === undefined) {
      yield;
      next = asking.next();
    } else next = asking.next(answerInF64(next.value));
  }
  return next.value;
}
