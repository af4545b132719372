// Hierarchical models through the command: fits of files of cells, regressions of a study, calibration.
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { BUILD_MILLISECONDS, builtCommand, luce } from '../../support/command.ts';
import type { HierarchicalFixture } from '../../support/hierarchical.ts';
import { readFixture } from '../../support/seu.ts';
import { jsonFile, QUICK, scratch, smallData } from './files.ts';

const directory = scratch();
beforeAll(() => builtCommand(), BUILD_MILLISECONDS);

const read = (...path: string[]): string => readFileSync(join(directory, ...path), 'utf8');

interface SummaryRow {
  readonly variable: string;
  readonly mean: number;
  readonly mcse_mean: number;
  readonly rhat: number | null;
}
interface Fit {
  readonly file: string;
  readonly model: string;
  readonly summary: readonly SummaryRow[];
  readonly diagnostics: readonly { readonly id: string; readonly severity: string }[];
  readonly ppc: Readonly<Record<string, number>>;
}
interface Reference {
  readonly summary: readonly {
    readonly name: string;
    readonly group: string;
    readonly mean: number;
    readonly mcse_mean: number;
  }[];
}

const small = readFixture<HierarchicalFixture>('logdensity_h_m01_small_K3.json').data;

describe('luce fit of cells', () => {
  it('has the posterior means of a long reference run', async () => {
    const data = jsonFile(directory, 'J5.json', readFixture('posterior_h_m01_J5_data.json'));
    const flags = ['--sampler', 'hmc', '--draws', '400', '--engine', 'cpu', '--seed', '3', '--json'];
    const { stdout, status } = await luce(['fit', data, '--model', 'h_m01', ...flags], directory);
    const [fit] = JSON.parse(stdout) as readonly Fit[];
    expect([status, fit.file, fit.model]).toEqual([0, data, 'h_m01']);
    const own = new Map(fit.summary.map((row) => [row.variable, row]));
    const { summary } = readFixture<Reference>('posterior_h_m01_J5.json');
    const rows = summary.filter(({ group }) => group === 'scalar' || group === 'lp');
    expect(rows.length).toBeGreaterThanOrEqual(9);
    for (const { name, mean, mcse_mean } of rows) {
      const row = own.get(name)!;
      expect(Math.abs(row.mean - mean)).toBeLessThan(4 * Math.hypot(row.mcse_mean, mcse_mean));
      expect(row.rhat).toBeLessThan(1.05);
    }
    expect(fit.diagnostics.find(({ id }) => id === 'prior:gamma0')?.severity).toBe('fine');
  });

  it('prints an object a file and writes the tables of each', async () => {
    const plain = jsonFile(directory, 'plain.json', small);
    const pools = jsonFile(directory, 'pools.json', { ...small, pool: [1, 2, 1] });
    const args = ['fit', plain, pools, ...QUICK, '--out', 'out'];
    const { stdout, stderr } = await luce([...args, '--json'], directory);
    expect(stdout).not.toMatch(/NaN|Infinity/);
    expect(stderr).not.toMatch(/Error/);
    const fits = JSON.parse(stdout) as readonly Fit[];
    expect(fits.map(({ file, model }) => [file, model])).toEqual([
      [plain, 'h_m01'],
      [pools, 'h_m01_pools'],
    ]);
    expect(Object.keys(fits[0]).slice(0, 5)).toEqual(['file', 'model', 'summary', 'diagnostics', 'ppc']);
    expect(Object.keys(fits[0].ppc)).toEqual(['ll', 'modal', 'prob']);
    expect(readdirSync(join(directory, 'out')).sort()).toEqual([
      '001-plain.json',
      '002-pools.json',
      'fit.json',
      'manifest.json',
      'progress',
    ]);
    expect(readdirSync(join(directory, 'out/002-pools.json')).sort()).toEqual([
      'cells.csv',
      'choices.csv',
      'coefficients.csv',
      'diagnostics.csv',
      'draws-1.csv',
      'draws-2.csv',
      'ppc.csv',
      'summary.csv',
    ]);
    const header = read('out/002-pools.json/draws-1.csv')
      .split('\n')
      .find((line) => line.startsWith('lp__'))!;
    for (const name of ['gamma0', 'gamma.1', 'sigma_pool', 'alpha.3', 'psi.3.7.3', 'eta.3.7'])
      expect(header.split(',')).toContain(name);
    const resumed = await luce([...args, '--prior', 'gamma0=normal(0,1)', '--resume'], directory);
    expect(resumed.status).toBe(2);
    expect(resumed.stderr).toMatch(/^--resume out: its manifest holds another plan/);
  });

  it('fits cells apart by a flat model, and refuses what cannot be', async () => {
    const cells = jsonFile(directory, 'cells.json', small);
    const flat = jsonFile(directory, 'flat.json', smallData());
    const apart = await luce(['fit', cells, '--model', 'm_0', ...QUICK, '--json'], directory);
    expect((JSON.parse(apart.stdout) as readonly Fit[]).map(({ file }) => file)).toEqual(
      [1, 2, 3].map((j) => `${cells}#cell ${j}`),
    );
    for (const [args, message] of [
      [
        [cells, flat],
        /^DATA: \S+cells\.json with linked cells beside others without; needed files of one kind/,
      ],
      [[flat, '--model', 'h_m01'], /flat\.json: choices of no linked cells; needed data with J, P, X/],
      [[cells, '--model', 'h_m01_pools'], /pools are missing/],
      [[cells, '--prior', 'alpha=lognormal(0,1)'], /^--prior: "alpha=lognormal\(0,1\)"; needed gamma0=/],
      [[cells, '--prior', 'beta=normal(0,1,2)'], /^--prior: 2 sds of beta; needed one, or 3/],
    ] as const) {
      const { status, stdout, stderr } = await luce(['fit', ...args, ...QUICK], directory);
      expect([status, stdout]).toEqual([2, '']);
      expect(stderr).toMatch(message);
    }
  });
});

