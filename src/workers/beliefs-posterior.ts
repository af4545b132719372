// Folds stored runs of full Bayes into what their page shows, beside the optimum of the same cell that is kept here.
import { beliefPlace } from '../instruments/beliefs/keys.ts';
import type { BeliefPlan } from '../instruments/beliefs/plan.ts';
import { parsePosteriorKey, type PosteriorPlan } from '../instruments/beliefs/posterior/plan.ts';
import {
  estimatesOf,
  isOfInterest,
  posteriorReport,
  type PosteriorCellReport,
  type PosteriorEstimates,
} from '../instruments/beliefs/posterior/report.ts';
import { posteriorJson, posteriorTables } from '../instruments/beliefs/posterior/report-tables.ts';
import { beliefReport } from '../instruments/beliefs/report.ts';
import type { BeliefCellReport } from '../instruments/beliefs/report-types.ts';
import type { ThresholdRow } from '../instruments/beliefs/report-types/thresholds.ts';
import type { RunRecord } from '../jobs/run.ts';
import { variableIndex, variableOf, type Draws } from '../statistics/draws.ts';
import type { LuceStore } from '../storage/store.ts';
import { isBeliefs, planOf } from './plans.ts';
import { json } from './portability-reports.ts';
import { asBeliefs, asPosterior, readRun, type StoredPosterior } from './stored.ts';

/** Thresholds at the optimum under the weak priors: which run, and its rows. */
export interface BesideMap {
  readonly run: string;
  readonly title: string;
  readonly thresholds: readonly ThresholdRow[];
}

export interface PosteriorCell extends PosteriorCellReport {
  /** The variable whose chains agree least: of all draws, only its own are here. */
  readonly traced: string | null;
  /** Null where no such fit is kept here. */
  readonly beside: BesideMap | null;
}

export interface PosteriorStudy {
  readonly cells: readonly PosteriorCell[];
}

export interface PosteriorReports {
  /** What has landed of a run of full Bayes. */
  posterior(runId: string): Promise<PosteriorStudy>;
}

/** Of the variables that a cell is judged by, the one with the largest R-hat; stuck ones first. */
function leastAgreed({ summary }: PosteriorEstimates): string {
  const judged = summary.filter(({ variable }) => isOfInterest(variable));
  const rhat = (row: (typeof judged)[number]): number => row.rhat ?? Infinity;
  return judged.reduce((worst, row) => (rhat(row) > rhat(worst) ? row : worst)).variable;
}

const onlyDraws = (draws: Draws, variable: string): Draws => ({
  ...draws,
  variables: [variable],
  values: variableOf(draws, variableIndex(draws, variable)).slice(),
});

/** Without the draws that no figure shows. */
const trimmed = (estimates: PosteriorEstimates): PosteriorEstimates => ({
  ...estimates,
  draws: onlyDraws(estimates.draws, leastAgreed(estimates)),
});

/** Estimates of a run's cells; those of a cell that has no new draws are not folded again, which takes seconds. */
function growingEstimates(): typeof estimatesOf {
  const kept = new Map<number, { readonly draws: number; readonly estimates: PosteriorEstimates | null }>();
  return (plan, planned, chunks) => {
    const own = chunks.filter(({ taskKey }) => parsePosteriorKey(taskKey).cell === planned.index);
    const draws = own.reduce((sum, { count }) => sum + count, 0);
    const known = kept.get(planned.index);
    if (known?.draws === draws) return known.estimates;
    const found = estimatesOf(plan, planned, own);
    const estimates = found && trimmed(found);
    kept.set(planned.index, { draws, estimates });
    return estimates;
  };
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Whether a plan has the MAP of the cell by the same answers of the same training cases. */
function hasMap(
  plan: BeliefPlan,
  own: PosteriorPlan,
  answers: StoredPosterior['answers'],
  { agent, domain }: PosteriorCellReport,
): boolean {
  const { settings } = plan;
  return (
    settings.estimator === 'map' &&
    settings.kind === own.settings.kind &&
    settings.missing === own.settings.missing &&
    settings.clip === own.settings.clip &&
    same(settings.splits[domain], own.settings.splits[domain]) &&
    own.datasets.some((hash) => {
      const table = plan.datasets.includes(hash) ? answers.get(hash) : undefined;
      return table !== undefined && table.agent.names.includes(agent) && table.domain.names.includes(domain);
    })
  );
}

const newestFirst = (records: readonly RunRecord[]): readonly RunRecord[] =>
  records.filter(({ state }) => state === 'done').sort((a, b) => b.changed - a.changed);

/** Reports of runs; fits of finished runs beside them are folded once. */
export function posteriorReporter(opening: Promise<LuceStore>): PosteriorReports {
  const folded = new Map<string, readonly BeliefCellReport[]>();
  const growing = new Map<string, typeof estimatesOf>();

  async function fitsOf(store: LuceStore, run: string): Promise<readonly BeliefCellReport[]> {
    const known = folded.get(run);
    if (known) return known;
    const { plan, answers, chunks } = asBeliefs(await readRun(store, run));
    const fits = chunks.filter(({ taskKey }) => beliefPlace(taskKey).endsWith('/fit'));
    const { cells } = beliefReport(plan, answers, fits);
    folded.set(run, cells);
    return cells;
  }

  return {
    async posterior(runId) {
      const store = await opening;
      const { plan, answers, chunks, run } = asPosterior(await readRun(store, runId));
      const estimates = growing.get(runId) ?? growingEstimates();
      growing.set(runId, estimates);
      const reports = posteriorReport(plan, answers, chunks, run.manifest.tasks, estimates);
      const others = newestFirst(await store.listRuns());
      const besideOf = async (cell: PosteriorCellReport): Promise<BesideMap | null> => {
        for (const record of others) {
          const other = planOf(record);
          if (!isBeliefs(other) || !hasMap(other, plan, answers, cell)) continue;
          const found = (await fitsOf(store, record.id)).find(
            ({ agent, domain }) => agent === cell.agent && domain === cell.domain,
          );
          if (found?.thresholds) return { run: record.id, title: other.title, thresholds: found.thresholds };
        }
        return null;
      };
      const cells: PosteriorCell[] = [];
      for (const cell of reports)
        cells.push({
          ...cell,
          traced: cell.estimates?.draws.variables[0] ?? null,
          beside: await besideOf(cell),
        });
      return { cells };
    },
  };
}

/** File name → text: the tables and the report that luce beliefs --estimator hmc --out writes. */
export function posteriorFiles({
  run,
  plan,
  answers,
  chunks,
}: StoredPosterior): Readonly<Record<string, string>> {
  const { tasks, seconds } = run.manifest;
  const cells = posteriorReport(plan, answers, chunks, tasks);
  return { ...posteriorTables(cells), 'report.json': json(posteriorJson(plan, cells, seconds)) };
}
