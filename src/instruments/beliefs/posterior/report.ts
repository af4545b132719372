// The report of full Bayes for beliefs: a pure fold of the chains' chunks, cell by cell.
import type { Chunk } from '../../../engine/types.ts';
import type { ResponseTable } from '../../../formats/response-table.ts';
import type { TaskState } from '../../../jobs/run.ts';
import { selectCases } from '../../../models/beliefs/cell.ts';
import { beliefModel, type BeliefModel } from '../../../models/beliefs/model.ts';
import type { Diagnostic } from '../../../statistics/diagnostic.ts';
import type { Draws } from '../../../statistics/draws.ts';
import { summariseDraws, type SummaryRow } from '../../../statistics/summarise.ts';
import { convergenceOf, nestedConvergence } from '../../seu/convergence.ts';
import { samplerDiagnostics } from '../../seu/diagnostics.ts';
import { chunksOfFit, failuresOf, samplerReport, superchainsOf } from '../../seu/fit-chunks.ts';
import type { FitReport, SamplerReport } from '../../seu/report.ts';
import { limitsOf } from '../limits.ts';
import { cellName } from '../plan.ts';
import { plannedBeliefs, type PlannedBeliefs } from '../planned.ts';
import { posteriorDraws } from './draws.ts';
import { parsePosteriorKey, posteriorModel, trainingAnswers, type PosteriorPlan } from './plan.ts';
import { posteriorScores, type PosteriorScores } from './scores.ts';

/** A decision's implied threshold over draws, beside its instruction's. */
export interface PosteriorThreshold extends SummaryRow {
  readonly prompt: string;
  readonly framing: string;
  /** Null without an instruction. */
  readonly nominal: number | null;
}

export interface PosteriorEstimates {
  /** Parameters, thresholds, log_lik and lp__, each with R-hat and effective sizes. */
  readonly summary: readonly SummaryRow[];
  /** Empty of models whose thresholds are not sigmoid(−α/β). */
  readonly thresholds: readonly PosteriorThreshold[];
  readonly scores: PosteriorScores | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly sampler: SamplerReport;
  readonly draws: Draws;
  readonly statistics: Draws;
}

export interface PosteriorCellReport {
  readonly name: string;
  readonly agent: string;
  readonly domain: string;
  readonly cases: { readonly train: number; readonly test: number };
  /** Null where the cell cannot be fitted, or has no draws yet. */
  readonly estimates: PosteriorEstimates | null;
  /** What cannot be estimated and why, in sentences. */
  readonly limits: readonly string[];
  readonly failures: FitReport['failures'];
}

/** A cell is judged by what people read of it: slopes, thresholds, φ, and the log densities. */
const isOfInterest = (variable: string): boolean =>
  /^(phi|log_lik|lp__)$|\.(phi|beta|threshold)$/.test(variable);

function thresholdsOf(
  { outputs }: BeliefModel,
  summary: readonly SummaryRow[],
): readonly PosteriorThreshold[] {
  const rows = new Map(summary.map((row) => [row.variable, row]));
  return outputs.flatMap((output) => {
    const row = rows.get(`${output.prompt}.threshold`);
    if (output.family !== 'decision' || row === undefined) return [];
    return [{ ...row, prompt: output.prompt, framing: output.framing, nominal: output.threshold }];
  });
}

function estimatesOf(
  { settings }: PosteriorPlan,
  planned: PlannedBeliefs,
  chunks: readonly Chunk[],
): PosteriorEstimates | null {
  const own = chunksOfFit(chunks, chainOf(planned.index));
  const folded = posteriorDraws(posteriorModel(settings), trainingAnswers(planned), own.chains);
  if (folded === null) return null;
  const { draws, statistics } = folded;
  const model = beliefModel(settings.kind, planned.fitted.outputs);
  const summary = summariseDraws(draws);
  const sampler = samplerReport(settings.sampler, own, statistics);
  const test = selectCases(planned.fitted, planned.rows.test);
  return {
    summary,
    thresholds: thresholdsOf(model, summary),
    scores: posteriorScores(model, test, folded, settings.scored, settings.clip),
    diagnostics: [
      ...convergenceOf(summary, isOfInterest),
      ...nestedConvergence(draws, superchainsOf(settings.sampler, draws.chains), isOfInterest),
      ...samplerDiagnostics(sampler, draws.iterations * draws.chains),
    ],
    sampler,
    draws,
    statistics,
  };
}

/** Tasks of one cell. */
const chainOf =
  (index: number) =>
  (taskKey: string): number | null | undefined => {
    const { cell, chain } = parsePosteriorKey(taskKey);
    return cell === index ? chain : undefined;
  };

/** Reports of every cell so far, in the plan's order. */
export const posteriorReport = (
  plan: PosteriorPlan,
  tables: ReadonlyMap<string, ResponseTable>,
  chunks: readonly Chunk[],
  states: readonly TaskState[],
): readonly PosteriorCellReport[] =>
  plannedBeliefs(plan, tables).map((planned) => {
    const { cell, fitted, rows, obstacle, index } = planned;
    const limits = limitsOf(cell, fitted, rows, plan.settings);
    return {
      name: cellName(cell),
      agent: cell.agent,
      domain: cell.domain,
      cases: { train: rows.train.length, test: rows.test.length },
      estimates: obstacle === null ? estimatesOf(plan, planned, chunks) : null,
      limits: obstacle === null ? limits : [obstacle, ...limits],
      failures: failuresOf(states, chainOf(index)),
    };
  });
