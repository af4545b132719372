// α of every cell by the joint fit, by its own fit, and by the regression alone: how far cells are drawn to the line.
import { exp, log } from '../../../math/elementary.ts';
import { variableIndex, variableOf } from '../../../statistics/draws.ts';
import { intervalOf, type Interval } from '../../../statistics/interval.ts';
import { mean } from '../../../statistics/moments.ts';
import { probabilityNegative, slopeDraws } from '../../../statistics/regression.ts';
import { estimate, integer } from '../views/number-format.ts';
import type { HierarchicalCell } from './plan.ts';
import type { HierarchicalReport } from './report.ts';

export interface PoolingRow {
  readonly cell: string;
  /** alpha[j] */
  readonly variable: string;
  /** Its row of X. */
  readonly predictors: readonly number[];
  /** Where the cell stands on the axis; null without one. */
  readonly x: number | null;
  readonly joint: Interval;
  /** Null where no fit of the cell on its own is at hand. */
  readonly apart: Interval | null;
  /** exp(γ₀ + X_j γ): what the regression alone expects. */
  readonly line: Interval;
}

/** The regression at one point of the axis. */
export interface LinePoint {
  readonly x: number;
  readonly median: number;
  readonly q5: number;
  readonly q95: number;
}

export interface PoolingView {
  /** What the cells together are called, where several such pictures stand side by side; else ''. */
  readonly subject: string;
  readonly rows: readonly PoolingRow[];
  /** What the columns of X are called. */
  readonly names: readonly string[];
  /** The single predictor, where there is one; `centre` was taken off it. */
  readonly axis: { readonly name: string; readonly centre: number } | null;
  /** Empty without an axis. */
  readonly curve: readonly LinePoint[];
  /** Slope of log α over the cells' own fits by least squares, draw by draw; null unless every cell has one. */
  readonly apartSlope: (Interval & { readonly probabilityNegative: number }) | null;
}

const GRID = 41;
const CENTRED = 1e-9;

const temperatureOf = ({ label }: HierarchicalCell): number => {
  const [, text] = /\bT\s*=\s*(\d+(?:\.\d+)?)$/.exec(label) ?? [];
  return (text as string | undefined) === undefined ? NaN : Number(text);
};

/** The mean that was taken off the temperatures in the cells' labels; null where X is not made of them. */
function temperatureCentre(cells: readonly HierarchicalCell[]): number | null {
  const temperatures = Float64Array.from(cells, temperatureOf);
  const centre = mean(temperatures);
  return cells.every(({ predictors }, j) => Math.abs(temperatures[j] - centre - predictors[0]) <= CENTRED)
    ? centre
    : null;
}

/** What the columns of X are called. */
export function predictorNames(
  { cells }: Pick<HierarchicalReport, 'cells'>,
  names?: readonly string[],
): readonly string[] {
  const width = cells[0]?.predictors.length ?? 0;
  if (names) return names;
  if (width === 1 && temperatureCentre(cells) !== null) return ['temperature'];
  return Array.from({ length: width }, (_, p) => `X[${p + 1}]`);
}

function axisOf(report: HierarchicalReport, names?: readonly string[]): PoolingView['axis'] {
  const { cells } = report;
  const one = cells[0].predictors.length === 1;
  if (!one || new Set(cells.map(({ predictors }) => predictors[0])).size < 2) return null;
  const centre = temperatureCentre(cells);
  return { name: predictorNames(report, names)[0], centre: centre ?? 0 };
}

/** exp(γ₀ + x γ) at every draw. */
function expected({ draws }: HierarchicalReport, x: readonly number[]): Float64Array {
  const sum = variableOf(draws, variableIndex(draws, 'gamma0')).slice();
  x.forEach((value, p) => {
    const gamma = variableOf(draws, variableIndex(draws, `gamma[${p + 1}]`));
    for (let s = 0; s < sum.length; s++) sum[s] += value * gamma[s];
  });
  return sum.map(exp);
}

function curveOf(report: HierarchicalReport, centre: number): readonly LinePoint[] {
  const at = report.cells.map(({ predictors }) => predictors[0]);
  const [low, high] = [Math.min(...at), Math.max(...at)];
  return Array.from({ length: GRID }, (_, i) => {
    const x = low + ((high - low) * i) / (GRID - 1);
    const { median, q5, q95 } = intervalOf(expected(report, [x]));
    return { x: x + centre, median, q5, q95 };
  });
}

function slopeApart(
  { cells }: HierarchicalReport,
  apart: readonly (Float64Array | null)[],
): PoolingView['apartSlope'] {
  const own = apart.filter((alpha) => alpha !== null);
  if (own.length < cells.length) return null;
  const shortest = Math.min(...own.map(({ length }) => length));
  const slopes = slopeDraws({
    temperatures: cells.map(({ predictors }) => predictors[0]),
    draws: own.map((alpha) => alpha.subarray(0, shortest).map(log)),
  });
  return { ...intervalOf(slopes), probabilityNegative: probabilityNegative(slopes) };
}

/** `apart`: draws of α of each cell by its own fit, null where there is none; `names` are those of the plan. */
export function poolingView(
  report: HierarchicalReport,
  apart: readonly (Float64Array | null)[],
  names?: readonly string[],
  subject = '',
): PoolingView {
  const axis = axisOf(report, names);
  const rows = report.cells.map(({ label, predictors }, j): PoolingRow => {
    const variable = `alpha[${j + 1}]`;
    const own = apart[j] ?? null;
    return {
      cell: label,
      variable,
      predictors,
      x: axis && predictors[0] + axis.centre,
      joint: intervalOf(variableOf(report.draws, variableIndex(report.draws, variable))),
      apart: own && intervalOf(own),
      line: intervalOf(expected(report, predictors)),
    };
  });
  return {
    subject,
    rows,
    names: predictorNames(report, names),
    axis,
    curve: axis ? curveOf(report, axis.centre) : [],
    apartSlope: axis ? slopeApart(report, apart) : null,
  };
}

const rowText = ({ cell, joint, apart }: PoolingRow): string => {
  const own = apart ? `, alone ${estimate(apart.median, apart.q5, apart.q95)}` : '';
  return `${cell} ${estimate(joint.median, joint.q5, joint.q95)}${own}`;
};

export const describePooling = ({ rows }: PoolingView): string =>
  `α of ${integer(rows.length)} cells fitted together, medians and 90\u202f% intervals: ${rows.map(rowText).join('; ')}.`;
