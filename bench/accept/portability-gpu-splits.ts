// Distances of given splits on the GPU engine against exact references; every exception is listed.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Engine, PortabilityTask } from '../../src/engine/types.ts';
import { faultLine, type Parsed } from '../../src/formats/fault.ts';
import { parseGiven } from '../../src/instruments/portability/given.ts';
import { startImport } from '../../src/instruments/portability/import/import.ts';
import {
  DEFAULT_PORTABILITY,
  plannedCells,
  portabilityTasks,
  type PlannedCell,
  type PortabilityPlan,
} from '../../src/instruments/portability/plan.ts';
import { rowsOf } from '../../src/instruments/portability/report.ts';
import { testFold, type SourceTarget } from '../../src/statistics/portability/compare.ts';
import { cutpoints } from '../../src/statistics/portability/distance.ts';
import { linearLearner } from '../../src/statistics/portability/learner.ts';
import { isPortability, onDevice } from './portability-gpu-run.ts';
import type { Tally } from './tally.ts';

const FOLDER = resolve('tests/fixtures/portability');
const GAMES = ['dictator', 'ultimatum', 'trust', 'public_goods', 'beauty', 'lottery', 'normal_form'];
const BINS = [2, 5, 10, 20, 50];
/** Share of the range of predictions within which a prediction near a cutpoint may change bins. */
const NEAR = 1e-6;

interface Expected {
  readonly id: number;
  readonly tv: Readonly<Record<string, number>>;
}
type Oracle = { readonly games: Readonly<Record<string, Readonly<Record<string, readonly Expected[]>>>> };

const text = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');

function valueOf<Value>(parsed: Parsed<Value>): Value {
  if (!parsed.ok) throw new Error(parsed.faults.map(faultLine).join('\n'));
  return parsed.value;
}

type Tables = Parameters<typeof portabilityTasks>[1];

function fixturePlan(bins: number): { readonly plan: PortabilityPlan; readonly tables: Tables } {
  const importer = startImport();
  for (const game of GAMES) importer.add(`${game}.csv`, readFileSync(join(FOLDER, `${game}.csv`)));
  const { games } = valueOf(importer.finish());
  const given = valueOf(parseGiven(text('splits.json'), 'splits.json', games));
  const none = { permutations: 0, bootstrap: 0, outer: 0, matrix: false };
  const settings = { ...DEFAULT_PORTABILITY, ...none, bins, given };
  const tables = new Map(games.map(({ table }) => [table.game, table]));
  const datasets = [...tables.keys()];
  const about = { instrument: 'portability', analysis: 'portability', title: 'splits' } as const;
  return { plan: { ...about, datasets, settings, seed: 1, engine: 'gpu' }, tables };
}

/** Least positive distance of a prediction from a cutpoint, as a share of the range of predictions. */
function margin(task: PortabilityTask, { sources, target }: SourceTarget): number {
  const { cell, settings } = task;
  const folds = settings.folds!;
  const learner = linearLearner(cell, folds);
  const { rows, insidePredictions } = testFold(cell, folds, learner, target);
  const pooled = Float64Array.from([...learner.fit(sources).predict(rows), ...insidePredictions]).sort();
  const range = pooled[pooled.length - 1] - pooled[0];
  let least = Infinity;
  for (const cut of cutpoints(pooled, settings.bins))
    for (const y of pooled) if (y !== cut) least = Math.min(least, Math.abs(y - cut) / range);
  return least;
}

interface Agreement {
  compared: number;
  equal: number;
  readonly near: string[];
  readonly far: string[];
}

/** Compares the rows of one cell with the reference; an exception is sorted by how near it is to a cutpoint. */
function compareCell(
  found: Readonly<Record<string, Float64Array>>,
  expected: readonly Expected[],
  { game, model, regime }: PlannedCell,
  task: PortabilityTask,
  agreement: Agreement,
): void {
  const { bins, sets } = task.settings;
  expected.forEach(({ id, tv }, i) => {
    agreement.compared += 1;
    const distance = found.numerator[i] / (2 * found.rows[i]);
    if (distance === tv[String(bins)]) {
      agreement.equal += 1;
      return;
    }
    const share = margin(task, sets![i]);
    const list = share <= NEAR ? agreement.near : agreement.far;
    list.push(
      `${game} ${model} ${regime} ${id} at ${bins} bins: ${distance}, not ${tv[String(bins)]}; margin ${share}`,
    );
  });
}

export async function checkReferences(tally: Tally, engine: Engine): Promise<void> {
  const oracle = JSON.parse(text('ols_tv.json')) as Oracle;
  const agreement: Agreement = { compared: 0, equal: 0, near: [], far: [] };
  for (const bins of BINS) {
    const { plan, tables } = fixturePlan(bins);
    const tasks = portabilityTasks(plan, tables).filter(isPortability);
    const rows = rowsOf(await onDevice(engine, tasks));
    for (const cell of plannedCells(plan, tables)) {
      const task = tasks.find(({ stream }) => stream.task === cell.index)!;
      const expected = oracle.games[cell.game][`${cell.model}|${cell.regime}`];
      compareCell(rows.get(`${cell.index}/splits`)!, expected, cell, task, agreement);
    }
  }
  const { compared, equal, near, far } = agreement;
  tally.check(
    `TV of given splits at ${BINS.join(', ')} bins, GPU against exact references`,
    `${equal} of ${compared} equal, ${near.length} within ${NEAR} of a cutpoint, ${far.length} others`,
    'no others',
    far.length === 0 && compared > 0,
  );
  for (const exception of [...near, ...far]) tally.note(exception);
}