interface Study {
  readonly conditions: readonly { readonly median: number }[];
  readonly hierarchical?: readonly (Fit & {
    readonly cell: string;
    readonly slope_median: number;
    readonly independent_median: number;
    readonly independent_q5: number;
    readonly independent_q95: number;
    readonly gamma0_prior_mean: number;
    readonly prior_conflict: boolean;
  })[];
}

describe('luce study with regressions', () => {
  const LONGER = ['--sampler', 'hmc', '--draws', '100', '--engine', 'cpu', '--json'];
  const cell = (more: object) => ({
    id: 'a',
    agent: 'simulated',
    task: 'choice',
    model: 'm_01',
    conditions: [
      { data: 'hot.json', temperature: 1 },
      { data: 'cold.json', temperature: 0 },
      { data: 'warm.json', temperature: 0.5 },
    ],
    ...more,
  });

  beforeAll(async () => {
    const design = 'K=3,D=2,R=8,M=40,seed=4';
    for (const [name, alpha] of [
      ['cold', '40'],
      ['warm', '20'],
      ['hot', '10'],
    ])
      await luce(['generate', '--design', design, '--alpha', alpha, '--out', `${name}.json`], directory);
  });

  const run = async (name: string, plan: object, ...flags: string[]): Promise<Study> => {
    const file = jsonFile(directory, `${name}.json`, plan);
    return JSON.parse((await luce(['study', file, ...LONGER, ...flags], directory)).stdout) as Study;
  };

  it('sets the joint slope beside the independent one, and leaves the conditions as they were', async () => {
    const [plain, joint] = await Promise.all([
      run('without', { cells: [cell({})] }),
      run('with', { cells: [cell({})], hierarchical: { gamma0: [3, 0.75] } }, '--out', 'joint'),
    ]);
    expect(plain.hierarchical).toBeUndefined();
    expect(joint.conditions).toEqual(plain.conditions);
    const [row] = joint.hierarchical!;
    expect(row).toMatchObject({ cell: 'a', model: 'h_m01', gamma0_prior_mean: 3, prior_conflict: false });
    expect(row.slope_median).toBeLessThan(0);
    expect(row.independent_median).toBeLessThan(0);
    expect(row.slope_median).toBeGreaterThan(row.independent_q5);
    expect(row.slope_median).toBeLessThan(row.independent_q95);
    expect(row.summary.map(({ variable }) => variable)).toContain('alpha[3]');
    expect(read('joint', 'hierarchical.csv').trimEnd().split('\n')).toHaveLength(2);
    expect(readdirSync(join(directory, 'joint/hierarchical/001-a'))).toContain('draws-4.csv');
  });

  it('flags a prior of gamma0 that the choices contradict, in the cell that says so', async () => {
    const { conditions } = cell({});
    const asking = cell({ hierarchical: { gamma0: [1, 0.5] }, conditions: conditions.slice(0, 2) });
    const plan = { cells: [asking, { ...cell({}), id: 'b', conditions: conditions.slice(0, 2) }] };
    const { hierarchical } = await run('conflict', plan);
    expect(hierarchical!.map((row) => [row.cell, row.prior_conflict])).toEqual([['a', true]]);
    expect(hierarchical![0].diagnostics[0]).toMatchObject({ id: 'prior:gamma0', severity: 'look' });
  });

  it.each([
    [{ gamma0: [3, 0] }, /:\/hierarchical\/gamma0\/1: 0; needed >0/],
    [{ slope: 1 }, /:\/hierarchical\/slope: "slope"; needed never/],
  ])('refuses %j', async (hierarchical, message) => {
    const file = jsonFile(directory, 'faulty.json', { cells: [cell({})], hierarchical });
    const { status, stderr } = await luce(['study', file, ...LONGER], directory);
    expect(status).toBe(2);
    expect(stderr).toMatch(message);
  });

  it('refuses conditions that share no beliefs prior', async () => {
    const [hot, cold] = cell({}).conditions;
    const conditions = [hot, { ...cold, priors: ['delta=dirichlet(2)'] }];
    const file = jsonFile(directory, 'priors.json', {
      cells: [{ ...cell({}), conditions }],
      hierarchical: {},
    });
    const { status, stderr } = await luce(['study', file, ...LONGER], directory);
    expect(status).toBe(2);
    expect(stderr).toMatch(/priors\.json:\/cells\/0: conditions with different priors of beta or delta/);
  });
});

