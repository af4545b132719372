// Whether SEU predicts left-out problems better than simpler models: samples one of them, so it is made when asked for.
import { compareModels, type ComparatorRow } from '../instruments/seu/check/comparators.ts';
import { comparatorSampling } from '../instruments/seu/check/item-fit.ts';
import type { FitPlan } from '../instruments/seu/plan.ts';
import { storedFit } from './fit-study.ts';
import type { Stored } from './stored.ts';

export interface FitComparators {
  readonly label: string;
  /** SEU first, then one free value an item, then choice at random. */
  readonly rows: readonly ComparatorRow[];
  /** What the comparison says, in a sentence. */
  readonly finding: string;
  readonly problems: number;
}

/** By importance sampling, with the command's random numbers; null before every chain has a draw. */
export function fitComparators(stored: Stored<FitPlan>, condition: number): FitComparators | null {
  const { plan, datasets } = stored;
  const report = storedFit(stored, condition);
  if (!report) return null;
  const { content } = datasets.get(plan.settings.conditions[condition].dataset)!;
  const { rows, finding, seu } = compareModels(
    report.model,
    content,
    report.draws,
    { seed: plan.seed, condition },
    comparatorSampling(plan.settings.sampler),
  );
  return { label: report.label, rows, finding, problems: seu.problems.length };
}
