// What a refit changed: posterior medians by block of parameters, slopes, and the sampler's own flags.
import type { CellReport, FitReport, SummaryRow } from '../report.ts';

/** Beyond this a variable's R-hat is flagged. */
const FLAGGED_RHAT = 1.01;

/** One block of parameters in a fit and its refit. Shifts are in posterior sds of the fit. */
export interface ShiftRow {
  readonly label: string;
  readonly block: string;
  readonly variables: number;
  /** The largest |shift of the median|, and the variable that shifted so. */
  readonly largest_shift: number;
  readonly variable: string;
  readonly mean_shift: number;
  /** Median over variables of sd in the refit over sd in the fit. */
  readonly sd_ratio: number;
  readonly rhat_flags: number;
  readonly rhat_flags_refit: number;
  readonly largest_rhat: number | null;
  readonly largest_rhat_refit: number | null;
}

const blockOf = (variable: string): string => variable.split('[')[0];

const middle = (x: readonly number[]): number => {
  const sorted = [...x].sort((a, b) => a - b);
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2;
};

const flags = (rows: readonly SummaryRow[]): number =>
  rows.filter(({ rhat }) => rhat !== null && rhat > FLAGGED_RHAT).length;

function largestRhat(rows: readonly SummaryRow[]): number | null {
  const known = rows.flatMap(({ rhat }) => (rhat === null ? [] : [rhat]));
  return known.length === 0 ? null : Math.max(...known);
}

interface Pair {
  readonly fit: SummaryRow;
  readonly refit: SummaryRow;
}

function shiftRow(label: string, block: string, pairs: readonly Pair[]): ShiftRow {
  const shifts = pairs.map(({ fit, refit }) => Math.abs(refit.median - fit.median) / fit.sd);
  const largest = shifts.reduce((best, shift, i) => (shift > shifts[best] ? i : best), 0);
  const fits = pairs.map(({ fit }) => fit);
  const refits = pairs.map(({ refit }) => refit);
  return {
    label,
    block,
    variables: pairs.length,
    largest_shift: shifts[largest],
    variable: pairs[largest].fit.variable,
    mean_shift: shifts.reduce((sum, shift) => sum + shift, 0) / shifts.length,
    sd_ratio: middle(pairs.map(({ fit, refit }) => refit.sd / fit.sd)),
    rhat_flags: flags(fits),
    rhat_flags_refit: flags(refits),
    largest_rhat: largestRhat(fits),
    largest_rhat_refit: largestRhat(refits),
  };
}

/** Variables of one data set only: log likelihoods of other data are no shifts. */
const OF_THE_DATA = ['log_lik', 'lp__'];

/** Blocks in the order of the fit's summary; variables that either fit lacks, or that never vary, are left out. */
export function shiftRows(fit: FitReport, refit: FitReport): readonly ShiftRow[] {
  const sameData = fit.dataset === refit.dataset;
  const theirs = new Map(refit.summary.map((row) => [row.variable, row]));
  const blocks = new Map<string, Pair[]>();
  for (const row of fit.summary) {
    const other = theirs.get(row.variable);
    const skipped = !sameData && OF_THE_DATA.includes(row.variable);
    if (!other || skipped || row.constant !== null || !(row.sd > 0)) continue;
    const block = blockOf(row.variable);
    blocks.set(block, [...(blocks.get(block) ?? []), { fit: row, refit: other }]);
  }
  return [...blocks].map(([block, pairs]) => shiftRow(fit.label, block, pairs));
}

export interface SamplerShift {
  readonly label: string;
  readonly divergences: number;
  readonly divergences_refit: number;
  /** Shares of trees at the depth limit. */
  readonly saturated: number;
  readonly saturated_refit: number;
}

export const samplerShift = (fit: FitReport, refit: FitReport): SamplerShift => ({
  label: fit.label,
  divergences: fit.sampler.divergences,
  divergences_refit: refit.sampler.divergences,
  saturated: fit.sampler.saturated,
  saturated_refit: refit.sampler.saturated,
});

export interface SlopeShift {
  readonly cell: string;
  readonly median: number;
  readonly median_refit: number;
  /** Change of the median in sds of the slope's draws. */
  readonly shift: number;
  readonly p_negative: number;
  readonly p_negative_refit: number;
}

/** Cells that have a slope in both studies. */
export const slopeShifts = (
  cells: readonly CellReport[],
  refitted: readonly CellReport[],
): readonly SlopeShift[] =>
  cells.flatMap((cell) => {
    const other = refitted.find(({ cell: id }) => id === cell.cell);
    if (!other) return [];
    return [
      {
        cell: cell.cell,
        median: cell.slope.median,
        median_refit: other.slope.median,
        shift: (other.slope.median - cell.slope.median) / cell.slope.sd,
        p_negative: cell.probabilityNegative,
        p_negative_refit: other.probabilityNegative,
      },
    ];
  });
