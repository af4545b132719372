// Whether SEU predicts left-out problems better than simpler models: samples one of them, so it is made when asked for.
import type { ComparatorRow } from '../instruments/seu/check/comparators.ts';
import { compareWith } from '../instruments/seu/check/compare-models.ts';
import { comparatorSampling } from '../instruments/seu/check/item-fit.ts';
import type { FoldFit } from '../instruments/seu/check/left-out.ts';
import type { FitPlan } from '../instruments/seu/plan.ts';
import { contentOf } from './fit-checks.ts';
import { storedFit } from './fit-study.ts';
import type { Stored } from './stored.ts';

export interface FitComparators {
  readonly run: string;
  readonly condition: number;
  readonly label: string;
  /** SEU first, then one free value an item, then choice at random. */
  readonly rows: readonly ComparatorRow[];
  /** What the comparison says, in a sentence. */
  readonly finding: string;
  readonly problems: number;
  /** Refits without some problems each that it rests on; 0 where it rests on importance weights. */
  readonly refits: number;
}

/** With the command's random numbers; null before every chain has a draw. */
export function fitComparators(
  stored: Stored<FitPlan>,
  condition: number,
  refits: readonly FoldFit[] = [],
): FitComparators | null {
  const { plan } = stored;
  const report = storedFit(stored, condition);
  if (!report) return null;
  const { rows, finding, seu } = compareWith(
    report.model,
    contentOf(stored, condition),
    report.draws,
    refits,
    { seed: plan.seed, condition },
    comparatorSampling(plan.settings.sampler),
  );
  return {
    run: stored.run.id,
    condition,
    label: report.label,
    rows,
    finding,
    problems: seu.problems.length,
    refits: refits.length,
  };
}
