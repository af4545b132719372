// The report of a calibration study: a pure fold of its replicates' rows.
import { replicationOf } from '../../../engine/models.ts';
import type { Chunk } from '../../../engine/types.ts';
import type { Dataset } from '../../../formats/dataset.ts';
import { calibrationDiagnostics } from './diagnostics.ts';
import { informationOf } from './information.ts';
import { informativenessOf } from './informativeness.ts';
import { maxRankOf, studyOf, type CalibrationPlan, type PlannedLooks } from './plan.ts';
import { quantityReport, rankPicture } from './quantity.ts';
import { lookAt, nextLook, rangeOf, withoutGap } from './range.ts';
import type { CalibrationReport, CalibrationState, QuantityReport } from './report.ts';
import { fittedRows, rowsOfChunks, type ReplicateRows } from './rows.ts';
import { findingOf, sentencesOf, type TruthSource } from './sentences.ts';
import { failedReplicates, unconvergedReplicates } from './trouble.ts';
import { verdictDiagnostics } from './verdict-diagnostics.ts';
import { judge } from './verdict.ts';

/** What a report needs to know beside the rows. */
export interface CalibrationContext {
  readonly label: string;
  readonly model: string;
  readonly fitted: string;
  /** Replicates asked for in this run or part. */
  readonly planned: number;
  /** Number of the study's first replicate; that of the first row where no plan tells it. */
  readonly first?: number;
  readonly looks: PlannedLooks;
  /** What truths are draws of: a prior, unless a plan says otherwise. */
  readonly truthsOf?: TruthSource;
}

export function contextOf({ settings }: CalibrationPlan, arm: number): CalibrationContext {
  const { label, model, fitted } = settings.arms[arm];
  return {
    label,
    model: model.name,
    fitted: fitted.name,
    planned: rangeOf(settings).count,
    first: settings.replicates.first,
    looks: settings.looks,
    truthsOf: settings.posterior === null ? 'prior' : 'posterior',
  };
}

/** An arm's rows from the chunks of a run, finished or growing. */
export function rowsOf(
  plan: CalibrationPlan,
  arm: number,
  datasets: ReadonlyMap<string, Dataset>,
  chunks: readonly Chunk[],
): ReplicateRows {
  const { quantities } = replicationOf(studyOf(plan, arm, datasets, null), plan.seed);
  return rowsOfChunks(chunks, arm, quantities, maxRankOf(plan.settings.sampler));
}

const sum = (values: Float64Array): number | null =>
  values.some(Number.isNaN) ? null : values.reduce((total, value) => total + value, 0);

function meanOfFitted(values: Float64Array, fitted: readonly number[]): number | null {
  const total = fitted.reduce((so, row) => so + values[row], 0);
  return fitted.length === 0 || Number.isNaN(total) ? null : total / fitted.length;
}

interface Standing {
  readonly state: CalibrationState;
  readonly quantities: readonly QuantityReport[];
}

/** Replicates in a row from the study's first: what a verdict may be over. */
export const rowsWithoutGap = ({ first }: CalibrationContext, { replicates }: ReplicateRows): number =>
  withoutGap(replicates, first ?? replicates[0]);

/** Quantities as they stand, and the verdict where a look is due: at replicates 1 … N of the study and no others. */
function standingOf(context: CalibrationContext, rows: ReplicateRows): Standing {
  const { looks } = context;
  const fitted = fittedRows(rows);
  const replicates = rows.replicates.length;
  const inRow = rowsWithoutGap(context, rows);
  const look = fitted.length < 2 || inRow < replicates ? null : lookAt(looks, replicates);
  const picture = rankPicture(fitted.length, rows.maxRank);
  const information = informationOf(rows.quantities);
  const quantities = rows.quantities.map((_, q) =>
    quantityReport(rows, q, information[q], fitted, picture, look !== null),
  );
  const judged = look === null ? null : judge(quantities, looks, look, replicates - fitted.length);
  if (judged === null)
    return { state: { kind: 'growing', replicates, next: nextLook(looks, inRow) }, quantities };
  return { state: { kind: 'look', verdict: judged.verdict }, quantities: judged.quantities };
}

export function calibrationReport(context: CalibrationContext, rows: ReplicateRows): CalibrationReport {
  const { label, model, fitted, planned } = context;
  const { state, quantities } = standingOf(context, rows);
  const informativeness = informativenessOf(quantities);
  const failures = failedReplicates(rows);
  const unconverged = unconvergedReplicates(rows);
  const divergences = sum(rows.facts.divergences);
  const fitness = {
    replicates: rows.replicates.length,
    failed: failures,
    unconverged: unconverged.length,
    divergences,
    draws: (rows.replicates.length - failures.length) * rows.maxRank,
    maxRank: rows.maxRank,
  };
  return {
    label,
    model,
    fitted,
    planned,
    replicates: rows.replicates.length,
    max_rank: rows.maxRank,
    state,
    quantities,
    informativeness,
    failures,
    unconverged,
    gradients: sum(rows.facts.gradients),
    divergences,
    acceptance: meanOfFitted(rows.facts.acceptance, fittedRows(rows)),
    diagnostics: [...verdictDiagnostics(state), ...calibrationDiagnostics(fitness, quantities)],
    finding: findingOf(label, state, planned, quantities),
    sentences: sentencesOf(state, informativeness, failures.length, context.truthsOf),
  };
}
