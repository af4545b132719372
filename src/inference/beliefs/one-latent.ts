// Does one latent suffice? Answers that go together beyond the belief show as local dependence of pairs of prompts.
import { randomStream, type RandomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import { caseScores } from '../../models/beliefs/case-scores.ts';
import type { BeliefCell, BeliefOutput } from '../../models/beliefs/cell.ts';
import type { BeliefModel } from '../../models/beliefs/model.ts';
import { beliefReader } from '../../models/beliefs/posterior.ts';
import { REPORT_CLIP } from '../../models/beliefs/reports.ts';
import { caseResiduals, outputPairs } from '../../models/beliefs/residuals.ts';
import { priorNodes, simulateAnswers } from '../../models/beliefs/simulated-answers.ts';
import {
  effectiveScore,
  scoreSums,
  type ScoredCases,
  type ScoreSums,
} from '../../statistics/beliefs/projection.ts';
import { residualCorrelations } from '../../statistics/beliefs/residual-correlation.ts';
import {
  compareWithSimulations,
  type Group,
  type SimultaneousNull,
} from '../../statistics/beliefs/simultaneous.ts';
import { finish, type InSteps } from '../in-steps.ts';

export interface FittedModel {
  readonly model: BeliefModel;
  /** Natural values. */
  readonly theta: Float64Array;
}

export interface OneLatentSettings {
  /** Simulated studies of the null; 199 by default. */
  readonly simulations?: number;
  readonly seed?: number;
  readonly clip?: number;
}

export interface DependentPair {
  readonly first: string;
  readonly second: string;
  /** The framing of two decisions that share one; null of other pairs. */
  readonly framing: string | null;
  /** Yen's Q3: correlation of the residuals of both, given the belief. */
  readonly q3: number;
  /** Mean of Q3 where one latent is all there is. */
  readonly expected: number;
  /** p of Q3 over all pairs at once. */
  readonly p: number;
  /** The effective score of an interaction of both, in standard deviations; its sign is the dependence's. */
  readonly score: number;
}

export interface OneLatentTest {
  /** p of "one latent suffices": effective scores of all pairs squared, or of a group of pairs summed. */
  readonly p: number;
  readonly pairs: readonly DependentPair[];
  readonly cases: number;
  readonly simulations: number;
}

/** Statistics of one study at the fitted parameters. */
interface Study {
  readonly cases: ScoredCases;
  readonly q3: Float64Array;
}

interface SummedStudy {
  readonly sums: ScoreSums;
  readonly q3: Float64Array;
}

/** Cases of the first simulated studies, by which the effect of estimation is judged; of the others sums are enough. */
const SAMPLE = 2000;

function studyReader({ model, theta }: FittedModel, clip: number): (cell: BeliefCell) => Study {
  const reader = beliefReader(model, theta, { clip });
  const scoresOf = caseScores(model, theta, clip);
  const residualsOf = caseResiduals(reader);
  const all = [...model.outputs.keys()];
  const count = outputPairs(all.length).length;
  return (cell) => {
    const posterior = reader.posterior(cell, all);
    const { residuals, products } = residualsOf(cell, posterior);
    return {
      cases: { scores: scoresOf(cell, posterior), statistics: products, parameters: theta.length, count },
      q3: residualCorrelations(residuals, all.length),
    };
  };
}

/** A study of the fitted model with the cell's cases; answers missing there are missing here. */
export function simulatedCell(
  { model, theta }: FittedModel,
  cell: BeliefCell,
  random: RandomStream,
): BeliefCell {
  const nodes = priorNodes(model, theta, cell.cases.length, random);
  const responses = simulateAnswers(model, theta, nodes, random);
  return {
    ...cell,
    responses: responses.map((value, at) => (Number.isNaN(cell.responses[at]) ? NaN : value)),
  };
}

function concatenated(parts: readonly Float64Array[]): Float64Array {
  const whole = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** All rows of several studies of the same model. */
const pooledCases = (studies: readonly ScoredCases[]): ScoredCases => ({
  ...studies[0],
  scores: concatenated(studies.map(({ scores }) => scores)),
  statistics: concatenated(studies.map(({ statistics }) => statistics)),
});

function sharedFraming(first: BeliefOutput, second: BeliefOutput): string | null {
  if (first.family !== 'decision' || second.family !== 'decision') return null;
  return first.framing === second.framing ? first.framing : null;
}

/** Pairs that another latent would tie together: of reports, of decisions, and of decisions under one framing. */
function pairGroups({ outputs }: BeliefCell): Group[] {
  const pairs = outputPairs(outputs.length);
  const within = (belongs: (output: BeliefOutput) => boolean): number[] =>
    [...pairs.keys()].filter((k) => belongs(outputs[pairs[k].first]) && belongs(outputs[pairs[k].second]));
  const framings = new Set(
    outputs.flatMap((output) => (output.family === 'decision' ? [output.framing] : [])),
  );
  return [
    within(({ family }) => family !== 'decision'),
    within(({ family }) => family === 'decision'),
    ...[...framings].map((framing) =>
      within((output) => output.family === 'decision' && output.framing === framing),
    ),
  ].filter((group) => group.length > 0);
}

function pairsOf(
  { outputs }: BeliefCell,
  observed: Float64Array,
  q3: SimultaneousNull,
  scores: SimultaneousNull,
) {
  return outputPairs(outputs.length).map(({ first, second }, k): DependentPair => ({
    first: outputs[first].prompt,
    second: outputs[second].prompt,
    framing: sharedFraming(outputs[first], outputs[second]),
    q3: observed[k],
    expected: q3.expected[k],
    p: q3.p[k],
    score: scores.standard[k],
  }));
}

/**
 * Tests that the cell's answers are independent given one latent, as the model fitted to them says; a piece is a
 * simulated study. The statistic is the score of a pairwise interaction: it sees dependence of any two prompts, needs no
 * fit of a richer model, and its effective form needs no refit of simulated studies.
 */
export function* testOneLatentInSteps(
  cell: BeliefCell,
  fit: FittedModel,
  { simulations = 199, seed = 0, clip = REPORT_CLIP }: OneLatentSettings = {},
): InSteps<OneLatentTest> {
  const read = studyReader(fit, clip);
  const random = randomStream(seed, 0, 0);
  const observed = read(cell);
  const kept: ScoredCases[] = [];
  const simulated: SummedStudy[] = [];
  for (let s = 0; s < simulations; s++) {
    random.seek(s, SITE.replicate);
    const { cases, q3 } = read(simulatedCell(fit, cell, random));
    if (kept.length * cell.cases.length < SAMPLE) kept.push(cases);
    simulated.push({ sums: scoreSums(cases), q3 });
    yield;
  }
  const effective = effectiveScore(pooledCases(kept));
  const scores = compareWithSimulations(
    effective(scoreSums(observed.cases)),
    simulated.map(({ sums }) => effective(sums)),
    pairGroups(cell),
  );
  const q3 = compareWithSimulations(
    observed.q3,
    simulated.map((study) => study.q3),
  );
  return {
    p: scores.overall,
    pairs: pairsOf(cell, observed.q3, q3, scores),
    cases: cell.cases.length,
    simulations,
  };
}

/** Tests at once. */
export const testOneLatent = (
  cell: BeliefCell,
  fit: FittedModel,
  settings?: OneLatentSettings,
): OneLatentTest => finish(testOneLatentInSteps(cell, fit, settings));

/** Pairs that go together beyond the belief, or against each other, at the level over all pairs; strongest first. */
export const dependentPairs = ({ pairs }: OneLatentTest, level = 0.05): DependentPair[] =>
  pairs
    .filter(({ p }) => p <= level)
    .sort((a, b) => Math.abs(b.q3 - b.expected) - Math.abs(a.q3 - a.expected));
