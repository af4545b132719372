// CmdStan files: what is written reads back exactly, here and in rstan; what is broken is refused by line.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { SamplerSettings } from '../../../src/engine/types.ts';
import { SAMPLER_STATISTICS } from '../../../src/engine/types.ts';
import type { CmdstanChain } from '../../../src/formats/cmdstan-read.ts';
import { readCmdstanCsv } from '../../../src/formats/cmdstan-read.ts';
import type { CmdstanRun } from '../../../src/formats/cmdstan.ts';
import { writeCmdstanCsv } from '../../../src/formats/cmdstan.ts';
import { faultLine } from '../../../src/formats/fault.ts';
import type { Draws } from '../../../src/statistics/draws.ts';
import { decodeText } from '../../../src/formats/text.ts';
import { haveShared, sharedBytes } from './shared.ts';

const sampler: SamplerSettings = {
  ...{ name: 'nuts', chains: 2, warmup: 10, draws: 5, thin: 2 },
  ...{ targetAcceptance: 0.8, maxDepth: 10 },
} as const;
const run: CmdstanRun = {
  ...{ model: 'm_01', version: '0.1.0', data: 'T0_0.json', seed: 7, sampler, inverseMetric: [0.5, 0.25, 1] },
  seconds: { warmup: 0.5, sampling: 1.25 },
};

/** Values that name their place: variable · 100 + chain · 10 + iteration, plus a third. */
const table = (variables: readonly string[]): Draws => {
  const [chains, iterations] = [2, 5];
  const values = new Float64Array(variables.length * chains * iterations);
  variables.forEach((_, v) => {
    for (let c = 0; c < chains; c++) {
      for (let i = 0; i < iterations; i++)
        values[(v * chains + c) * iterations + i] = v * 100 + c * 10 + i + 1 / 3;
    }
  });
  return { variables, chains, iterations, values };
};
const draws = table([
  'alpha',
  'delta[1]',
  'delta[2]',
  'beta[1,1]',
  'beta[1,2]',
  'beta[2,1]',
  'beta[2,2]',
  'lp__',
]);
const statistics = table(SAMPLER_STATISTICS);

const chain = (text: string): CmdstanChain => {
  const parsed = readCmdstanCsv(text, 'a.csv');
  if (!parsed.ok) throw new Error(parsed.faults.map(faultLine).join('\n'));
  return parsed.value;
};
const complaint = (text: string): string[] => {
  const parsed = readCmdstanCsv(text, 'a.csv');
  return parsed.ok ? [] : parsed.faults.map(faultLine);
};

describe('writeCmdstanCsv', () => {
  it('names columns with dots, the first index fastest, after the columns of the sampler', () => {
    expect(chain(writeCmdstanCsv(draws, statistics, 0, run)).columns).toEqual([
      ...['lp__', 'accept_stat__', 'stepsize__', 'treedepth__', 'n_leapfrog__', 'divergent__', 'energy__'],
      ...['alpha', 'delta.1', 'delta.2', 'beta.1.1', 'beta.2.1', 'beta.1.2', 'beta.2.2'],
    ]);
  });

  it('reads back exactly', () => {
    const read = chain(writeCmdstanCsv(draws, statistics, 1, run));
    expect(read.draws).toBe(5);
    const at = (name: string, i: number): number =>
      read.values[i * read.columns.length + read.columns.indexOf(name)];
    expect(at('beta.2.1', 3)).toBe(513 + 1 / 3);
    expect(at('lp__', 4)).toBe(714 + 1 / 3);
    expect(at('energy__', 0)).toBe(610 + 1 / 3);
    expect(read.stepSize).toBe(214 + 1 / 3);
    expect(read.inverseMetric).toEqual([[0.5, 0.25, 1]]);
    expect(read.settings.get('num_samples')).toBe('10');
    expect([read.settings.get('id'), read.settings.get('seed')]).toEqual(['2', '7']);
  });

  it('writes the integration time of hmc in place of a tree depth', () => {
    const read = chain(
      writeCmdstanCsv(draws, statistics, 0, { ...run, sampler: { ...sampler, name: 'hmc' } }),
    );
    expect(read.columns[3]).toBe('int_time__');
    expect(read.values[3]).toBe((200 + 1 / 3) * (400 + 1 / 3));
    expect(read.settings.get('engine')).toBe('static');
  });

  it('spells what is not finite as Stan does', () => {
    const odd: Draws = {
      variables: ['alpha'],
      chains: 1,
      iterations: 3,
      values: Float64Array.of(NaN, Infinity, -Infinity),
    };
    const thinned = { ...sampler, draws: 3, thin: 1 };
    const text = writeCmdstanCsv(odd, { ...statistics, iterations: 3 }, 0, {
      ...run,
      sampler: thinned,
      seconds: null,
    });
    expect(text).toMatch(/,nan\n.*,inf\n.*,-inf\n$/);
    const read = chain(text);
    expect([0, 1, 2].map((i) => read.values[i * 8 + 7])).toEqual([NaN, Infinity, -Infinity]);
  });

  const rstan = existsSync('/usr/lib/R/site-library/rstan');
  it.skipIf(!rstan)(
    'is read by rstan::read_stan_csv and posterior, values and shapes',
    { timeout: 60_000 },
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'luce-cmdstan-'));
      try {
        const files = [0, 1].map((c) => join(folder, `m_${c + 1}.csv`));
        files.forEach((file, c) => writeFileSync(file, writeCmdstanCsv(draws, statistics, c, run)));
        const program = `
        suppressMessages(library(rstan)); options(warn = 2)
        fit <- read_stan_csv(c(${files.map((file) => `"${file}"`).join(',')}))
        beta <- extract(fit, "beta", permuted = FALSE)
        draws <- posterior::as_draws_array(as.array(fit))
        cat(dim(fit)[1:2], dim(extract(fit, "beta")$beta), get_num_max_treedepth(fit),
          format(c(beta[4, 2, "beta[2,1]"], draws[5, 2, "beta[1,2]"], get_sampler_params(fit, inc_warmup = FALSE)[[2]][1, "energy__"]),
          digits = 15), get_elapsed_time(fit)[1, ])`;
        const said = execFileSync('Rscript', ['-e', program], { encoding: 'utf8' })
          .trim()
          .split(/\s+/)
          .map(Number);
        expect(said.slice(0, 5)).toEqual([5, 2, 10, 2, 2]);
        expect(said.slice(6, 9)).toEqual([513.333333333333, 414.333333333333, 610.333333333333]);
        expect(said.slice(9)).toEqual([0.5, 1.25]);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  );
});

