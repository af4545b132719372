// The belief at which a decision is as likely taken as not (A.2), beside what its instruction asked for.
import { sigmoid } from '../../math/logistic.ts';
import type { BeliefModel } from './model.ts';

export interface DecisionThreshold {
  readonly prompt: string;
  readonly framing: string;
  /** The instructed threshold; null without an instruction. */
  readonly nominal: number | null;
  /** sigmoid(−α/β). Without meaning where β is near 0 or the decision never varies; NaN where α and β are both 0. */
  readonly implied: number;
  readonly alpha: number;
  readonly beta: number;
}

/** Thresholds of every decision of a linear model. */
export function decisionThresholds(
  { kind, scores, outputs }: BeliefModel,
  theta: Float64Array,
): DecisionThreshold[] {
  if (kind !== 'linear') throw new Error(`thresholds of a ${kind} model; needed a linear one`);
  return scores.flatMap((term) => {
    const output = outputs[term.output];
    if (output.family !== 'decision') return [];
    const alpha = theta[term.cutpoint];
    const beta = theta[term.slopes[0]];
    const { prompt, framing, threshold: nominal } = output;
    return [{ prompt, framing, nominal, implied: sigmoid(-alpha / beta), alpha, beta }];
  });
}
