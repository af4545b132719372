// Full Bayes as it is stored: its report beside the MAP of the same cell, its files, its bundle.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBundle } from '../../../src/formats/bundle-read.ts';
import { datasetOf } from '../../../src/formats/hash.ts';
import type { BeliefPlan } from '../../../src/instruments/beliefs/plan.ts';
import { posteriorTasks, type PosteriorPlan } from '../../../src/instruments/beliefs/posterior/plan.ts';
import { beliefTasks } from '../../../src/instruments/beliefs/tasks.ts';
import type { RunRecord, TaskState } from '../../../src/jobs/run.ts';
import { keepBundle } from '../../../src/state/bundles.ts';
import { outcomeOf } from '../../../src/state/outcome.ts';
import { openLuceDatabase } from '../../../src/storage/database.ts';
import type { LuceDatabase } from '../../../src/storage/schema.ts';
import { indexedDbStore, type LuceStore } from '../../../src/storage/store.ts';
import { countsIn, isFit, isPosterior, tasksOf, type AnyPlan } from '../../../src/workers/plans.ts';
import { reportsOf, type Reports } from '../../../src/workers/reports.ts';
import { mapPlan, posteriorPlan, posteriorTables } from '../../support/belief-posterior.ts';
import { runTasks, type Ran } from '../../support/belief-study.ts';
import { freshIndexedDb } from '../storage/samples.ts';

const source = { file: '', address: null, licence: null, citation: null };
const dataset = await datasetOf(posteriorTables.get('table')!, {
  ...{ name: 'd', condition: '', source, history: [] },
});
const tables = new Map([[dataset.hash, dataset.content]]);
const plan: PosteriorPlan = { ...posteriorPlan(), datasets: [dataset.hash] };
const optimum: BeliefPlan = { ...mapPlan(), title: 'an optimum', datasets: [dataset.hash] };

const recordOf = (id: string, own: AnyPlan, changed: number, tasks: readonly TaskState[]): RunRecord => ({
  ...{ id, state: 'done', created: changed, changed, headline: null, severity: null },
  manifest: {
    ...{ app: 'luce', version: '0.1.0', plan: own, engine: null, seconds: 1, cpuSeconds: null },
    warnings: [],
    tasks,
  },
});

let database: LuceDatabase;
let store: LuceStore;
let reports: Reports;
let drawn: Ran;

async function keep(id: string, own: AnyPlan, { chunks, states }: Ran, changed: number): Promise<void> {
  await store.putRun(recordOf(id, own, changed, states));
  await store.append(id, { chunks, checkpoints: [] });
}

beforeAll(async () => {
  freshIndexedDb();
  database = await openLuceDatabase();
  store = indexedDbStore(database);
  reports = reportsOf(Promise.resolve(store), '0.1.0');
  await store.putDatasets([dataset]);
  drawn = await runTasks(posteriorTasks(plan, tables));
  await keep('drawn', plan, drawn, 1);
}, 60_000);
afterAll(() => database.close());

describe('a plan of full Bayes', () => {
  it('is one of the page’s, with chains that count', () => {
    expect(isPosterior(plan) && !isFit(plan)).toBe(true);
    const all = new Map([[dataset.hash, dataset]]);
    expect(tasksOf(plan, all).map(({ key }) => key)).toEqual(['b000/k000', 'b000/k001']);
    expect(countsIn(plan)('b000/k000')).toBe(true);
  });
});

describe('its report', () => {
  it('keeps the draws of the variable whose chains agree least, of all draws', async () => {
    const [cell] = (await reports.posterior('drawn')).cells;
    const { draws, summary } = cell.estimates!;
    expect(draws.variables).toEqual([cell.traced]);
    expect(draws.values).toHaveLength(120);
    const judged = summary.filter(({ variable }) => /phi|beta|threshold|log_lik|lp__/.test(variable));
    const worst = Math.max(...judged.map(({ rhat }) => rhat ?? 0));
    expect(summary.find(({ variable }) => variable === cell.traced)!.rhat).toBe(worst);
    expect(cell.beside).toBeNull();
  });

  it('is folded again once there are more draws, and only then', async () => {
    await keep('growing', plan, { chunks: drawn.chunks.slice(0, 1), states: drawn.states }, 0);
    const few = (await reports.posterior('growing')).cells[0].estimates;
    expect(few!.draws.values.length).toBeLessThan(120);
    await store.append('growing', { chunks: drawn.chunks, checkpoints: [] });
    const first = (await reports.posterior('growing')).cells[0].estimates;
    expect(first!.summary).toEqual((await reports.posterior('drawn')).cells[0].estimates!.summary);
    expect((await reports.posterior('growing')).cells[0].estimates).toBe(first);
  });

  it('has the MAP of the same cases beside it, once there is one', async () => {
    const fitted = await runTasks(beliefTasks(optimum, tables));
    await keep('clipped', { ...optimum, settings: { ...optimum.settings, clip: 0.01 } }, fitted, 3);
    await keep('mle', { ...optimum, settings: { ...optimum.settings, estimator: 'mle' } }, fitted, 4);
    expect((await reports.posterior('drawn')).cells[0].beside).toBeNull();
    await keep('optimum', optimum, fitted, 2);
    const [{ beside, estimates }] = (await reports.posterior('drawn')).cells;
    expect(beside).toMatchObject({ run: 'optimum', title: 'an optimum' });
    beside!.thresholds.forEach(({ prompt, implied }, k) => {
      const { q5, q95, sd, ...own } = estimates!.thresholds[k];
      expect(own.prompt).toBe(prompt);
      expect(implied).toBeGreaterThan(q5 - sd);
      expect(implied).toBeLessThan(q95 + sd);
    });
  });

  it('is one line in lists, as severe as its worst diagnostic', async () => {
    const { headline, severity } = await outcomeOf('drawn', plan, drawn.states, reports);
    expect(headline).toMatch(/^Not converged/);
    expect(severity).not.toBe('fine');
  });
});

describe('its files', () => {
  it('are those of the command', async () => {
    const files = await reports.tables('drawn');
    expect(Object.keys(files)).toEqual([
      ...['summary.csv', 'thresholds.csv', 'differences.csv', 'scores.csv', 'report.json'],
    ]);
    const { cells } = JSON.parse(files['report.json']) as {
      cells: { thresholds: { prompt: string; mean: number }[] }[];
    };
    const [cell] = (await reports.posterior('drawn')).cells;
    expect(cells[0].thresholds.map(({ mean }) => mean)).toEqual(
      cell.estimates!.thresholds.map(({ mean }) => mean),
    );
  });

  it('come back from a bundle as a finished run with the same draws', async () => {
    const bytes = await reports.bundle('drawn');
    const read = await readBundle(bytes, 'drawn.luce.zip');
    expect(read.ok && read.value.run.manifest.plan).toEqual(plan);
    const before = (await reports.posterior('drawn')).cells[0].estimates!.summary;
    await store.deleteRun('drawn');
    expect(await keepBundle(store, bytes, 'drawn.luce.zip')).toEqual({ ok: true, value: 'drawn' });
    expect((await store.getRun('drawn'))!.state).toBe('done');
    expect((await reports.posterior('drawn')).cells[0].estimates!.summary).toEqual(before);
  });
});
