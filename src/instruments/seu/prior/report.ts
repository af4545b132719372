// The whole prior step of a study: prior predictive, calibration grid and suggestion, from settings and a seed.
import type { SeuContent } from '../../../formats/dataset.ts';
import type { LognormalPrior, SeuModel } from '../../../models/seu/presets.ts';
import { priorGrid, type PriorGrid } from '../../../models/seu/prior-grid.ts';
import { priorPredictive, type PriorPredictive } from '../../../models/seu/prior-predictive.ts';
import type { Diagnostic } from '../../../statistics/diagnostic.ts';
import { encodeSeu } from '../encode.ts';
import { alphaPoints, gridRows, nearestRow, type GridRow } from './grid.ts';
import { priorFindings, summarisePrior, type PriorSummaryRow } from './summary.ts';
import { suggestPrior, type Suggestion } from './suggest.ts';
import { describePrior, problemRows, type ProblemRow } from './views.ts';

export interface PriorSettings {
  readonly model: SeuModel;
  readonly draws: number;
  /** Priors of α to scan; none unless given. */
  readonly grid: readonly LognormalPrior[];
  /** Mean rate of SEU-maximal choices to aim at, or null. */
  readonly target: number | null;
}

export interface PriorReport {
  readonly predictive: PriorPredictive;
  /** mean(1 / N_m) over the menus that the model reads. */
  readonly chance: number;
  readonly summary: readonly PriorSummaryRow[];
  readonly problems: readonly ProblemRow[];
  readonly grid: readonly GridRow[];
  /** The row of the grid nearest to the target; null without a grid or a target. */
  readonly nearest: GridRow | null;
  /** For the model's own sigma; null without a target. */
  readonly suggestion: Suggestion | null;
  readonly finding: string;
  readonly findings: readonly Diagnostic[];
}

/** mu is then known to about .02. */
const SUGGESTION_DRAWS = 2000;

/** mean(1 / N_m) over the menus of the content that a model with this link reads. */
export function chanceRate({ uncertain, risky }: SeuContent, { link }: SeuModel): number {
  const menus = [...uncertain.menus, ...(link === 'none' || risky === null ? [] : risky.menus)];
  return menus.reduce((sum, menu) => sum + 1 / menu.length, 0) / menus.length;
}

/** What draws of the prior predictive amount to, wherever they were computed. */
export function predictiveReport(content: SeuContent, model: SeuModel, predictive: PriorPredictive) {
  const chance = chanceRate(content, model);
  return {
    predictive,
    chance,
    summary: summarisePrior(predictive),
    problems: problemRows(predictive, content.uncertain, content.risky),
    finding: describePrior(predictive, chance),
    findings: priorFindings(predictive, chance),
  };
}

/** What agents amount to who have chosen already, under the model's prior and at the points of the grid. */
export function reportOfDraws(
  content: SeuContent,
  { model, grid, target }: PriorSettings,
  seed: number,
  predictive: PriorPredictive,
  rates: PriorGrid | null,
): PriorReport {
  const rows = rates === null ? [] : gridRows(grid, rates);
  const draws = Math.min(predictive.count, SUGGESTION_DRAWS);
  const data = encodeSeu(content, model.link);
  return {
    ...predictiveReport(content, model, predictive),
    grid: rows,
    nearest: rows.length > 0 && target !== null ? nearestRow(rows, target) : null,
    suggestion:
      target === null ? null : suggestPrior(model, data, target, model.priors.alpha.sigma, seed, draws),
  };
}

/** Everything at once; choices in `content` are not read. */
export function priorReport(content: SeuContent, settings: PriorSettings, seed: number): PriorReport {
  const { model, draws, grid } = settings;
  const data = encodeSeu(content, model.link);
  const rates = grid.length === 0 ? null : priorGrid(model, data, alphaPoints(model, grid), seed, 0, draws);
  return reportOfDraws(content, settings, seed, priorPredictive(model, data, seed, 0, draws), rates);
}
