// One fit of a cell as a row: parameters, how the search ended, and what the fit predicts of held-out cases.
import { selectCases, type BeliefCell } from '../../models/beliefs/cell.ts';
import { beliefLikelihood, patternWeights } from '../../models/beliefs/likelihood.ts';
import {
  beliefReader,
  predictAnswers,
  summarisePosterior,
  type BeliefReader,
} from '../../models/beliefs/posterior.ts';
import {
  answersTo,
  decisionOutputs,
  predictTargets,
  probabilityOutputs,
  reportOutputs,
} from '../../models/beliefs/predict.ts';
import { concordance } from '../../statistics/beliefs/concordance.ts';
import type { InSteps } from '../in-steps.ts';
import type { Asking } from './asking.ts';
import { drawnRows, type CellStream } from './drawn-rows.ts';
import {
  FIT_STOPS,
  fitBeliefsAsking,
  likelihoodGapAsking,
  type BeliefFit,
  type BeliefFitSettings,
} from './fit.ts';
import { estimatorOf, kindOf, predicts, type BeliefRows, type BeliefWork, type FittedPart } from './parts.ts';
import { thresholdErrors } from './threshold-errors.ts';

export interface FitJob {
  readonly cell: BeliefCell;
  readonly rows: BeliefRows;
  readonly settings: BeliefWork;
  readonly part: FittedPart;
  readonly stream: CellStream;
  /** Whether its searches ask before they end in f64. */
  readonly rough: boolean;
}

/** Values of a row by column. */
export type NamedRow = Readonly<Record<string, ArrayLike<number>>>;

function settingsOf({ part, settings, stream, rough }: FitJob, index: number): BeliefFitSettings {
  return {
    kind: kindOf(part, settings),
    estimator: estimatorOf(part, settings),
    clip: part === 'clips' ? settings.clips[index] : settings.clip,
    seed: stream.seed,
    rough,
    ...(part === 'plane' ? { starts: 1, firstStart: index } : {}),
  };
}

/** `refits` draw their training cases anew. */
const rowsOf = ({ part, rows, stream }: FitJob, index: number): BeliefRows =>
  part === 'refits' ? { ...rows, train: drawnRows(rows.train, stream, index) } : rows;

function logLikelihood(fit: BeliefFit, cell: BeliefCell, rows: readonly number[], clip: number): number {
  if (rows.length === 0) return NaN;
  const likelihood = beliefLikelihood(fit.model, selectCases(cell, rows), { clip });
  return likelihood.evaluate(fit.theta, patternWeights(likelihood), null);
}

const endingOf = (fit: BeliefFit): NamedRow => ({
  theta: fit.theta,
  iterations: [fit.iterations],
  best_epoch: [fit.bestEpoch ?? NaN],
  stop: [FIT_STOPS.indexOf(fit.stop)],
  gradient_norm: [fit.gradientNorm],
  remaining: [fit.remaining ?? NaN],
  train: [fit.logLikelihood.train],
  validation: [fit.logLikelihood.validation ?? NaN],
});

/** Predictions of every output from the outputs that `observed` gives for it, output after output. */
function* predictions(
  reader: BeliefReader,
  cell: BeliefCell,
  observed: (output: number) => readonly number[],
): InSteps<Float64Array> {
  const all = new Float64Array(cell.cases.length * cell.outputs.length);
  for (let j = 0; j < cell.outputs.length; j++) {
    all.set(predictTargets(reader, cell, observed(j), [j])[0], j * cell.cases.length);
    yield;
  }
  return all;
}

const othersThan =
  ({ outputs }: BeliefCell) =>
  (output: number): number[] =>
    [...outputs.keys()].filter((j) => j !== output);

/** The group that an output is predicted from: reports for decisions, decisions for reports. */
const otherGroup =
  (cell: BeliefCell) =>
  (output: number): number[] =>
    cell.outputs[output].family === 'decision' ? reportOutputs(cell) : decisionOutputs(cell);

/** 1 where the other outputs order an output's training answers without a single error. */
function* separated({ model }: BeliefFit, reader: BeliefReader, train: BeliefCell): InSteps<Float64Array> {
  const flags = new Float64Array(model.scores.length);
  for (const [k, { output }] of model.scores.entries()) {
    const [predicted] = predictTargets(reader, train, othersThan(train)(output), [output]);
    const answers = answersTo(train, output);
    const known = [...answers.keys()].filter((i) => !Number.isNaN(answers[i]));
    const order = concordance(
      Float64Array.from(known, (i) => answers[i]),
      Float64Array.from(known, (i) => predicted[i]),
    );
    flags[k] = order === 1 ? 1 : 0;
    yield;
  }
  return flags;
}

/** What the main fit says beyond its predictions. */
function* mainColumns(job: FitJob, fit: BeliefFit, own: BeliefFitSettings): Asking<NamedRow> {
  const { cell, rows, settings } = job;
  const test = selectCases(cell, rows.test);
  const reader = beliefReader(fit.model, fit.theta, { clip: settings.clip });
  const everything = reader.posterior(test, [...cell.outputs.keys()]);
  const stated = reader.posterior(test, probabilityOutputs(cell));
  const report = new Float64Array(test.cases.length * cell.outputs.length);
  cell.outputs.forEach((_, j) => report.set(predictAnswers(reader, stated, j), j * test.cases.length));
  yield;
  const gap = yield* likelihoodGapAsking(cell, rows, fit, own);
  const errors =
    fit.model.kind === 'linear'
      ? yield* thresholdErrors(fit, cell, rows.train, settings.clip)
      : new Float64Array(decisionOutputs(cell).length).fill(NaN);
  return {
    gap: [gap],
    report,
    belief: summarisePosterior(fit.model, everything).mean,
    threshold_error: errors,
    separated: yield* separated(fit, reader, selectCases(cell, rows.train)),
  };
}

/** Row `index` of a fitted part: a start of `plane`, a clip of `clips`, a draw of `refits`; other parts have one. */
export function* fitRow(job: FitJob, index: number): Asking<NamedRow> {
  const { cell, part } = job;
  const rows = rowsOf(job, index);
  const own = settingsOf(job, index);
  const fit = yield* fitBeliefsAsking(cell, rows, own);
  const base: NamedRow = {
    ...endingOf(fit),
    test: [logLikelihood(fit, cell, rows.test, own.clip!)],
  };
  if (!predicts(part)) return base;
  const test = selectCases(cell, rows.test);
  const reader = beliefReader(fit.model, fit.theta, { clip: own.clip });
  const predicted: NamedRow = {
    ...base,
    cross: yield* predictions(reader, test, otherGroup(test)),
    single: yield* predictions(reader, test, othersThan(test)),
  };
  return part === 'fit' ? { ...predicted, ...(yield* mainColumns(job, fit, own)) } : predicted;
}
