// Flags of luce beliefs as a plan: model, estimator, and which cases train, validate and test.
import { faultLine } from '../formats/fault.ts';
import { decodeText } from '../formats/text.ts';
import { BELIEF_ESTIMATORS, type BeliefEstimator } from '../inference/beliefs/fit.ts';
import {
  BELIEF_ANALYSES,
  cellName,
  DEFAULT_BELIEFS,
  MISSING_RULES,
  MOST_REFITS,
  type BeliefAnalysis,
  type BeliefPlan,
} from '../instruments/beliefs/plan.ts';
import { readSplits, seededSplits, type Splits } from '../instruments/beliefs/splits.ts';
import { readScores, type AgentScores } from '../instruments/beliefs/agent-scores.ts';
import { BELIEF_KINDS } from '../models/beliefs/model.ts';
import { MOST_CLIP, REPORT_CLIP } from '../models/beliefs/reports.ts';
import { engineChoice, oneOf, seedOf, usage, UsageError, wholeNumber, type Arguments } from './arguments.ts';
import { bytesOrLine, type BeliefInputs } from './beliefs-inputs.ts';
import { thresholdsOf } from './beliefs-verdict.ts';
import { listOf } from './portability-study.ts';

/** Full Bayes has no optimum: its plan names the estimator with the same weak priors. */
function estimatorOf(args: Arguments): BeliefEstimator {
  const name = oneOf(args, 'estimator', [...BELIEF_ESTIMATORS, 'hmc'], 'map');
  return name === 'hmc' ? 'map' : name;
}

function clipOf(args: Arguments): number {
  const text = args.text('clip');
  if (text === undefined) return REPORT_CLIP;
  const value = Number(text);
  if (!(value > 0 && value <= MOST_CLIP))
    throw usage('--clip', JSON.stringify(text), `a number above 0, at most ${MOST_CLIP}`);
  return value;
}

async function givenSplits(file: string, { cells }: BeliefInputs): Promise<Splits> {
  const bytes = await bytesOrLine(file, 'a JSON file {domain: {train, validation, test}}');
  if (typeof bytes === 'string') throw new UsageError([bytes]);
  const read = readSplits(decodeText(bytes).text, file, cells);
  if (!read.ok) throw new UsageError(read.faults.map(faultLine));
  return read.value;
}

function analysisIn(text: string): BeliefAnalysis {
  const found = BELIEF_ANALYSES.find((name) => name === text);
  if (found === undefined)
    throw usage(
      '--analyses',
      JSON.stringify(text),
      `all, none, or one or more of ${BELIEF_ANALYSES.join(', ')}`,
    );
  return found;
}

function analysesOf(args: Arguments): readonly BeliefAnalysis[] {
  const text = args.text('analyses');
  if (text === 'all') return BELIEF_ANALYSES;
  return text === 'none' ? [] : listOf(args, 'analyses', DEFAULT_BELIEFS.analyses, analysisIn);
}

const MOST_DRAWS = 1_000_000;

function drawsOf(args: Arguments): BeliefPlan['settings']['draws'] {
  const { draws } = DEFAULT_BELIEFS;
  const cases = wholeNumber(args, 'bootstrap', draws.cases, 1, MOST_DRAWS);
  return {
    ...draws,
    cases,
    curves: cases,
    outcome: cases,
    outcomeNull: wholeNumber(args, 'simulations', draws.outcomeNull, 0, MOST_DRAWS),
    refits: wholeNumber(args, 'refits', draws.refits, 0, MOST_REFITS),
  };
}

function scoresOf(args: Arguments): AgentScores {
  const { scores, faults } = readScores(args.texts('score'));
  if (faults.length > 0) throw new UsageError(faults.map((fault) => `--score: ${fault}`));
  return scores;
}

/** Settings that need no data, read before any of it: misuse is said at once. */
const settingsOf = (args: Arguments) => ({
  ...DEFAULT_BELIEFS,
  analyses: analysesOf(args),
  draws: drawsOf(args),
  scores: scoresOf(args),
  coherence: thresholdsOf(args),
  kind: oneOf(args, 'model', BELIEF_KINDS, 'linear'),
  estimator: estimatorOf(args),
  clip: clipOf(args),
  missing: oneOf(args, 'missing', MISSING_RULES, 'complete'),
  seed: seedOf(args),
  engine: engineChoice(args),
});
export type FlagSettings = ReturnType<typeof settingsOf>;

/** Throws for an engine that full Bayes does not have. */
export function readFlags(args: Arguments): FlagSettings {
  const settings = settingsOf(args);
  if (settings.engine === 'gpu' && args.text('estimator') === 'hmc')
    throw new Error(
      'posteriors of belief models are drawn on the CPU; --engine gpu is not to be had for them',
    );
  return settings;
}

/** What runs where, said before a run. */
export const engineNotes = ({ engine }: BeliefPlan): readonly string[] =>
  engine === 'gpu'
    ? ['Fits search on the GPU and end on the CPU, in f64; what reads them or judges them runs on the CPU.']
    : [];

export async function planBeliefs(
  args: Arguments,
  { seed, engine, ...settings }: FlagSettings,
  inputs: BeliefInputs,
): Promise<BeliefPlan> {
  const file = args.text('splits');
  const splits = file === undefined ? seededSplits(inputs.cells, seed) : await givenSplits(file, inputs);
  return {
    instrument: 'beliefs',
    analysis: 'beliefs',
    title: inputs.cells.map(cellName).join('; '),
    datasets: [inputs.hash],
    settings: { ...settings, splits, given: file !== undefined },
    seed,
    engine,
  };
}
