// Cells fitted together from the page: the same plans as the command's, and so the same draws.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { offeredFactors } from '../../../../src/app/setup/factors.ts';
import { AnalysisDraft } from '../../../../src/app/setup/draft.svelte.ts';
import { rowOf } from '../../../../src/app/setup/conditions.ts';
import { cellsSeconds, cpuSeconds } from '../../../../src/app/setup/cost.ts';
import { HIERARCHICAL_WORDS } from '../../../../src/app/setup/models.ts';
import { groupsOf, presetTexts } from '../../../../src/app/setup/model-priors.ts';
import { readArguments } from '../../../../src/cli/arguments.ts';
import { planOf } from '../../../../src/cli/hierarchical-fit.ts';
import { readSources } from '../../../../src/cli/inputs.ts';
import { planStudy } from '../../../../src/cli/study-plan.ts';
import type { Dataset, SeuContent } from '../../../../src/formats/dataset.ts';
import { contentHash } from '../../../../src/formats/hash.ts';
import { regressionPlan } from '../../../../src/instruments/seu/hierarchical/study.ts';
import { DEFAULT_SAMPLER } from '../../../../src/instruments/seu/plan.ts';
import { HIERARCHICAL_PRESETS } from '../../../../src/models/hierarchical/presets.ts';
import { Library } from '../../../../src/state/library.svelte.ts';
import type { HierarchicalFixture } from '../../../support/hierarchical.ts';
import { readFixture } from '../../../support/seu.ts';
import { scratch, smallData } from '../../cli/files.ts';
import { contentOf } from '../../instruments/seu/fits.ts';

const directory = scratch();
const small = readFixture<HierarchicalFixture>('logdensity_h_m01_small_K3.json').data;
const pooled = { ...small, pool: [1, 2, 1] };

/** The datasets that the page keeps of a file. */
async function kept(name: string, value: unknown): Promise<readonly Dataset[]> {
  const library = new Library({
    putDatasets: () => Promise.resolve(),
    getDataset: () => Promise.resolve(null),
    listDatasets: () => Promise.resolve([]),
    deleteDataset: () => Promise.resolve(),
  });
  await library.look([{ name, bytes: new TextEncoder().encode(JSON.stringify(value)) }]);
  return library.save();
}

/** The plan of luce fit, run where the file is. */
async function commandPlan(name: string, value: unknown, ...flags: readonly string[]) {
  writeFileSync(join(directory, name), JSON.stringify(value));
  const args = readArguments([name, ...flags]);
  const before = process.cwd();
  process.chdir(directory);
  try {
    const [source] = await readSources([name], args);
    return planOf([{ source, name: args.text('model') ?? 'h_m01' }], args);
  } finally {
    process.chdir(before);
  }
}

async function draftOf(name: string, value: unknown): Promise<AnalysisDraft> {
  const draft = new AnalysisDraft();
  draft.choose(await kept(name, value), null);
  return draft;
}

describe('the cells of one file', () => {
  it('are fitted together by the command’s own plan', async () => {
    const draft = await draftOf('cells.json', small);
    expect(draft.kind).toBe('hierarchical');
    expect(draft.faults).toEqual([]);
    expect(draft.plan()).toBeNull();
    expect(draft.hierarchicalPlan()).toEqual(
      await commandPlan('cells.json', small, '--sampler', 'hmc', '--model', 'h_m01'),
    );
  });

  it('by another model, with other priors, sampler and seed', async () => {
    const draft = await draftOf('cells.json', small);
    draft.together.chooseModel('h_m01_size');
    for (const [field, text] of [
      ['gamma0.mu', '3'],
      ['gamma0.sd', '0.75'],
      ['gamma.sd', '1'],
      ['gamma_size.sd', '0.2'],
      ['sigma_cell.scale', '0.4'],
      ['beta.sd', '1, 2, 0.5'],
      ['delta', '2'],
    ])
      draft.changePrior('h_m01_size', field, text);
    draft.seed = '11';
    draft.engine = 'cpu';
    draft.sampler = { ...draft.sampler, name: 'nuts', chains: '2', draws: '50', targetAcceptance: '0.9' };
    const priors = [
      'gamma0=normal(3,0.75)',
      'gamma=normal(0,1)',
      'gamma_size=normal(0,0.2)',
      'sigma_cell=halfnormal(0.4)',
      'beta=normal(0,1,2,0.5)',
      'delta=dirichlet(2)',
    ].flatMap((text) => ['--prior', text]);
    const sampler = '--sampler nuts --chains 2 --draws 50 --target-acceptance 0.9 --seed 11 --engine cpu';
    expect(draft.hierarchicalPlan()).toEqual(
      await commandPlan('cells.json', small, '--model', 'h_m01_size', ...sampler.split(' '), ...priors),
    );
  });

  it('are fitted with their pools where the file names some', async () => {
    const draft = await draftOf('pools.json', pooled);
    expect(draft.together.model).toBe('h_m01_pools');
    expect(draft.hierarchicalPlan()).toEqual(
      await commandPlan('pools.json', pooled, '--sampler', 'hmc', '--model', 'h_m01_pools'),
    );
    const without = await draftOf('cells.json', small);
    without.together.chooseModel('h_m01_pools');
    expect(without.faults).toEqual(['The file names no item pools; h_m01_pools needs one for each cell.']);
  });

  it('are fitted apart where that is asked for', async () => {
    const draft = await draftOf('cells.json', small);
    draft.chooseKind('fit');
    expect(draft.hierarchicalPlan()).toBeNull();
    expect(draft.plan()?.settings.conditions.map(({ label }) => label)).toEqual([
      'cells cell 1',
      'cells cell 2',
      'cells cell 3',
    ]);
  });

  it('lose a predictor that is not chosen', async () => {
    const draft = await draftOf('cells.json', small);
    const all = draft.together.offered.map(({ id }) => id);
    expect(all).toEqual(small.X[0].map((_, p) => `X${p + 1}`));
    draft.together.toggleFactor('X1');
    expect(draft.hierarchicalPlan()?.settings.fits[0].cells.map(({ predictors }) => predictors)).toEqual(
      small.X.map((row) => row.slice(1)),
    );
  });
});

