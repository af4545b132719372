import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BeliefTheta } from '../../../src/models/beliefs/theta.ts';
import { beliefFixture } from '../../support/beliefs.ts';
import { BUILD_MILLISECONDS, builtCommand, luce } from '../../support/command.ts';
import { jsonFile, scratch } from './files.ts';

const directory = scratch();
const fixture = (name: string): string => new URL(`../../fixtures/beliefs/${name}`, import.meta.url).pathname;
const noisy = join(directory, 'noisy.csv');
const SPLITS = ['--splits', fixture('splits.json')];

beforeAll(async () => {
  await builtCommand();
  const [header, ...lines] = gunzipSync(readFileSync(fixture('main.csv.gz')))
    .toString()
    .split(/\r?\n/);
  const own = lines.filter((line) => line.startsWith('noisy,forecasting,'));
  writeFileSync(noisy, [header, ...own].join('\n'));
}, BUILD_MILLISECONDS);

async function printed<T>(args: readonly string[]): Promise<T> {
  const { status, stdout, stderr } = await luce(args, directory);
  expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
  expect(stdout).not.toMatch(/NaN|Infinity/);
  return JSON.parse(stdout) as T;
}

async function refused(args: readonly string[]): Promise<string> {
  const { status, stdout, stderr } = await luce(args, directory);
  expect([status, stdout]).toEqual([2, '']);
  return stderr;
}

interface Entry {
  readonly kind: string;
  readonly theta: BeliefTheta;
  readonly loglik: number;
  readonly grad_natural: BeliefTheta;
}
interface Evaluated {
  readonly loglik: number;
  readonly grad_natural: BeliefTheta;
}

interface Sampled {
  readonly priors: { readonly slope: number };
  readonly cells: readonly {
    readonly thresholds: readonly {
      readonly mean: number;
      readonly q5: number;
      readonly q95: number;
      readonly rhat: number;
    }[];
    readonly scores: { readonly reports_to_decisions: { readonly concordance: { readonly mean: number } } };
  }[];
}

describe('luce beliefs loglik', () => {
  const { entries } = beliefFixture<{ entries: readonly Entry[] }>('o02_loglik.json');

  it.each(['linear', 'spline', 'two_d', 'shared'])('equals the reference of the %s model', async (kind) => {
    const own = entries.filter((entry) => entry.kind === kind);
    const file = jsonFile(directory, `${kind}.json`, own);
    const found = await printed<readonly Evaluated[]>([
      ...['beliefs', 'loglik', fixture('small.csv'), '--theta', file, '--model', kind, '--json'],
    ]);
    expect(found).toHaveLength(own.length);
    own.forEach((entry, i) => {
      expect(Math.abs(found[i].loglik - entry.loglik)).toBeLessThan(
        1e-8 * Math.max(1, Math.abs(entry.loglik)),
      );
      expect(Object.keys(found[i].grad_natural).sort()).toEqual(Object.keys(entry.grad_natural).sort());
      for (const [name, expected] of Object.entries(entry.grad_natural))
        expected.forEach((value, k) =>
          expect(Math.abs(found[i].grad_natural[name][k] - value)).toBeLessThan(1e-7 * (1 + Math.abs(value))),
        );
    });
  });

  it('takes one set of blocks, and names what is wrong with it', async () => {
    const [{ theta, loglik }] = entries;
    const one = jsonFile(directory, 'one.json', theta);
    const args = ['beliefs', 'loglik', fixture('small.csv'), '--theta'];
    const [found] = await printed<readonly Evaluated[]>([...args, one]);
    expect(found.loglik).toBeCloseTo(loglik, 8);
    const bad = jsonFile(directory, 'bad.json', [{ theta: { ...theta, phi: [1, 2], surplus: [0] } }]);
    const lines = (await refused([...args, bad])).trimEnd().split('\n');
    expect(lines).toEqual([
      `${bad}:/0: theta has 2 values of phi; needed 1`,
      `${bad}:/0: theta has surplus, which the model lacks`,
    ]);
    expect(await refused([...args, 'none.json'])).toContain('none.json: no such file');
  });
});

interface Printed {
  readonly estimator: string;
  readonly cells: readonly {
    readonly model: string;
    readonly domain: string;
    readonly retention: { readonly cases: number; readonly complete: number };
    readonly cases: Readonly<Record<string, number>>;
    readonly log_likelihood: Readonly<Record<string, number>>;
    readonly thresholds: readonly {
      readonly prompt: string;
      readonly nominal: number;
      readonly implied: number;
    }[];
    readonly scores: Readonly<
      Record<string, { readonly macro_concordance: number; readonly pooled_r2: number }>
    >;
    readonly limits: readonly string[];
    readonly failure: string | null;
  }[];
}

type Reference<T> = { readonly cells: Record<string, Record<string, T>> };
const name = 'noisy|forecasting';

