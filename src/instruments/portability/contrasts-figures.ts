// Distances of the cells of a contrast by target, each made once: the same cell stands in several contrasts.
import { testSize } from '../../statistics/portability/cell.ts';
import { targetFigures, type TargetFigures } from '../../statistics/portability/contrast.ts';
import { PREDICTORS } from '../../statistics/portability/predictors.ts';
import { equalPair, type CutCell, type EqualPair } from './fair.ts';
import { sourcesOf, type PlannedCell, type PortabilityPlan } from './plan.ts';
import { cellTitle } from './views-words.ts';

/** Two cells of one game at equal numbers of rows. */
export interface ContrastPair {
  readonly game: string;
  readonly model: string;
  /** Environments that both have. */
  readonly targets: readonly string[];
  readonly from: TargetFigures;
  readonly to: TargetFigures;
  /** The least over targets. */
  readonly n_train: number;
  readonly n_test: number;
  /** Rows of both cells that were left out. */
  readonly left_out: number;
}

export interface ContrastFigures {
  /** Null where the cells have no two environments in common, or x does not determine least squares in one of them. */
  pair(from: PlannedCell, to: PlannedCell): ContrastPair | null;
  /** Pairs that gave null, in sentences. */
  notes(): readonly string[];
}

/** Source sets of a target, where sources are not simply all others. */
const MOST_SETS = 10;
/** Null draws of a target; a contrast averages over targets as well. */
const MOST_NULLS = 50;

function settingsOf({ settings, seed }: PortabilityPlan, environments: number, game: number) {
  return {
    learner: PREDICTORS[settings.predictor]({ seed, task: game }),
    sources: Math.min(sourcesOf(settings, environments), environments - 1),
    sets: Math.max(1, Math.min(MOST_SETS, Math.ceil(settings.splits / environments))),
    bins: settings.bins,
    nullDraws: settings.predictor === 'ols' ? Math.min(MOST_NULLS, settings.bootstrap) : 0,
    seed,
    task: game,
  };
}

/** Names a cell as it was cut: the same cut gives the same figures. */
const cutKey = (index: number, { environments, left_out }: CutCell, { sizes }: EqualPair): string =>
  JSON.stringify([index, environments, left_out > 0 ? sizes : null]);

const sizesOf = ({ sizes }: EqualPair) => {
  const tests = sizes.map(({ rows }) => testSize(rows));
  return { n_test: Math.min(...tests), n_train: Math.min(...sizes.map(({ rows }, k) => rows - tests[k])) };
};

export function figuresOf(plan: PortabilityPlan): ContrastFigures {
  const made = new Map<string, TargetFigures>();
  const games = new Map<string, number>();
  const notes = new Set<string>();
  const numberOf = (game: string): number => {
    if (!games.has(game)) games.set(game, games.size);
    return games.get(game)!;
  };
  function figures(planned: PlannedCell, cut: CutCell, pair: EqualPair): TargetFigures {
    const key = cutKey(planned.index, cut, pair);
    const known = made.get(key);
    if (known) return known;
    const settings = settingsOf(plan, cut.cell.environments, numberOf(planned.game));
    const found = targetFigures(cut.cell, settings);
    made.set(key, found);
    return found;
  }
  function refuse(from: PlannedCell, to: PlannedCell, reason: string): null {
    notes.add(`${cellTitle(to)} is not contrasted with ${cellTitle(from)}: ${reason}.`);
    return null;
  }
  return {
    pair(from, to) {
      const equal = equalPair(from, to, plan.seed);
      if (!equal) return refuse(from, to, 'they have no two framings in common');
      const [own, other] = [figures(from, equal.from, equal), figures(to, equal.to, equal)];
      if (plan.settings.predictor === 'ols' && (own.deficient || other.deficient))
        return refuse(from, to, 'x does not vary enough to determine least squares');
      return {
        game: to.game,
        model: to.model,
        targets: equal.from.environments,
        from: own,
        to: other,
        ...sizesOf(equal),
        left_out: equal.from.left_out + equal.to.left_out,
      };
    },
    notes: () => [...notes],
  };
}
