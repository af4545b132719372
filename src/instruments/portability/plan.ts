// The plan of a portability analysis, and the tasks it stands for.
import type { PortabilityTask, PortabilityWork, Task } from '../../engine/types.ts';
import type { ChoiceTable } from '../../formats/choice-table.ts';
import type { Plan } from '../../jobs/run.ts';
import type { Folds } from '../../statistics/portability/cell.ts';
import type { SourceTarget } from '../../statistics/portability/compare.ts';
import type { PredictorName } from '../../statistics/portability/predictors.ts';
import type { Part } from '../../statistics/portability/work.ts';
import type { CellName, NamedCell } from './cells.ts';
import { cellsAlike, wholeCells, type CutCell } from './fair.ts';

export type Correction = 'bh' | 'holm' | 'maxt' | 'none';

/** Folds and comparisons that were given for a cell, by names of environments and rows of its data. */
export interface GivenCell extends CellName {
  /** Rows of the table, from 0, that each environment trains and tests on. */
  readonly environments: Readonly<
    Record<string, { readonly train: readonly number[]; readonly test: readonly number[] }>
  >;
  readonly sets: readonly {
    readonly id: number;
    readonly sources: readonly string[];
    readonly target: string;
  }[];
}

export interface PortabilitySettings {
  readonly predictor: PredictorName;
  /** Source environments of a split; null: as many as there are beside the target, at most 20. */
  readonly sources: number | null;
  /** Sampled splits of a cell. */
  readonly splits: number;
  /** Quantile bins of predictions. */
  readonly bins: number;
  /** Exchanges of instances for the noise floor; 0 leaves the floor out. */
  readonly permutations: number;
  /** Draws of the null-imposed bootstrap; 0 leaves the excess out. */
  readonly bootstrap: number;
  /** Resamples of instances for the interval of the excess; 0 leaves it out. */
  readonly outer: number;
  /** Whether every ordered pair of environments is compared. */
  readonly matrix: boolean;
  /** How p-values of several cells are adjusted. */
  readonly correction: Correction;
  /** Whether every environment of every cell of a game is cut to the same number of rows; absent: no. */
  readonly equalRows?: boolean;
  /** The regime that others are contrasted with; null or absent: every pair. */
  readonly reference?: string | null;
  readonly given: readonly GivenCell[] | null;
}

export type PortabilityPlan = Plan<PortabilitySettings> & {
  readonly instrument: 'portability';
  readonly analysis: 'portability';
};

export const DEFAULT_PORTABILITY: PortabilitySettings = {
  predictor: 'ols',
  sources: null,
  splits: 1000,
  bins: 20,
  permutations: 999,
  bootstrap: 200,
  outer: 100,
  matrix: true,
  correction: 'bh',
  equalRows: false,
  reference: null,
  given: null,
};

/** Source sets larger than this change next to nothing: the target's fit is the noisy one. */
const MOST_SOURCES = 20;

export const sourcesOf = ({ sources }: Pick<PortabilitySettings, 'sources'>, environments: number): number =>
  sources ?? Math.min(MOST_SOURCES, environments - 1);

/** Rows of one task by part: how much a stopped run repeats at most, and how finely work is shared out. */
const BLOCKS: Readonly<Record<Part, number>> = {
  observed: 1,
  splits: 250,
  pairs: 400,
  permutations: 100,
  nulls: 50,
  outer: 10,
};

/** Least squares takes a tenth of a millisecond a split: longer blocks make its folds and sums less often. */
const OLS_SPLITS = 1000;

const blockOf = ({ predictor }: PortabilitySettings, part: Part): number =>
  part === 'splits' && predictor === 'ols' ? OLS_SPLITS : BLOCKS[part];

const PARTS_IN_ORDER: readonly Part[] = ['observed', 'splits', 'pairs', 'permutations', 'nulls', 'outer'];

/** Rows of each part of a cell. */
export function partSizes(
  settings: PortabilitySettings,
  { cell }: Pick<NamedCell, 'cell'>,
  given: GivenCell | null,
): Readonly<Record<Part, number>> {
  const testable = cell.environments > 1 && settings.permutations > 0;
  const pairs = cell.environments * (cell.environments - 1);
  const bootstrapped = cell.environments > 1 && settings.predictor === 'ols';
  return {
    observed: testable ? 1 : 0,
    splits: given ? given.sets.length : cell.environments > 1 ? settings.splits : 0,
    pairs: settings.matrix ? pairs : 0,
    permutations: testable ? settings.permutations : 0,
    nulls: bootstrapped ? settings.bootstrap : 0,
    outer: bootstrapped && !given ? settings.outer : 0,
  };
}

