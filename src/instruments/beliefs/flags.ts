// What a reader must know before quoting a fitted slope or threshold: outputs that hold too little to fix them.
import type { BeliefFit } from '../../inference/beliefs/fit.ts';
import { logit } from '../../math/logistic.ts';
import { categoriesOf, lowestAnswer, selectCases, type BeliefCell } from '../../models/beliefs/cell.ts';
import { SPLINE_KNOTS } from '../../models/beliefs/grid.ts';
import type { ScoreTerm } from '../../models/beliefs/model.ts';
import { beliefReader } from '../../models/beliefs/posterior.ts';
import { answersTo, predictEach } from '../../models/beliefs/predict.ts';
import { concordance } from '../../statistics/beliefs/concordance.ts';

/** A slope below this leaves the output nearly unrelated to the belief: its threshold means nothing. */
export const WEAK_SLOPE = 0.1;
/** What the training answers to one decision or judgment hold. */
export interface OutputFacts {
  readonly prompt: string;
  /** Answers by category, ascending. */
  readonly counts: readonly number[];
  /** Answers other than the commonest. */
  readonly minority: number;
  readonly constant: boolean;
  /** The other outputs order its answers without a single error: the likelihood may rise for ever with its slope. */
  readonly separated: boolean;
  /** Slope on logit z; of a spline, on average between its outer knots. */
  readonly slope: number;
  readonly weak: boolean;
}

function countsOf(cell: BeliefCell, j: number): number[] {
  const counts = new Array<number>(categoriesOf(cell.outputs[j])).fill(0);
  for (const value of answersTo(cell, j))
    if (!Number.isNaN(value)) counts[value - lowestAnswer(cell.outputs[j])]++;
  return counts;
}

/** Concordance of an output's answers with what the others predict, over cases that have one. */
function orderedBy(cell: BeliefCell, j: number, predictions: Float64Array): number {
  const answers = answersTo(cell, j);
  const rows = Array.from(answers, (_, i) => i).filter((i) => !Number.isNaN(answers[i]));
  return concordance(
    Float64Array.from(rows, (i) => answers[i]),
    Float64Array.from(rows, (i) => predictions[i]),
  );
}

/** Rise of the score over the logits between the outer knots of a spline. */
const KNOT_RANGE = logit(SPLINE_KNOTS[SPLINE_KNOTS.length - 1]) - logit(SPLINE_KNOTS[0]);

/** A model at fitted parameters. */
export type FittedModel = Pick<BeliefFit, 'model' | 'theta'>;

function slopeOf({ model, theta }: FittedModel, { slopes }: ScoreTerm): number {
  if (model.kind !== 'spline') return theta[slopes[0]];
  return slopes.reduce((rise, index) => rise + theta[index], 0) / KNOT_RANGE;
}

/** Whether the other outputs order each output's answers without an error. */
function separatedOutputs({ model, theta }: FittedModel, own: BeliefCell): boolean[] {
  const predictions = predictEach(beliefReader(model, theta), own);
  return model.scores.map(({ output }) => orderedBy(own, output, predictions[output]) === 1);
}

/**
 * Facts of every decision and judgment of the cell's training rows, decisions first. `separated` by output where it has
 * been found already.
 */
export function outputFacts(
  fit: FittedModel,
  cell: BeliefCell,
  train: ArrayLike<number>,
  separated: readonly boolean[] | null = null,
): OutputFacts[] {
  const own = selectCases(cell, train);
  const ordered = separated ?? separatedOutputs(fit, own);
  return fit.model.scores.map((term, k) => {
    const counts = countsOf(own, term.output);
    const minority = counts.reduce((sum, count) => sum + count, 0) - Math.max(...counts);
    const slope = slopeOf(fit, term);
    return {
      prompt: own.outputs[term.output].prompt,
      counts,
      minority,
      constant: minority === 0,
      separated: minority > 0 && ordered[k],
      slope,
      weak: slope < WEAK_SLOPE,
    };
  });
}
