// The plan of a study of mechanisms, and the tasks it stands for.
import type { MechanismTask, Task } from '../../../engine/types.ts';
import type { ChoiceTable } from '../../../formats/choice-table.ts';
import type { Plan } from '../../../jobs/run.ts';
import { MECHANISM_PARTS, type MechanismPart } from '../../../statistics/portability/mechanism-parts.ts';
import { PAYOFFS } from '../../../statistics/portability/nash.ts';
import type { PredictorName } from '../../../statistics/portability/predictors.ts';
import { LEXICON, type Lexicon } from '../../../statistics/portability/text/lexicon.ts';
import type { ReasoningTexts } from '../../../statistics/portability/text/study.ts';
import type { NamedCell } from '../cells.ts';
import { cellsAlike, type CutCell } from '../fair.ts';
import { sourcesOf } from '../plan.ts';
import { objectiveOf, type StatedObjective } from './objectives.ts';
import { textsOf } from './texts.ts';

export interface MechanismSettings {
  /** Repeated splits of the ridge regressions, and sampled splits of the payoff lost. */
  readonly splits: number;
  /** Exchanges of instances behind every floor; 0 leaves the floors out. */
  readonly permutations: number;
  /** Source environments of a comparison; null: as many as there are beside the target, at most 20. */
  readonly sources: number | null;
  /** Whose predictions the payoff lost is of. */
  readonly predictor: PredictorName;
  /** Payoffs of actions that the user states, by game; lotteries have their expected value. */
  readonly objectives: readonly StatedObjective[];
  readonly lexicon: Lexicon;
  /** Words by which prompts differ. */
  readonly echoes: readonly string[];
  /** Texts of a cell whose pairs are compared, at most. */
  readonly texts: number;
  /** Whether every cell of a game is cut to equal numbers of rows. */
  readonly equalRows?: boolean;
}

export type MechanismPlan = Plan<MechanismSettings> & {
  readonly instrument: 'portability';
  readonly analysis: 'mechanism';
};

export const DEFAULT_MECHANISM: MechanismSettings = {
  splits: 200,
  permutations: 199,
  sources: null,
  predictor: 'ols',
  objectives: [],
  lexicon: LEXICON,
  echoes: [],
  texts: 1000,
  equalRows: false,
};

export interface PlannedMechanism extends CutCell {
  readonly index: number;
  readonly table: ChoiceTable;
  readonly texts: ReasoningTexts | null;
}

/** Cells of the plan's tables in order, with their texts. */
export function mechanismCells(
  { datasets, settings, seed }: MechanismPlan,
  tables: ReadonlyMap<string, ChoiceTable>,
): readonly PlannedMechanism[] {
  return datasets
    .flatMap((hash) => {
      const table = tables.get(hash);
      if (!table) throw new Error(`dataset ${hash} is not at hand`);
      return cellsAlike(table, settings.equalRows ?? false, seed).map((cell) => ({
        ...cell,
        table,
        texts: textsOf(table, cell),
      }));
    })
    .map((cell, index) => ({ ...cell, index }));
}

/** Whether x are the payoffs of a 2 × 2 game: the one game whose equilibria are known. */
export const hasEquilibria = ({ game, cell }: Pick<NamedCell, 'game' | 'cell'>): boolean =>
  game === 'normal_form' && cell.features === PAYOFFS;

/** Rows of each part of a cell. */
export function mechanismSizes(
  settings: MechanismSettings,
  planned: PlannedMechanism,
): Readonly<Record<MechanismPart, number>> {
  const several = planned.cell.environments > 1;
  const floor = several && settings.permutations > 0 ? 1 + settings.permutations : 0;
  const priced = several && objectiveOf(settings.objectives, planned.table) !== null;
  return {
    ridge: several ? settings.splits : 0,
    ridge_null: floor,
    nash: hasEquilibria(planned) ? 1 : 0,
    regret: priced ? settings.splits : 0,
    regret_null: priced ? floor : 0,
    texts: planned.texts ? 1 : 0,
  };
}

const BLOCKS: Readonly<Record<MechanismPart, number>> = {
  ridge: 50,
  ridge_null: 50,
  nash: 1,
  regret: 250,
  regret_null: 50,
  texts: 1,
};

const digits = (value: number, width: number): string => String(value).padStart(width, '0');

/** Key of a task: cell, part, first row. */
export const mechanismKey = (cell: number, part: MechanismPart, first: number): string =>
  `m${digits(cell, 3)}/${part}/${digits(first, 6)}`;

/** "cell/part" of a task's key: what its rows are joined under. */
export function mechanismPlace(key: string): string {
  const [cell, part] = key.split('/');
  return `${Number(cell.slice(1))}/${part}`;
}

function cellTasks(plan: MechanismPlan, planned: PlannedMechanism): readonly MechanismTask[] {
  const { settings, seed } = plan;
  const { cell, index, table, texts } = planned;
  const sizes = mechanismSizes(settings, planned);
  const work = {
    predictor: settings.predictor,
    sources: sourcesOf(settings, cell.environments),
    objective: objectiveOf(settings.objectives, table),
    lexicon: settings.lexicon,
    echoes: settings.echoes,
    mostTexts: settings.texts,
    relabellings: settings.permutations,
  };
  return MECHANISM_PARTS.flatMap((part) =>
    Array.from({ length: Math.ceil(sizes[part] / BLOCKS[part]) }, (_, block): MechanismTask => {
      const first = block * BLOCKS[part];
      return {
        kind: 'mechanism',
        key: mechanismKey(index, part, first),
        stream: { seed, task: index, chain: 0 },
        cell,
        texts: part === 'texts' ? texts : null,
        settings: work,
        part,
        first,
        count: Math.min(BLOCKS[part], sizes[part] - first),
      };
    }),
  );
}

/** Tasks of every cell in order, and within a cell part by part. */
export const mechanismTasks = (
  plan: MechanismPlan,
  tables: ReadonlyMap<string, ChoiceTable>,
): readonly Task[] => mechanismCells(plan, tables).flatMap((cell) => cellTasks(plan, cell));
