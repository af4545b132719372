// Coherence of a cell without any model of it: contradictions, disagreement between framings, Guttman errors.
import type { BeliefCell } from '../../../models/beliefs/cell.ts';
import { answersTo, probabilityOutputs } from '../../../models/beliefs/predict.ts';
import {
  contradictedShare,
  contradictionsOf,
  framingDisagreements,
  guttmanErrors,
  type ClusteredShare,
  type Contradiction,
  type Disagreement,
  type GuttmanErrors,
  type InstructedDecision,
} from '../../../statistics/beliefs/contradictions.ts';

export interface ModelFreeCoherence {
  /** Null without a stated probability or an instructed decision; the first prompt that asks for one counts. */
  readonly contradictions: {
    readonly report: string;
    readonly all: ClusteredShare;
    readonly decisions: readonly Contradiction[];
  } | null;
  /** Decisions with one threshold under two framings. */
  readonly disagreements: readonly Disagreement[];
  /** By framing of two or more thresholds. */
  readonly guttman: readonly GuttmanErrors[];
  /** What could not be had and why, in sentences. */
  readonly limits: readonly string[];
}

/** Decisions with an instructed threshold, in the order of the prompts. */
export const instructedDecisions = (cell: BeliefCell): InstructedDecision[] =>
  cell.outputs.flatMap((output, j) =>
    output.family === 'decision' && output.threshold !== null
      ? [
          {
            prompt: output.prompt,
            framing: output.framing,
            threshold: output.threshold,
            answers: answersTo(cell, j),
          },
        ]
      : [],
  );

function contradictionsIn(
  cell: BeliefCell,
  decisions: readonly InstructedDecision[],
): ModelFreeCoherence['contradictions'] {
  const [stated] = probabilityOutputs(cell);
  if (stated === undefined || decisions.length === 0) return null;
  const reports = answersTo(cell, stated);
  return {
    report: cell.outputs[stated].prompt,
    all: contradictedShare(reports, decisions),
    decisions: decisions.map((decision) => contradictionsOf(reports, decision)),
  };
}

/** Framings with decisions at two thresholds or more. */
const gradedFramings = (decisions: readonly InstructedDecision[]): string[] =>
  [...new Set(decisions.map(({ framing }) => framing))].filter(
    (framing) =>
      new Set(decisions.filter((own) => own.framing === framing).map(({ threshold }) => threshold)).size > 1,
  );

export function modelFreeCoherence(cell: BeliefCell): ModelFreeCoherence {
  const decisions = instructedDecisions(cell);
  const contradictions = contradictionsIn(cell, decisions);
  const disagreements = framingDisagreements(decisions);
  const framings = gradedFramings(decisions);
  return {
    contradictions,
    disagreements,
    guttman: framings.map((framing) => guttmanErrors(framing, decisions)),
    limits: [
      contradictions === null
        ? 'No contradictions: they need a stated probability and a decision with a threshold.'
        : '',
      disagreements.length === 0 ? 'No disagreement between framings: no two share a threshold.' : '',
      framings.length === 0 ? 'No Guttman errors: no framing has decisions at two thresholds.' : '',
    ].filter((sentence) => sentence !== ''),
  };
}
