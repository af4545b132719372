// Reports of one set of fits that luce compare made.
import type { Dataset, SeuContent } from '../formats/dataset.ts';
import type { FitPlan } from '../instruments/seu/plan.ts';
import type { FitReport } from '../instruments/seu/report.ts';

/** In the order of the plan's conditions; null where a fit has no draws. */
export interface Fits {
  readonly name: string;
  readonly plan: FitPlan;
  readonly datasets: ReadonlyMap<string, Dataset>;
  readonly reports: readonly (FitReport | null)[];
}

export const knownFits = ({
  reports,
}: Fits): readonly { readonly report: FitReport; readonly index: number }[] =>
  reports.flatMap((report, index) => (report ? [{ report, index }] : []));

export const contentOf = ({ plan, datasets }: Fits, index: number): SeuContent =>
  datasets.get(plan.settings.conditions[index].dataset)!.content;
