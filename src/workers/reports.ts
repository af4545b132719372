// Folds stored runs into reports, where they are stored: draws never pass through the page.
import { writeBundle } from '../formats/bundle.ts';
import { writeCmdstanCsv } from '../formats/cmdstan.ts';
import { writeTableCsv } from '../formats/table-csv.ts';
import type { ShiftRow } from '../instruments/seu/check/shifts.ts';
import type { ContractionRow } from '../instruments/seu/compare/contraction.ts';
import type { Detail } from '../instruments/seu/draws.ts';
import type { FitPlan } from '../instruments/seu/plan.ts';
import { recoveryReportOf } from '../instruments/seu/calibration/recover.ts';
import type { RecoveryReport } from '../instruments/seu/calibration/recovery-report.ts';
import type { FitReport, StudyReport } from '../instruments/seu/report.ts';
import type { LuceStore } from '../storage/store.ts';
import { posteriorFiles, posteriorReporter, type PosteriorReports } from './beliefs-posterior.ts';
import { answerFiles, beliefFiles, beliefReporter, type BeliefReports } from './beliefs-reports.ts';
import { checkReportsOf, type CheckReports } from './check-reports.ts';
import {
  cellsReporter,
  cellsSummaries,
  regressionSummaries,
  storedCells,
  type CellsReport,
} from './fit-cells.ts';
import { fitSlopes, sweptRuns, type FitSlopes } from './fit-slopes.ts';
import { storedFit, storedStudy } from './fit-study.ts';
import { fitTruths, type FitTruths } from './fit-truths.ts';
import { fitContractions, fitShifts } from './fit-checks.ts';
import { isBeliefs, isCalibration, isHierarchical, isPortability, isPosterior, isPrior } from './plans.ts';
import { dataFiles, portabilityFiles, portabilityReporter } from './portability-reports.ts';
import type { PortabilityReports } from './portability-reports.ts';
import { studyFiles, studyReporter, type StudyReports } from './portability-studies.ts';
import { armReports, type ArmReport, type SeenReplicates } from './replicate-reports.ts';
import { priorFiles, storedPrior, type PriorRunReport } from './prior-reports.ts';
import { replicateTables } from './replicate-tables.ts';
import {
  asBeliefs,
  asCalibration,
  asFit,
  asJoint,
  asPortability,
  asPosterior,
  asPrior,
  datasetsOf,
  readRun,
  type Stored,
} from './stored.ts';

/** What the report worker answers. Runs are named by id; a report is null before every chain has a draw. */
export interface Reports
  extends CheckReports, PortabilityReports, StudyReports, BeliefReports, PosteriorReports {
  fit(runId: string, condition: number, detail: Detail): Promise<FitReport | null>;
  /** Joint fit `fit` of a run: of its cells, or of a study's regressions; null before every chain has a draw. */
  cells(runId: string, fit: number): Promise<CellsReport | null>;
  /** Null until every condition has draws. */
  study(runId: string): Promise<StudyReport | null>;
  /** One report an arm of a calibration, finished or growing. */
  calibration(runId: string): Promise<readonly ArmReport[]>;
  /** A prior predictive, finished or growing; null before there are two agents. */
  prior(runId: string): Promise<PriorRunReport | null>;
  /** Null before there is a replicate. */
  recovery(runId: string): Promise<RecoveryReport | null>;
  /** Effects, resolution and prior sensitivity of α over the conditions of a run, with refits that are stored. */
  slopes(runId: string): Promise<FitSlopes>;
  /** What posterior SBC takes its truths from; null before every chain has a draw. */
  truths(runId: string, condition: number): Promise<FitTruths | null>;
  /** How much the choices of each condition told of α. */
  contractions(runId: string): Promise<readonly ContractionRow[]>;
  /** What the conditions of `refit` changed against those of `runId`, one by one. */
  shifts(runId: string, refit: string): Promise<readonly ShiftRow[]>;
  /** File name → text of a run's tables: of a calibration ranks as the R package SBC reads them. */
  tables(runId: string): Promise<Readonly<Record<string, string>>>;
  /**
   * Bytes of a `.luce.zip` with manifest, datasets, summaries and draws; tables of choices come as CSV too, for the
   * command and other programs.
   */
  bundle(runId: string): Promise<Uint8Array>;
  /** File name → text of the tables of cells fitted together. */
  cellTables(runId: string): Promise<Readonly<Record<string, string>>>;
  /** Draws of one chain as CmdStan CSV; `condition` is the fit's place where cells are fitted together. */
  cmdstan(runId: string, condition: number, chain: number): Promise<string>;
}

