// The report of a cell: what was kept, how the fit ended, thresholds beside instructions, and held-out scores.
import {
  completeCases,
  selectCases,
  selectOutputs,
  type BeliefCell,
  type BeliefOutput,
} from '../../models/beliefs/cell.ts';
import { beliefLikelihood, patternWeights } from '../../models/beliefs/likelihood.ts';
import type { BeliefKind } from '../../models/beliefs/model.ts';
import { beliefReader } from '../../models/beliefs/posterior.ts';
import { thetaBlocks, type BeliefTheta } from '../../models/beliefs/theta.ts';
import { decisionThresholds, type DecisionThreshold } from '../../models/beliefs/thresholds.ts';
import type { Diagnostic } from '../../statistics/diagnostic.ts';
import type { GroupScore, TargetScore } from '../../statistics/beliefs/scores.ts';
import { fitDiagnostics } from './diagnostics.ts';
import { fitBeliefs, likelihoodGap, type BeliefFit, type BeliefFitSettings } from './fit.ts';
import { outputFacts, type OutputFacts } from './flags.ts';
import { decisionOutputs, reportOutputs, scoreHoldout, scoreSingleOutputs } from './holdout.ts';
import type { BeliefSettings, MissingRule } from './plan.ts';
import { retentionOf, type Retention } from './retention.ts';
import { splitRows, type Part } from './splits.ts';

/** A decision's implied threshold and what may spoil it. */
export interface ReportedThreshold extends DecisionThreshold {
  /** Share of answers 1 among the training cases. */
  readonly rate: number;
  /** Why the threshold means nothing; null where it does. */
  readonly caution: string | null;
}

export interface NamedTarget extends TargetScore {
  readonly prompt: string;
}
export interface NamedScore extends Omit<GroupScore, 'targets'> {
  readonly targets: readonly NamedTarget[];
}

export type ScoreName = 'reports_to_decisions' | 'decisions_to_reports' | 'single_output';

/** What a fit of one cell found. */
export interface CellEstimates {
  readonly fit: Pick<BeliefFit, 'iterations' | 'bestEpoch' | 'stop' | 'gradientNorm' | 'remaining'>;
  /** Nats that the training log likelihood is below its maximum. */
  readonly gap: number;
  readonly theta: BeliefTheta;
  /** Null of a part without cases. */
  readonly logLikelihood: Readonly<Record<Part, number | null>>;
  readonly outputs: readonly OutputFacts[];
  readonly diagnostics: readonly Diagnostic[];
  /** Null of a model whose thresholds are not sigmoid(−α/β). */
  readonly thresholds: readonly ReportedThreshold[] | null;
  /** Of the test cases; null where observed outputs, targets or cases are wanting. */
  readonly scores: Readonly<Record<ScoreName, NamedScore | null>>;
}

export interface BeliefCellReport {
  readonly retention: Retention;
  /** Cases by part that the rule on missing answers keeps. */
  readonly cases: Readonly<Record<Part, number>>;
  readonly prompts: readonly string[];
  /** Null where the cell cannot be fitted. */
  readonly estimates: CellEstimates | null;
  /** What cannot be estimated and why, in sentences. */
  readonly limits: readonly string[];
}

/** Equation 1 shares α and β among instructed decisions: one without an instruction has no place in it. */
const belongs = (kind: BeliefKind, output: BeliefOutput): boolean =>
  kind !== 'shared' || output.family !== 'decision' || output.threshold !== null;

/** The cell with the outputs that a model of `kind` takes. */
export const cellFor = (kind: BeliefKind, cell: BeliefCell): BeliefCell =>
  selectOutputs(cell, (output) => belongs(kind, output));

function logLikelihoodOf(
  fit: BeliefFit,
  cell: BeliefCell,
  rows: readonly number[],
  clip: number,
): number | null {
  if (rows.length === 0) return null;
  const likelihood = beliefLikelihood(fit.model, selectCases(cell, rows), { clip });
  return likelihood.evaluate(fit.theta, patternWeights(likelihood), null);
}

function cautionOf({ constant, weak }: OutputFacts): string | null {
  if (constant) return 'the decision never varies';
  return weak ? 'the slope is near 0' : null;
}

function thresholdsOf(fit: BeliefFit, facts: readonly OutputFacts[]): ReportedThreshold[] | null {
  if (fit.model.kind !== 'linear') return null;
  return decisionThresholds(fit.model, fit.theta).map((threshold) => {
    const own = facts.find(({ prompt }) => prompt === threshold.prompt)!;
    const [, accepted] = own.counts;
    const answers = own.counts.reduce((sum, count) => sum + count, 0);
    return { ...threshold, rate: accepted / answers, caution: cautionOf(own) };
  });
}

const named = (score: GroupScore, cell: BeliefCell, targets: readonly number[]): NamedScore => ({
  ...score,
  targets: score.targets.map((target, k) => ({ prompt: cell.outputs[targets[k]].prompt, ...target })),
});

