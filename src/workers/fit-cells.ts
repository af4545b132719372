// Reports of cells fitted together, beside the fits of the same cells on their own that are kept here.
import { writeTableCsv } from '../formats/table-csv.ts';
import { hierarchicalFitReport } from '../instruments/seu/hierarchical/fit.ts';
import type { HierarchicalFit, HierarchicalPlan } from '../instruments/seu/hierarchical/plan.ts';
import type { HierarchicalReport } from '../instruments/seu/hierarchical/report.ts';
import { cellTable, coefficientRows } from '../instruments/seu/hierarchical/views.ts';
import type { Condition } from '../instruments/seu/plan.ts';
import { alphaDraws } from '../instruments/seu/study.ts';
import type { RunRecord } from '../jobs/run.ts';
import type { HierarchicalDetail } from '../models/hierarchical/variables.ts';
import type { LuceStore } from '../storage/store.ts';
import { storedFit } from './fit-study.ts';
import { isFit, planOf } from './plans.ts';
import { asFit, asHierarchical, readRun, type Stored } from './stored.ts';

/** α of one cell by its own fit: which run, and its draws. */
export interface ApartFit {
  readonly run: string;
  readonly title: string;
  readonly alpha: Float64Array;
}

export interface CellsReport {
  readonly report: HierarchicalReport;
  /** Cell by cell; null where no fit of its own is kept here. */
  readonly apart: readonly (ApartFit | null)[];
}

export interface ApartPlace {
  readonly run: string;
  readonly title: string;
  readonly condition: number;
}

/** Whether a fit of one dataset sees the same choices with the same priors of β and δ. */
function comparable({ model }: HierarchicalFit, condition: Condition): boolean {
  const { beta, deltaConcentration } = condition.model.priors;
  return (
    condition.model.link === 'none' &&
    JSON.stringify([beta, deltaConcentration]) ===
      JSON.stringify([model.priors.beta, model.priors.deltaConcentration])
  );
}

/** Of each cell the newest finished fit on its own, by any prior of α; null where there is none. */
export function apartPlaces(
  fit: HierarchicalFit,
  records: readonly RunRecord[],
): readonly (ApartPlace | null)[] {
  const places = records
    .filter(({ state }) => state === 'done')
    .sort((a, b) => b.changed - a.changed)
    .flatMap((record) => {
      const plan = planOf(record);
      if (!isFit(plan)) return [];
      return plan.settings.conditions.flatMap((condition, index) =>
        comparable(fit, condition)
          ? [{ dataset: condition.dataset, run: record.id, title: plan.title, condition: index }]
          : [],
      );
    });
  return fit.cells.map(({ dataset }) => {
    const found = places.find((place) => place.dataset === dataset);
    return found ? { run: found.run, title: found.title, condition: found.condition } : null;
  });
}

/** Null before every chain has a draw. */
export const storedCells = (
  { plan, datasets, chunks, run }: Stored<HierarchicalPlan>,
  fit: number,
  detail: HierarchicalDetail,
): HierarchicalReport | null =>
  hierarchicalFitReport(plan, datasets, chunks, run.manifest.tasks, fit, detail);

/** Reports of fit `fit` of a run; draws of finished fits apart are folded once. */
export function cellsReporter(opening: Promise<LuceStore>) {
  const folded = new Map<string, Float64Array>();

  async function apartFit(store: LuceStore, place: ApartPlace | null): Promise<ApartFit | null> {
    if (place === null) return null;
    const { run, title, condition } = place;
    const key = `${run} ${condition}`;
    if (!folded.has(key)) {
      const report = storedFit(asFit(await readRun(store, run)), condition);
      if (report) folded.set(key, alphaDraws(report).slice());
    }
    const alpha = folded.get(key);
    return alpha ? { run, title, alpha } : null;
  }

  return async (runId: string, fit: number): Promise<CellsReport | null> => {
    const store = await opening;
    const stored = asHierarchical(await readRun(store, runId));
    const report = storedCells(stored, fit, 'study');
    if (report === null) return null;
    const apart: (ApartFit | null)[] = [];
    for (const place of apartPlaces(stored.plan.settings.fits[fit], await store.listRuns()))
      apart.push(await apartFit(store, place));
    return { report, apart };
  };
}

/** File name → text of what the command writes for each fit: its summary, its cells, its regression. */
export function cellsSummaries(stored: Stored<HierarchicalPlan>): Record<string, string> {
  const { fits } = stored.plan.settings;
  return Object.fromEntries(
    fits.flatMap((_, index) => {
      const report = storedCells(stored, index, 'all');
      const suffix = fits.length === 1 ? '' : `-${index + 1}`;
      const table = (name: string, rows: readonly object[]) =>
        [`${name}${suffix}.csv`, writeTableCsv(rows.map((row) => ({ ...row })))] as const;
      return report === null
        ? []
        : [
            table('summary', report.summary),
            table('cells', cellTable(report)),
            table('coefficients', coefficientRows(report)),
          ];
    }),
  );
}
