// Distances, coefficients and gaps of given splits against exact references, from the files that users have.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { portabilityStepper } from '../../src/engine/cpu/portability-stepper.ts';
import type { Chunk, PortabilityTask } from '../../src/engine/types.ts';
import { faultLine, type Parsed } from '../../src/formats/fault.ts';
import {
  comparisonRows,
  matricesOf,
  type ComparisonRow,
  type PortabilityMatrix,
} from '../../src/instruments/portability/comparisons.ts';
import { parseGiven } from '../../src/instruments/portability/given.ts';
import { startImport } from '../../src/instruments/portability/import/import.ts';
import {
  DEFAULT_PORTABILITY,
  portabilityTasks,
  type PortabilityPlan,
} from '../../src/instruments/portability/plan.ts';
import { cutpoints, distanceMeter, groupActions } from '../../src/statistics/portability/distance.ts';
import { atMost, type Tally } from './tally.ts';

const FOLDER = resolve('tests/fixtures/portability');
const GAMES = ['dictator', 'ultimatum', 'trust', 'public_goods', 'beauty', 'lottery', 'normal_form'];
const MEDIUM = ['dictator', 'normal_form'];
const BINS = [2, 5, 10, 20, 50];
const CLOSE = 1e-9;

type ByGame<Value> = { readonly games: Readonly<Record<string, Readonly<Record<string, Value>>>> };

interface Expected {
  readonly id?: number;
  readonly coef_src: readonly number[];
  readonly coef_tgt: readonly number[];
  readonly log_rmse_gap: number | null;
  readonly tv: Readonly<Record<string, number>>;
}

const text = (name: string): string => readFileSync(join(FOLDER, name), 'utf8');
const json = <Value>(name: string): Value => JSON.parse(text(name)) as Value;

function valueOf<Value>(parsed: Parsed<Value>): Value {
  if (!parsed.ok) throw new Error(parsed.faults.map(faultLine).join('\n'));
  return parsed.value;
}

interface Subject {
  readonly plan: PortabilityPlan;
  readonly tables: Parameters<typeof portabilityTasks>[1];
}

/** Games read from their files, with splits from another; names serve as hashes. */
function subjectOf(files: readonly string[], splits: string, matrix: boolean): Subject {
  const importer = startImport();
  for (const file of files) importer.add(file, readFileSync(join(FOLDER, file)));
  const { games } = valueOf(importer.finish());
  const given = valueOf(parseGiven(text(splits), splits, games));
  const settings = { ...DEFAULT_PORTABILITY, permutations: 0, bootstrap: 0, outer: 0, matrix, given };
  const datasets = games.map(({ table }) => table.game);
  return {
    plan: {
      instrument: 'portability',
      analysis: 'portability',
      title: splits,
      datasets,
      settings,
      seed: 1,
      engine: 'cpu',
    },
    tables: new Map(games.map(({ table }) => [table.game, table])),
  };
}

function chunksOf(task: PortabilityTask): readonly Chunk[] {
  const stepper = portabilityStepper(task, null);
  while (!stepper.done) stepper.step();
  const { chunk } = stepper.report();
  return chunk ? [chunk] : [];
}

const run = ({ plan, tables }: Subject): readonly Chunk[] =>
  portabilityTasks(plan, tables).flatMap((task) => (task.kind === 'portability' ? chunksOf(task) : []));

const withBins = ({ plan, tables }: Subject, bins: number): Subject => ({
  plan: { ...plan, settings: { ...plan.settings, bins } },
  tables,
});

const relative = (found: readonly number[] | null, expected: readonly number[]): number =>
  found === null ? Infinity : Math.max(...expected.map((value, i) => Math.abs(found[i] / value - 1)));

interface Errors {
  compared: number;
  unequal: number;
  coefficient: number;
  gap: number;
}

