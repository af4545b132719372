// What a hierarchical fit says: plain tables and diagnostics, the same for page and command line.
import type { HierarchicalModel, NormalPrior } from '../../../models/hierarchical/presets.ts';
import type { FitReport } from '../report.ts';
import type { HierarchicalCell } from './plan.ts';

/** How well one observed choice is expected: posterior means of its log probability and its probability. */
export interface CellChoiceFit {
  readonly cell: string;
  /** 1-based within the cell, in the order of its data. */
  readonly menu: number;
  readonly log_lik: number;
  readonly probability: number;
}

/** Prior and posterior of γ₀ side by side. */
export interface PriorConflict {
  readonly prior: NormalPrior;
  readonly mean: number;
  readonly median: number;
  /** Posterior mean less prior mean, in prior sds. */
  readonly distance: number;
  /** The posterior mean is more than 2 prior sds away, or the central 95 % of the prior misses the posterior median. */
  readonly conflict: boolean;
}

/** The fit of several cells by one model; predictive checks are pooled over the cells. */
export interface HierarchicalReport extends Pick<
  FitReport,
  'label' | 'menus' | 'summary' | 'diagnostics' | 'ppc' | 'sampler' | 'draws' | 'statistics' | 'failures'
> {
  readonly model: HierarchicalModel;
  readonly cells: readonly HierarchicalCell[];
  readonly choices: readonly CellChoiceFit[];
  readonly prior: PriorConflict;
}
