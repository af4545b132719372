import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { BUILD_MILLISECONDS, builtCommand, luce } from '../../support/command.ts';
import { jsonFile, scratch, smallData } from './files.ts';

const directory = scratch();
const DESIGN = ['--design', 'K=3,D=2,R=6,M=8,menu=2-3,seed=4'];
const SMALL = [...DESIGN, '--simulations', '14', '--draws', '19', '--thin', '2', '--warmup', '40'];
const file = (name: string): string => readFileSync(join(directory, name), 'utf8');

interface SbcJson {
  readonly quantities: readonly {
    readonly variable: string;
    readonly n: number;
    readonly max_rank: number;
    readonly ecdf_verdict: string | null;
    readonly p: number | null;
    readonly coverage: Readonly<Record<string, number>>;
    readonly contraction: number | null;
  }[];
  readonly verdict: string | null;
  readonly failures: number;
  readonly unconverged: number;
  readonly replicates: number;
  readonly gradients: number | null;
  readonly seconds: number;
  readonly cpu_seconds: number;
  readonly finding: string;
}

const json = (text: string): SbcJson => JSON.parse(text) as SbcJson;
const timeless = (text: string): string => text.replace(/"(cpu_)?seconds": [^\n]*/g, '');

beforeAll(async () => {
  await builtCommand();
  const { status, stderr } = await luce(['sbc', ...SMALL, '--out', 'whole', '--engine', 'cpu'], directory);
  expect([status, stderr.replace(/^\d+ of 14 replicates.*$/gm, '').trim()]).toEqual([0, '']);
}, BUILD_MILLISECONDS);