function fitSummaries(stored: Stored<FitPlan>): Record<string, string> {
  const { conditions } = stored.plan.settings;
  return Object.fromEntries(
    conditions.flatMap((_, index) => {
      const fit = storedFit(stored, index, 'all');
      const name = conditions.length === 1 ? 'summary.csv' : `summary-${index + 1}.csv`;
      return fit ? [[name, writeTableCsv(fit.summary.map((row) => ({ ...row })))]] : [];
    }),
  );
}

function summaries(stored: Stored): Record<string, string> {
  if (isCalibration(stored.plan)) return replicateTables(asCalibration(stored));
  if (isPortability(stored.plan)) return { ...portabilityFiles(asPortability(stored)) };
  const study = studyFiles(stored);
  if (study) return { ...study };
  if (isBeliefs(stored.plan)) return { ...beliefFiles(asBeliefs(stored)) };
  if (isPosterior(stored.plan)) return { ...posteriorFiles(asPosterior(stored)) };
  if (isPrior(stored.plan)) return priorFiles(asPrior(stored));
  if (isHierarchical(stored.plan)) return cellsSummaries(asJoint(stored));
  return { ...fitSummaries(asFit(stored)), ...regressionSummaries(asJoint(stored)) };
}

/** Reports over the store that `opening` gives. */
export function reportsOf(opening: Promise<LuceStore>, version: string): Reports {
  const stored = async (runId: string): Promise<Stored> => readRun(await opening, runId);
  /** Replicates at the last fold of each run. */
  const seen = new Map<string, SeenReplicates>();

  async function calibration(runId: string): Promise<readonly ArmReport[]> {
    const folded = armReports(asCalibration(await stored(runId)), seen.get(runId) ?? []);
    seen.set(runId, folded.seen);
    return folded.reports;
  }

  return {
    ...checkReportsOf(opening),
    ...portabilityReporter(async (runId) => asPortability(await stored(runId))),
    ...studyReporter(stored),
    ...beliefReporter(async (runId) => asBeliefs(await stored(runId))),
    ...posteriorReporter(opening),
    fit: async (runId, condition, detail) => storedFit(asFit(await stored(runId)), condition, detail),
    cells: cellsReporter(opening),
    cellTables: async (runId) => cellsSummaries(asJoint(await stored(runId))),
    study: async (runId) => storedStudy(asFit(await stored(runId))),
    calibration,
    prior: async (runId) => storedPrior(asPrior(await stored(runId))),
    async recovery(runId) {
      const { plan, datasets, chunks } = asCalibration(await stored(runId));
      return recoveryReportOf(plan, datasets, chunks);
    },
    async slopes(runId) {
      const all = asFit(await stored(runId));
      const runs = sweptRuns(all.plan, await (await opening).listRuns());
      const swept = await Promise.all(
        runs.map(async ([prior, id]) => [prior, asFit(await stored(id))] as const),
      );
      return fitSlopes(all, new Map(swept));
    },
    truths: async (runId, condition) => fitTruths(asFit(await stored(runId)), condition),
    contractions: async (runId) => fitContractions(asFit(await stored(runId))),
    shifts: async (runId, refit) => fitShifts(asFit(await stored(runId)), asFit(await stored(refit))),
    tables: async (runId) => summaries(await stored(runId)),
    async bundle(runId) {
      const all = await stored(runId);
      const { run, tables, answers, chunks } = all;
      const datasets = await datasetsOf(await opening, all.plan);
      return writeBundle(
        { run, datasets, summaries: summaries(all), chunks },
        { ...(tables && dataFiles({ tables })), ...(answers && answerFiles({ answers })) },
      );
    },
    async cmdstan(runId, condition, chain) {
      const all = await stored(runId);
      const fit = isHierarchical(all.plan)
        ? storedCells(asJoint(all), condition, 'all')
        : storedFit(asFit(all), condition, 'all');
      if (!fit) throw new Error('this fit has no draws yet');
      const { sampler } = isHierarchical(all.plan) ? all.plan.settings : asFit(all).plan.settings;
      const facts = { model: fit.model.name, version, data: fit.label, seed: all.plan.seed, sampler };
      return writeCmdstanCsv(fit.draws, fit.statistics, chain, {
        ...facts,
        inverseMetric: null,
        seconds: null,
      });
    },
  };
}
