// The plan of a belief analysis: which model is fitted how to which cells, as pure JSON.
import type { ResponseTable } from '../../formats/response-table.ts';
import type { Plan } from '../../jobs/run.ts';
import type { BeliefCell } from '../../models/beliefs/cell.ts';
import type { BeliefKind } from '../../models/beliefs/model.ts';
import type { BeliefEstimator } from './fit.ts';
import type { Splits } from './splits.ts';

export const MISSING_RULES = ['complete', 'omit'] as const;
export type MissingRule = (typeof MISSING_RULES)[number];

export interface BeliefSettings {
  readonly kind: BeliefKind;
  readonly estimator: BeliefEstimator;
  /** How far stated probabilities are kept from 0 and 1 in the likelihood. */
  readonly clip: number;
  /** `complete`: cases with an answer to every prompt (A.1); `omit`: all that have any, missing ones say nothing. */
  readonly missing: MissingRule;
  /** Cases by domain and part, as given or as drawn from the seed. */
  readonly splits: Splits;
  /** Whether `splits` came with the data; drawn ones depend on the seed. */
  readonly given: boolean;
}

export interface BeliefPlan extends Plan<BeliefSettings> {
  readonly instrument: 'beliefs';
  readonly analysis: 'fit';
}

export interface BeliefData {
  readonly table: ResponseTable;
  readonly hash: string;
  readonly cells: readonly BeliefCell[];
}

/** The name of a cell: agent and domain, those that have one. */
export const cellName = ({ agent, domain }: Pick<BeliefCell, 'agent' | 'domain'>): string =>
  [agent, domain].filter((name) => name !== '').join(', ') || 'all answers';