describe('luce sbc', () => {
  it('writes ranks with the columns of the R package SBC, and the report of its contract', () => {
    const report = json(file('whole/report.json'));
    expect(report.verdict).toBe('calibrated');
    expect([report.replicates, report.failures]).toEqual([14, 0]);
    expect(report.gradients).toBeGreaterThan(14 * 38);
    const alpha = report.quantities[0];
    expect(alpha).toMatchObject({ variable: 'alpha', n: 14, max_rank: 19, ecdf_verdict: 'inside' });
    expect(Object.keys(alpha.coverage)).toEqual(['50', '80', '90', '95']);
    expect(alpha.p).toBeGreaterThan(0);
    const lines = file('whole/sbc_stats.csv').trimEnd().split('\r\n');
    expect(lines).toHaveLength(1 + 14 * report.quantities.length);
    expect(lines[0]).toMatch(/^sim_id,variable,simulated_value,rank,z_score,mean,/);
    const ranks = lines.filter((line) => /^\d+,alpha,/.test(line)).map((line) => Number(line.split(',')[3]));
    expect(ranks.every((rank) => Number.isInteger(rank) && rank >= 0 && rank <= 19)).toBe(true);
    const manifest = JSON.parse(file('whole/manifest.json')) as { plan: { analysis: string; seed: number } };
    expect(manifest.plan).toMatchObject({ analysis: 'sbc', seed: 1 });
  });

  it('merges shards to exactly the whole, in any order; a part gives no verdict', async () => {
    const shard = (i: number): readonly string[] => [
      'sbc',
      ...SMALL,
      '--shard',
      `${i}/3`,
      '--out',
      `part${i}`,
      '--json',
    ];
    const parts = await Promise.all([1, 2, 3].map((i) => luce([...shard(i), '--workers', '1'], directory)));
    for (const { status, stdout } of parts) {
      expect(status).toBe(0);
      expect(json(stdout).verdict).toBeNull();
      expect(json(stdout).quantities.every(({ p }) => p === null)).toBe(true);
    }
    const { status, stdout } = await luce(
      ['merge', 'part3', 'part1', 'part2', '--out', 'merged', '--json'],
      directory,
    );
    expect(status).toBe(0);
    expect(stdout).toBe(file('merged/report.json'));
    for (const name of ['sbc_stats.csv', 'replicates.csv', 'design.json'])
      expect(file(`merged/${name}`)).toBe(file(`whole/${name}`));
    expect(timeless(stdout)).toBe(timeless(file('whole/report.json')));
  });

  it('takes a lone table of ranks, and says that its plan is unknown', async () => {
    const { status, stdout, stderr } = await luce(['merge', 'whole/sbc_stats.csv', '--json'], directory);
    expect(status).toBe(0);
    expect(stderr).toMatch(/a table without a plan/);
    const report = json(stdout);
    expect([report.gradients, report.seconds]).toEqual([null, null]);
    expect(report.quantities).toEqual(json(file('whole/report.json')).quantities);
  });

  it('refuses replicates that two parts hold, and parts of other studies', async () => {
    const twice = await luce(['merge', 'whole', 'whole/sbc_stats.csv', '--out', 'never'], directory);
    expect([twice.status, twice.stdout]).toEqual([2, '']);
    expect(twice.stderr).toMatch(/replicate 1 is in whole too; needed disjoint replicates/);
    await luce(['sbc', ...SMALL, '--seed', '2', '--shard', '2/2', '--out', 'other'], directory);
    const mixed = await luce(['merge', 'part1', 'other'], directory);
    expect(mixed.status).toBe(2);
    expect(mixed.stderr).toMatch(/^other: its manifest holds another plan; needed that of part1/);
  });

  it('adds replicates as a further look, and leaves the first rows as they were', async () => {
    const added = await luce(
      ['sbc', '--add-to', 'whole', '--simulations', '6', '--out', 'more', '--json'],
      directory,
    );
    expect(added.status).toBe(0);
    const report = JSON.parse(added.stdout) as SbcJson & { overall: { look: number; level: number } };
    expect([report.replicates, report.overall.look]).toEqual([20, 2]);
    expect(report.overall.level).toBeCloseTo(0.005, 12);
    expect(file('more/sbc_stats.csv').startsWith(file('whole/sbc_stats.csv'))).toBe(true);
    const refused = await luce(['sbc', '--add-to', 'whole', '--draws', '50'], directory);
    expect(refused.stderr).toMatch(/^--draws: given with --add-to/);
  });

  it('ranks what a fit with an error says; --strict turns a negative verdict into status 1', async () => {
    const wrong = [...DESIGN, '--simulations', '80', '--draws', '19', '--thin', '1', '--warmup', '40'];
    const flags = ['--fitted-prior', 'alpha=lognormal(3,0.2)', '--json'];
    const plain = await luce(['sbc', ...wrong, ...flags], directory);
    expect(plain.status).toBe(0);
    expect(json(plain.stdout).verdict).toBe('not calibrated');
    expect(json(plain.stdout).finding).toMatch(/the ranks of alpha|alpha_gap/);
    expect((await luce(['sbc', ...wrong, ...flags, '--strict'], directory)).status).toBe(1);
  });

  it('draws truths from the fit to data, and counts those data in the likelihood', async () => {
    const data = jsonFile(directory, 'data.json', smallData());
    const flags = [
      '--simulations',
      '6',
      '--draws',
      '19',
      '--thin',
      '1',
      '--warmup',
      '40',
      '--out',
      'posterior',
    ];
    const { status, stdout } = await luce(['sbc', '--posterior', data, ...flags, '--json'], directory);
    expect(status).toBe(0);
    expect(json(stdout).replicates).toBe(6);
    expect(file('posterior/posterior/manifest.json')).toContain('"analysis": "fit"');
  });

  it('ranks projections of the user’s choice, which count in the verdict', async () => {
    const chosen = ['alpha+0.5*delta[1]', 'beta[1,2] - beta[2,2]'];
    const flags = [...chosen.flatMap((text) => ['--projection', text]), '--engine', 'cpu', '--out', 'chosen'];
    const { status, stdout } = await luce(['sbc', ...SMALL, ...flags, '--json'], directory);
    expect(status).toBe(0);
    const { quantities } = json(stdout);
    expect(quantities.slice(-2).map(({ variable, n }) => [variable, n])).toEqual([
      ['alpha + 0.5*delta[1]', 14],
      ['beta[1,2] - beta[2,2]', 14],
    ]);
    const plain = json(file('whole/report.json')) as SbcJson & { overall: { distinct: number } };
    expect((json(stdout) as typeof plain).overall.distinct).toBe(plain.overall.distinct + 2);
    expect(quantities[0]).toEqual({ ...plain.quantities[0], p_adjusted: expect.any(Number) as number });
    const manifest = JSON.parse(file('chosen/manifest.json')) as {
      plan: { settings: { quantities: unknown } };
    };
    expect(manifest.plan.settings.quantities).toEqual({
      psi: 2,
      projections: 3,
      combinations: ['alpha + 0.5*delta[1]', 'beta[1,2] - beta[2,2]'],
    });
  });

  it.each([
    [['--shard', '3/2'], /^--shard: "3\/2"; needed i\/n/],
    [['--simulations', '1'], /^--simulations: "1"; needed a whole number from 2/],
    [['--chains', '2', '--draws', '99'], /^--draws: 99 over 2 chains; needed a multiple of 2/],
    [['--fault', 'typo'], /^--fault: "typo"; needed one of none, delta_jacobian, naive_exponentials/],
    [['--fault', 'delta_jacobian', '--engine', 'gpu'], /^--fault: delta_jacobian with --engine gpu/],
    [['--fitted-prior', 'alpha=normal(0,1)'], /^--fitted-prior: "alpha=normal\(0,1\)"; needed/],
    [['--menus', '99'], /^--menus: "99"; needed a whole number from 0 to 8/],
    [
      ['--projection', 'alpha + gama'],
      /^--projection: “alpha \+ gama”: no quantity gama; needed alpha, log_lik/,
    ],
    [['--projection', 'log_lik'], /^--projection: “log_lik”: log_lik is ranked already/],
    [['--posterior', 'x.json'], /^--posterior: "x.json" beside another design/],
  ])('refuses %j', async (flags, line) => {
    const { status, stdout, stderr } = await luce(['sbc', ...DESIGN, ...flags, '--out', 'never'], directory);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(line);
  });
});

