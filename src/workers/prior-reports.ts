// Prior predictives of stored runs, as small as pictures allow, and their tables.
import { priorReportOf } from '../instruments/seu/prior/fold.ts';
import type { PriorPlan } from '../instruments/seu/prior/plan.ts';
import type { PriorReport } from '../instruments/seu/prior/report.ts';
import { priorTables } from '../instruments/seu/prior/tables.ts';
import {
  rateAgainstAlpha,
  rateBins,
  type RateAlphaRow,
  type RateBinRow,
} from '../instruments/seu/prior/views.ts';
import type { Stored } from './stored.ts';

/** A report without its columns, which grow with the number of agents. */
export interface PriorRunReport extends Omit<PriorReport, 'predictive'> {
  /** Agents that have chosen. */
  readonly agents: number;
  readonly bins: readonly RateBinRow[];
  readonly byAlpha: readonly RateAlphaRow[];
}

const reportOf = ({ plan, datasets, chunks }: Stored<PriorPlan>): PriorReport | null =>
  priorReportOf(plan, datasets, chunks);

/** Null before there are two agents. */
export function storedPrior(stored: Stored<PriorPlan>): PriorRunReport | null {
  const report = reportOf(stored);
  if (report === null) return null;
  const { predictive, ...rest } = report;
  return {
    ...rest,
    agents: predictive.count,
    bins: rateBins(predictive),
    byAlpha: rateAgainstAlpha(predictive),
  };
}

/** The files of luce prior by name. */
export function priorFiles(stored: Stored<PriorPlan>): Readonly<Record<string, string>> {
  const report = reportOf(stored);
  return report === null ? {} : priorTables(report);
}
