// Prior sensitivity: every condition again under priors of α that are lower, higher and wider.
import type { Dataset } from '../../../formats/dataset.ts';
import type { LognormalPrior, SeuModel } from '../../../models/seu/presets.ts';
import { SIGN_SEEN } from '../../../statistics/detectable-slope.ts';
import { intervalOf } from '../../../statistics/interval.ts';
import { mcseQuantile } from '../../../statistics/monte-carlo-error.ts';
import { mean, sd } from '../../../statistics/moments.ts';
import { probabilityNegative } from '../../../statistics/regression.ts';
import type { PlannedRefit } from '../check/refits.ts';
import type { FitPlan } from '../plan.ts';
import type { CellReport } from '../report.ts';

export type SweepPrior = 'baseline' | 'down' | 'up' | 'wide';

export const SWEEP_PRIORS: readonly SweepPrior[] = ['baseline', 'down', 'up', 'wide'];

const SHIFT = 0.5;
const WIDER = 0.5;

/** Half a unit down or up on the log scale, or half a unit wider: (3, 0.75) becomes (2.5, 0.75), (3.5, 0.75), (3, 1.25). */
export function sweptPrior({ mu, sigma }: LognormalPrior, prior: SweepPrior): LognormalPrior {
  switch (prior) {
    case 'baseline':
      return { mu, sigma };
    case 'down':
      return { mu: mu - SHIFT, sigma };
    case 'up':
      return { mu: mu + SHIFT, sigma };
    case 'wide':
      return { mu, sigma: sigma + WIDER };
  }
}

const withAlphaPrior = (model: SeuModel, alpha: LognormalPrior): SeuModel => ({
  ...model,
  priors: { ...model.priors, alpha },
});

/** The conditions of a plan under one prior. Data stay as they are. */
export function sweepPlan(
  plan: FitPlan,
  datasets: ReadonlyMap<string, Dataset>,
  prior: SweepPrior,
): PlannedRefit {
  const conditions = plan.settings.conditions.map((condition) => ({
    ...condition,
    label: prior === 'baseline' ? condition.label : `${condition.label}, prior ${prior}`,
    model: withAlphaPrior(condition.model, sweptPrior(condition.model.priors.alpha, prior)),
  }));
  return { plan: { ...plan, settings: { ...plan.settings, conditions } }, datasets };
}

export interface SweepRow {
  readonly cell: string;
  readonly prior: SweepPrior;
  readonly slope_median: number;
  /** Monte Carlo standard error of the median. */
  readonly mcse_median: number | null;
  readonly slope_mean: number;
  readonly slope_sd: number;
  readonly slope_q5: number;
  readonly slope_q95: number;
  readonly p_slope_negative: number;
}

export function sweepRow(prior: SweepPrior, cell: CellReport): SweepRow {
  const { draws } = cell.slope;
  const { median, q5, q95 } = intervalOf(draws);
  const { chains } = cell.conditions[0].report.draws;
  return {
    cell: cell.cell,
    prior,
    slope_median: median,
    mcse_median: draws.length % chains === 0 ? mcseQuantile(draws, chains, 0.5) : null,
    slope_mean: mean(draws),
    slope_sd: sd(draws),
    slope_q5: q5,
    slope_q95: q95,
    p_slope_negative: probabilityNegative(draws),
  };
}

export interface SweepFinding {
  readonly cell: string;
  /** Whether all priors agree on the sign of the median slope, and on whether it is seen (P ≥ .95 or ≤ .05). */
  readonly sign_stable: boolean;
  readonly reading_stable: boolean;
  readonly p_range: readonly [number, number];
}

const reading = ({ p_slope_negative: p }: SweepRow): number =>
  p >= SIGN_SEEN ? -1 : p <= 1 - SIGN_SEEN ? 1 : 0;

/** One finding per cell, in the order of the rows. */
export function sweepFindings(rows: readonly SweepRow[]): readonly SweepFinding[] {
  return [...new Set(rows.map(({ cell }) => cell))].map((cell) => {
    const own = rows.filter((row) => row.cell === cell);
    const p = own.map(({ p_slope_negative }) => p_slope_negative);
    return {
      cell,
      sign_stable: new Set(own.map(({ slope_median }) => Math.sign(slope_median))).size === 1,
      reading_stable: new Set(own.map(reading)).size === 1,
      p_range: [Math.min(...p), Math.max(...p)],
    };
  });
}