function compare(errors: Errors, found: ComparisonRow, expected: Expected): void {
  errors.compared += 1;
  if (found.tv !== expected.tv[String(found.bins)]) errors.unequal += 1;
  errors.coefficient = Math.max(
    errors.coefficient,
    relative(found.coefficients_source, expected.coef_src),
    relative(found.coefficients_target, expected.coef_tgt),
  );
  const same = (found.log_rmse_gap === null) === (expected.log_rmse_gap === null);
  const gap = Math.abs((found.log_rmse_gap ?? 0) - (expected.log_rmse_gap ?? 0));
  errors.gap = Math.max(errors.gap, same ? gap : Infinity);
}

function checkSplits(
  tally: Tally,
  label: string,
  subject: Subject,
  expectedOf: (row: ComparisonRow) => Expected,
): void {
  const errors: Errors = { compared: 0, unequal: 0, coefficient: 0, gap: 0 };
  for (const bins of BINS) {
    const own = withBins(subject, bins);
    for (const row of comparisonRows(own.plan, own.tables, run(own), 'splits'))
      compare(errors, row, expectedOf(row));
  }
  const figure = `${errors.unequal} of ${errors.compared} differ`;
  tally.check(
    `${label}: TV at ${BINS.join(', ')} bins`,
    figure,
    'none differs',
    errors.unequal === 0 && errors.compared > 0,
  );
  atMost(tally, `${label}: coefficients, largest relative error`, errors.coefficient, CLOSE);
  atMost(tally, `${label}: log-RMSE gaps, largest error`, errors.gap, CLOSE);
}

function checkMatrices(tally: Tally, subject: Subject): void {
  const expected = json<ByGame<PortabilityMatrix['tv']>>('pairwise_tv.json');
  const found = matricesOf(comparisonRows(subject.plan, subject.tables, run(subject), 'pairs'));
  const unequal = found.filter(
    ({ game, model, regime, tv }) =>
      JSON.stringify(tv) !== JSON.stringify(expected.games[game][`${model}|${regime}`]),
  );
  const figure = `${unequal.length} of ${found.length} differ`;
  tally.check(
    'matrices of 8 × 8 environments',
    figure,
    'none differs',
    unequal.length === 0 && found.length === 42,
  );
}

interface EdgeCase {
  readonly a: readonly number[];
  readonly pred_out: readonly number[];
  readonly pred_in: readonly number[];
  readonly B: number;
  readonly cuts: readonly number[];
  readonly num: number;
}

function isExact({ a, pred_out, pred_in, B, cuts, num }: EdgeCase): boolean {
  const pooled = Float64Array.from([...pred_out, ...pred_in]).sort();
  const [out, inside] = [Float64Array.from(pred_out), Float64Array.from(pred_in)];
  const { numerator } = distanceMeter(a.length, B).measure(groupActions(a), out, inside, B);
  return numerator === num && cutpoints(pooled, B).join() === cuts.join();
}

export async function exactDistances(tally: Tally): Promise<void> {
  const oracle = json<ByGame<readonly Expected[]>>('ols_tv.json');
  const seven = subjectOf(
    GAMES.map((game) => `${game}.csv`),
    'splits.json',
    true,
  );
  checkSplits(tally, 'seven games', seven, ({ game, model, regime, id }) =>
    oracle.games[game][`${model}|${regime}`].find((entry) => entry.id === id)!,
  );
  checkMatrices(tally, seven);
  const medium = json<ByGame<{ readonly sets: readonly Expected[] }>>('medium.json');
  const larger = subjectOf(
    MEDIUM.map((game) => `medium_${game}.csv`),
    'medium.json',
    false,
  );
  checkSplits(tally, 'larger cells', larger, ({ game, model, id }) => medium.games[game][model].sets[id]);
  const cases = json<readonly EdgeCase[]>('edge_cases.json');
  const exact = cases.filter(isExact).length;
  tally.check('edge cases', `${exact} of ${cases.length} exact`, 'all', exact === cases.length);
}
