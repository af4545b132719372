// The plan of a robustness study, and the tasks it stands for: predictors × numbers of sources, bins from one fit.
import type { RobustnessTask, Task } from '../../../engine/types.ts';
import type { ChoiceTable } from '../../../formats/choice-table.ts';
import type { Plan } from '../../../jobs/run.ts';
import {
  ROBUSTNESS_PARTS,
  type RobustnessPart,
  type RobustnessWork,
  type VariantPredictor,
} from '../../../statistics/portability/robustness-parts.ts';
import { cellsAlike, type CutCell } from '../fair.ts';

export interface RobustnessSettings {
  readonly predictors: readonly VariantPredictor[];
  /** Numbers of source environments; null stands for as many as there are beside the target, at most 20. */
  readonly sources: readonly (number | null)[];
  readonly bins: readonly number[];
  /** Sampled splits of a variant. */
  readonly splits: number;
  /** Exchanges of instances for the floor of least squares; 0 leaves it out. */
  readonly permutations: number;
  /** The same for the predictors that take a hundred times as long. */
  readonly slowPermutations: number;
  /** Levels of amounts whose law a probabilistic predictor gives: quantile bins of a cell's actions. */
  readonly levels: number;
  /** Whether every cell of a game is cut to equal numbers of rows. */
  readonly equalRows?: boolean;
}

export type RobustnessPlan = Plan<RobustnessSettings> & {
  readonly instrument: 'portability';
  readonly analysis: 'robustness';
};

export const DEFAULT_ROBUSTNESS: RobustnessSettings = {
  predictors: ['ols', 'poly3', 'xgb_shallow', 'xgb_highreg', 'forest', 'choice'],
  sources: [null],
  bins: [5, 10, 20],
  splits: 100,
  permutations: 199,
  slowPermutations: 19,
  levels: 8,
  equalRows: false,
};

/** Source sets larger than this change next to nothing: the target's fit is the noisy one. */
const MOST_SOURCES = 20;

/** Numbers of sources that leave a target in a cell, ascending, each once. */
export const sourceCounts = (
  { sources }: Pick<RobustnessSettings, 'sources'>,
  environments: number,
): readonly number[] =>
  [...new Set(sources.map((count) => count ?? Math.min(MOST_SOURCES, environments - 1)))]
    .filter((count) => count >= 1 && count < environments)
    .sort((a, b) => a - b);

/** One variant of a cell: what is fitted to how many sources. */
export interface Variant {
  readonly predictor: VariantPredictor;
  readonly sources: number;
}

export interface PlannedVariants extends CutCell {
  readonly index: number;
  readonly table: ChoiceTable;
  readonly variants: readonly Variant[];
}

/** A logit of more labels has too many parameters for the rows that there are. */
const MOST_LABELS = 12;

const hasLaw = ({ labels }: ChoiceTable): boolean => labels === null || labels.length <= MOST_LABELS;

/** Cells of the plan's tables in order, with their variants: by predictor, then by sources. */
export function robustnessCells(
  { settings, datasets, seed }: RobustnessPlan,
  tables: ReadonlyMap<string, ChoiceTable>,
): readonly PlannedVariants[] {
  const cells = datasets.flatMap((hash) => {
    const table = tables.get(hash);
    if (!table) throw new Error(`dataset ${hash} is not at hand`);
    return cellsAlike(table, settings.equalRows ?? false, seed).map((cell) => ({ ...cell, table }));
  });
  return cells.map((cell, index) => {
    const counts = sourceCounts(settings, cell.cell.environments);
    const named = settings.predictors.filter((name) => name !== 'choice' || hasLaw(cell.table));
    const variants = named.flatMap((predictor) => counts.map((sources) => ({ predictor, sources })));
    return { ...cell, index, variants };
  });
}

export const permutationsOf = (settings: RobustnessSettings, predictor: VariantPredictor): number =>
  predictor === 'ols' ? settings.permutations : settings.slowPermutations;

/** Rows of each part of a variant. */
export function variantSizes(
  settings: RobustnessSettings,
  { predictor }: Variant,
): Readonly<Record<RobustnessPart, number>> {
  const permutations = permutationsOf(settings, predictor);
  return { observed: permutations > 0 ? 1 : 0, splits: settings.splits, permutations };
}

/** Rows of one task: a few seconds of the slow predictors. */
const blockOf = (part: RobustnessPart, predictor: VariantPredictor): number => {
  if (part === 'observed') return 1;
  if (part === 'splits') return predictor === 'ols' ? 250 : 50;
  return predictor === 'ols' ? 100 : 5;
};

/** Levels of the law of actions; null where every action is one: labels, and amounts that are as few. */
function levelsOf({ table, cell }: PlannedVariants, levels: number): number | null {
  return table.labels || new Set(cell.action).size <= levels ? null : levels;
}

const digits = (value: number, width: number): string => String(value).padStart(width, '0');

/** Key of a task: cell, predictor, sources, part, first row. */
export const robustnessKey = (
  cell: number,
  { predictor, sources }: Variant,
  part: RobustnessPart,
  first: number,
): string => `r${digits(cell, 3)}/${predictor}/${digits(sources, 3)}/${part}/${digits(first, 6)}`;

/** "cell/predictor/sources/part": what the rows of a task are joined under. */
export function robustnessPlace(key: string): string {
  const [cell, predictor, sources, part] = key.split('/');
  return variantPlace(
    Number(cell.slice(1)),
    { predictor: predictor as VariantPredictor, sources: Number(sources) },
    part,
  );
}

export const variantPlace = (cell: number, { predictor, sources }: Variant, part: string): string =>
  `${cell}/${predictor}/${sources}/${part}`;

function variantTasks(
  { settings, seed }: RobustnessPlan,
  planned: PlannedVariants,
  variant: Variant,
): readonly RobustnessTask[] {
  const { index, cell } = planned;
  const { predictor, sources } = variant;
  const sizes = variantSizes(settings, variant);
  const work: RobustnessWork = {
    predictor,
    sources,
    bins: settings.bins,
    levels: predictor === 'choice' ? levelsOf(planned, settings.levels) : null,
  };
  return ROBUSTNESS_PARTS.flatMap((part) => {
    const block = blockOf(part, predictor);
    return Array.from({ length: Math.ceil(sizes[part] / block) }, (_, b): RobustnessTask => {
      const first = b * block;
      return {
        kind: 'robustness',
        key: robustnessKey(index, variant, part, first),
        stream: { seed, task: index, chain: 0 },
        cell,
        settings: work,
        part,
        first,
        count: Math.min(block, sizes[part] - first),
      };
    });
  });
}

/** Tasks of every cell in order, and within a cell variant by variant. */
export const robustnessTasks = (
  plan: RobustnessPlan,
  tables: ReadonlyMap<string, ChoiceTable>,
): readonly Task[] =>
  robustnessCells(plan, tables).flatMap((planned) =>
    planned.variants.flatMap((variant) => variantTasks(plan, planned, variant)),
  );
