// A run of beliefs as its pages read it, whether its cells were fitted to an optimum or drawn from.
import { cellName, type BeliefPlan } from '../../instruments/beliefs/plan.ts';
import type { PosteriorPlan } from '../../instruments/beliefs/posterior/plan.ts';
import { posteriorTables } from '../../instruments/beliefs/posterior/report-tables.ts';
import { beliefsTables } from '../../instruments/beliefs/report-tables.ts';
import type { BeliefCellReport, BeliefReport } from '../../instruments/beliefs/report-types.ts';
import type { Retention } from '../../instruments/beliefs/retention.ts';
import type { PosteriorCell, PosteriorStudy } from '../../workers/beliefs-posterior.ts';
import type { StudyRunView } from '../live/study-desk-view.ts';
import { posteriorResultsOf } from './posterior-results.ts';
import { resultsOf, type ResultStep, type StepResults } from './results.ts';

export interface ShownCell {
  readonly name: string;
  readonly limits: readonly string[];
  readonly retention: Retention;
  /** Null before anything has landed, or where the cell cannot be fitted. */
  readonly results: (step: ResultStep) => StepResults | null;
  /** The report behind it, by how it was fitted. */
  readonly fitted: BeliefCellReport | null;
  readonly drawn: PosteriorCell | null;
}

export interface ShownStudy {
  readonly view: StudyRunView<unknown, unknown>;
  readonly cells: readonly ShownCell[];
  /** Names of the files that the command writes. */
  readonly files: readonly string[];
  /** Of a study of fits. */
  readonly study: {
    readonly report: BeliefReport;
    readonly scores: Readonly<Record<string, number>>;
  } | null;
  /** Cells of a run of full Bayes; null of others. */
  readonly posterior: readonly PosteriorCell[] | null;
}

const shownFit = (cell: BeliefCellReport): ShownCell => ({
  name: cellName(cell),
  limits: cell.limits,
  retention: cell.retention,
  results: (step) => (cell.fit ? resultsOf(step, cell) : null),
  fitted: cell,
  drawn: null,
});

export function studyOfFits(view: StudyRunView<BeliefPlan, BeliefReport>): ShownStudy {
  const { report, plan } = view;
  return {
    view,
    cells: report ? report.cells.map(shownFit) : [],
    files: report ? [...Object.keys(beliefsTables(report)), 'report.json'] : [],
    study: report && { report, scores: plan.settings.scores ?? {} },
    posterior: null,
  };
}

const shownDraws = (cell: PosteriorCell): ShownCell => ({
  name: cell.name,
  limits: cell.limits,
  retention: cell.retention,
  results: (step) => posteriorResultsOf(step, cell),
  fitted: null,
  drawn: cell,
});

export function studyOfDraws(view: StudyRunView<PosteriorPlan, PosteriorStudy>): ShownStudy {
  const cells = view.report?.cells ?? [];
  return {
    view,
    cells: cells.map(shownDraws),
    files: view.report ? [...Object.keys(posteriorTables(cells)), 'report.json'] : [],
    study: null,
    posterior: view.report ? cells : null,
  };
}
