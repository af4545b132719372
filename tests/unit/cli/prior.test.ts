import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { BUILD_MILLISECONDS, builtCommand, luce } from '../../support/command.ts';
import { jsonFile, scratch, smallData } from './files.ts';

const directory = scratch();
beforeAll(() => builtCommand(), BUILD_MILLISECONDS);
const lines = (name: string): readonly string[] =>
  readFileSync(join(directory, name), 'utf8').trimEnd().split('\r\n');

interface PriorJson {
  readonly model: string;
  readonly summary: readonly { readonly quantity: string; readonly mean: number }[];
  readonly grid: readonly { readonly mu: number; readonly rate_mean: number }[];
  readonly nearest: { readonly mu: number };
  readonly suggestion: { readonly mu: number; readonly sigma: number };
  readonly seconds: number;
}

describe('luce prior', () => {
  it('prints one JSON value and writes its tables, the manifest among them', async () => {
    const design = ['--design', 'M=25,N=25,lotteries=dirichlet'];
    const grid = ['--grid', 'mu=0,1,2;sigma=0.75', '--target', '0.5'];
    const args = ['prior', ...design, ...grid, '--draws', '300', '--out', 'out', '--json'];
    const { status, stdout, stderr } = await luce(args, directory);
    expect([status, stderr]).toEqual([0, '']);
    const report = JSON.parse(stdout) as PriorJson;
    expect(report.model).toBe('m_1');
    expect(report.grid.map(({ mu }) => mu)).toEqual([0, 1, 2]);
    expect(report.suggestion.sigma).toBe(1);
    expect(JSON.parse(readFileSync(join(directory, 'out/report.json'), 'utf8'))).toEqual(report);
    const draws = lines('out/prior_predictive.csv');
    expect(draws).toHaveLength(301);
    const [head, first] = draws.map((line) => line.split(','));
    expect(head.slice(0, 6)).toEqual(['draw', 'alpha', 'omega', 'rate', 'rate_uncertain', 'rate_risky']);
    expect(Number(first[3])).toBeCloseTo((Number(first[4]) + Number(first[5])) / 2, 12);
    const rate = draws.slice(1).reduce((sum, line) => sum + Number(line.split(',')[3]), 0) / 300;
    expect(report.summary.find(({ quantity }) => quantity === 'rate')!.mean).toBeCloseTo(rate, 12);
    expect(lines('out/grid.csv')).toHaveLength(4);
    expect(lines('out/problems.csv')).toHaveLength(51);
    const manifest = JSON.parse(readFileSync(join(directory, 'out/manifest.json'), 'utf8')) as {
      plan: { analysis: string; settings: { draws: number } };
    };
    expect(manifest.plan).toMatchObject({ analysis: 'prior', settings: { draws: 300, target: 0.5 } });
  });

  it('reads a data file as a design, whatever its choices', async () => {
    const data = smallData();
    const one = jsonFile(directory, 'one.json', data);
    const other = jsonFile(directory, 'other.json', { ...data, y: data.y.map(() => 1) });
    const flags = ['--draws', '100', '--seed', '5', '--json', '--prior', 'alpha=lognormal(2,0.5)'];
    const [first, second] = await Promise.all(
      [one, other].map((file) => luce(['prior', file, ...flags], directory)),
    );
    const summary = (text: string) => (JSON.parse(text) as PriorJson).summary;
    expect(summary(first.stdout)).toEqual(summary(second.stdout));
  });

  it('says what it found, and why a target cannot be had', async () => {
    const args = ['prior', '--design', 'M=25', '--draws', '200', '--target', '0.1'];
    const { status, stdout } = await luce(args, directory);
    expect(status).toBe(0);
    expect(stdout).toMatch(/Agents drawn from the prior/);
    expect(stdout).toMatch(/No prior suggested: target rate 0.1; needed one between/);
  });

  it.each([
    [['--grid', 'mu=1'], /^--grid: "mu=1"; needed mu=/],
    [['--target', '1'], /^--target: "1"; needed a rate between 0 and 1/],
    [['--draws', '99'], /^--draws: "99"; needed a whole number from 100/],
    [['--draws', '1000000', '--grid', 'mu=1,2,3,4,5,6,7;sigma=1,2,3'], /^--grid: 21000000 draws/],
    [['--design', 'cells=2x3'], /^--design: cells=2x3; needed a design without cells/],
    [['--model', 'm_1'], /data without risky choices/],
  ])('refuses %j', async (flags, line) => {
    const { status, stdout, stderr } = await luce(['prior', ...flags, '--out', 'never'], directory);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(line);
    expect(existsSync(join(directory, 'never'))).toBe(false);
  });
});
