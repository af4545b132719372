// What a finished (or growing) SEU analysis says: plain tables and diagnostics, the same for page and command line.
import type { SamplerName } from '../../engine/types.ts';
import type { SeuModel } from '../../models/seu/presets.ts';
import type { Diagnostic } from '../../statistics/diagnostic.ts';
import type { Draws } from '../../statistics/draws.ts';
import type { Interval } from '../../statistics/interval.ts';
import type { PairProbability } from '../../statistics/regression.ts';
import type { SummaryRow } from '../../statistics/summarise.ts';

export type { Interval, SummaryRow };

export type PpcStatistic = 'll' | 'modal' | 'prob';
export type PpcBlock = 'uncertain' | 'risky' | 'combined';

/** One posterior predictive check: T of the data and of a replicate at every draw; p counts ties as exceeding. */
export interface PpcCheck {
  readonly block: PpcBlock;
  readonly statistic: PpcStatistic;
  readonly p: number;
  readonly observed: Float64Array;
  readonly replicated: Float64Array;
}

/** How well one observed choice is expected: posterior means of its log probability and its probability. */
export interface ChoiceFit {
  readonly block: 'uncertain' | 'risky';
  /** 1-based, in the order of the data. */
  readonly menu: number;
  readonly log_lik: number;
  readonly probability: number;
}

export interface SamplerReport {
  readonly name: SamplerName;
  readonly gradients: number;
  readonly gradients_warmup: number;
  readonly divergences: number;
  /** Share of transitions that reached the depth limit (nuts). */
  readonly saturated: number;
  readonly step_size: readonly number[];
  readonly ebfmi: readonly number[];
}

/** The fit of one dataset. `draws` holds every reported variable, `statistics` the sampler's own columns. */
export interface FitReport {
  readonly label: string;
  readonly dataset: string;
  readonly model: SeuModel;
  readonly menus: number;
  readonly summary: readonly SummaryRow[];
  readonly diagnostics: readonly Diagnostic[];
  readonly ppc: readonly PpcCheck[];
  readonly choices: readonly ChoiceFit[];
  readonly sampler: SamplerReport;
  readonly draws: Draws;
  readonly statistics: Draws;
  /** Tasks that failed, with their messages. */
  readonly failures: readonly { readonly task: string; readonly message: string }[];
}

/** One condition of a study: where it stands and what its fit says of α. */
export interface StudyCondition {
  readonly label: string;
  readonly cell: string;
  readonly temperature: number;
  readonly report: FitReport;
  /** Mean norm of the feature vectors; posterior median of the mean max−min η within menus; median of α times that. */
  readonly featureNorm: number;
  readonly etaGap: number;
  readonly alphaEtaGap: number;
  /** Set aside from findings, with the reason (a flagged PPC), or null. */
  readonly setAside: string | null;
}

/** Draw-paired population OLS of α on temperature within one cell (paper, section 7.5). */
export interface CellReport {
  readonly cell: string;
  /** Columns of the 2 × 2, from the plan: the decision maker and the task. */
  readonly agent: string;
  readonly task: string;
  readonly conditions: readonly StudyCondition[];
  readonly slope: Interval & { readonly mean: number; readonly sd: number; readonly draws: Float64Array };
  readonly probabilityNegative: number;
  readonly probabilityMonotone: number;
  /** The monotone probability after merging adjacent conditions (their draws averaged): which, and the value. */
  readonly merged: readonly { readonly temperatures: readonly number[]; readonly probability: number }[];
  readonly pairwise: readonly PairProbability[];
  /** Smallest |slope| seen with P(slope < 0) ≥ .95 (method A: z · sd of the slope draws). */
  readonly minimumDetectable: number;
}

/** P(slope of `first` < slope of `second`), on all temperatures and on those both cells share a range of. */
export interface CrossCell {
  readonly first: string;
  readonly second: string;
  readonly full: number;
  readonly common: number;
  readonly ceiling: number;
}

export interface StudyReport {
  readonly title: string;
  readonly cells: readonly CellReport[];
  readonly cross: readonly CrossCell[];
  /** Sentences: the finding first, then caveats ("pattern, not a comparison of α"). */
  readonly finding: string;
  readonly caveats: readonly string[];
}
