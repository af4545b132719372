// The report of full Bayes for beliefs: a pure fold of the chains' chunks, cell by cell.
import type { Chunk } from '../../../engine/types.ts';
import type { ResponseTable } from '../../../formats/response-table.ts';
import type { TaskState } from '../../../jobs/run.ts';
import { selectCases } from '../../../models/beliefs/cell.ts';
import { beliefModel } from '../../../models/beliefs/model.ts';
import type { Diagnostic } from '../../../statistics/diagnostic.ts';
import type { Draws } from '../../../statistics/draws.ts';
import { summariseDraws, type SummaryRow } from '../../../statistics/summarise.ts';
import { convergenceOf, nestedConvergence } from '../../seu/convergence.ts';
import { samplerDiagnostics } from '../../seu/diagnostics.ts';
import { chunksOfFit, failuresOf, samplerReport, superchainsOf } from '../../seu/fit-chunks.ts';
import type { FitReport, SamplerReport } from '../../seu/report.ts';
import { promptRow } from '../analyses/rows.ts';
import { limitsOf } from '../limits.ts';
import { cellName } from '../plan.ts';
import { plannedBeliefs, type PlannedBeliefs } from '../planned.ts';
import type { PromptRow } from '../report-types/scores.ts';
import { retentionOf, type Retention } from '../retention.ts';
import { posteriorDraws } from './draws.ts';
import { parsePosteriorKey, posteriorModel, trainingAnswers, type PosteriorPlan } from './plan.ts';
import { posteriorScores, type PosteriorScores } from './scores.ts';
import {
  differencesOf,
  thresholdsOf,
  type PosteriorDifference,
  type PosteriorThreshold,
} from './thresholds.ts';

export interface PosteriorEstimates {
  /** Parameters, thresholds, log_lik and lp__, each with R-hat and effective sizes. */
  readonly summary: readonly SummaryRow[];
  /** Empty of models whose thresholds are not sigmoid(−α/β). */
  readonly thresholds: readonly PosteriorThreshold[];
  /** Between framings, on the logit scale. */
  readonly differences: readonly PosteriorDifference[];
  readonly scores: PosteriorScores | null;
  readonly diagnostics: readonly Diagnostic[];
  readonly sampler: SamplerReport;
  readonly draws: Draws;
  readonly statistics: Draws;
}

export interface PosteriorCellReport {
  /** Number of the cell in the plan. */
  readonly index: number;
  readonly name: string;
  readonly agent: string;
  readonly domain: string;
  readonly cases: { readonly train: number; readonly test: number };
  readonly retention: Retention;
  readonly prompts: readonly PromptRow[];
  /** Null where the cell cannot be fitted, or has no draws yet. */
  readonly estimates: PosteriorEstimates | null;
  /** What cannot be estimated and why, in sentences. */
  readonly limits: readonly string[];
  readonly failures: FitReport['failures'];
}

/** A cell is judged by what people read of it: slopes, thresholds, φ, and the log densities. */
export const isOfInterest = (variable: string): boolean =>
  /^(phi|log_lik|lp__)$|\.(phi|beta|threshold)$/.test(variable);

/** What the chunks of one cell's chains say; null before every chain has a draw. */
export function estimatesOf(
  { settings }: PosteriorPlan,
  planned: PlannedBeliefs,
  chunks: readonly Chunk[],
): PosteriorEstimates | null {
  const own = chunksOfFit(chunks, chainOf(planned.index));
  const train = trainingAnswers(planned);
  const folded = posteriorDraws(posteriorModel(settings), train, own.chains);
  if (folded === null) return null;
  const { draws, statistics } = folded;
  const model = beliefModel(settings.kind, planned.fitted.outputs);
  const summary = summariseDraws(draws);
  const thresholds = thresholdsOf(model, summary, train);
  const differences = differencesOf(thresholds, draws);
  const sampler = samplerReport(settings.sampler, own, statistics);
  const test = selectCases(planned.fitted, planned.rows.test);
  return {
    summary,
    thresholds,
    differences,
    scores: posteriorScores(model, test, folded, settings.scored, settings.clip),
    diagnostics: [
      ...convergenceOf(summary, isOfInterest),
      ...convergenceOf(differences, () => true),
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

/** Reports of every cell so far, in the plan's order; `estimates` may keep those of cells that have not grown. */
export const posteriorReport = (
  plan: PosteriorPlan,
  tables: ReadonlyMap<string, ResponseTable>,
  chunks: readonly Chunk[],
  states: readonly TaskState[],
  estimates: typeof estimatesOf = estimatesOf,
): readonly PosteriorCellReport[] =>
  plannedBeliefs(plan, tables).map((planned) => {
    const { cell, fitted, rows, obstacle, index } = planned;
    const limits = limitsOf(cell, fitted, rows, plan.settings);
    return {
      index,
      name: cellName(cell),
      agent: cell.agent,
      domain: cell.domain,
      cases: { train: rows.train.length, test: rows.test.length },
      retention: retentionOf(cell),
      prompts: fitted.outputs.map(promptRow),
      estimates: obstacle === null ? estimates(plan, planned, chunks) : null,
      limits: obstacle === null ? limits : [obstacle, ...limits],
      failures: failuresOf(states, chainOf(index)),
    };
  });
