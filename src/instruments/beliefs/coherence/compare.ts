// Two agents on the cases that both answered: which one's answers one belief tells more of.
import type { HeldOutScores } from '../../../inference/beliefs/held-out-scores.ts';
import type { BeliefCell } from '../../../models/beliefs/cell.ts';
import type { CaseGains } from '../../../statistics/beliefs/attainable.ts';
import {
  pairedDifference,
  type CaseStatistic,
  type PairedDifference,
} from '../../../statistics/beliefs/paired.ts';
import { gainsOfType, type TargetType } from './verdict.ts';

/** An agent's tested cases with their held-out scores, output after output. */
export interface ScoredAgent {
  readonly cell: BeliefCell;
  readonly scores: HeldOutScores;
}

export interface AgentComparison {
  readonly type: TargetType;
  readonly cases: number;
  /** Nats an answer that one belief gains over the base rates. */
  readonly gain: PairedDifference;
  /** Share of the attainable gain; read it only where both agents' own shares are defined. */
  readonly share: PairedDifference;
}

function sumOver(values: Float64Array, rows: Int32Array, drawn: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < drawn.length; k++) sum += values[rows[drawn[k]]];
  return sum;
}

/** Gain an answer, and share of the attainable gain, over drawn common cases. */
function statisticsOf({ latent, saturated, answers }: CaseGains, rows: Int32Array) {
  const ratio =
    (above: Float64Array, below: Float64Array): CaseStatistic =>
    (drawn) =>
      sumOver(above, rows, drawn) / sumOver(below, rows, drawn);
  return { gain: ratio(latent, answers), share: ratio(latent, saturated) };
}

/** Compares agents in one domain by one kind of target; null without common cases. */
export function compareAgents(
  first: ScoredAgent,
  second: ScoredAgent,
  type: TargetType,
): AgentComparison | null {
  const place = new Map(second.cell.cases.map((name, i) => [name, i]));
  const common = [...first.cell.cases.keys()].filter((i) => place.has(first.cell.cases[i]));
  if (common.length === 0) return null;
  const a = statisticsOf(gainsOfType(first.cell, first.scores, type), Int32Array.from(common));
  const b = statisticsOf(
    gainsOfType(second.cell, second.scores, type),
    Int32Array.from(common, (i) => place.get(first.cell.cases[i])!),
  );
  return {
    type,
    cases: common.length,
    gain: pairedDifference(common.length, a.gain, b.gain),
    share: pairedDifference(common.length, a.share, b.share),
  };
}
