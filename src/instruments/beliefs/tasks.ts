// The tasks that a belief plan stands for: a fit of every cell, and what its analyses compute beside it.
import type { BeliefTask } from '../../engine/types.ts';
import type { ResponseTable } from '../../formats/response-table.ts';
import {
  isFitted,
  isJudged,
  type BeliefPart,
  type BeliefRows,
  type BeliefWork,
} from '../../inference/beliefs/parts.ts';
import type { BeliefCell } from '../../models/beliefs/cell.ts';
import { thresholdsFault } from '../../statistics/beliefs/verdict.ts';
import { foldsOf, isFolded } from './folds.ts';
import { beliefKey } from './keys.ts';
import { asked, partSizes } from './part-sizes.ts';
import type { BeliefPlan } from './plan.ts';
import { cellsOfAgent, plannedBeliefs, type PlannedBeliefs } from './planned.ts';
import { trainingCell, transferDesign } from './transfers.ts';

/** Rows of one task of a part: a second or so of work. */
const BLOCK: Readonly<Record<BeliefPart, number>> = {
  fit: 1,
  spline: 1,
  plane: 1,
  clips: 1,
  folds: 1,
  shared: 1,
  refits: 10,
  coherence: 1,
  dependence: 1,
  resamples: 500,
  curves: 4,
  outcome: 250,
  outcome_null: 50,
  prefixes: 250,
  checks: 1,
};

const workOf = ({ settings }: BeliefPlan, prevalence: number): BeliefWork => ({
  kind: settings.kind,
  estimator: settings.estimator,
  clip: settings.clip,
  clips: settings.clips,
  curveResamples: settings.draws.curves,
  oneLatent: settings.draws.oneLatent,
  noLatent: settings.draws.noLatent,
  replicates: settings.draws.replicates,
  prevalence,
});

/** Cell and rows of one task of a part. */
interface Subject {
  readonly cell: BeliefCell;
  readonly rows: BeliefRows;
}

const NO_ROWS: BeliefRows = { train: [], validation: [], test: [] };

function subjectOf(
  part: BeliefPart,
  { fitted, rows, kept, whole, known, prefixes }: PlannedBeliefs,
): Subject {
  if (part === 'dependence') return { cell: fitted, rows: { ...NO_ROWS, train: kept } };
  if (part === 'prefixes')
    return { cell: prefixes!, rows: { ...NO_ROWS, test: [...prefixes!.cases.keys()] } };
  if (part === 'outcome' || part === 'outcome_null')
    return { cell: fitted, rows: { ...NO_ROWS, test: known } };
  if (!isFitted(part)) return { cell: fitted, rows: { ...NO_ROWS, test: whole } };
  return { cell: fitted, rows };
}

type Maker = (part: BeliefPart, first: number, count: number, subject: Subject) => BeliefTask;

const makerOf =
  (plan: BeliefPlan, { index, prevalence }: PlannedBeliefs): Maker =>
  (part, first, count, subject) => ({
    kind: 'beliefs',
    key: beliefKey(index, part, first),
    stream: { seed: plan.seed, task: index, chain: 0 },
    ...subject,
    settings: workOf(plan, prevalence),
    part,
    first,
    count,
    fitKey: isFitted(part) || isJudged(part) ? null : beliefKey(index, 'fit', 0),
    theta: null,
  });

function partTasks(plan: BeliefPlan, cells: readonly PlannedBeliefs[], own: PlannedBeliefs): BeliefTask[] {
  const make = makerOf(plan, own);
  const sizes = Object.entries(partSizes(plan, own)) as [Exclude<BeliefPart, 'shared'>, number][];
  return sizes.flatMap(([part, size]) => {
    if (isFolded(part) && size > 0)
      return foldsOf(plan, cells, own, part).flatMap((rows, fold) =>
        rows.train.length > 0 && rows.test.length > 0
          ? [make(part, fold, 1, { cell: own.fitted, rows })]
          : [],
      );
    const block = BLOCK[part];
    return Array.from({ length: Math.ceil(size / block) }, (_, b) =>
      make(part, b * block, Math.min(block, size - b * block), subjectOf(part, own)),
    );
  });
}

/** Training sets of equation 1 for a cell: its agent's cells as they came, whichever outputs the plan's model takes. */
export const transfersOf = (own: PlannedBeliefs, cells: readonly PlannedBeliefs[]) =>
  transferDesign(
    own.cell,
    cellsOfAgent(cells, own.cell.agent).map(({ cell }) => cell),
  );

function transferTasks(
  plan: BeliefPlan,
  cells: readonly PlannedBeliefs[],
  own: PlannedBeliefs,
): BeliefTask[] {
  if (!asked(plan, 'transfer')) return [];
  const design = transfersOf(own, cells);
  const agent = cellsOfAgent(cells, own.cell.agent);
  const make = makerOf(plan, own);
  return design.fits.map((fit, at) => make('shared', at, 1, trainingCell(design, fit, agent)));
}

/** Tasks of every cell that can be fitted: all fits first, then cell by cell what stands beside them. */
export function beliefTasks(
  plan: BeliefPlan,
  tables: ReadonlyMap<string, ResponseTable>,
): readonly BeliefTask[] {
  const fault = thresholdsFault(plan.settings.coherence);
  if (fault !== null) throw new Error(fault);
  const cells = plannedBeliefs(plan, tables);
  const tasks = cells
    .filter(({ obstacle }) => obstacle === null)
    .flatMap((own) => [...partTasks(plan, cells, own), ...transferTasks(plan, cells, own)]);
  return [...tasks.filter(({ part }) => part === 'fit'), ...tasks.filter(({ part }) => part !== 'fit')];
}
