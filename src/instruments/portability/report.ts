// What a portability run found, cell by cell: a pure fold of its chunks.
import type { Chunk } from '../../engine/types.ts';
import type { ChoiceTable } from '../../formats/choice-table.ts';
import { randomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import { quantiles } from '../../statistics/quantile.ts';
import { excessInterval } from '../../statistics/portability/excess-interval.ts';
import { testSize } from '../../statistics/portability/cell.ts';
import { leastP, placeAmong } from '../../statistics/portability/permutation.ts';
import type { ComparisonColumn } from '../../statistics/portability/work.ts';
import { fewerBins, TEST_STATISTICS } from '../../statistics/portability/statistics.ts';
import { adjusted } from './adjust.ts';
import type { CellName } from './cells.ts';
import {
  parseKey,
  plannedCells,
  sourcesOf,
  type Correction,
  type GivenCell,
  type PlannedCell,
  type PortabilityPlan,
} from './plan.ts';
import { resolutionOf, type Resolution } from './resolution.ts';
import { joinedRows, meanOf, type Columns } from './rows.ts';

/** One cell's figures; null where the plan did not ask for them or they are not defined. */
export interface CellReport extends CellName {
  readonly index: number;
  readonly environments: readonly string[];
  readonly rows: number;
  readonly unparsed: number;
  /** Rows left out so that all cells have equally many. */
  readonly left_out: number;
  /** Environments left out for having fewer than four rows with an action, or a single instance. */
  readonly excluded: readonly string[];
  readonly instances: number;
  readonly shared: boolean;
  /** Sources of a split; null where given sets differ in size. */
  readonly sources: number | null;
  readonly splits: number;
  /** Test rows of a comparison: the least and the largest over environments. */
  readonly n_test: readonly [number, number];
  readonly bins: number;
  readonly bins_few: number;
  /** Distances are null where least squares is `deficient`. */
  readonly tv_mean: number | null;
  readonly tv_q5: number | null;
  readonly tv_q95: number | null;
  readonly tvB_mean: number | null;
  /** The observed test statistics: means over comparisons that make each environment once the target. */
  readonly test: Readonly<Record<(typeof TEST_STATISTICS)[number], number>> | null;
  readonly perm_mean: number | null;
  readonly perm_q5: number | null;
  readonly perm_q95: number | null;
  readonly p_tv20: number | null;
  readonly p_tvB: number | null;
  readonly p_gap: number | null;
  readonly p_pred: number | null;
  /** The primary p-value: the least of the four, calibrated by the same permutations. */
  readonly p_min: number | null;
  /** After the plan's correction over cells. */
  readonly p_adjusted: number | null;
  /** No p-value can be lower: 1 / (1 + permutations). */
  readonly least_p: number | null;
  readonly boot_null_mean: number | null;
  readonly excess: number | null;
  /** 90 % interval of the excess over instances drawn anew within environments; framings are held fixed. */
  readonly excess_lo: number | null;
  readonly excess_hi: number | null;
  readonly excess_few: number | null;
  readonly gap_mean: number | null;
  readonly gap_null_mean: number | null;
  readonly r2_out: number | null;
  readonly r2_in: number | null;
  readonly occupied: number | null;
  readonly largest: number | null;
  readonly scale_tv: number | null;
  readonly snapped_tv: number | null;
  readonly wasserstein: number | null;
  readonly deficient: boolean;
  readonly resolution: Resolution;
}

export interface PortabilityReport {
  readonly cells: readonly CellReport[];
  readonly correction: Correction;
}

/** Rows of every part of every cell, by "cell/part". */
export const rowsOf = (chunks: readonly Chunk[]): ReadonlyMap<string, Columns> =>
  joinedRows(chunks, (key) => {
    const { cell, part } = parseKey(key);
    return `${cell}/${part}`;
  });

const ratio = (rows: Columns, name: ComparisonColumn): Float64Array =>
  rows[name].map((value, i) => value / (2 * rows.rows[i]));

function spread(values: Float64Array | null): readonly [number | null, number | null] {
  if (!values || values.length === 0) return [null, null];
  const [low, high] = quantiles(values, [0.05, 0.95]);
  return [low, high];
}

interface Test {
  readonly observed: Float64Array;
  readonly permuted: readonly Float64Array[];
}

function testOf(rows: ReadonlyMap<string, Columns>, index: number): Test | null {
  const observed = rows.get(`${index}/observed`);
  const permuted = rows.get(`${index}/permutations`);
  if (!observed || !permuted) return null;
  return {
    observed: Float64Array.from(TEST_STATISTICS, (name) => observed[name][0]),
    permuted: TEST_STATISTICS.map((name) => permuted[name]),
  };
}

/** p-values of a test; null where there is none. */
function pValues(test: Test | null) {
  if (!test) return null;
  const { observed, permuted } = test;
  const [tv20, tvB, gap, pred] = permuted.map((values, k) => placeAmong(observed[k], values, 0).p);
  const least = leastP(observed, permuted);
  const negated = least.map((value) => -value);
  return { tv20, tvB, gap, pred, least, min: placeAmong(negated[0], negated.subarray(1), 0).p };
}

type PValues = ReturnType<typeof pValues>;

const difference = (a: number | null, b: number | null): number | null =>
  a === null || b === null ? null : a - b;

/** The excess with its interval, from the nulls and the resamples of a cell. */
function excessFigures(excess: number | null, nulls: Columns | undefined, outer: Columns | undefined) {
  const resampled = outer?.tv20
    .map((tv, i) => tv - outer.null_tv20[i])
    .filter((value) => !Number.isNaN(value));
  const found =
    excess === null || !nulls || !resampled ? null : excessInterval(excess, resampled, nulls.tv20);
  return { excess, excess_lo: found?.low ?? null, excess_hi: found?.high ?? null };
}

function comparisonFigures(rows: Columns | undefined) {
  const tv = rows ? ratio(rows, 'numerator') : null;
  const [tv_q5, tv_q95] = spread(tv);
  return {
    splits: tv?.length ?? 0,
    tv_mean: meanOf(tv ?? undefined),
    tv_q5,
    tv_q95,
    tvB_mean: rows ? meanOf(ratio(rows, 'numerator_few')) : null,
    snapped_tv: rows ? meanOf(ratio(rows, 'snapped_numerator')) : null,
    gap_mean: meanOf(rows?.gap),
    r2_out: meanOf(rows?.r2_out),
    r2_in: meanOf(rows?.r2_in),
    occupied: meanOf(rows?.occupied),
    largest: meanOf(rows?.largest),
    scale_tv: meanOf(rows?.scale_tv),
    wasserstein: meanOf(rows?.wasserstein),
    deficient: rows?.deficient.some((flag) => flag === 1) ?? false,
  };
}

/**
 * Least squares that its rows do not determine has no distance that could be quoted. Cubic terms are often more than can
 * be told apart where predictions on the x at hand are unique all the same: that is a flag alone.
 */
const isDegenerate = ({ settings }: PortabilityPlan, deficient: boolean): boolean =>
  deficient && settings.predictor === 'ols';

type ComparisonFigures = ReturnType<typeof comparisonFigures>;

function quotable(plan: PortabilityPlan, figures: ComparisonFigures): ComparisonFigures {
  if (!isDegenerate(plan, figures.deficient)) return figures;
  return { ...figures, tv_mean: null, tv_q5: null, tv_q95: null, tvB_mean: null, snapped_tv: null };
}

function testFigures(test: Test | null, p: PValues) {
  const [perm_q5, perm_q95] = spread(test?.permuted[0] ?? null);
  const observed = test?.observed;
  return {
    test: observed && { tv20: observed[0], tvB: observed[1], gap: observed[2], pred: observed[3] },
    perm_mean: meanOf(test?.permuted[0]),
    perm_q5,
    perm_q95,
    p_tv20: p?.tv20 ?? null,
    p_tvB: p?.tvB ?? null,
    p_gap: p?.gap ?? null,
    p_pred: p?.pred ?? null,
    p_min: p?.min ?? null,
    least_p: p ? 1 / p.least.length : null,
    gap_null_mean: meanOf(test?.permuted[2]),
  };
}

function givenSources({ sets }: GivenCell): number | null {
  const sizes = new Set(sets.map(({ sources }) => sources.length));
  return sizes.size === 1 ? [...sizes][0] : null;
}

function designFigures(
  plan: PortabilityPlan,
  { cell, environments, unparsed, left_out, excluded, given }: PlannedCell,
) {
  const sizes = new Float64Array(cell.environments);
  for (const e of cell.environment) sizes[e] += 1;
  const tests = given
    ? environments.map((name) => given.environments[name]?.test.length ?? 0)
    : Array.from(sizes, testSize);
  const n_test = [Math.min(...tests), Math.max(...tests)] as const;
  return {
    rows: cell.action.length,
    unparsed,
    left_out,
    excluded,
    instances: new Set(cell.instance).size,
    shared: cell.shared,
    sources: given ? givenSources(given) : sourcesOf(plan.settings, cell.environments),
    n_test,
    bins: plan.settings.bins,
    bins_few: fewerBins(n_test[0]),
  };
}

/** The report without what depends on other cells. */
function cellReport(
  plan: PortabilityPlan,
  planned: PlannedCell,
  rows: ReadonlyMap<string, Columns>,
): { readonly report: Omit<CellReport, 'p_adjusted'>; readonly least: Float64Array | null } {
  const { index, game, model, regime, environments } = planned;
  const comparisons = quotable(plan, comparisonFigures(rows.get(`${index}/splits`)));
  const test = testOf(rows, index);
  const p = pValues(test);
  const nulls = rows.get(`${index}/nulls`);
  const boot_null_mean = meanOf(nulls?.tv20);
  const figures = testFigures(test, p);
  const partial = {
    index,
    game,
    model,
    regime,
    environments,
    ...designFigures(plan, planned),
    ...comparisons,
    ...figures,
    test: figures.test ?? null,
    boot_null_mean,
    ...excessFigures(difference(comparisons.tv_mean, boot_null_mean), nulls, rows.get(`${index}/outer`)),
    excess_few: difference(comparisons.tvB_mean, meanOf(nulls?.tvB)),
  };
  const resolution = resolutionOf({ ...partial, deficient: isDegenerate(plan, partial.deficient) });
  return { report: { ...partial, resolution }, least: p?.least ?? null };
}

const isTested = (
  { settings }: PortabilityPlan,
  { environments }: Pick<CellReport, 'environments'>,
): boolean => environments.length > 1 && settings.permutations > 0;

/** The plan's report from whatever chunks have landed. */
export function portabilityReport(
  plan: PortabilityPlan,
  tables: ReadonlyMap<string, ChoiceTable>,
  chunks: readonly Chunk[],
): PortabilityReport {
  const rows = rowsOf(chunks);
  const parts = plannedCells(plan, tables).map((planned) => cellReport(plan, planned, rows));
  const corrected = adjusted(
    plan.settings.correction,
    parts.map(({ report, least }) => ({ p: report.p_min, least, planned: isTested(plan, report) })),
  );
  return {
    cells: parts.map(({ report }, i) => ({ ...report, p_adjusted: corrected[i] })),
    correction: plan.settings.correction,
  };
}

/** A random place among tied permutations, for calibration studies: statistic k of a cell, uniform in (0, 1). */
export function tiePlaces(seed: number, cell: number, count: number): Float64Array {
  const random = randomStream(seed, cell, 5);
  random.seek(0, SITE.tiedPermutation);
  return Float64Array.from({ length: count }, () => random.uniform());
}
