// How regimes and models differ in portability: at equal numbers of rows, on the same targets and source sets.
import type { ChoiceTable } from '../../formats/choice-table.ts';
import { differenceOf, type Difference } from '../../statistics/portability/contrast-interval.ts';
import type { PairedTargets } from '../../statistics/portability/contrast-resamples.ts';
import type { TargetFigures } from '../../statistics/portability/contrast.ts';
import { figuresOf, type ContrastPair } from './contrasts-figures.ts';
import { loneCells, pairsOf, regimeNamePairs } from './contrasts-pairs.ts';
import { plannedCells, type PlannedCell, type PortabilityPlan } from './plan.ts';

/** What a contrast is averaged over; `best`: a model's only cell against the best cell of the others. */
export type ContrastScope = 'all' | 'model' | 'game' | 'cell' | 'best';

/** One contrast: `to` less `from`. Bounds are of a central 90 % interval over targets; null where there is none. */
export interface ContrastRow {
  readonly scope: ContrastScope;
  /** '' where pooled over games, or over models. */
  readonly game: string;
  readonly model: string;
  /** Regimes; of `best`, "model, regime". */
  readonly from: string;
  readonly to: string;
  /** Pairs of cells, weighing the same. */
  readonly pairs: number;
  /** Cells among which `from` was the best; 1 where it was not chosen. */
  readonly candidates: number;
  readonly targets: number;
  /** The least over targets; equal in both cells of a pair. */
  readonly n_train: number;
  readonly n_test: number;
  /** Rows of both sides that were left out to make numbers equal. */
  readonly left_out: number;
  readonly tv_from: number;
  readonly tv_to: number;
  readonly delta: number;
  readonly delta_lo: number | null;
  readonly delta_hi: number | null;
  /** 100 · delta / tv_from. */
  readonly percent: number | null;
  readonly percent_lo: number | null;
  readonly percent_hi: number | null;
  /** TV less its mean under the null-imposed bootstrap, target by target; null where the plan has no bootstrap. */
  readonly excess_from: number | null;
  readonly excess_to: number | null;
  readonly excess_delta: number | null;
  readonly excess_delta_lo: number | null;
  readonly excess_delta_hi: number | null;
  readonly gap_delta: number;
  readonly gap_delta_lo: number | null;
  readonly gap_delta_hi: number | null;
}

export interface Contrasts {
  readonly rows: readonly ContrastRow[];
  /** Contrasts that could not be made, in sentences. */
  readonly notes: readonly string[];
}

type Names = Pick<ContrastRow, 'scope' | 'game' | 'model' | 'from' | 'to'>;

const excessByTarget = ({ tv, nulls }: TargetFigures): Float64Array =>
  tv.map((value, target) => value - (nulls?.[target] ?? 0));

function difference(
  pairs: readonly ContrastPair[],
  values: (figures: TargetFigures) => Float64Array,
  seed: number,
): Difference {
  const paired = pairs.map(({ game, targets, from, to }): PairedTargets => ({
    game,
    targets,
    from: values(from),
    to: values(to),
  }));
  return differenceOf(paired, seed);
}

function excessColumns(pairs: readonly ContrastPair[], seed: number) {
  const known = pairs.every(({ from, to }) => from.nulls !== null && to.nulls !== null);
  const excess = known ? difference(pairs, excessByTarget, seed) : null;
  return {
    excess_from: excess?.from ?? null,
    excess_to: excess?.to ?? null,
    excess_delta: excess?.delta ?? null,
    excess_delta_lo: excess?.delta_lo ?? null,
    excess_delta_hi: excess?.delta_hi ?? null,
  };
}

const least = (values: readonly number[]): number => Math.min(...values);

function rowOf(names: Names, pairs: readonly ContrastPair[], candidates: number, seed: number): ContrastRow {
  const { from: tv_from, to: tv_to, ...tv } = difference(pairs, (figures) => figures.tv, seed);
  const gap = difference(pairs, (figures) => figures.gap, seed);
  return {
    ...names,
    pairs: pairs.length,
    candidates,
    targets: pairs.reduce((sum, { targets }) => sum + targets.length, 0),
    n_train: least(pairs.map(({ n_train }) => n_train)),
    n_test: least(pairs.map(({ n_test }) => n_test)),
    left_out: pairs.reduce((sum, { left_out }) => sum + left_out, 0),
    tv_from,
    tv_to,
    ...tv,
    ...excessColumns(pairs, seed),
    gap_delta: gap.delta,
    gap_delta_lo: gap.delta_lo,
    gap_delta_hi: gap.delta_hi,
  };
}

const unique = (values: readonly string[]): readonly string[] => [...new Set(values)];

/** Pooled, by model, by game, and by model and game. */
function regimeRows(from: string, to: string, pairs: readonly ContrastPair[], seed: number): ContrastRow[] {
  if (pairs.length === 0) return [];
  const make = (
    scope: ContrastScope,
    game: string,
    model: string,
    own: readonly ContrastPair[],
  ): ContrastRow => rowOf({ scope, game, model, from, to }, own, 1, seed);
  const models = unique(pairs.map(({ model }) => model));
  const games = unique(pairs.map(({ game }) => game));
  return [
    make('all', '', '', pairs),
    ...models.map((model) =>
      make(
        'model',
        '',
        model,
        pairs.filter((pair) => pair.model === model),
      ),
    ),
    ...games.map((game) =>
      make(
        'game',
        game,
        '',
        pairs.filter((pair) => pair.game === game),
      ),
    ),
    ...pairs.map((pair) => make('cell', pair.game, pair.model, [pair])),
  ];
}

const nameOf = ({ model, regime }: PlannedCell): string =>
  [model, regime].filter((name) => name !== '').join(', ');

const meanTv = ({ from }: ContrastPair): number =>
  from.tv.reduce((sum, value) => sum + value, 0) / from.tv.length;

/** Every contrast of the plan's cells; a pure function of the data and the plan. */
export function portabilityContrasts(
  plan: PortabilityPlan,
  tables: ReadonlyMap<string, ChoiceTable>,
): Contrasts {
  if (plan.settings.given !== null) return { rows: [], notes: [] };
  const cells = plannedCells(plan, tables).filter(({ cell }) => cell.environments > 1);
  const figures = figuresOf(plan);
  const regimes = regimeNamePairs(cells, plan.settings.reference ?? null).flatMap(([from, to]) => {
    const pairs = pairsOf(cells, [from, to]).flatMap((pair) => figures.pair(pair.from, pair.to) ?? []);
    return regimeRows(from, to, pairs, plan.seed);
  });
  const best = loneCells(cells).flatMap(({ cell, others }): ContrastRow[] => {
    const candidates = others.flatMap((other) => {
      const pair = figures.pair(other, cell);
      return pair ? [{ other, pair }] : [];
    });
    if (candidates.length === 0) return [];
    const { other, pair } = candidates.reduce((a, b) => (meanTv(b.pair) < meanTv(a.pair) ? b : a));
    const names = { game: cell.game, model: cell.model, from: nameOf(other), to: nameOf(cell) };
    return [rowOf({ scope: 'best', ...names }, [pair], candidates.length, plan.seed)];
  });
  return { rows: [...regimes, ...best], notes: figures.notes() };
}