describe('luce sbc of cells', () => {
  const DESIGN = ['--design', 'K=3,D=2,R=5,M=6,menu=2-3,cells=2x2'];
  const BRIEF = ['--simulations', '4', '--draws', '9', '--thin', '1', '--warmup', '40', '--engine', 'cpu'];

  it('merges shards to exactly the whole, and takes further replicates', async () => {
    const whole = await luce(['sbc', '--model', 'h_m01', ...DESIGN, ...BRIEF, '--out', 'whole'], directory);
    expect(whole.status).toBe(0);
    expect(whole.stdout).toMatch(/^h_m01 /);
    const parts = ['1/2', '2/2'].map((shard, i) =>
      luce(
        ['sbc', '--model', 'h_m01', ...DESIGN, ...BRIEF, '--shard', shard, '--out', `part${i}`],
        directory,
      ),
    );
    await Promise.all(parts);
    await luce(['merge', 'part1', 'part0', '--out', 'merged'], directory);
    for (const name of ['sbc_stats.csv', 'replicates.csv', 'design.json'])
      expect(read('merged', name)).toBe(read('whole', name));
    const added = await luce(
      ['sbc', '--add-to', 'whole', '--simulations', '2', '--engine', 'cpu'],
      directory,
    );
    expect(added.status).toBe(0);
    const stats = read('whole', 'sbc_stats.csv').trimEnd().split('\n');
    const variables = new Set(stats.slice(1).map((line) => line.split(',')[1]));
    for (const name of ['gamma0', 'gamma[2]', 'sigma_cell', 'alpha[4]', 'log_lik'])
      expect(variables).toContain(name);
    const { quantities } = JSON.parse(read('merged', 'report.json')) as { quantities: readonly unknown[] };
    expect(stats).toHaveLength(1 + 6 * quantities.length);
  });

  it('takes cells from a file, and ranks the effect of menu size', async () => {
    const data = jsonFile(directory, 'sbc-cells.json', small);
    const args = ['sbc', data, '--model', 'h_m01_size', ...BRIEF, '--json'];
    const { stdout, status } = await luce(args, directory);
    expect(status).toBe(0);
    const { quantities } = JSON.parse(stdout) as { quantities: { variable: string; n: number }[] };
    expect(quantities.find(({ variable }) => variable === 'gamma_size')?.n).toBe(4);
  });

  it.each([
    [['--model', 'h_m01'], /^--design: .*; needed cells for h_m01, such as cells=6x3/],
    [['--model', 'h_m01', '--menus', '3'], /^--menus: given with h_m01; needed a model of one cell/],
    [['--model', 'm_0', ...DESIGN], /^--design: cells=2x2; needed a design without cells/],
    [[...DESIGN, '--fitted-prior', 'alpha=lognormal(0,1)'], /^--fitted-prior: .*; needed gamma0=/],
  ])('refuses %j', async (flags, message) => {
    const { status, stdout, stderr } = await luce(['sbc', ...flags, ...BRIEF], directory);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });
});
