// How far apart the laws of action are that two probabilistic predictors imply in the target environment.
import { log } from '../../math/elementary.ts';
import type { Folds } from './cell.ts';
import type { ChoiceLearner, FittedChoice } from './choice.ts';
import type { SourceTarget } from './compare.ts';
import type { ActionLevels } from './levels.ts';

/**
 * Total variation between the joint laws of x and action that two predictors imply on the fold's rows.
 *
 * Draw a row i uniformly and an action from p(· | x_i). Under P (transported) and Q (target-trained) the rows have the
 * same law, so the signed measure P − Q puts (p_out(a | x_i) − p_in(a | x_i)) / n on (i, a), and
 *
 *   TV = ½ Σ_i Σ_a |P(i, a) − Q(i, a)| = ½ · mean_i Σ_a |p_out(a | x_i) − p_in(a | x_i)|.
 *
 * Rows of one x have one p, so (x, a) gives the same value as (i, a). Nothing is binned: the prediction is the law
 * itself, and no criterion f(x, a) in [0, 1] differs by more in expectation. Both arrays are rows × levels.
 */
export function lawDistance(out: Float64Array, inside: Float64Array, rows: number): number {
  let sum = 0;
  for (let at = 0; at < out.length; at++) sum += Math.abs(out[at] - inside[at]);
  return rows > 0 ? sum / (2 * rows) : 0;
}

/** Mean log probability of the levels chosen; -Infinity where one had probability 0. */
function logScore(probabilities: Float64Array, levels: ActionLevels, rows: Uint32Array): number {
  const width = levels.from.length;
  let sum = 0;
  rows.forEach((row, i) => {
    const p = probabilities[i * width + levels.level[row]];
    sum += p > 0 ? log(p) : -Infinity;
  });
  return sum / rows.length;
}

export interface ChoiceComparison {
  readonly rows: number;
  readonly tv: number;
  /** Mean log probability of the test actions under either predictor, in nats a row. */
  readonly scoreOut: number;
  readonly scoreIn: number;
  /** True where either fit is separated, deficient or not converged. */
  readonly flagged: boolean;
}

const flawed = ({ separated, deficient, converged }: FittedChoice): boolean =>
  separated || deficient || !converged;

/** The transported against the target-trained predictor on the target's test rows. */
export function compareChoice(
  learner: ChoiceLearner,
  folds: Folds,
  levels: ActionLevels,
  { sources, target }: SourceTarget,
): ChoiceComparison {
  const rows = folds.test[target];
  const [source, own] = [learner.fit(sources), learner.fit([target])];
  const [out, inside] = [source.probabilities(rows), own.probabilities(rows)];
  return {
    rows: rows.length,
    tv: lawDistance(out, inside, rows.length),
    scoreOut: logScore(out, levels, rows),
    scoreIn: logScore(inside, levels, rows),
    flagged: flawed(source) || flawed(own),
  };
}
