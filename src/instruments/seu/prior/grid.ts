// Calibration grids: priors of α to scan, the rates they imply, and the one nearest to a target.
import { priorGrid, type PriorGrid, type PriorPoint } from '../../../models/seu/prior-grid.ts';
import { linkPrior } from '../../../models/seu/prior-draws.ts';
import type { SeuData } from '../../../models/seu/data.ts';
import type { LognormalPrior, SeuModel } from '../../../models/seu/presets.ts';
import { summariseQuantity } from './summary.ts';

/** A line of a grid, with the names of its table; quantiles are those of the draws, as in the published grids. */
export interface GridRow {
  readonly mu: number;
  readonly sigma: number;
  readonly draws: number;
  readonly alpha_q5: number;
  readonly alpha_median: number;
  readonly alpha_q95: number;
  readonly rate_mean: number;
  readonly rate_sd: number;
  readonly rate_mcse: number;
  readonly rate_q5: number;
  readonly rate_median: number;
  readonly rate_q95: number;
}

export type GridText =
  | { readonly ok: true; readonly priors: readonly LognormalPrior[] }
  | { readonly ok: false; readonly fault: string };

export const GRID_FORM = 'mu=2,2.5,3;sigma=0.5,0.75,1';
/** More points than anyone reads. */
const MOST_POINTS = 1000;

const numbers = (text: string): readonly number[] | null => {
  const values = text.split(',').map((part) => (part.trim() === '' ? NaN : Number(part)));
  return values.every(Number.isFinite) ? values : null;
};

/** Every pair of the listed mu and sigma, mu slowest: `mu=2,3;sigma=0.75`. */
export function parseGrid(text: string): GridText {
  const match = /^\s*mu\s*=([^;=]*);\s*sigma\s*=([^;=]*)$/.exec(text);
  const mus = match && numbers(match[1]);
  const sigmas = match && numbers(match[2]);
  if (!mus || !sigmas) return { ok: false, fault: `${JSON.stringify(text)}; needed ${GRID_FORM}` };
  if (!sigmas.every((sigma) => sigma > 0))
    return { ok: false, fault: `sigma = ${sigmas.join(', ')}; needed positive numbers` };
  const count = mus.length * sigmas.length;
  if (count > MOST_POINTS) return { ok: false, fault: `${count} points; needed at most ${MOST_POINTS}` };
  return { ok: true, priors: mus.flatMap((mu) => sigmas.map((sigma) => ({ mu, sigma }))) };
}

/** Points that change α's prior alone: ω or κ keep theirs. */
export const alphaPoints = (model: SeuModel, priors: readonly LognormalPrior[]): readonly PriorPoint[] =>
  priors.map((alpha) => ({ alpha, link: linkPrior(model) }));

/** The table of a grid computed at `priors`. */
export const gridRows = (priors: readonly LognormalPrior[], grid: PriorGrid): readonly GridRow[] =>
  priors.map(({ mu, sigma }, p) => {
    const own = (values: Float64Array): Float64Array => values.subarray(p * grid.count, (p + 1) * grid.count);
    const alpha = summariseQuantity('alpha', own(grid.alpha));
    const rate = summariseQuantity('rate', own(grid.rate));
    return {
      mu,
      sigma,
      draws: grid.count,
      alpha_q5: alpha.q5,
      alpha_median: alpha.median,
      alpha_q95: alpha.q95,
      rate_mean: rate.mean,
      rate_sd: rate.sd,
      rate_mcse: rate.mcse_mean,
      rate_q5: rate.q5,
      rate_median: rate.median,
      rate_q95: rate.q95,
    };
  });

/** Scans `priors` of α with draws 0 … draws − 1 of `seed`, the same at every point. */
export const calibrationGrid = (
  model: SeuModel,
  data: SeuData,
  priors: readonly LognormalPrior[],
  seed: number,
  draws: number,
): readonly GridRow[] => gridRows(priors, priorGrid(model, data, alphaPoints(model, priors), seed, 0, draws));

/** The row whose mean rate is nearest to `target`; the first of equals. */
export const nearestRow = (rows: readonly GridRow[], target: number): GridRow =>
  rows.reduce((best, row) =>
    Math.abs(row.rate_mean - target) < Math.abs(best.rate_mean - target) ? row : best,
  );
