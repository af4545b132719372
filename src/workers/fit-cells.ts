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
import { asFit, asJoint, readRun, type Stored } from './stored.ts';

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

/**
 * Of each cell the finished fit on its own, by any prior of α: that of the study `own` whose regression this is, else the
 * newest; null where there is none.
 */
export function apartPlaces(
  fit: HierarchicalFit,
  records: readonly RunRecord[],
  own = '',
): readonly (ApartPlace | null)[] {
  const places = records
    .filter(({ state, id }) => state === 'done' || id === own)
    .sort((a, b) => Number(b.id === own) - Number(a.id === own) || b.changed - a.changed)
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
    const known = folded.get(key);
    if (known) return { run, title, alpha: known };
    const stored = await readRun(store, run);
    const report = storedFit(asFit(stored), condition);
    if (!report) return null;
    const alpha = alphaDraws(report).slice();
    if (stored.run.state === 'done') folded.set(key, alpha);
    return { run, title, alpha };
  }

  return async (runId: string, fit: number): Promise<CellsReport | null> => {
    const store = await opening;
    const stored = asJoint(await readRun(store, runId));
    const report = storedCells(stored, fit, 'study');
    if (report === null) return null;
    const apart: (ApartFit | null)[] = [];
    for (const place of apartPlaces(stored.plan.settings.fits[fit], await store.listRuns(), runId))
      apart.push(await apartFit(store, place));
    return { report, apart };
  };
}

/** File name → text of the coefficients of every regression of a study; none where it has none. */
export function regressionSummaries(stored: Stored<HierarchicalPlan>): Record<string, string> {
  const reports = stored.plan.settings.fits.flatMap((_, index) => storedCells(stored, index, 'study') ?? []);
  const rows = reports.flatMap((report) =>
    coefficientRows(report).map((row) => ({ cell: report.label, ...row })),
  );
  return rows.length === 0 ? {} : { 'hierarchical.csv': writeTableCsv(rows) };
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
