// How much knowing the environment adds to the payoffs: held-out R² of two ridge regressions (Dong et al. 2026, appendix F).
import { randomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import { rowsByEnvironment, splitFolds, type Cell, type Folds } from './cell.ts';
import { solvePositive } from './positive.ts';
import type { SetStream } from './sets.ts';

/** Which columns are put to training mean 0 and population sd 1 before they are penalised. */
export type RidgeScaling = 'numeric' | 'none' | 'all';

export interface RidgeSettings {
  /** Penalty on the squared weights; the intercept is free. */
  readonly alpha: number;
  readonly scaling: RidgeScaling;
}

/** Payoff columns standardised, indicators left 0 and 1. */
export const RIDGE: RidgeSettings = { alpha: 1, scaling: 'numeric' };

export interface RidgeFit {
  /** 1 − SSE / SST over the test rows of all environments, about their own mean; null where actions do not vary. */
  readonly r2: number | null;
  /** Weights of the columns as penalised: payoffs, then indicators. */
  readonly weights: Float64Array;
}

export interface RidgeGain {
  readonly payoffs: RidgeFit;
  readonly payoffsAndEnvironments: RidgeFit;
  /** ΔR²: what the indicators add. */
  readonly delta: number | null;
}

/** Payoffs, then an indicator of every environment if they are asked for: rows × columns. */
function design(
  cell: Cell,
  rows: Uint32Array,
  indicators: boolean,
): { matrix: Float64Array; columns: number } {
  const { features, x, environment } = cell;
  const columns = features + (indicators ? cell.environments : 0);
  const matrix = new Float64Array(rows.length * columns);
  rows.forEach((row, i) => {
    matrix.set(x.subarray(row * features, (row + 1) * features), i * columns);
    if (indicators) matrix[i * columns + features + environment[row]] = 1;
  });
  return { matrix, columns };
}

function columnMeans(matrix: Float64Array, columns: number): Float64Array {
  const means = new Float64Array(columns);
  matrix.forEach((value, at) => (means[at % columns] += value));
  return means.map((sum) => (sum * columns) / matrix.length);
}

/** Population standard deviations; 1 for a column that does not vary or is not to be scaled. */
function columnScales(matrix: Float64Array, means: Float64Array, scaled: number): Float64Array {
  const columns = means.length;
  const squares = new Float64Array(columns);
  matrix.forEach((value, at) => (squares[at % columns] += (value - means[at % columns]) ** 2));
  return squares.map((sum, j) => (j < scaled && sum > 0 ? Math.sqrt((sum * columns) / matrix.length) : 1));
}

/** Weights that minimise |a − ā − Zw|² + α |w|² for centred columns Z. */
function ridgeWeights(z: Float64Array, columns: number, action: Float64Array, alpha: number): Float64Array {
  const moments = new Float64Array(columns * columns);
  const products = new Float64Array(columns);
  action.forEach((a, i) => {
    const at = i * columns;
    for (let j = 0; j < columns; j++) {
      products[j] += z[at + j] * a;
      for (let k = 0; k <= j; k++) moments[j * columns + k] += z[at + j] * z[at + k];
    }
  });
  for (let j = 0; j < columns; j++) moments[j * columns + j] += alpha;
  return solvePositive(moments, products);
}

const pooledRows = (sets: readonly Uint32Array[]): Uint32Array =>
  Uint32Array.from(sets.flatMap((rows) => [...rows]));

const meanOf = (values: Float64Array): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** One ridge regression, fitted to all training rows and judged on all test rows. */
export function ridgeFit(
  cell: Cell,
  folds: Folds,
  indicators: boolean,
  { alpha, scaling }: RidgeSettings = RIDGE,
): RidgeFit {
  const [train, test] = [pooledRows(folds.train), pooledRows(folds.test)];
  const { matrix, columns } = design(cell, train, indicators);
  const means = columnMeans(matrix, columns);
  const scaled = scaling === 'none' ? 0 : scaling === 'all' ? columns : cell.features;
  const scales = columnScales(matrix, means, scaled);
  const standardised = (m: Float64Array): Float64Array =>
    m.map((value, at) => (value - means[at % columns]) / scales[at % columns]);
  const action = Float64Array.from(train, (row) => cell.action[row]);
  const mean = meanOf(action);
  const centred = action.map((a) => a - mean);
  const weights = ridgeWeights(standardised(matrix), columns, centred, alpha);
  const z = standardised(design(cell, test, indicators).matrix);
  const actual = Float64Array.from(test, (row) => cell.action[row]);
  const predicted = actual.map((_, i) => weights.reduce((y, w, j) => y + w * z[i * columns + j], mean));
  return { r2: r2Of(actual, predicted), weights };
}

function r2Of(actual: Float64Array, predicted: Float64Array): number | null {
  const mean = meanOf(actual);
  const sst = actual.reduce((sum, a) => sum + (a - mean) ** 2, 0);
  const sse = actual.reduce((sum, a, i) => sum + (a - predicted[i]) ** 2, 0);
  return sst > 0 ? 1 - sse / sst : null;
}

/** R² without and with the environments on one split. */
export function ridgeGain(cell: Cell, folds: Folds, settings: RidgeSettings = RIDGE): RidgeGain {
  const payoffs = ridgeFit(cell, folds, false, settings);
  const payoffsAndEnvironments = ridgeFit(cell, folds, true, settings);
  const { r2 } = payoffsAndEnvironments;
  return {
    payoffs,
    payoffsAndEnvironments,
    delta: r2 === null || payoffs.r2 === null ? null : r2 - payoffs.r2,
  };
}

/** R² of one split. */
export interface RidgeSplit {
  readonly r2X: number;
  readonly r2XZ: number;
  readonly delta: number;
}

export interface RepeatedRidge {
  /** Splits on which actions vary. */
  readonly splits: readonly RidgeSplit[];
  /** Means over them; null without any. */
  readonly mean: RidgeSplit | null;
  /** Standard deviation of ΔR² over splits of the same rows: how far the split matters, not a standard error. */
  readonly deltaSd: number | null;
}

function averaged(splits: readonly RidgeSplit[]): RidgeSplit | null {
  if (splits.length === 0) return null;
  const mean = (of: (split: RidgeSplit) => number): number =>
    splits.reduce((sum, split) => sum + of(split), 0) / splits.length;
  return { r2X: mean(({ r2X }) => r2X), r2XZ: mean(({ r2XZ }) => r2XZ), delta: mean(({ delta }) => delta) };
}

/** Split `index`, from 0, of the repeated splits of a cell: 70 % of each environment's rows for training. */
export function ridgeSplit(
  cell: Cell,
  { seed, task }: SetStream,
  index: number,
  settings: RidgeSettings = RIDGE,
): RidgeSplit | null {
  const random = randomStream(seed, task, 0);
  random.seek(index + 1, SITE.folds);
  const folds = splitFolds(rowsByEnvironment(cell.environments, cell.environment), random);
  const { payoffs, payoffsAndEnvironments, delta } = ridgeGain(cell, folds, settings);
  if (payoffs.r2 === null || payoffsAndEnvironments.r2 === null || delta === null) return null;
  return { r2X: payoffs.r2, r2XZ: payoffsAndEnvironments.r2, delta };
}

/** ΔR² averaged over repeated random splits within environments. */
export function repeatedRidge(
  cell: Cell,
  stream: SetStream,
  repetitions: number,
  settings: RidgeSettings = RIDGE,
): RepeatedRidge {
  const all = Array.from({ length: repetitions }, (_, index) => ridgeSplit(cell, stream, index, settings));
  const splits = all.filter((split) => split !== null);
  const mean = averaged(splits);
  const squares = splits.reduce((sum, { delta }) => sum + (delta - (mean?.delta ?? 0)) ** 2, 0);
  return { splits, mean, deltaSd: splits.length > 1 ? Math.sqrt(squares / (splits.length - 1)) : null };
}