/** A cell with its number in the plan, which keys its random numbers, and what was given for it. */
export interface PlannedCell extends CutCell {
  readonly index: number;
  readonly given: GivenCell | null;
}

const sameCell = (a: CellName, b: CellName): boolean =>
  a.game === b.game && a.model === b.model && a.regime === b.regime;

/** Cells of a table, cut to one size where the plan asks for it; of rows that were given all are meant. */
const cellsUnder = ({ settings, seed }: PortabilityPlan, table: ChoiceTable): readonly CutCell[] =>
  settings.given === null ? cellsAlike(table, settings.equalRows ?? false, seed) : wholeCells(table);

/** Cells of the plan's tables in order; with given splits only the cells that they name. */
export function plannedCells(
  plan: PortabilityPlan,
  tables: ReadonlyMap<string, ChoiceTable>,
): readonly PlannedCell[] {
  const { settings, datasets } = plan;
  const cells = datasets.flatMap((hash) => {
    const table = tables.get(hash);
    if (!table) throw new Error(`dataset ${hash} is not at hand`);
    return cellsUnder(plan, table);
  });
  return cells
    .map((cell, index) => ({
      ...cell,
      index,
      given: settings.given?.find((entry) => sameCell(entry, cell)) ?? null,
    }))
    .filter(({ given }) => settings.given === null || given !== null);
}

/** Given folds as rows of the cell, in environment order. */
export function foldsOf(given: GivenCell, cell: NamedCell): Folds {
  const place = new Map(Array.from(cell.rows, (row, at) => [row, at]));
  const rows = (list: readonly number[]): Uint32Array =>
    Uint32Array.from(list.flatMap((row) => place.get(row) ?? [])).sort();
  const named = cell.environments.map((name) => given.environments[name] ?? { train: [], test: [] });
  return { train: named.map(({ train }) => rows(train)), test: named.map(({ test }) => rows(test)) };
}

/** Given comparisons by number of environment. */
const setsOf = (given: GivenCell, { environments }: NamedCell): readonly SourceTarget[] =>
  given.sets.map(({ sources, target }) => ({
    sources: sources.map((name) => environments.indexOf(name)),
    target: environments.indexOf(target),
  }));

const digits = (value: number, width: number): string => String(value).padStart(width, '0');

/** Key of a task: cell, part, first row. */
export const taskKey = (cell: number, part: Part, first: number): string =>
  `g${digits(cell, 3)}/${part}/${digits(first, 6)}`;

export function parseKey(key: string): {
  readonly cell: number;
  readonly part: Part;
  readonly first: number;
} {
  const [cell, part, first] = key.split('/');
  return { cell: Number(cell.slice(1)), part: part as Part, first: Number(first) };
}

/** How the rows of a cell are worked. */
export function workOf({ settings }: PortabilityPlan, planned: PlannedCell): PortabilityWork {
  const { cell, given } = planned;
  return {
    predictor: settings.predictor,
    sources: sourcesOf(settings, cell.environments),
    bins: settings.bins,
    folds: given && foldsOf(given, planned),
    sets: given && setsOf(given, planned),
  };
}

function cellTasks(plan: PortabilityPlan, planned: PlannedCell): readonly PortabilityTask[] {
  const { settings, seed } = plan;
  const { cell, index, given } = planned;
  const sizes = partSizes(settings, planned, given);
  const work = workOf(plan, planned);
  return PARTS_IN_ORDER.flatMap((part) => {
    const rows = blockOf(settings, part);
    return Array.from({ length: Math.ceil(sizes[part] / rows) }, (_, block): PortabilityTask => {
      const first = block * rows;
      const count = Math.min(rows, sizes[part] - first);
      const stream = { seed, task: index, chain: 0 };
      return {
        kind: 'portability',
        key: taskKey(index, part, first),
        stream,
        cell,
        settings: work,
        part,
        first,
        count,
      };
    });
  });
}

/** Tasks of every cell in order, and within a cell part by part. */
export const portabilityTasks = (
  plan: PortabilityPlan,
  tables: ReadonlyMap<string, ChoiceTable>,
): readonly Task[] => plannedCells(plan, tables).flatMap((cell) => cellTasks(plan, cell));
