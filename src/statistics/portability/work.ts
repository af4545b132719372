// Everything that is computed of a cell, in independent rows: row i of a part depends on the seed and i alone.
import { randomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import { nullBootstrap } from './bootstrap.ts';
import { rowsByEnvironment, splitFolds, type Cell, type Folds } from './cell.ts';
import { actionScale, isNoisy, scaleTv, snapped } from './companions.ts';
import { comparePredictions, meterFor, testFolds, type SourceTarget } from './compare.ts';
import type { LearnerOf } from './learner.ts';
import { outerResamples } from './outer.ts';
import { permutations } from './permutation.ts';
import { coveringSets, oncePerTarget, pairSets, sampledSet, type SetStream } from './sets.ts';
import { cellBins, testStatistics, TEST_STATISTICS, type StatisticsOf } from './statistics.ts';

/** Parts of a cell's work. */
export const PARTS = ['observed', 'splits', 'pairs', 'permutations', 'nulls', 'outer'] as const;
export type Part = (typeof PARTS)[number];

/** Columns of one comparison. Missing values (an R² of constant actions) are NaN. */
export const COMPARISON_COLUMNS = [
  'target',
  'rows',
  'numerator',
  'numerator_few',
  'gap',
  'distance',
  'r2_out',
  'r2_in',
  'moved',
  'occupied',
  'largest',
  'deficient',
  'scale_tv',
  'snapped_numerator',
  'wasserstein',
] as const;
export type ComparisonColumn = (typeof COMPARISON_COLUMNS)[number];

/** Columns of each part's rows. */
export const PART_COLUMNS: Readonly<Record<Part, readonly string[]>> = {
  observed: TEST_STATISTICS,
  splits: COMPARISON_COLUMNS,
  pairs: COMPARISON_COLUMNS,
  permutations: TEST_STATISTICS,
  nulls: ['tv20', 'tvB'],
  outer: ['tv20', 'null_tv20', 'tvB', 'null_tvB'],
};

export interface WorkSettings {
  readonly learner: LearnerOf;
  /** Source environments of a sampled split. */
  readonly sources: number;
  /** Bins of the paper's total variation. */
  readonly bins: number;
  /** Given folds; null draws them from the seed. */
  readonly folds: Folds | null;
  /** Given comparisons in place of sampled ones; null samples them. */
  readonly sets: readonly SourceTarget[] | null;
}

export interface CellWork {
  readonly folds: Folds;
  /** Bins of the second total variation. */
  readonly fewer: number;
  /** Row `index` (from 0) of a part, in the order of its columns. */
  row(part: Part, index: number): Float64Array;
  /** The comparisons that test statistics and nulls are means over. */
  tested(): readonly SourceTarget[];
  /** Sources and target of row `index` of `splits` or `pairs`. */
  set(part: 'splits' | 'pairs', index: number): SourceTarget;
}

/** The fixed 70/30 split of a cell. */
export function drawnFolds(cell: Cell, { seed, task }: SetStream): Folds {
  const random = randomStream(seed, task, 4);
  random.seek(0, SITE.folds);
  return splitFolds(rowsByEnvironment(cell.environments, cell.environment), random);
}

/** Rows of comparisons on fixed folds. */
function comparer(cell: Cell, folds: Folds, { learner, bins }: WorkSettings, fewer: number) {
  const trained = learner(cell, folds);
  const fold = testFolds(cell, folds, trained);
  const meter = meterFor(folds, [bins, fewer]);
  const scale = actionScale(cell.action);
  return ({ sources, target }: SourceTarget): Float64Array => {
    const test = fold(target);
    const fit = trained.fit(sources);
    const out = fit.predict(test.rows);
    const inside = test.insidePredictions;
    const { rows, numerators, gap, distance, r2 } = comparePredictions(test, out, [fewer, bins], meter);
    const { moved, occupied, largest } = meter.filling();
    const wasserstein = meter.wasserstein();
    const numerator = numerators[1];
    const noisy = isNoisy(meter.closest(), scale);
    return Float64Array.of(
      target,
      rows,
      numerator,
      numerators[0],
      gap ?? NaN,
      distance,
      r2 ?? NaN,
      test.insideErrors.r2 ?? NaN,
      moved,
      occupied,
      largest,
      Number(fit.deficient || test.inside.deficient),
      scaleTv(test.groups, out, inside, scale),
      noisy
        ? meter.measure(test.groups, snapped(out, scale), snapped(inside, scale), bins).numerator
        : numerator,
      wasserstein,
    );
  };
}

/** Made on first use and kept. */
function once<T>(make: () => T): () => T {
  let made: T | null = null;
  return () => (made ??= make());
}

export function cellWork(cell: Cell, settings: WorkSettings, stream: SetStream): CellWork {
  const folds = settings.folds ?? drawnFolds(cell, stream);
  const fewer = cellBins(folds);
  const { environments } = cell;
  const pairs = once(() => pairSets(environments));
  const tested = once(() =>
    settings.sets?.length
      ? oncePerTarget(settings.sets)
      : coveringSets(stream, environments, settings.sources),
  );
  const test = once((): StatisticsOf => ({
    learner: settings.learner,
    sets: tested(),
    bins: [settings.bins, fewer],
  }));
  const compare = once(() => comparer(cell, folds, settings, fewer));
  const permuted = once(() => permutations(cell, test(), stream));
  const nulls = once(() => nullBootstrap(cell, folds, test().sets, test().bins, stream));
  const outer = once(() => outerResamples(cell, folds, test(), stream));
  const set = (part: 'splits' | 'pairs', index: number): SourceTarget => {
    if (part === 'pairs') return pairs()[index];
    return settings.sets?.[index] ?? sampledSet(stream, environments, settings.sources, index);
  };
  return {
    folds,
    fewer,
    tested,
    set,
    row(part, index) {
      switch (part) {
        case 'observed':
          return testStatistics(cell, folds, test());
        case 'splits':
        case 'pairs':
          return compare()(set(part, index));
        case 'permutations':
          return permuted()(index + 1);
        case 'nulls':
          return nulls()(index);
        case 'outer':
          return outer()(index);
      }
    },
  };
}