describe('luce beliefs', () => {
  it('reports likelihoods, thresholds and scores of the maximum likelihood fit, and writes them', async () => {
    const args = [
      'beliefs',
      noisy,
      ...SPLITS,
      '--estimator',
      'mle',
      '--analyses',
      'none',
      '--out',
      'mle',
      '--json',
    ];
    const { cells, estimator } = await printed<Printed>(args);
    const [cell] = cells;
    expect([cells.length, estimator, cell.model, cell.domain]).toEqual([1, 'mle', 'noisy', 'forecasting']);
    expect([cell.retention.cases, cell.retention.complete, cell.failure]).toEqual([500, 484, null]);
    const { loglik } =
      beliefFixture<Reference<{ loglik: Record<string, number> }>>('o03_fits.json').cells[name].lbfgs_mle;
    expect(cell.log_likelihood.train).toBeGreaterThan(loglik.train - 0.01);
    expect(cell.log_likelihood.test).toBeCloseTo(loglik.test, 1);
    const nominal = new Map(cell.thresholds.map((threshold) => [threshold.prompt, threshold.nominal]));
    expect(nominal.get('bet_r4')).toBe(0.2);
    const implied =
      beliefFixture<Reference<Record<string, number>>>('o07_thresholds.json').cells[name].lbfgs_mle;
    for (const threshold of cell.thresholds)
      expect(threshold.implied).toBeCloseTo(implied[threshold.prompt], 2);
    const scores =
      beliefFixture<Reference<Record<string, { macro_concordance: number; pooled_r2: number }>>>(
        'o05_predict.json',
      ).cells[name].lbfgs_mle;
    expect(cell.scores.reports_to_decisions.macro_concordance).toBeCloseTo(
      scores.R_to_D.macro_concordance,
      3,
    );
    expect(cell.scores.decisions_to_reports.pooled_r2).toBeCloseTo(scores.D_to_R.pooled_r2, 3);
    expect(cell.scores.single_output.macro_concordance).toBeCloseTo(
      scores.single_output.macro_concordance,
      3,
    );
    expect(readdirSync(join(directory, 'mle')).sort()).toEqual([
      ...['contradictions.csv', 'disagreements.csv', 'fits.csv', 'framing_shifts.csv', 'guttman.csv'],
      ...['manifest.json', 'progress', 'report.json', 'retention.csv'],
      ...['scores.csv', 'summary.csv', 'thresholds.csv'],
    ]);
    const manifest = JSON.parse(readFileSync(join(directory, 'mle/manifest.json'), 'utf8')) as {
      plan: { instrument: string };
      tasks: { done: boolean }[];
    };
    expect(manifest.plan.instrument).toBe('beliefs');
    expect(manifest.tasks.map(({ done }) => done)).toEqual([true]);
    expect(await refused(args)).toContain('--out mle: 12 files there');
  });

  it('generates agents and fits them with seeded splits, the same again from the same seed', async () => {
    const flags = ['--agent', 'incoherent', '--domain', 'werewolf', '--cases', '100', '--seed', '3'];
    const { status } = await luce(['generate', 'beliefs', ...flags, '--out', 'agents.csv'], directory);
    expect(status).toBe(0);
    const run = (seed: string) =>
      printed<Printed>(['beliefs', 'agents.csv', '--seed', seed, '--analyses', 'none', '--json']).then(
        ({ cells }) => cells,
      );
    const [first, again, other] = await Promise.all([run('1'), run('1'), run('2')]);
    expect(first).toEqual(again);
    expect(first).not.toEqual(other);
    expect(first[0].cases).toEqual({ train: 64, validation: 16, test: 20 });
    expect(Math.abs(first[0].scores.reports_to_decisions.macro_concordance - 0.5)).toBeLessThan(0.15);
    expect(first[0].scores.reports_to_decisions.pooled_r2).toBeLessThan(0.1);
  });

  it('prints tables for people', async () => {
    const { status, stdout } = await luce(
      ['beliefs', 'agents.csv', '--bootstrap', '50', '--simulations', '10'],
      directory,
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/incoherent, werewolf +100 of 100/);
    expect(stdout).toMatch(/bet_r4 +bet +0\.200 +0\.\d{3}/);
  });

  it('says once what holds of several cells, in figures that one reads', async () => {
    const rows = ['a', 'b', 'c'].flatMap((agent) =>
      Array.from({ length: 30 }, (_, i) => `${agent},${i},${((i * 7) % 30) / 30},${i % 3 === 0 ? 1 : 0}`),
    );
    const file = join(directory, 'plain.csv');
    writeFileSync(`${file}.gz`, gzipSync(['agent,case,p_stated,act', ...rows].join('\n')));
    const { status, stdout } = await luce(['beliefs', `${file}.gz`, '--analyses', 'none'], directory);
    expect(status).toBe(0);
    expect(stdout).toContain('all 3 cells: No decision comes with an instruction');
    expect(stdout).toContain('all 3 cells: No outcome is known');
    expect(stdout).not.toMatch(/= \d+\.\d{5}/);
  });

  it('judges by the thresholds that it is told', async () => {
    const args = ['beliefs', fixture('small.csv'), '--analyses', 'none', '--json'];
    const told = await printed<{ verdict_thresholds: Record<string, number> }>([
      ...args,
      ...['--verdict', 'coherent=0.95', '--verdict', 'smallest_gain=5'],
    ]);
    expect(told.verdict_thresholds).toEqual({ coherent: 0.95, incoherent: 0.2, smallest_gain: 5 });
    expect(await refused([...args, '--verdict', 'coherent=0.1'])).toContain('--verdict');
  });

  it('keeps cases with missing answers where told to', async () => {
    const args = ['beliefs', fixture('small.csv'), '--analyses', 'none', '--json', '--missing'];
    const [omitted, complete] = await Promise.all(
      ['omit', 'complete'].map((rule) => printed<Printed>([...args, rule])),
    );
    const counted = ({ cells: [{ cases }] }: Printed) => cases.train + cases.validation + cases.test;
    expect([counted(omitted), counted(complete)]).toEqual([120, 114]);
  });

  it('fits drawn cases again where told to', async () => {
    const args = ['beliefs', fixture('small.csv'), '--analyses', 'refits', '--refits', '4'];
    interface Refitted {
      readonly cells: readonly {
        readonly refits: {
          readonly refits: number;
          readonly landed: number;
          readonly thresholds: readonly {
            readonly prompt: string;
            readonly lower: number;
            readonly upper: number;
          }[];
          readonly differences: readonly { readonly ends: readonly [number, number] }[];
        } | null;
        readonly limits: readonly string[];
      }[];
    }
    const { cells } = await printed<Refitted>([...args, '--out', 'refitted', '--json']);
    const { refits, landed, thresholds, differences } = cells[0].refits!;
    expect([refits, landed, thresholds.length, differences.length]).toEqual([4, 4, 13, 3]);
    for (const { lower, upper } of thresholds) expect(lower > 0 && lower < upper && upper < 1).toBe(true);
    expect(readdirSync(join(directory, 'refitted'))).toEqual(
      expect.arrayContaining(['refits.csv', 'refit_differences.csv']),
    );
    const { stdout } = await luce(args, directory);
    expect(stdout).toMatch(/bet_r4 +4 +0\.\d{3} \[0\.\d{3}, 0\.\d{3}\]/);
    expect(await refused([...args, '--refits', '10001'])).toContain('--refits');
  });

  it('draws from the posterior where told to', async () => {
    const args = ['beliefs', fixture('small.csv'), '--estimator', 'hmc', '--prior', 'beta=halfnormal(3)'];
    const run = [
      '--warmup',
      '40',
      '--draws',
      '40',
      '--chains',
      '2',
      '--seed',
      '3',
      '--out',
      'drawn',
      '--json',
    ];
    const { status, stdout, stderr } = await luce([...args, ...run], directory);
    expect(stderr).not.toContain('failed');
    expect([0, 1]).toContain(status);
    const { priors, cells } = JSON.parse(stdout) as Sampled;
    expect(priors.slope).toBe(3);
    expect(cells[0].thresholds).toHaveLength(13);
    for (const { mean, q5, q95, rhat } of cells[0].thresholds) {
      expect(mean > q5 && mean < q95 && q5 > 0 && q95 < 1).toBe(true);
      expect(rhat).toBeLessThan(1.5);
    }
    expect(cells[0].scores.reports_to_decisions.concordance.mean).toBeGreaterThan(0.6);
    expect(readdirSync(join(directory, 'drawn'))).toEqual(
      expect.arrayContaining(['manifest.json', 'report.json', 'scores.csv', 'summary.csv', 'thresholds.csv']),
    );
  });

  it('refuses what it does not have before anything is written', async () => {
    expect(await refused(['beliefs', 'agents.csv', '--estimator', 'em', '--out', 'no'])).toContain(
      '"em"; needed one of map, mle, adam, hmc',
    );
    const sampled = ['beliefs', 'agents.csv', '--estimator', 'hmc', '--out', 'no'];
    expect(await refused([...sampled, '--model', 'two_d'])).toContain('one of linear, spline, shared');
    expect(await refused([...sampled, '--prior', 'beta=normal(0,1)'])).toContain('beta|taugap=halfnormal');
    expect(await refused(['beliefs', 'agents.csv', '--map', 'case=nowhere'])).toContain(
      'no column nowhere for case',
    );
    const splits = jsonFile(directory, 'splits.json', { wolf: { train: [], validation: [], test: [] } });
    expect(await refused(['beliefs', 'agents.csv', '--splits', splits])).toContain(
      '/werewolf: no such domain',
    );
    expect(await refused(['beliefs', 'nothing.csv'])).toContain(
      'nothing.csv: no such file; a CSV of answers',
    );
    const drawn = await luce(['beliefs', 'agents.csv', '--estimator', 'hmc', '--engine', 'gpu'], directory);
    expect([drawn.status, drawn.stderr]).toEqual([1, expect.stringContaining('drawn on the CPU')]);
    expect(existsSync(join(directory, 'no'))).toBe(false);
  });
});
