// Folds stored runs of portability into what their page shows, and into the files that the command writes.
import { choiceCsv } from '../formats/choice-csv.ts';
import { comparisonRows } from '../instruments/portability/comparisons.ts';
import { portabilityContrasts, type Contrasts } from '../instruments/portability/contrasts.ts';
import { balanceOf } from '../instruments/portability/import/balance.ts';
import { portabilityReport } from '../instruments/portability/report.ts';
import { cellDetail, type CellDetail } from '../instruments/portability/views-cell.ts';
import type { PairFloor } from '../instruments/portability/views-matrix.ts';
import { caveatsOf } from '../instruments/portability/caveats.ts';
import { portabilityJson, portabilityTables } from '../instruments/portability/views-tables.ts';
import { portabilityViews, type PortabilityViews } from '../instruments/portability/views.ts';
import type { StoredChoices } from './stored.ts';

export interface PortabilityReports {
  /** What has landed of a run of portability. */
  portability(runId: string): Promise<PortabilityViews>;
  /** One comparison of cell `cell` of the plan, from environment `source` to `target`, with its rows. */
  portabilityCell(runId: string, cell: number, source: number, target: number): Promise<CellDetail>;
  /** How regimes and models differ, at equal numbers of rows: of the data and the plan, whatever has landed. */
  portabilityContrasts(runId: string): Promise<Contrasts>;
}

/** Floors of pairs are kept for the run that was asked for last. */
export function portabilityReporter(stored: (runId: string) => Promise<StoredChoices>): PortabilityReports {
  let floors = new Map<number, PairFloor | null>();
  let floorsOf = '';
  return {
    async portability(runId) {
      const { plan, tables, chunks } = await stored(runId);
      if (floorsOf !== runId) [floorsOf, floors] = [runId, new Map()];
      return portabilityViews(plan, tables, chunks, floors);
    },
    async portabilityCell(runId, cell, source, target) {
      const { plan, tables } = await stored(runId);
      return cellDetail(plan, tables, cell, source, target);
    },
    async portabilityContrasts(runId) {
      const { plan, tables } = await stored(runId);
      return portabilityContrasts(plan, tables);
    },
  };
}

/** JSON without NaN or Infinity: they become null. */
export const json = (value: unknown): string =>
  `${JSON.stringify(value, (_, inner: unknown) => (typeof inner === 'number' && !Number.isFinite(inner) ? null : inner), 2)}\n`;

/** File name → text: the tables and the report that luce portability --out writes. */
export function portabilityFiles({
  plan,
  tables,
  chunks,
  run,
}: StoredChoices): Readonly<Record<string, string>> {
  const report = portabilityReport(plan, tables, chunks);
  const result = {
    report,
    splits: comparisonRows(plan, tables, chunks, 'splits'),
    pairs: plan.settings.matrix ? comparisonRows(plan, tables, chunks, 'pairs') : [],
    contrasts: portabilityContrasts(plan, tables),
    caveats: caveatsOf(report),
    seconds: run.manifest.seconds,
  };
  const balance = [...tables.values()].flatMap(balanceOf);
  return { ...portabilityTables(balance, result), 'report.json': json(portabilityJson(result, false)) };
}

/** Data of a run as tables for other programs, one CSV a game. */
export const dataFiles = ({ tables }: Pick<StoredChoices, 'tables'>): Readonly<Record<string, string>> =>
  Object.fromEntries([...tables.values()].map((table) => [`data/${table.game}.csv`, choiceCsv(table)]));