const TEMPERATURES = [0, 0.3, 1.5];

async function conditionsAt(agent: string, task: string, content: SeuContent): Promise<readonly Dataset[]> {
  return Promise.all(
    TEMPERATURES.map(async (temperature, t) => {
      const own = {
        ...content,
        uncertain: { ...content.uncertain, chosen: content.uncertain.chosen.map((c) => (t === 0 ? c : 0)) },
      };
      const one = { ...own, features: own.features.map((row) => row.map((x) => x + t)) };
      const condition = `${agent} × ${task}, T = ${temperature}`;
      const source = { file: `${agent}-${task}-${t}.json`, address: null, licence: null, citation: null };
      return { hash: await contentHash(one), name: condition, condition, source, history: [], content: one };
    }),
  );
}

describe('conditions at several temperatures', () => {
  it('have the regression that the command’s study has', async () => {
    const stan = smallData();
    const files = TEMPERATURES.map((temperature, t) => {
      const name = `t${t}.json`;
      const w = stan.w.map((row) => row.map((x) => x + t));
      writeFileSync(join(directory, name), JSON.stringify({ ...stan, w }));
      return { data: name, temperature, label: `A × x, T = ${temperature}` };
    });
    const cell = { id: 'A × x', agent: 'A', task: 'x', model: 'm_0', conditions: files };
    const study = { cells: [{ ...cell, hierarchical: { gamma0: [3, 0.75] } }] };
    writeFileSync(join(directory, 'study.json'), JSON.stringify(study));
    const args = readArguments(['study.json', '--sampler', 'hmc']);
    const { plan, inputs } = await planStudy(join(directory, 'study.json'), args);
    const draft = new AnalysisDraft();
    const datasets = inputs.map(({ dataset }, t) => ({ ...dataset, condition: files[t].label }));
    draft.choose([datasets[2], datasets[0], datasets[1]], null);
    draft.chooseKind('hierarchical');
    draft.changePrior('h_m01', 'gamma0.mu', '3');
    draft.changePrior('h_m01', 'gamma0.sd', '0.75');
    const own = draft.hierarchicalPlan()!;
    expect(own.settings.fits).toEqual(regressionPlan(plan).settings.fits);
    expect(own.settings.sampler).toEqual(plan.settings.sampler);
    expect(own.title).toBe('A × x');
  });

  it('are fitted together within a study as the command’s study fits them', async () => {
    const stan = smallData();
    const conditions = TEMPERATURES.map((temperature, t) => {
      writeFileSync(
        join(directory, `s${t}.json`),
        JSON.stringify({ ...stan, w: stan.w.map((row) => row.map((x) => x - t)) }),
      );
      return { data: `s${t}.json`, temperature, label: `A × x, T = ${temperature}` };
    });
    const cell = { id: 'A × x', agent: 'A', task: 'x', model: 'm_01', conditions };
    const study = { title: 'heat', cells: [cell], hierarchical: { gamma0: [3, 0.75], sigma_cell: 0.5 } };
    writeFileSync(join(directory, 'regressed.json'), JSON.stringify(study));
    const args = readArguments(['regressed.json', '--sampler', 'hmc']);
    const { plan, inputs } = await planStudy(join(directory, 'regressed.json'), args);
    const draft = new AnalysisDraft();
    draft.choose(
      inputs.map(({ dataset }, t) => ({ ...dataset, condition: conditions[t].label })),
      null,
    );
    draft.change(new Set(inputs.map(({ dataset }) => dataset.hash)), { model: 'm_01' });
    draft.chooseKind('study');
    draft.title = 'heat';
    expect(draft.plan()).not.toHaveProperty('settings.hierarchical');
    draft.regressed = true;
    draft.changePrior('h_m01', 'gamma0.mu', '3');
    draft.changePrior('h_m01', 'gamma0.sd', '0.75');
    draft.changePrior('h_m01', 'sigma_cell.scale', '0.5');
    expect(draft.plan()).toEqual(plan);
    const [first] = inputs;
    draft.change(new Set([first.dataset.hash]), { model: 'm_02' });
    draft.changePrior('m_02', 'beta.sd', '2');
    expect(draft.faults).toEqual([
      'A × x: its conditions differ in the priors of β or δ; fitted together they need the same.',
    ]);
    draft.resetPriors('m_02');
    draft.changePrior('h_m01', 'gamma.sd', '-1');
    expect(draft.faults).toEqual(['“-1” must be a number above 0.']);
  });

  it('offer temperature, agent and task as far as they differ', async () => {
    const content = contentOf(smallData());
    const rows = [...(await conditionsAt('A', 'x', content)), ...(await conditionsAt('B', 'x', content))];
    const placed = rows.map((each) => rowOf(each, null));
    const [temperature, agent, ...others] = offeredFactors(placed);
    expect(others).toEqual([]);
    expect(temperature.columns[0].values.map((x) => Number(x.toFixed(10)))).toEqual([
      -0.6, -0.3, 0.9, -0.6, -0.3, 0.9,
    ]);
    expect(agent.columns).toEqual([{ name: 'agent B', values: [0, 0, 0, 1, 1, 1] }]);
    expect(offeredFactors(placed.slice(0, 3)).map(({ id }) => id)).toEqual(['temperature']);
    expect(offeredFactors(placed.map((row) => ({ ...row, temperature: '1' }))).map(({ id }) => id)).toEqual([
      'agent',
    ]);
  });

  it('name the predictors that a number alone would not tell apart', async () => {
    const content = contentOf(smallData());
    const draft = new AnalysisDraft();
    draft.choose(
      [...(await conditionsAt('A', 'x', content)), ...(await conditionsAt('B', 'y', content))],
      null,
    );
    draft.chooseKind('hierarchical');
    draft.together.toggleFactor('agent');
    const [fit] = draft.hierarchicalPlan()!.settings.fits;
    expect(fit.names).toEqual(['temperature', 'agent B']);
    expect(fit.cells[4]).toMatchObject({ label: 'B × y, T = 0.3', pool: null });
    expect(fit.cells[4].predictors[1]).toBe(1);
    draft.together.chooseModel('h_m01_pools');
    expect(draft.hierarchicalPlan()!.settings.fits[0].cells.map(({ pool }) => pool)).toEqual([
      0, 0, 0, 1, 1, 1,
    ]);
  });

  it('are refused where they cannot be cells of one model', async () => {
    const content = contentOf(smallData());
    const [first, second] = await conditionsAt('A', 'x', content);
    const draft = new AnalysisDraft();
    draft.chooseKind('hierarchical');
    draft.choose([first], null);
    expect(draft.faults).toEqual(['One data set is chosen; cells together need two.']);
    const other = { ...second, content: { ...second.content, consequences: 4 } };
    draft.choose([first, other], null);
    expect(draft.faults).toEqual([
      'A × x, T = 0.3 has K = 4, needed 3 as A × x, T = 0: utilities are shared.',
    ]);
    expect(draft.hierarchicalPlan()).toBeNull();
    draft.choose([first, second], null);
    draft.changePrior('h_m01', 'sigma_cell.scale', '0');
    expect(draft.faults).toEqual(['“0” must be a number above 0.']);
  });
});

