// Folds the replicates of a stored run into reports, one an arm, as small as pictures allow.
import {
  calibrationReport,
  contextOf,
  rowsOf,
  rowsWithoutGap,
} from '../instruments/seu/calibration/calibrate.ts';
import type { CalibrationPlan } from '../instruments/seu/calibration/plan.ts';
import { passedLook } from '../instruments/seu/calibration/range.ts';
import type {
  CalibrationReport,
  CalibrationVerdict,
  QuantityReport,
} from '../instruments/seu/calibration/report.ts';
import type { ReplicateRows } from '../instruments/seu/calibration/rows.ts';
import { intervalOf, type Interval } from '../statistics/interval.ts';
import { rankReference } from '../statistics/sbc/reference.ts';
import { ecdfBand } from '../statistics/sbc/uniformity.ts';
import type { Stored } from './stored.ts';

/** Replicates whose single values travel to the page, evenly spread: more are not told apart in a picture. */
const MOST_POINTS = 400;
const MOST_LAST = 7;

/** One replicate of one quantity. */
export interface ReplicatePoint {
  readonly replicate: number;
  readonly truth: number;
  readonly mean: number;
  readonly q5: number;
  readonly q95: number;
  readonly z_score: number;
  /** NaN where the quantity has no prior sd. */
  readonly contraction: number;
}

/** A quantity's report without its columns, which grow with the study. */
export interface ArmQuantity extends Omit<QuantityReport, 'columns' | 'replicates'> {
  /** Quantiles over replicates; null before there are two. */
  readonly z_scores: Interval | null;
  readonly contractions: Interval | null;
  readonly points: readonly ReplicatePoint[];
  /** Ranks that landed since the last fold, a few of them. */
  readonly last: readonly number[];
}

export interface ArmReport extends Omit<CalibrationReport, 'quantities'> {
  readonly quantities: readonly ArmQuantity[];
  /** Exact probability that a band holds a calibrated curve; NaN before there is a band. */
  readonly band_coverage: number;
  /** The verdict at the last look that was passed, where more replicates have landed since. */
  readonly last_look: CalibrationVerdict | null;
}

export const armRows = ({ plan, datasets, chunks }: Stored<CalibrationPlan>, arm: number): ReplicateRows =>
  rowsOf(plan, arm, datasets, chunks);

function pointsOf({ replicates, columns }: QuantityReport): readonly ReplicatePoint[] {
  const { truth, mean, q5, q95, z_score, contraction } = columns;
  const step = Math.max(1, Math.ceil(replicates.length / MOST_POINTS));
  return replicates.flatMap((replicate, i) =>
    i % step === 0
      ? [
          {
            replicate,
            truth: truth[i],
            mean: mean[i],
            q5: q5[i],
            q95: q95[i],
            z_score: z_score[i],
            contraction: contraction[i],
          },
        ]
      : [],
  );
}

function spread(values: Float64Array): Interval | null {
  const finite = values.filter(Number.isFinite);
  return finite.length < 2 ? null : intervalOf(finite);
}

function armQuantity(report: QuantityReport, seen: ReadonlySet<number>): ArmQuantity {
  const { columns, replicates, ...rest } = report;
  const fresh = replicates.flatMap((replicate, i) => (seen.has(replicate) ? [] : [columns.rank[i]]));
  return {
    ...rest,
    z_scores: spread(columns.z_score),
    contractions: spread(columns.contraction),
    points: pointsOf(report),
    last: fresh.slice(-MOST_LAST),
  };
}

/** The first `count` replicates. */
function firstRows(rows: ReplicateRows, count: number): ReplicateRows {
  const cut = <Columns extends Readonly<Record<string, Float64Array>>>(
    columns: Columns,
    width: number,
  ): Columns =>
    Object.fromEntries(
      Object.entries(columns).map(([name, column]) => [name, column.subarray(0, count * width)]),
    ) as unknown as Columns;
  return {
    ...rows,
    replicates: rows.replicates.slice(0, count),
    summaries: cut(rows.summaries, rows.quantities.length),
    facts: cut(rows.facts, 1),
  };
}

function armReport(
  plan: CalibrationPlan,
  arm: number,
  rows: ReplicateRows,
  seen: ReadonlySet<number>,
): ArmReport {
  const context = contextOf(plan, arm);
  const { quantities, ...report } = calibrationReport(context, rows);
  const fitted = report.replicates - report.failures.length;
  const band = fitted < 2 ? null : ecdfBand(rankReference(fitted, report.max_rank));
  const inRow = rowsWithoutGap(context, rows);
  const look = report.state.kind === 'look' ? null : passedLook(context.looks, inRow);
  const then = look === null ? null : calibrationReport(context, firstRows(rows, look)).state;
  return {
    ...report,
    quantities: quantities.map((quantity) => armQuantity(quantity, seen)),
    band_coverage: band?.coverage ?? NaN,
    last_look: then?.kind === 'look' ? then.verdict : null,
  };
}

/** Replicates of each arm that a fold held, so that the next can mark what is new. */
export type SeenReplicates = readonly ReadonlySet<number>[];

/** Reports of every arm, and what they hold; `seen` is what the fold before held, [] for the first. */
export function armReports(
  stored: Stored<CalibrationPlan>,
  seen: SeenReplicates,
): { readonly reports: readonly ArmReport[]; readonly seen: SeenReplicates } {
  const tables = stored.plan.settings.arms.map((_, arm) => armRows(stored, arm));
  return {
    reports: tables.map((rows, arm) => armReport(stored.plan, arm, rows, seen[arm] ?? new Set())),
    seen: tables.map(({ replicates }) => new Set(replicates)),
  };
}