describe('luce recover', () => {
  const FEW = ['--simulations', '6', '--draws', '50', '--warmup', '40', '--chains', '2'];

  it('draws a curve over sizes of one design', async () => {
    const args = ['recover', ...DESIGN, '--sizes', '4,8', ...FEW, '--out', 'sizes', '--json'];
    const { status, stdout } = await luce(args, directory);
    expect(status).toBe(0);
    const report = JSON.parse(stdout) as {
      arms: { choices: number; quantities: { variable: string; coverage: number }[] }[];
      matched: unknown[];
      curve: unknown[];
    };
    expect(report.arms.map(({ choices }) => choices)).toEqual([4, 8]);
    expect(report.curve.length).toBeGreaterThan(0);
    expect(report.matched).toEqual([]);
    expect(file('sizes/recovery.csv').split('\r\n')[0]).toMatch(/^arm,variable,iterations,bias,bias_se/);
    expect(file('sizes/estimates.csv')).toContain('8 menus,6,alpha');
  });

  it('compares matched arms on the same truths', async () => {
    const design = ['--design', 'K=3,D=2,R=6,M=8,N=8,S=6,menu=2-3,seed=4', '--model', 'm_1'];
    const { status, stdout } = await luce(
      ['recover', ...design, '--matched', ...FEW, '--out', 'matched'],
      directory,
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Twice the choices of the same kind/);
    const lines = file('matched/estimates.csv').split('\r\n');
    const truths = (arm: string): readonly string[] =>
      lines.filter((line) => new RegExp(`^${arm},\\d+,alpha,`).test(line)).map((line) => line.split(',')[3]);
    expect(truths('A')).toHaveLength(6);
    expect(truths('D')).toEqual(truths('A'));
    expect(file('matched/matched.csv').split('\r\n')).toHaveLength(14);
  });

  it.each([
    [['--sizes', '9'], /^--sizes: "9"; needed menus from 1 to 8/],
    [['--matched'], /^--matched: a matched comparison without risky menus/],
  ])('refuses %j', async (flags, line) => {
    const { status, stderr } = await luce(['recover', ...DESIGN, ...flags], directory);
    expect(status).toBe(2);
    expect(stderr).toMatch(line);
  });
});
