// The report of a belief study: a pure fold of its chunks, cell by cell, with what has landed.
import type { Chunk } from '../../engine/types.ts';
import type { ResponseTable } from '../../formats/response-table.ts';
import { selectCases } from '../../models/beliefs/cell.ts';
import { rankedRows } from './agent-scores.ts';
import { calibrationOf, checksOf, crossScored, verdictOf, type CrossScored } from './analyses/coherence.ts';
import { comparisonRows } from './analyses/comparisons.ts';
import { curveReports } from './analyses/curves.ts';
import { fitReport, fittedModel, framingShifts, thresholdRows } from './analyses/fit.ts';
import { foldsReport } from './analyses/folds.ts';
import { concordanceReport, singleScores, sufficiencyReport, testOf } from './analyses/held-out.ts';
import { landedCells, type Landed, type PartColumns } from './analyses/joined.ts';
import { outcomeReport } from './analyses/outcome.ts';
import { prefixReport } from './analyses/prefixes.ts';
import { refitsReport } from './analyses/refits.ts';
import { promptRow } from './analyses/rows.ts';
import { transferRows } from './analyses/transfer.ts';
import { clipRows, variantReports } from './analyses/variants.ts';
import { modelFreeCoherence } from './coherence/model-free.ts';
import { limitsOf } from './limits.ts';
import type { BeliefPlan } from './plan.ts';
import { plannedBeliefs, type PlannedBeliefs } from './planned.ts';
import type { BeliefCellReport, BeliefReport } from './report-types.ts';
import { retentionOf } from './retention.ts';
import { partSizes } from './part-sizes.ts';

type Known = Pick<
  BeliefCellReport,
  'index' | 'agent' | 'domain' | 'retention' | 'cases' | 'prompts' | 'limits' | 'modelFree'
>;

/** What is known of a cell before any fit. */
function knownOf(own: PlannedBeliefs, { settings }: BeliefPlan): Known {
  const { index, cell, fitted, rows, kept, obstacle } = own;
  const limits = limitsOf(cell, fitted, rows, settings);
  return {
    index,
    agent: cell.agent,
    domain: cell.domain,
    retention: retentionOf(cell),
    cases: { train: rows.train.length, validation: rows.validation.length, test: rows.test.length },
    prompts: fitted.outputs.map(promptRow),
    limits: obstacle === null ? limits : [obstacle, ...limits],
    modelFree: modelFreeCoherence(selectCases(cell, kept)),
  };
}

type Found = Omit<BeliefCellReport, keyof Known>;

const NOTHING: Found = {
  fit: null,
  thresholds: null,
  refits: null,
  concordance: null,
  single: null,
  sufficiency: null,
  curves: null,
  transfer: null,
  prefixes: null,
  variants: null,
  clips: null,
  outcome: null,
  folds: null,
  coherence: null,
  framingShifts: null,
  calibration: null,
  checks: null,
};

/** What reads the fit that has landed. */
function readingsOf(plan: BeliefPlan, own: PlannedBeliefs, fit: PartColumns, landed: Landed) {
  const { settings } = plan;
  const { kind, clip } = settings;
  const model = fittedModel(own, kind, fit);
  const test = testOf(own);
  const draws = landed.part('resamples');
  const curves = landed.part('curves');
  const single = singleScores(test, fit, draws);
  const outcome = partSizes(plan, own).outcome > 0;
  const thresholds = kind === 'linear' ? thresholdRows(own, fit) : null;
  return {
    fit: fitReport(own, settings, fit),
    thresholds,
    refits: thresholds && refitsReport(own, settings, thresholds, landed.part('refits')),
    framingShifts: kind === 'linear' ? framingShifts(own, fit) : null,
    concordance: concordanceReport(test, fit, draws),
    single,
    sufficiency: settings.analyses.includes('sufficiency')
      ? sufficiencyReport(test, fit, draws, settings)
      : null,
    curves: curves && curveReports(own, model, clip, curves),
    prefixes: prefixReport(own, model, clip, landed.part('prefixes')),
    variants: variantReports(own, settings, single, landed),
    outcome: outcome
      ? outcomeReport(own, model, clip, landed.part('outcome'), landed.part('outcome_null'))
      : null,
  };
}

function cellReport(
  plan: BeliefPlan,
  own: PlannedBeliefs,
  cells: readonly PlannedBeliefs[],
  landed: Landed,
  scored: CrossScored | null,
): BeliefCellReport {
  const fit = landed.part('fit');
  const base = { ...knownOf(own, plan), ...NOTHING };
  if (own.obstacle !== null) return { ...base, prefixes: prefixReport(own, null, 0, null) };
  return {
    ...base,
    prefixes: prefixReport(own, null, 0, null),
    ...(fit === null ? {} : readingsOf(plan, own, fit, landed)),
    clips: clipRows(own, plan.settings, landed),
    transfer: transferRows(plan, own, cells, landed),
    folds: foldsReport(plan, own, cells, landed),
    coherence: verdictOf(plan, own, scored, landed.part('dependence')),
    calibration: calibrationOf(plan, scored),
    checks: checksOf(own, landed.part('checks')),
  };
}

/** The plan's report from whatever chunks have landed. */
export function beliefReport(
  plan: BeliefPlan,
  tables: ReadonlyMap<string, ResponseTable>,
  chunks: readonly Chunk[],
): BeliefReport {
  const cells = plannedBeliefs(plan, tables);
  const landed = landedCells(chunks);
  const scored = cells.map((own) => crossScored(plan, own, cells, landed(own.index)));
  const reports = cells.map((own, at) => cellReport(plan, own, cells, landed(own.index), scored[at]));
  return {
    cells: reports,
    comparisons: comparisonRows(scored),
    ranked: rankedRows(reports, plan.settings.scores ?? {}, plan.seed),
  };
}
