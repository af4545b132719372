// Held-out scores at draws of the posterior: how sure one can be of them, the test cases being what they are.
import type { BeliefCell } from '../../../models/beliefs/cell.ts';
import type { BeliefModel } from '../../../models/beliefs/model.ts';
import { beliefReader } from '../../../models/beliefs/posterior.ts';
import { decisionOutputs, reportOutputs } from '../../../models/beliefs/predict.ts';
import { mean, sd } from '../../../statistics/moments.ts';
import { quantiles } from '../../../statistics/quantile.ts';
import type { GroupScore } from '../../../statistics/beliefs/scores.ts';
import { scoreHoldout } from '../holdout.ts';
import type { PosteriorDraws } from './draws.ts';

/** A score over draws. */
export interface ScoreSummary {
  readonly mean: number;
  readonly sd: number;
  readonly q5: number;
  readonly median: number;
  readonly q95: number;
}

export interface DirectionScores {
  readonly concordance: ScoreSummary;
  readonly pooled_r2: ScoreSummary;
}

export interface PosteriorScores {
  /** Draws behind the summaries. */
  readonly draws: number;
  readonly cases: number;
  readonly reports_to_decisions: DirectionScores;
  readonly decisions_to_reports: DirectionScores;
}

/** Indices of at most `most` of `count` draws, evenly spread. */
export const spreadDraws = (count: number, most: number): number[] =>
  Array.from({ length: Math.min(count, most) }, (_, k) => Math.floor((k * count) / Math.min(count, most)));

function summaryOf(values: readonly number[]): ScoreSummary {
  const x = Float64Array.from(values);
  const [q5, median, q95] = quantiles(x, [0.05, 0.5, 0.95]);
  return { mean: mean(x), sd: sd(x), q5, median, q95 };
}

const directionOf = (scores: readonly GroupScore[]): DirectionScores => ({
  concordance: summaryOf(scores.map(({ macroConcordance }) => macroConcordance)),
  pooled_r2: summaryOf(scores.map(({ pooledR2 }) => pooledR2)),
});

/** Null where there are no test cases, no reports or no decisions to predict. */
export function posteriorScores(
  model: BeliefModel,
  test: BeliefCell,
  { draws, thetas, parameters }: PosteriorDraws,
  most: number,
  clip: number,
): PosteriorScores | null {
  const reports = reportOutputs(test);
  const decisions = decisionOutputs(test);
  if (test.cases.length === 0 || reports.length === 0 || decisions.length === 0) return null;
  const chosen = spreadDraws(draws.chains * draws.iterations, most);
  const pairs = chosen.map((at) => {
    const theta = thetas.slice(at * parameters, (at + 1) * parameters);
    const reader = beliefReader(model, theta, { clip });
    return {
      decisions: scoreHoldout(reader, test, reports, decisions),
      reports: scoreHoldout(reader, test, decisions, reports),
    };
  });
  return {
    draws: chosen.length,
    cases: test.cases.length,
    reports_to_decisions: directionOf(pairs.map((pair) => pair.decisions)),
    decisions_to_reports: directionOf(pairs.map((pair) => pair.reports)),
  };
}