describe('readCmdstanCsv', () => {
  const good = writeCmdstanCsv(draws, statistics, 0, run);
  const lines = good.split('\n');
  const header = lines.findIndex((line) => line.startsWith('lp__'));
  const metric = lines.findIndex((line) => line === '# 0.5, 0.25, 1');
  const withLine = (index: number, edit: (line: string) => string | null): string =>
    lines.flatMap((line, i) => (i === index ? (edit(line) ?? []) : line)).join('\n');

  it.each<[string, string, string[]]>([
    [
      'a row too few',
      withLine(metric + 5, () => null),
      [`a.csv:${metric + 5}: 4 draws; 5 draws, as num_samples says`],
    ],
    [
      'a value too few',
      withLine(metric + 2, (line) => line.replace(/,[^,]*$/, '')),
      [`a.csv:${metric + 3}: 13 values; 14, as the header`],
    ],
    [
      'a column too few',
      withLine(header, (line) => line.replace(',alpha', '')),
      [1, 2, 3, 4, 5].map((i) => `a.csv:${metric + 1 + i}: 14 values; 13, as the header`),
    ],
    [
      'a value that is no number',
      withLine(metric + 1, (line) => line.replace(/,[^,]*$/, ',x')),
      [`a.csv:${metric + 2}:beta.2.2: "x"; a number`],
    ],
    [
      'a broken metric',
      withLine(metric, () => '# 0.5, oops, 1'),
      [`a.csv:${metric + 1}: 0.5, oops, 1; 3 numbers of the inverse metric`],
    ],
    [
      'a metric block without rows',
      withLine(metric, () => null),
      [`a.csv:${metric}: a metric block without a metric; a row of numbers`],
    ],
    [
      'a broken step size',
      good.replace(/Step size = .*/, 'Step size = nan'),
      [`a.csv:${header + 3}: Step size = nan; a positive step size`],
    ],
    ['no header', '# only comments\n', ['a.csv: no header; a CmdStan header that begins with lp__']],
    [
      'another header',
      'problem,alternative\n1,2\n',
      ['a.csv:1: another line; a CmdStan header that begins with lp__'],
    ],
  ])('refuses %s', (_, text, expected) => {
    expect(complaint(text)).toEqual(expected);
  });

  it('refuses a dense metric that is not square', () => {
    const dense = withLine(metric, () => '# 1, 0\n# 0, 1\n# 0, 0').replace(
      'metric = diag_e (Default)',
      'metric = dense_e',
    );
    expect(complaint(dense)).toHaveLength(3);
    expect(complaint(dense)[0]).toBe(`a.csv:${metric + 1}: 1, 0; 3 numbers of the inverse metric`);
  });
});

describe.skipIf(!haveShared)('files of CmdStan itself', () => {
  const text = (name: string): string => decodeText(sharedBytes(`messy/${name}`)).text;

  it('bern-1: 100 draws, comments before, between and after', () => {
    const read = chain(text('09a_cmdstan_bern-1.csv'));
    expect([read.draws, read.columns.length]).toEqual([100, 8]);
    expect([read.stepSize, read.inverseMetric]).toEqual([0.738376, [[0.524282]]]);
    expect(read.values[7]).toBe(0.419069);
  });

  it('logistic: a vector', () => {
    const read = chain(text('09f_cmdstan_logistic.csv'));
    expect([read.draws, read.columns.slice(-2)]).toEqual([100, ['beta.1', 'beta.2']]);
  });

  it('a run that lost a row is refused', () => {
    expect(complaint(text('09b_cmdstan_bad_rows.csv'))).toEqual([
      expect.stringMatching(/^a\.csv:\d+: 9 draws; 10 draws, as num_samples says$/),
    ]);
  });
});
