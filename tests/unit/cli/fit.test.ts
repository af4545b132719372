import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { fitReport } from '../../../src/instruments/seu/fit.ts';
import { HMC_TARGET_ACCEPTANCE } from '../../../src/instruments/seu/plan.ts';
import { SEU_PRESETS } from '../../../src/models/seu/presets.ts';
import { BUILD_MILLISECONDS, builtCommand, luce } from '../../support/command.ts';
import { chunksOf, contentOf, fitOf } from '../instruments/seu/fits.ts';
import { jsonFile, QUICK, scratch, smallData } from './files.ts';

const directory = scratch();
beforeAll(() => builtCommand(), BUILD_MILLISECONDS);

const read = (...path: string[]): string => readFileSync(join(directory, ...path), 'utf8');

type Row = Readonly<Record<string, unknown>>;
interface FitObject {
  readonly file: string;
  readonly model: string;
  readonly summary: readonly (Row & { readonly variable: string; readonly mean: number })[];
  readonly diagnostics: readonly Row[];
  readonly ppc: Row;
  readonly engine: string;
  readonly sampler: Row;
  readonly seconds: number;
  readonly cpu_seconds: number;
  readonly failures: readonly Row[];
}

describe('luce fit --json', () => {
  it('prints one array on stdout, one object per file in order, as the contract says', async () => {
    const first = jsonFile(directory, 'first.json', smallData());
    const second = jsonFile(directory, 'second.json', { ...smallData(), delta_concentration: 2 });
    const { status, stdout, stderr } = await luce(['fit', first, second, ...QUICK, '--json'], directory);
    expect(stdout).not.toMatch(/NaN|Infinity/);
    const fits = JSON.parse(stdout) as readonly FitObject[];
    expect(fits.map(({ file, model }) => [file, model])).toEqual([
      [first, 'm_0'],
      [second, 'm_03'],
    ]);
    expect(stderr).not.toMatch(/Error/);
    for (const fit of fits) {
      expect(Object.keys(fit).slice(0, 2)).toEqual(['file', 'model']);
      const columns = 'mean median sd mad q5 q95 rhat ess_bulk ess_tail'.split(' ');
      expect(Object.keys(fit.summary[0])).toEqual(expect.arrayContaining(['variable', ...columns]));
      expect(fit.summary.find(({ variable }) => variable === 'upsilon[1]')).toMatchObject({
        mean: 0,
        rhat: null,
      });
      expect(Object.keys(fit.diagnostics[0])).toEqual(['id', 'label', 'value', 'severity', 'hint']);
      expect(Object.keys(fit.ppc)).toEqual(['ll', 'modal', 'prob']);
      expect(fit.engine).toBe('cpu');
      expect(fit.sampler).toMatchObject({ name: 'nuts', divergences: expect.any(Number) });
      expect(fit.seconds).toBeGreaterThan(0);
      expect(fit.cpu_seconds).toBeGreaterThan(0);
    }
    const failing = fits.some(({ diagnostics }) => diagnostics.some(({ severity }) => severity === 'fail'));
    expect(status).toBe(failing ? 1 : 0);
  });

  it('has the draws that the same plan has in this thread, whatever the number of workers', async () => {
    const data = jsonFile(directory, 'same.json', smallData());
    const flags = ['--chains', '3', '--warmup', '50', '--draws', '40', '--seed', '77', '--sampler', 'hmc'];
    const args = ['fit', data, ...flags, '--engine', 'cpu', '--json'];
    const runs = await Promise.all(
      ['1', '2'].map((workers) => luce([...args, '--workers', workers], directory)),
    );
    const targetAcceptance = HMC_TARGET_ACCEPTANCE;
    const sampler = { name: 'hmc', chains: 3, warmup: 50, draws: 40, targetAcceptance } as const;
    const fit = await fitOf(contentOf(smallData()), SEU_PRESETS.m_0, sampler, 77);
    const report = fitReport(fit.plan, fit.datasets, await chunksOf(fit), [], 0)!;
    for (const { stdout } of runs) {
      const [{ summary }] = JSON.parse(stdout) as readonly FitObject[];
      expect(summary).toEqual(JSON.parse(JSON.stringify(report.summary)));
    }
  });

  it('exits 1 with complete output when chains disagree', async () => {
    const data = jsonFile(directory, 'short.json', smallData());
    const flags = ['--chains', '4', '--warmup', '20', '--draws', '4', '--engine', 'cpu'];
    const { status, stdout } = await luce(['fit', data, ...flags, '--json', '--out', 'short'], directory);
    expect(status).toBe(1);
    const [{ diagnostics }] = JSON.parse(stdout) as readonly FitObject[];
    expect(diagnostics.some(({ severity }) => severity === 'fail')).toBe(true);
    expect(read('short', 'summary.csv')).toMatch(
      /^variable,mean,median,sd,mad,q5,q95,rhat,ess_bulk,ess_tail/,
    );
  });

  it('exits 1 when a task fails, names it, and completes the other files', async () => {
    const { w } = smallData();
    const largest = Math.max(...w.flat().map(Math.abs));
    const broken = jsonFile(directory, 'broken.json', {
      ...smallData(),
      w: w.map((row) => row.map((value) => (value / largest) * 1.7e308)),
    });
    const good = jsonFile(directory, 'good.json', smallData());
    const { status, stdout, stderr } = await luce(['fit', broken, good, ...QUICK, '--json'], directory);
    expect(status).toBe(1);
    expect(stderr).toMatch(/luce: task c000\/k000 failed: no finite log density/);
    const [failed, whole] = JSON.parse(stdout) as readonly FitObject[];
    expect(failed.file).toBe(broken);
    expect(failed.failures.length).toBe(2);
    expect(whole.summary[0].variable).toBe('alpha');
  });
});

