// Fits of belief models beside the reference's likelihoods, and how long fits and resamples take here.
import { readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { resolve } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { readArguments } from '../../src/cli/arguments.ts';
import { executeWork } from '../../src/cli/execute.ts';
import { faultLine, type Parsed } from '../../src/formats/fault.ts';
import type { ResponseTable } from '../../src/formats/response-table.ts';
import { fitBeliefs, type BeliefFit, type BeliefFitSettings } from '../../src/inference/beliefs/fit.ts';
import { beliefCells } from '../../src/instruments/beliefs/import/cells.ts';
import { importResponses } from '../../src/instruments/beliefs/import/import.ts';
import { DEFAULT_BELIEFS, type BeliefDraws, type BeliefPlan } from '../../src/instruments/beliefs/plan.ts';
import { readSplits, splitRows, type Splits } from '../../src/instruments/beliefs/splits.ts';
import { cellOfKey } from '../../src/instruments/beliefs/keys.ts';
import { beliefTasks } from '../../src/instruments/beliefs/tasks.ts';
import { completeCases, type BeliefCell } from '../../src/models/beliefs/cell.ts';
import { cpuSeconds } from './one-core.ts';
import { atMost, type Tally } from './tally.ts';

const read = (name: string): Buffer => readFileSync(resolve('tests/fixtures/beliefs', name));

function valueOf<Value>(parsed: Parsed<Value>): Value {
  if (parsed.ok) return parsed.value;
  throw new Error(parsed.faults.map(faultLine).join('; '));
}

const tableOf = (...names: readonly string[]): ResponseTable =>
  valueOf(
    importResponses(
      names.map((file) => ({ file, bytes: gunzipSync(read(file)) })),
      {},
    ),
  ).table;

interface StoredFit {
  readonly loglik: { readonly train: number };
  readonly epochs?: number;
}
interface Stored {
  readonly lbfgs_mle: StoredFit;
  readonly adam_protocol: StoredFit & { readonly epochs: number };
}
const storedFits = (): Readonly<Record<string, Stored>> =>
  (JSON.parse(read('o03_fits.json').toString()) as { cells: Record<string, Stored> }).cells;

interface Timed {
  readonly fit: BeliefFit;
  readonly seconds: number;
}

function timedFit(cell: BeliefCell, splits: Splits, settings: BeliefFitSettings): Timed {
  const rows = splitRows(cell, splits[cell.domain], completeCases(cell));
  const began = cpuSeconds();
  const fit = fitBeliefs(cell, rows, settings);
  return { fit, seconds: cpuSeconds() - began };
}

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];

const MAP_SECONDS = 0.6;
const ADAM_SECONDS = 8;
const PLANE_SECONDS = 12;
const REPEATS = 5;
const PLANE_CELLS = ['coherent|ckd', 'noisy|werewolf', 'incoherent|forecasting'];

function ownFit(tally: Tally, name: string, cell: BeliefCell, splits: Splits, stored: Stored): void {
  const mle = timedFit(cell, splits, { kind: 'linear', estimator: 'mle' });
  const short = stored.lbfgs_mle.loglik.train - mle.fit.logLikelihood.train;
  atMost(tally, `${name}: nats below the stored maximum likelihood`, short, 0.01);
  const maps = Array.from({ length: REPEATS }, () =>
    timedFit(cell, splits, { kind: 'linear', estimator: 'map' }),
  );
  atMost(
    tally,
    `${name}: MAP, CPU seconds, median of ${REPEATS}`,
    median(maps.map(({ seconds }) => seconds)),
    MAP_SECONDS,
  );
  const { fit, seconds } = timedFit(cell, splits, { kind: 'linear', estimator: 'adam' });
  atMost(tally, `${name}: Adam protocol, CPU seconds`, seconds, ADAM_SECONDS);
  const { epochs, loglik } = stored.adam_protocol;
  const off = Math.abs(fit.iterations / epochs - 1);
  const gap = Math.abs(fit.logLikelihood.train - loglik.train);
  tally.check(
    `${name}: Adam's epochs and training log likelihood`,
    `${fit.iterations} of ${epochs} (${(100 * off).toFixed(1)} %), ${gap.toPrecision(2)} nats apart`,
    'within 2 % and 0.001 nats',
    off <= 0.02 && gap <= 1e-3,
  );
}

/** The engine's own way: tasks of one cell on its lanes, the fit included. */
async function timedRun(
  table: ResponseTable,
  splits: Splits,
  cell: number,
  parts: Pick<BeliefPlan['settings'], 'analyses'> & { readonly draws: Partial<BeliefDraws> },
): Promise<number> {
  const plan: BeliefPlan = {
    instrument: 'beliefs',
    analysis: 'beliefs',
    title: 'speed',
    datasets: ['t'],
    settings: {
      ...DEFAULT_BELIEFS,
      ...parts,
      draws: { ...DEFAULT_BELIEFS.draws, ...parts.draws },
      splits,
      given: true,
    },
    seed: 1,
    engine: 'cpu',
  };
  const tasks = beliefTasks(plan, new Map([['t', table]])).filter(({ key }) => cellOfKey(key) === cell);
  const counted = { word: 'rows', counts: () => true };
  const { seconds, states } = await executeWork({ plan, tasks, chains: 0, counted }, readArguments([]), null);
  const failed = states.find(({ failure }) => failure !== null);
  if (failed) throw new Error(`${failed.key}: ${failed.failure}`);
  return seconds;
}

const OUTCOME_SECONDS = 4;
const PREFIX_SECONDS = 3;

export async function beliefSpeed(tally: Tally): Promise<void> {
  const table = tableOf('main.csv.gz');
  const cells = beliefCells(table);
  const splits = valueOf(readSplits(read('splits.json').toString(), 'splits.json', cells));
  const stored = storedFits();
  tally.note(`load ${loadavg()[0].toFixed(1)}`);
  for (const cell of cells) {
    const name = `${cell.agent}|${cell.domain}`;
    ownFit(tally, name, cell, splits, stored[name]);
    if (!PLANE_CELLS.includes(name)) continue;
    const { seconds } = timedFit(cell, splits, { kind: 'two_d', estimator: 'mle', starts: 1 });
    atMost(tally, `${name}: two dimensions from one start, CPU seconds`, seconds, PLANE_SECONDS);
  }
  for (const [index, { agent, domain }] of cells.entries()) {
    const draws = { outcome: 2000, outcomeNull: 0 };
    const fitting = await timedRun(table, splits, index, { analyses: [], draws });
    const whole = await timedRun(table, splits, index, { analyses: ['outcome'], draws });
    tally.note(
      `${agent}|${domain}: ${whole.toFixed(2)} s with the fit and the start of threads, ${fitting.toFixed(2)} s of which without draws; load ${loadavg()[0].toFixed(1)}`,
    );
    atMost(
      tally,
      `${agent}|${domain}: 2,000 draws of outcome sufficiency, wall seconds`,
      whole - fitting,
      OUTCOME_SECONDS,
    );
  }
  const branched = tableOf('main.csv.gz', 'branch_behaviour.csv.gz');
  const index = beliefCells(branched).findIndex(({ agent, domain }) => agent === 'noisy' && domain === 'ckd');
  const draws = { prefixes: 1000 };
  const seconds = await timedRun(branched, splits, index, { analyses: ['prefixes'], draws });
  atMost(tally, 'noisy|ckd: fit and 1,000 draws of other prefixes, wall seconds', seconds, PREFIX_SECONDS);
}
