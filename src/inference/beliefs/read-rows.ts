// Rows that read a fit at its parameters: resamples of its test cases, choice curves, and simulated agents.
import { randomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import { selectCases, type BeliefCell } from '../../models/beliefs/cell.ts';
import { beliefModel } from '../../models/beliefs/model.ts';
import { beliefReader, summarisePosterior, type BeliefReader } from '../../models/beliefs/posterior.ts';
import {
  answersTo,
  decisionOutputs,
  predictEach,
  predictTargets,
  probabilityOutputs,
  reportOutputs,
} from '../../models/beliefs/predict.ts';
import { posteriorNodes, simulateAnswers } from '../../models/beliefs/simulated-answers.ts';
import { caseDraw, type CaseDraw, type HeldOut } from '../../statistics/beliefs/case-draws.ts';
import { choiceCurve } from '../../statistics/beliefs/choice-curve.ts';
import {
  outcomeSufficiency,
  sufficiencyDraw,
  type OutcomeStudy,
} from '../../statistics/beliefs/outcome-sufficiency.ts';
import { prefixDraws, type PrefixDesign, type PrefixTarget } from '../../statistics/beliefs/prefixes.ts';
import { outcomeCurve } from '../../statistics/beliefs/outcome-curve.ts';
import { REPORT_CHECKS, type PredictiveCheck } from '../../statistics/beliefs/predictive.ts';
import { CURVE_POINTS } from './columns.ts';
import type { NamedRow } from './fit-rows.ts';
import type { BeliefPart, BeliefRows, BeliefWork, FittedPart, JudgedPart } from './parts.ts';
import { outputChecks } from './predictive-checks.ts';

export type ReadPart = Exclude<BeliefPart, FittedPart | JudgedPart>;

export interface ReadJob {
  readonly cell: BeliefCell;
  /** The test rows have an answer to every prompt; those of outcome sufficiency a known outcome too. */
  readonly rows: BeliefRows;
  readonly settings: BeliefWork;
  /** Natural parameters of the plan's model. */
  readonly theta: Float64Array;
  readonly stream: { readonly seed: number; readonly task: number };
}

interface Read {
  readonly test: BeliefCell;
  readonly reader: BeliefReader;
}

function readOf({ cell, rows, settings, theta }: ReadJob): Read {
  const model = beliefModel(settings.kind, cell.outputs);
  return { test: selectCases(cell, rows.test), reader: beliefReader(model, theta, { clip: settings.clip }) };
}

/** Predictions of the test cases in the groups of Figures 1, 4 and 9; targets of the last two are all but reports of p. */
function heldOutOf({ test, reader }: Read): HeldOut {
  const [reports, decisions, stated] = [reportOutputs(test), decisionOutputs(test), probabilityOutputs(test)];
  const each = predictEach(reader, test);
  const group = (observed: readonly number[], targets: readonly number[]) =>
    predictTargets(reader, test, observed, targets).map((predictions, k) => ({
      answers: answersTo(test, targets[k]),
      predictions,
    }));
  const targets = [...test.outputs.keys()].filter((j) => !stated.includes(j));
  const report = predictTargets(reader, test, stated, targets);
  return {
    decisions: group(reports, decisions),
    reports: group(decisions, reports),
    single: each.map((predictions, j) => ({ answers: answersTo(test, j), predictions })),
    paired: targets.map((j, k) => ({ answers: answersTo(test, j), others: each[j], report: report[k] })),
  };
}

const drawRow = ({ decisions, reports, single, others, report, ratio }: CaseDraw): NamedRow => ({
  reports_to_decisions_concordance: [decisions.concordance],
  reports_to_decisions_r2: [decisions.r2],
  decisions_to_reports_concordance: [reports.concordance],
  decisions_to_reports_r2: [reports.r2],
  single_concordance: [single.concordance],
  single_r2: [single.r2],
  others_concordance: [others.concordance],
  others_r2: [others.r2],
  report_concordance: [report.concordance],
  report_r2: [report.r2],
  ratio: [ratio],
});

const beliefsOf = ({ reader }: Read, cell: BeliefCell): Float64Array =>
  summarisePosterior(reader.model, reader.posterior(cell, [...cell.outputs.keys()])).mean;

/** A curve at the points of 0 … 1, those outside the beliefs' range NaN. */
function onGrid(grid: Float64Array, values: Float64Array): Float64Array {
  const all = new Float64Array(CURVE_POINTS).fill(NaN);
  grid.forEach((x, g) => (all[Math.round(x * (CURVE_POINTS - 1))] = values[g]));
  return all;
}

function curveRow(read: Read, beliefs: Float64Array, decision: number, resamples: number): NamedRow {
  const answers = answersTo(read.test, decisionOutputs(read.test)[decision]);
  const { bandwidth, grid, curve, lower, upper } = choiceCurve(beliefs, answers, {
    points: CURVE_POINTS,
    resamples,
  });
  return {
    bandwidth: [bandwidth],
    curve: onGrid(grid, curve),
    lower: onGrid(grid, lower),
    upper: onGrid(grid, upper),
  };
}

const studyOf = (read: Read, cell: BeliefCell, { prevalence }: BeliefWork): OutcomeStudy => ({
  beliefs: beliefsOf(read, cell),
  outcomes: cell.outcomes,
  decisions: decisionOutputs(cell).map((j) => answersTo(cell, j)),
  prevalence,
});

/**
 * Studies in which decisions say nothing of the outcome beyond the belief: a belief from each case's posterior, the
 * outcome and every answer from that belief, and the belief inferred anew from those answers.
 */
function simulatedStudies(read: Read, { settings, theta, stream }: ReadJob): (index: number) => OutcomeStudy {
  const { reader, test } = read;
  const { model } = reader;
  const posterior = reader.posterior(test, [...test.outputs.keys()]);
  const curve = outcomeCurve(studyOf(read, test, settings));
  const probability = model.grid.z.map(curve);
  const random = randomStream(stream.seed, stream.task, 0);
  return (index) => {
    random.seek(index, SITE.replicate);
    const nodes = posteriorNodes(posterior, random);
    const outcomes = Float64Array.from(nodes, (q) => (random.uniform() < probability[q] ? 1 : 0));
    const responses = simulateAnswers(model, theta, nodes, random);
    return studyOf(read, { ...test, outcomes, responses }, settings);
  };
}

/** Rows of a prefix cell: its cases are named once a prefix, those of a case next to each other. */
export function prefixDesign({ reader, test }: Read): PrefixDesign {
  const names = [...new Set(test.cases)];
  const targets = (observed: readonly number[], wanted: readonly number[]): PrefixTarget[] =>
    predictTargets(reader, test, observed, wanted).map((predictions, k) => ({
      answers: answersTo(test, wanted[k]),
      predictions,
    }));
  const [reports, decisions] = [reportOutputs(test), decisionOutputs(test)];
  return {
    cases: Int32Array.from(test.cases, (name) => names.indexOf(name)),
    decisions: targets(reports, decisions),
    reports: targets(decisions, reports),
  };
}

/** Checks of every output against replicates of the fitted model. */
function checksRow({ test, reader: { model } }: Read, { settings, theta, stream }: ReadJob): NamedRow {
  const width = REPORT_CHECKS.length;
  const found = outputChecks(test, () => ({ model, theta }), settings.replicates, stream.seed);
  const column = (value: (check: PredictiveCheck) => number): Float64Array => {
    const all = new Float64Array(test.outputs.length * width).fill(NaN);
    for (const { prompt, checks } of found) {
      const j = test.outputs.findIndex((output) => output.prompt === prompt);
      checks.forEach((check, k) => (all[j * width + k] = value(check)));
    }
    return all;
  };
  return {
    observed: column(({ observed }) => observed),
    mean: column(({ mean }) => mean),
    lower: column(({ ends }) => ends[0]),
    upper: column(({ ends }) => ends[1]),
    p: column(({ p }) => p),
  };
}

/** Row `index` of a part, as its columns; what all rows share is made once. */
export function readRows(job: ReadJob, part: ReadPart): (index: number) => NamedRow {
  const read = readOf(job);
  const { test } = read;
  switch (part) {
    case 'resamples': {
      const draw = caseDraw(heldOutOf(read), test.cases.length);
      return (index) => drawRow(draw(index));
    }
    case 'curves': {
      const beliefs = beliefsOf(read, test);
      return (index) => curveRow(read, beliefs, index, job.settings.curveResamples);
    }
    case 'outcome': {
      const draw = sufficiencyDraw(studyOf(read, test, job.settings));
      return (index) => {
        const { chosen, kept } = draw(index);
        return { chosen: [chosen], kept: [kept] };
      };
    }
    case 'outcome_null': {
      const simulate = simulatedStudies(read, job);
      return (index) => ({ mean: [outcomeSufficiency(simulate(index)).mean] });
    }
    case 'prefixes': {
      const { different } = prefixDraws(prefixDesign(read));
      return (index) => {
        const { pooled, within } = different(index);
        return {
          pooled_decisions: [pooled.decisions],
          pooled_reports: [pooled.reports],
          within_decisions: [within.decisions],
          within_reports: [within.reports],
        };
      };
    }
    case 'checks':
      return () => checksRow(read, job);
  }
}
