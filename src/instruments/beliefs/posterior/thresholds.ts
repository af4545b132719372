// Thresholds over draws, and how far one framing's lie from another's: with what is known of both at once.
import { answersTo } from '../../../models/beliefs/predict.ts';
import type { BeliefCell } from '../../../models/beliefs/cell.ts';
import type { BeliefModel } from '../../../models/beliefs/model.ts';
import { variableIndex, variableOf, type Draws } from '../../../statistics/draws.ts';
import { summariseDraws, type SummaryRow } from '../../../statistics/summarise.ts';
import { differenceDraws } from '../coherence/framing-shifts.ts';
import { WEAK_SLOPE } from '../flags.ts';

/** A decision's implied threshold over draws, beside its instruction's. */
export interface PosteriorThreshold extends SummaryRow {
  readonly prompt: string;
  readonly framing: string;
  /** Null without an instruction. */
  readonly nominal: number | null;
  /** Share of answers 1 among the training cases. */
  readonly rate: number;
  /** Why the threshold means nothing; null where it does. */
  readonly caution: string | null;
}

/** Mean over equal instructions of logit threshold, the first framing's less the second's, over draws. */
export interface PosteriorDifference extends SummaryRow {
  readonly first: string;
  readonly second: string;
  /** The instructed thresholds that both have, those left out that mean nothing. */
  readonly thresholds: readonly number[];
  /** Posterior probability that the first framing's lie higher. */
  readonly probability: number;
}

function rateOf(train: BeliefCell, output: number): number {
  const answers = answersTo(train, output).filter((value) => !Number.isNaN(value));
  return answers.reduce((sum, value) => sum + value, 0) / answers.length;
}

/** A slope that 5 % of draws have below the bound of weak ones leaves the threshold open. */
function cautionOf(rate: number, slope: SummaryRow | undefined): string | null {
  if (!(rate > 0 && rate < 1)) return 'the decision never varies';
  return slope !== undefined && slope.q5 < WEAK_SLOPE ? 'the slope may be near 0' : null;
}

/** Thresholds of a linear model's decisions; none of models whose thresholds are not sigmoid(−α/β). */
export function thresholdsOf(
  { outputs, kind }: BeliefModel,
  summary: readonly SummaryRow[],
  train: BeliefCell,
): readonly PosteriorThreshold[] {
  if (kind !== 'linear') return [];
  const rows = new Map(summary.map((row) => [row.variable, row]));
  return outputs.flatMap((output, j) => {
    const row = rows.get(`${output.prompt}.threshold`);
    if (output.family !== 'decision' || row === undefined) return [];
    const rate = rateOf(train, j);
    return [
      {
        ...row,
        prompt: output.prompt,
        framing: output.framing,
        nominal: output.threshold,
        rate,
        caution: cautionOf(rate, rows.get(`${output.prompt}.beta`)),
      },
    ];
  });
}

/** Draws of −α/β: the logit of a decision's threshold. */
function logitThreshold(draws: Draws, prompt: string): Float64Array {
  const intercepts = variableOf(draws, variableIndex(draws, `${prompt}.alpha`));
  const slopes = variableOf(draws, variableIndex(draws, `${prompt}.beta`));
  return intercepts.map((intercept, i) => -intercept / slopes[i]);
}

/** Every pair of framings with an instruction in common whose thresholds mean something. */
export function differencesOf(
  thresholds: readonly PosteriorThreshold[],
  draws: Draws,
): readonly PosteriorDifference[] {
  const logits = thresholds.map(({ prompt }) => logitThreshold(draws, prompt));
  const pairs = differenceDraws(thresholds, logits, (place) => thresholds[place].caution === null);
  return pairs.map(({ values, ...pair }) => {
    const variables = [`${pair.first} less ${pair.second}`];
    const [row] = summariseDraws({ variables, iterations: draws.iterations, chains: draws.chains, values });
    return { ...row, ...pair, probability: values.filter((value) => value > 0).length / values.length };
  });
}
