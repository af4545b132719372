// What a contrast of regimes rests on: distances of one cell target by target, on source sets that both regimes share.
import { randomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import { nullBootstrap } from './bootstrap.ts';
import { rowsByEnvironment, splitFolds, type Cell, type Folds } from './cell.ts';
import { comparePredictions, meterFor, testFolds, type SourceTarget } from './compare.ts';
import { mean } from './contrast-resamples.ts';
import type { LearnerOf } from './learner.ts';
import { coveringSets } from './sets.ts';

/** Figures of a cell by target. */
export interface TargetFigures {
  /** Mean total variation over the target's source sets. */
  readonly tv: Float64Array;
  /** Mean TV under the null-imposed bootstrap; null where none was asked for. */
  readonly nulls: Float64Array | null;
  /** Mean log-RMSE gap; one with an RMSE of 0 counts as 0. */
  readonly gap: Float64Array;
  /** Whether some fit is not determined by its rows. */
  readonly deficient: boolean;
}

export interface TargetSettings {
  readonly learner: LearnerOf;
  /** Source environments of a comparison. */
  readonly sources: number;
  /** Source sets of a target where there are several. */
  readonly sets: number;
  readonly bins: number;
  /** Draws of the null-imposed bootstrap a target; 0 leaves it out. */
  readonly nullDraws: number;
  /** Cells of one contrast have the same seed and task: the same sources, folds and draws wherever their rows agree. */
  readonly seed: number;
  readonly task: number;
}

const FOLDS_CHAIN = 9;
/** Apart from the source sets of tests, which count cells below this. */
const SETS_TASKS = 1 << 20;

/** Source sets by target; one a target where all other environments are sources. */
export function contrastSets(
  environments: number,
  { sources, sets, seed, task }: Pick<TargetSettings, 'sources' | 'sets' | 'seed' | 'task'>,
): readonly (readonly SourceTarget[])[] {
  const rounds = sources === environments - 1 ? 1 : sets;
  const drawn = Array.from({ length: rounds }, (_, round) =>
    coveringSets({ seed, task: task + SETS_TASKS * (round + 1) }, environments, sources),
  );
  return Array.from({ length: environments }, (_, target) => drawn.map((round) => round[target]));
}

/** The 70/30 split of a cell of a contrast: the same places in either regime where their rows agree. */
export function contrastFolds(cell: Cell, { seed, task }: Pick<TargetSettings, 'seed' | 'task'>): Folds {
  const random = randomStream(seed, task, FOLDS_CHAIN);
  random.seek(0, SITE.folds);
  return splitFolds(rowsByEnvironment(cell.environments, cell.environment), random);
}

function nullMean(cell: Cell, folds: Folds, set: SourceTarget, settings: TargetSettings): number {
  const { bins, nullDraws, seed, task } = settings;
  const draw = nullBootstrap(cell, folds, [set], [bins], { seed, task: task + SETS_TASKS });
  return mean(Array.from({ length: nullDraws }, (_, index) => draw(index)[0]));
}

/** Distances of a cell with two or more environments by target, on folds of its own. */
export function targetFigures(cell: Cell, settings: TargetSettings): TargetFigures {
  const folds = contrastFolds(cell, settings);
  const learner = settings.learner(cell, folds);
  const fold = testFolds(cell, folds, learner);
  const meter = meterFor(folds, [settings.bins]);
  const sets = contrastSets(cell.environments, settings);
  let deficient = false;
  const compared = sets.map((own, target) => {
    const test = fold(target);
    return own.map(({ sources }) => {
      const fit = learner.fit(sources);
      deficient ||= fit.deficient || test.inside.deficient;
      const { numerators, rows, gap } = comparePredictions(
        test,
        fit.predict(test.rows),
        [settings.bins],
        meter,
      );
      return { tv: numerators[0] / (2 * rows), gap: gap ?? 0 };
    });
  });
  return {
    tv: Float64Array.from(compared, (own) => mean(own.map(({ tv }) => tv))),
    gap: Float64Array.from(compared, (own) => mean(own.map(({ gap }) => gap))),
    nulls:
      settings.nullDraws > 0
        ? Float64Array.from(sets, ([first]) => nullMean(cell, folds, first, settings))
        : null,
    deficient,
  };
}