describe('luce fit --out', () => {
  it('writes manifest and tables, and does it again only with --force', async () => {
    const data = jsonFile(directory, 'data.json', smallData());
    const args = ['fit', data, ...QUICK, '--out', 'out'];
    const { stdout } = await luce(args, directory);
    expect(stdout).toMatch(/^.*data\.json: m_0, 8 choices\n/);
    const tables = ['summary.csv', 'diagnostics.csv', 'ppc.csv', 'draws-1.csv', 'draws-2.csv'];
    const files = readdirSync(join(directory, 'out'));
    expect(files).toEqual(expect.arrayContaining(['manifest.json', 'fit.json', ...tables]));
    expect(files.filter((name) => name.endsWith('.part'))).toEqual([]);
    const manifest = JSON.parse(read('out', 'manifest.json')) as Row & { tasks: Row[]; plan: Row };
    expect(manifest).toMatchObject({ app: 'luce', engine: { kind: 'cpu' }, plan: { seed: 1 } });
    expect(manifest.tasks.map(({ key, done, engine }) => [key, done, engine])).toEqual([
      ['c000/k000', true, 'cpu'],
      ['c000/k001', true, 'cpu'],
    ]);
    const summary = read('out', 'summary.csv');
    expect((await luce(args, directory)).status).toBe(2);
    const other = ['fit', data, ...QUICK, '--seed', '2', '--out', 'out'];
    const resumed = await luce([...other, '--resume'], directory);
    expect(resumed.status).toBe(2);
    expect(resumed.stderr).toMatch(/^--resume out: its manifest holds another plan/);
    expect(read('out', 'summary.csv')).toBe(summary);
    await luce([...other, '--force'], directory);
    expect(read('out', 'summary.csv')).not.toBe(summary);
    await luce([...args, '--force'], directory);
    expect(read('out', 'summary.csv')).toBe(summary);
  });

  it('gives each of several files a folder', async () => {
    const files = ['one.json', 'two.json'].map((name) => jsonFile(directory, name, smallData()));
    await luce(['fit', ...files, ...QUICK, '--out', 'two'], directory);
    expect(readdirSync(join(directory, 'two')).sort()).toEqual([
      '001-one.json',
      '002-two.json',
      'fit.json',
      'manifest.json',
      'progress',
    ]);
    const alphas = ['001-one.json', '002-two.json'].map((folder) => read('two', folder, 'summary.csv'));
    expect(alphas[0]).not.toBe(alphas[1]);
  });
});
