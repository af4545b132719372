// Probabilistic predictors: the law of the action at x, from the levels that training rows chose.
import type { Cell, Folds } from './cell.ts';
import { leastNorm } from './least-norm.ts';
import type { ActionLevels } from './levels.ts';
import { scaleOf, standardised, type FeatureScale } from './scale.ts';
import { pointsOf, present, supportOf, type Support } from './support.ts';

/** What a model of choice is fitted to: levels chosen at each distinct x, only levels that occur. */
export interface ChoiceCounts {
  /** Distinct x × (1 + features): 1, then features standardised over the training rows. */
  readonly z: readonly Float64Array[];
  /** Distinct x × levels that occur. */
  readonly counts: readonly Float64Array[];
  readonly levels: number;
}

/** Probabilities of the levels that occur, at z = [1, features]. */
export interface ChoiceFit {
  probabilities(z: Float64Array): Float64Array;
  /** True where the likelihood has no finite maximum and a tiny ridge gives the answer. */
  readonly separated: boolean;
  readonly converged: boolean;
}

/** Added to minus the log likelihood: half of this times the squared parameters. 10⁻⁶ of a row's weight. */
export const TINY_RIDGE = 1e-6;

export interface FittedChoice {
  /** rows × levels of the cell; levels that no training row chose have probability 0, their likeliest. */
  probabilities(rows: Uint32Array): Float64Array;
  /** True where features do not vary apart in the training rows. */
  readonly deficient: boolean;
  readonly separated: boolean;
  readonly converged: boolean;
}

export interface ChoiceLearner {
  fit(environments: readonly number[]): FittedChoice;
}

export type ChoiceLearnerOf = (cell: Cell, folds: Folds, levels: ActionLevels) => ChoiceLearner;

interface Tally {
  readonly points: Uint32Array;
  readonly occurring: readonly number[];
  readonly data: ChoiceCounts;
  readonly scale: FeatureScale;
}

const withOne = (z: Float64Array): Float64Array => Float64Array.of(1, ...z);

function tally(support: Support, { level, from }: ActionLevels, sets: readonly Uint32Array[]): Tally {
  const weight = new Float64Array(pointsOf(support));
  const chosen = new Float64Array(weight.length * from.length);
  const seen = new Float64Array(from.length);
  let rows = 0;
  for (const set of sets) {
    for (const row of set) {
      weight[support.point[row]] += 1;
      chosen[support.point[row] * from.length + level[row]] += 1;
      seen[level[row]] += 1;
    }
    rows += set.length;
  }
  if (rows === 0) throw new RangeError('a fit to no rows: every source needs training rows');
  const points = present(weight);
  const occurring = [...seen.keys()].filter((k) => seen[k] > 0);
  const scale = scaleOf(support, points, { weight, rows });
  const z = Array.from(points, (p) => withOne(standardised(support.x, p * support.features, scale)));
  const counts = Array.from(points, (p) => Float64Array.from(occurring, (k) => chosen[p * from.length + k]));
  return { points, occurring, scale, data: { z, counts, levels: occurring.length } };
}

/** Whether columns of [1, z] depend on each other over the points. */
function dependent({ z }: ChoiceCounts): boolean {
  const columns = Array.from(z[0], (_, j) => Float64Array.from(z, (at) => at[j]));
  return leastNorm(columns, new Float64Array(z.length)).rank < z[0].length;
}

/** A learner from a model of choice probabilities. */
export const choiceLearner =
  (model: (data: ChoiceCounts) => ChoiceFit): ChoiceLearnerOf =>
  (cell, { train }, levels) => {
    const support = supportOf(cell);
    const width = levels.from.length;
    return {
      fit(environments) {
        const { occurring, data, scale } = tally(
          support,
          levels,
          environments.map((e) => train[e]),
        );
        const fit = model(data);
        return {
          separated: fit.separated,
          converged: fit.converged,
          deficient: dependent(data),
          probabilities(rows) {
            const all = new Float64Array(rows.length * width);
            rows.forEach((row, i) => {
              const p = fit.probabilities(withOne(standardised(cell.x, row * cell.features, scale)));
              occurring.forEach((k, at) => (all[i * width + k] = p[at]));
            });
            return all;
          },
        };
      },
    };
  };
