// The verdict on one agent in one domain: what one latent gains of what can be gained, with the tests behind it.
import type { HeldOutScores } from '../../../inference/beliefs/held-out-scores.ts';
import type { OneLatentTest } from '../../../inference/beliefs/one-latent.ts';
import type { BeliefCell, BeliefOutput } from '../../../models/beliefs/cell.ts';
import type { CaseGains } from '../../../statistics/beliefs/attainable.ts';
import {
  combineVerdicts,
  COHERENCE_THRESHOLDS,
  judgeGain,
  type CoherenceThresholds,
  type CoherenceVerdict,
  type JudgedGain,
} from '../../../statistics/beliefs/verdict.ts';
import type { PermutationTest } from '../../../statistics/permutation.ts';

/** Kinds of target whose scores are in one currency: a density is not a probability. */
export const TARGET_TYPES = [
  'probability',
  'ordinal',
  'decision',
] as const satisfies readonly BeliefOutput['family'][];
export type TargetType = (typeof TARGET_TYPES)[number];

export interface TypeVerdict extends JudgedGain {
  readonly type: TargetType;
  /** Mean log score an answer of the base rates: from where gains count. */
  readonly baseline: number;
}

export interface CoherenceReport {
  readonly agent: string;
  readonly domain: string;
  readonly cases: number;
  readonly verdict: CoherenceVerdict;
  readonly types: readonly TypeVerdict[];
  readonly oneLatent: OneLatentTest;
  readonly noLatent: PermutationTest;
  readonly thresholds: CoherenceThresholds;
}

const outputsOf = ({ outputs }: BeliefCell, type: TargetType): number[] =>
  [...outputs.keys()].filter((j) => outputs[j].family === type);

/** Scores of one type's answers summed by case: gains over the base rates, and how many there are. */
export function gainsOfType(cell: BeliefCell, scores: HeldOutScores, type: TargetType): CaseGains {
  const targets = outputsOf(cell, type);
  const n = cell.cases.length;
  const gains = { latent: new Float64Array(n), saturated: new Float64Array(n), answers: new Float64Array(n) };
  for (let i = 0; i < n; i++)
    for (const j of targets) {
      const none = scores.none[j * n + i];
      if (Number.isNaN(none)) continue;
      gains.latent[i] += scores.latent[j * n + i] - none;
      gains.saturated[i] += scores.saturated[j * n + i] - none;
      gains.answers[i]++;
    }
  return gains;
}

function baselineOf(cell: BeliefCell, { none }: HeldOutScores, type: TargetType): number {
  const n = cell.cases.length;
  const scores = outputsOf(cell, type).flatMap((j) => Array.from(none.subarray(j * n, (j + 1) * n)));
  const scored = scores.filter((score) => !Number.isNaN(score));
  return scored.reduce((sum, score) => sum + score, 0) / scored.length;
}

/** Verdicts by kind of target that the cell has. */
export const judgeTypes = (
  cell: BeliefCell,
  scores: HeldOutScores,
  thresholds: CoherenceThresholds = COHERENCE_THRESHOLDS,
): TypeVerdict[] =>
  TARGET_TYPES.filter((type) => outputsOf(cell, type).length > 0).map((type) => ({
    type,
    baseline: baselineOf(cell, scores, type),
    ...judgeGain(gainsOfType(cell, scores, type), thresholds),
  }));

/** The verdict on a cell of tested cases, scores output after output, with the tests behind it. */
export function coherenceReport(
  cell: BeliefCell,
  scores: HeldOutScores,
  tests: Pick<CoherenceReport, 'oneLatent' | 'noLatent'>,
  thresholds: CoherenceThresholds = COHERENCE_THRESHOLDS,
): CoherenceReport {
  const types = judgeTypes(cell, scores, thresholds);
  return {
    agent: cell.agent,
    domain: cell.domain,
    cases: cell.cases.length,
    verdict: combineVerdicts(types.map(({ verdict }) => verdict)),
    types,
    ...tests,
    thresholds,
  };
}
