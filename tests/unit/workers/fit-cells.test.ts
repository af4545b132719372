// Cells fitted together as they are stored: their report beside the fits of single cells, their files, their bundle.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { refitOf } from '../../../src/app/live/refits.ts';
import { readBundle } from '../../../src/formats/bundle-read.ts';
import { apartPlan } from '../../../src/instruments/seu/hierarchical/apart.ts';
import {
  regressionOf,
  regressionPlan,
  type StudyPlan,
} from '../../../src/instruments/seu/hierarchical/study.ts';
import type { FitPlan } from '../../../src/instruments/seu/plan.ts';
import type { Plan, RunRecord } from '../../../src/jobs/run.ts';
import { HIERARCHICAL_PRESETS } from '../../../src/models/hierarchical/presets.ts';
import { keepBundle } from '../../../src/state/bundles.ts';
import { openLuceDatabase } from '../../../src/storage/database.ts';
import type { LuceDatabase } from '../../../src/storage/schema.ts';
import { indexedDbStore, type LuceStore } from '../../../src/storage/store.ts';
import { variableIndex, variableOf } from '../../../src/statistics/draws.ts';
import { apartPlaces } from '../../../src/workers/fit-cells.ts';
import { countsIn, fitPlanOf, isFit, isHierarchical, tasksOf } from '../../../src/workers/plans.ts';
import { reportsOf } from '../../../src/workers/reports.ts';
import { readFixture } from '../../support/seu.ts';
import { chunksOf as fitChunksOf } from '../instruments/seu/fits.ts';
import { chunksOf, runOf, type HierarchicalRun } from '../instruments/seu/hierarchical/runs.ts';
import { freshIndexedDb } from '../storage/samples.ts';

const SAMPLER = { name: 'hmc', chains: 2, warmup: 60, draws: 30 } as const;

const recordOf = (
  id: string,
  plan: Plan,
  changed: number,
  state: RunRecord['state'] = 'done',
): RunRecord => ({
  id,
  state,
  created: changed,
  changed,
  manifest: {
    app: 'luce',
    version: '0.1.0',
    plan,
    engine: null,
    seconds: 1,
    cpuSeconds: null,
    warnings: [],
    tasks: [],
  },
  headline: null,
  severity: null,
});

let database: LuceDatabase;
let store: LuceStore;
let joint: HierarchicalRun;
let alone: FitPlan;

beforeAll(async () => {
  freshIndexedDb();
  database = await openLuceDatabase();
  store = indexedDbStore(database);
  joint = await runOf(readFixture('posterior_h_m01_J5_data.json'), HIERARCHICAL_PRESETS.h_m01, SAMPLER);
  alone = apartPlan(joint.plan, 0, (cell) => cell < 2);
  await store.putDatasets([...joint.datasets.values()]);
  await store.putRun(recordOf('joint', joint.plan, 1));
  await store.append('joint', { chunks: await chunksOf(joint), checkpoints: [] });
}, 60_000);
afterAll(() => database.close());

describe('a plan of cells fitted together', () => {
  it('is told from fits, and all its tasks count', () => {
    expect(isHierarchical(joint.plan) && !isFit(joint.plan)).toBe(true);
    const tasks = tasksOf(joint.plan, joint.datasets);
    expect(tasks.map(({ key }) => key)).toEqual(['h000/tune', 'h000/k000', 'h000/k001']);
    expect(tasks.map(({ key }) => countsIn(joint.plan)(key))).toEqual([true, true, true]);
    expect(() => fitPlanOf(recordOf('joint', joint.plan, 1))).toThrow(
      /hierarchical; needed a fit or a study/,
    );
  });
});

const reports = () => reportsOf(Promise.resolve(store), '0.1.0');