function scoresOf(fit: BeliefFit, test: BeliefCell, clip: number): CellEstimates['scores'] {
  const reader = beliefReader(fit.model, fit.theta, { clip });
  const reports = reportOutputs(test);
  const decisions = decisionOutputs(test);
  const all = test.outputs.map((_, j) => j);
  const tested = test.cases.length > 0;
  const both = tested && reports.length > 0 && decisions.length > 0;
  return {
    reports_to_decisions: both
      ? named(scoreHoldout(reader, test, reports, decisions), test, decisions)
      : null,
    decisions_to_reports: both ? named(scoreHoldout(reader, test, decisions, reports), test, reports) : null,
    single_output: tested && all.length > 1 ? named(scoreSingleOutputs(reader, test), test, all) : null,
  };
}

type PartRows = ReturnType<typeof splitRows>;

function estimate(cell: BeliefCell, rows: PartRows, settings: BeliefSettings, seed: number): CellEstimates {
  const { kind, estimator, clip } = settings;
  const own: BeliefFitSettings = { kind, estimator, clip, seed };
  const fit = fitBeliefs(cell, rows, own);
  const gap = likelihoodGap(cell, rows, fit, own);
  const facts = outputFacts(fit, cell, rows.train);
  const { iterations, bestEpoch, stop, gradientNorm, remaining } = fit;
  return {
    fit: { iterations, bestEpoch, stop, gradientNorm, remaining },
    gap,
    theta: thetaBlocks(fit.model.layout, fit.theta),
    logLikelihood: {
      train: fit.logLikelihood.train,
      validation: logLikelihoodOf(fit, cell, rows.validation, clip),
      test: logLikelihoodOf(fit, cell, rows.test, clip),
    },
    outputs: facts,
    diagnostics: fitDiagnostics(fit, facts, gap),
    thresholds: thresholdsOf(fit, facts),
    scores: scoresOf(fit, selectCases(cell, rows.test), clip),
  };
}

const keptBy = (missing: MissingRule): string =>
  missing === 'complete' ? 'has an answer to every prompt' : 'has an answer';

/** Why a cell cannot be fitted, or null. */
function obstacleOf(
  cell: BeliefCell,
  rows: PartRows,
  { kind, estimator, missing }: BeliefSettings,
): string | null {
  if (cell.outputs.length === 0) return `No fit: no prompt has a place in a ${kind} model.`;
  if (rows.train.length === 0) return `No fit: no training case ${keptBy(missing)}.`;
  if (estimator === 'adam' && rows.validation.length === 0)
    return `No fit: early stopping needs validation cases, and none ${keptBy(missing)}.`;
  return null;
}

function limitsOf(
  cell: BeliefCell,
  fitted: BeliefCell,
  rows: PartRows,
  { missing }: BeliefSettings,
): string[] {
  const left = cell.outputs.filter((output) => !fitted.outputs.includes(output)).map(({ prompt }) => prompt);
  const has = (family: BeliefOutput['family']): boolean =>
    fitted.outputs.some((output) => output.family === family);
  return [
    left.length > 0 ? `Without an instruction, so left out of the shared model: ${left.join(', ')}.` : '',
    has('probability')
      ? ''
      : 'No prompt asks for a probability: the belief has an order but no scale, so thresholds are not probabilities.',
    has('decision')
      ? ''
      : 'No prompt asks for a decision: no thresholds, and nothing to predict from reports.',
    has('probability') || has('ordinal')
      ? ''
      : 'No prompt asks for a report: decisions have nothing to predict.',
    fitted.outputs.length > 1 ? '' : 'One prompt alone: it has no others to be predicted from.',
    rows.test.length > 0 ? '' : `No test case ${keptBy(missing)}: no held-out scores.`,
  ].filter((sentence) => sentence !== '');
}

/** What is known of a cell before its fit. */
function unfitted(cell: BeliefCell, rows: PartRows, settings: BeliefSettings): BeliefCellReport {
  const fitted = cellFor(settings.kind, cell);
  return {
    retention: retentionOf(cell),
    cases: { train: rows.train.length, validation: rows.validation.length, test: rows.test.length },
    prompts: fitted.outputs.map(({ prompt }) => prompt),
    estimates: null,
    limits: limitsOf(cell, fitted, rows, settings),
  };
}

/** Indices of the cases with an answer to any prompt. */
function answeredCases({ cases, outputs, responses }: BeliefCell): number[] {
  const J = outputs.length;
  return cases
    .map((_, i) => i)
    .filter((i) => responses.subarray(i * J, (i + 1) * J).some((value) => !Number.isNaN(value)));
}

const partRows = (cell: BeliefCell, { splits, missing }: BeliefSettings): PartRows =>
  splitRows(cell, splits[cell.domain], missing === 'complete' ? completeCases(cell) : answeredCases(cell));

/** The report of a cell whose fit failed. */
export const unfittedReport = (cell: BeliefCell, settings: BeliefSettings): BeliefCellReport =>
  unfitted(cell, partRows(cell, settings), settings);

/** Fits a cell and reports; the rule of complete answers goes by all of the cell's prompts. */
export function beliefCellReport(cell: BeliefCell, settings: BeliefSettings, seed: number): BeliefCellReport {
  const rows = partRows(cell, settings);
  const report = unfitted(cell, rows, settings);
  const fitted = cellFor(settings.kind, cell);
  const obstacle = obstacleOf(fitted, rows, settings);
  if (obstacle !== null) return { ...report, limits: [obstacle, ...report.limits] };
  return { ...report, estimates: estimate(fitted, rows, settings, seed) };
}