describe('the priors of hierarchical models', () => {
  it.each(Object.keys(HIERARCHICAL_PRESETS))(
    '%s: every field has a text, and says what it implies',
    (name) => {
      const texts = presetTexts(name);
      expect(HIERARCHICAL_WORDS[name]).toMatch(/^(utilities|as h_m01)/);
      for (const { fields, implied } of groupsOf(name)) {
        for (const { id } of fields) expect(texts).toHaveProperty([id]);
        expect(implied(texts)).toMatch(/\.$/);
      }
    },
  );

  it('say what α they allow', () => {
    const [gamma0, gamma, sigma] = groupsOf('h_m01').map(({ implied }) => implied(presetTexts('h_m01')));
    // exp(2.5) = 12.18; exp(2.5 ± 1.645 · 0.5); exp(±1.645 · 0.5); 1.96 · 0.3
    expect(gamma0).toBe('α where every predictor is 0: median 12.2, 90\u202f% from 5.35 to 27.7.');
    expect(gamma).toBe('A unit of a predictor multiplies α by 0.439 to 2.28 (90\u202f%).');
    expect(sigma).toBe('sd of log α over cells: below 0.588 with probability .95.');
  });
});

it('takes longer for cells together than for the dearest of them alone', () => {
  const content = contentOf(smallData());
  const speed = { gradientsPerSecond: 1e5, workers: 2 };
  const sampler = { ...DEFAULT_SAMPLER, name: 'hmc' } as const;
  expect(cellsSeconds([content, content], sampler, speed)).toBeGreaterThan(
    cpuSeconds([content], sampler, speed)!,
  );
  expect(cellsSeconds([content], sampler, { ...speed, gradientsPerSecond: null })).toBeNull();
});
