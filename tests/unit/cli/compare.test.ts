import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { BUILD_MILLISECONDS, builtCommand, luce } from '../../support/command.ts';
import { jsonFile, QUICK, scratch } from './files.ts';

const directory = scratch();
beforeAll(async () => {
  await builtCommand();
  for (const [name, alpha] of [
    ['T0_0', '40'],
    ['T1_0', '2'],
  ])
    await luce(
      ['generate', '--design', 'K=3,D=2,R=5,M=30,seed=4', '--alpha', alpha, '--out', `${name}.json`],
      directory,
    );
}, BUILD_MILLISECONDS);

const SHORT = ['--sampler', 'hmc', '--draws', '60', '--engine', 'cpu', '--model', 'm_01'];

interface Comparison {
  readonly conditions: readonly { label: string; sd_ratio_log_alpha: number; missing: number }[];
  readonly effects: readonly {
    kind: string;
    scale: string;
    factor: string;
    levels: string;
    median: number;
  }[];
  readonly resolution: readonly { rows: readonly { level: number; proportional: number }[] }[];
  readonly checks:
    | readonly {
        problems: string;
        comparators: readonly { model: string; elpd: number; flagged: number }[];
      }[]
    | null;
  readonly sweep: { rows: readonly { prior: string }[] } | null;
  readonly fixed_features: { slopes: readonly { shift: number }[] } | null;
  readonly one_presentation: { shifts: readonly { block: string }[] } | null;
  readonly stricter: unknown;
}

describe('luce compare', () => {
  it('reads temperatures from file names, and fits each condition once', async () => {
    const { stdout, status } = await luce(
      ['compare', 'T0_0.json', 'T1_0.json', ...SHORT, '--json'],
      directory,
    );
    expect([0, 1]).toContain(status);
    expect(stdout).not.toMatch(/NaN|Infinity/);
    const report = JSON.parse(stdout) as Comparison;
    expect(report.conditions.map(({ label, missing }) => [label, missing])).toEqual([
      ['T0_0.json', 0],
      ['T1_0.json', 0],
    ]);
    const [slope] = report.effects;
    expect(slope).toMatchObject({ kind: 'slope', scale: 'alpha', factor: 'temperature', levels: '0 … 1' });
    expect(slope.median).toBeLessThan(0);
    expect(report.resolution[0].rows.map(({ level }) => level)).toEqual([0.95, 0.975]);
    expect([report.checks, report.sweep, report.stricter]).toEqual([null, null, null]);
  });

  it('refits as it is told, and writes every table', async () => {
    const condition = (data: string, temperature: number) => ({ data: `${data}.json`, temperature });
    const plan = jsonFile(directory, 'plan.json', {
      cells: [
        {
          id: 'a',
          agent: 'A',
          task: 't',
          model: 'm_01',
          conditions: [condition('T0_0', 0), condition('T1_0', 1)],
        },
      ],
    });
    const words = ['folds', 'sweep', 'fixed-features', 'one-presentation'];
    // Long enough to converge: a cell needs two conditions that are not set aside.
    const sampling = ['--chains', '2', '--warmup', '300', '--draws', '400', '--engine', 'cpu'];
    const args = ['compare', plan, ...words, ...sampling, '--json', '--out', 'compared'];
    const { stdout } = await luce(args, directory);
    const report = JSON.parse(stdout) as Comparison;
    expect(report.checks).toHaveLength(2);
    for (const { problems, comparators } of report.checks!) {
      expect(problems).toMatch(/names no problems/);
      expect(comparators.map(({ model, flagged }) => [model, flagged])).toEqual([
        ['seu', 0],
        ['luce_items', 0],
        ['uniform', 0],
      ]);
    }
    expect(report.sweep!.rows.map(({ prior }) => prior)).toEqual(['baseline', 'down', 'up', 'wide']);
    expect(report.fixed_features!.slopes).toHaveLength(1);
    expect(report.one_presentation!.shifts.map(({ block }) => block)).toContain('alpha');
    const files = readdirSync(join(directory, 'compared'));
    for (const name of ['comparators', 'effects', 'sweep', 'power', 'left-out', 'one-presentation-shifts'])
      expect(files).toContain(`${name}.csv`);
    const power = readFileSync(join(directory, 'compared/power.csv'), 'utf8').trimEnd().split('\r\n');
    expect(power).toHaveLength(1 + 33);
  }, 180_000);

  it('sets predictive p-values beside those of simulated agents, in a run of its own', async () => {
    const args = ['compare', 'T1_0.json', 'exact', 'calibrated', '--simulations', '20', ...SHORT];
    const { stdout } = await luce([...args, '--out', 'calibrated'], directory);
    expect(stdout).toMatch(/predictive p beside 60 simulated agents/);
    const read = (file: string): unknown =>
      JSON.parse(readFileSync(join(directory, 'calibrated', file), 'utf8'));
    const { predictive, missing, checks } = read('compare.json') as {
      predictive: readonly { fitted: number; planned: number; checks: readonly { check: string }[] }[];
      missing: readonly { size: number | null }[];
      checks: readonly { left_out: readonly { flagged: boolean; refitted: boolean }[] }[];
    };
    expect(predictive[0]).toMatchObject({ fitted: 60, planned: 60 });
    expect(predictive[0].checks.map(({ check }) => check)).toContain('ll uncertain');
    expect(missing.map(({ size }) => size)).toEqual([null, 2, 3, 4, 5]);
    expect(checks[0].left_out.filter(({ flagged }) => flagged)).toEqual([]);
    const { plan } = read('calibrated/manifest.json') as {
      plan: { analysis: string; datasets: readonly string[]; settings: { conditions: readonly unknown[] } };
    };
    expect(plan).toMatchObject({ analysis: 'predictive', datasets: [expect.any(String)] });
    expect(plan.settings.conditions).toHaveLength(60);
    const rows = readFileSync(join(directory, 'calibrated/simulated-p.csv'), 'utf8').trimEnd().split('\r\n');
    expect(rows).toHaveLength(1 + 60 * predictive[0].checks.length);
  }, 180_000);

  it('refits more strictly in a run of its own', async () => {
    const args = ['compare', 'T1_0.json', 'stricter', ...QUICK, '--draws', '20', '--model', 'm_01'];
    const { stdout } = await luce([...args, '--out', 'strict'], directory);
    expect(stdout).toMatch(/Stricter sampling: shifts in posterior sds/);
    const manifest = JSON.parse(readFileSync(join(directory, 'strict/stricter/manifest.json'), 'utf8')) as {
      plan: { settings: { sampler: { maxDepth: number } } };
    };
    expect(manifest.plan.settings.sampler.maxDepth).toBe(12);
  });

  it('refuses data that are not there before it computes', async () => {
    const { status, stderr } = await luce(['compare', 'sweep', 'none.json', ...QUICK], directory);
    expect(status).toBe(2);
    expect(stderr).toBe('none.json: no such file; needed Stan data JSON or a long CSV\n');
  });
});