describe('the report', () => {
  it('has no cell alone where none was fitted, then those that were', async () => {
    const before = (await reports().cells('joint', 0))!;
    expect(before.apart).toEqual([null, null, null, null, null]);
    expect(before.report.summary.map(({ variable }) => variable)).toContain('gamma[1]');
    await store.putRun(recordOf('alone', alone, 2));
    const chunks = await fitChunksOf({ plan: alone, datasets: joint.datasets });
    await store.append('alone', { chunks, checkpoints: [] });
    const after = (await reports().cells('joint', 0))!;
    expect(after.apart.map((own) => own?.run ?? null)).toEqual(['alone', 'alone', null, null, null]);
    const fit = (await reports().fit('alone', 1, 'study'))!;
    expect(after.apart[1]!.alpha).toEqual(variableOf(fit.draws, variableIndex(fit.draws, 'alpha')));
  });

  it('takes the newest finished fit with the same priors of β and δ', () => {
    const [fit] = joint.plan.settings.fits;
    const wider = (plan: FitPlan): FitPlan => ({
      ...plan,
      settings: {
        ...plan.settings,
        conditions: plan.settings.conditions.map((condition) => {
          const priors = { ...condition.model.priors, beta: { mean: 0, sd: 2 } };
          return { ...condition, model: { ...condition.model, priors } };
        }),
      },
    });
    const records = [
      recordOf('old', alone, 1),
      recordOf('new', alone, 3),
      recordOf('running', alone, 4, 'running'),
      recordOf('other prior', wider(alone), 5),
      recordOf('joint', joint.plan, 6),
    ];
    expect(apartPlaces(fit, records).map((place) => place && [place.run, place.condition])).toEqual([
      ['new', 0],
      ['new', 1],
      null,
      null,
      null,
    ]);
  });

  it('is written as the command writes it, and as CmdStan does', async () => {
    const tables = await reports().cellTables('joint');
    expect(tables['cells.csv'].split('\r\n')[0]).toBe(
      'cell,variable,mean,sd,median,q5,q25,q75,q95,predictors',
    );
    expect(tables['coefficients.csv'].split('\n').map((line) => line.split(',')[0])).toEqual(
      expect.arrayContaining(['gamma0', 'gamma[1]', 'sigma_cell']),
    );
    expect(tables['summary.csv']).toContain('"psi[5,10,3]"');
    const draws = await reports().cmdstan('joint', 0, 1);
    expect(draws.split('\n').find((line) => line.startsWith('lp__'))).toContain('gamma.1');
    await expect(reports().fit('joint', 0, 'all')).rejects.toThrow(/needed a fit or a study/);
  });

  it('goes into a bundle from which it is read again', async () => {
    const bytes = await reports().bundle('joint');
    const read = await readBundle(bytes, 'joint.luce.zip');
    if (!read.ok) throw new Error(JSON.stringify(read.faults));
    expect(Object.keys(read.value.summaries).sort()).toEqual([
      'cells.csv',
      'coefficients.csv',
      'summary.csv',
    ]);
    const before = (await reports().cells('joint', 0))!;
    await store.deleteRun('joint');
    expect(await keepBundle(store, bytes, 'joint.luce.zip')).toEqual({ ok: true, value: 'joint' });
    expect((await reports().cells('joint', 0))!.report.summary).toEqual(before.report.summary);
  });
});

describe('a study with regressions', () => {
  const TEMPERATURES = [0, 0.5, 1];

  function studyPlan(): StudyPlan {
    const { model } = alone.settings.conditions[0];
    const conditions = joint.plan.datasets.slice(2).map((dataset, t) => ({
      dataset,
      label: `A × x, T = ${TEMPERATURES[t]}`,
      model,
      cell: 'A × x',
      temperature: TEMPERATURES[t],
    }));
    return {
      ...alone,
      analysis: 'study',
      title: 'heat',
      datasets: joint.plan.datasets.slice(2),
      settings: {
        ...alone.settings,
        conditions,
        study: { cells: [{ id: 'A × x', agent: 'A', task: 'x', merge: [] }], compare: [] },
        hierarchical: [regressionOf('A × x', conditions, {})],
      },
    };
  }

  it('has the tasks of both, and reports that do not mix their draws', async () => {
    const plan = studyPlan();
    const { datasets } = joint;
    const keys = tasksOf(plan, datasets).map(({ key }) => key);
    expect(keys.slice(-4)).toEqual(['c002/k001', 'h000/tune', 'h000/k000', 'h000/k001']);
    const apart = await fitChunksOf({ plan, datasets });
    await store.putRun(recordOf('study', plan, 9));
    await store.append('study', { chunks: apart, checkpoints: [] });
    const before = (await reports().fit('study', 0, 'study'))!;
    expect(await reports().cells('study', 0)).toBeNull();
    const together = await chunksOf({ plan: regressionPlan(plan), datasets });
    await store.append('study', { chunks: together, checkpoints: [] });
    expect(await reports().fit('study', 0, 'study')).toEqual(before);
    const { report, apart: own } = (await reports().cells('study', 0))!;
    expect(report.cells.map(({ predictors }) => predictors)).toEqual([[-0.5], [0], [0.5]]);
    expect(own.map((fit) => fit?.run)).toEqual(['study', 'study', 'study']);
    const read = await readBundle(await reports().bundle('study'), 'study.luce.zip');
    expect(read.ok && Object.keys(read.value.summaries)).toContain('hierarchical.csv');
    await expect(reports().cells('alone', 0)).rejects.toThrow();
    const stricter = await refitOf(plan, [...datasets.values()], 'stricter');
    expect(tasksOf(stricter.plan, datasets).some(({ key }) => key.startsWith('h'))).toBe(false);
  });
});
