import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { beforeAll, describe, expect, it } from 'vitest';
import type { MechanismCell } from '../../../src/instruments/portability/mechanism/reported.ts';
import type { VariantReport } from '../../../src/instruments/portability/robustness/report.ts';
import { BUILD_MILLISECONDS, builtCommand, luce } from '../../support/command.ts';
import { jsonFile, scratch } from './files.ts';

const directory = scratch();
beforeAll(() => builtCommand(), BUILD_MILLISECONDS);

const fixtures = new URL('../../fixtures/portability/', import.meta.url).pathname;
const csv = (name: string): string => join(fixtures, `${name}.csv`);

async function printed<T>(args: readonly string[]): Promise<T> {
  const { status, stdout, stderr } = await luce(
    ['portability', ...args, '--workers', '1', '--json'],
    directory,
  );
  expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
  expect(stdout).not.toMatch(/NaN|Infinity/);
  return JSON.parse(stdout) as T;
}

const table = (...path: string[]) =>
  Papa.parse<Record<string, string>>(readFileSync(join(directory, ...path), 'utf8'), {
    header: true,
    skipEmptyLines: true,
  }).data;

describe('luce portability --robustness', () => {
  const flags = ['--predictor', 'ols,poly3_powers,choice', '--bins', '5,20', '--sources', '1,all'];
  const few = ['--splits', '10', '--null', 'permutation:19', '--slow-permutations', '3'];

  it('prints and writes a row a variant, least squares equal to a measurement', async () => {
    const all = [csv('dictator'), '--robustness', ...flags, ...few, '--out', 'robust'];
    const { variants, notes } = await printed<{ variants: VariantReport[]; notes: string[] }>(all);
    expect(variants).toHaveLength(6 * 2 * (2 + 2 + 1));
    expect(notes.join(' ')).toMatch(/choice on 3 \(p ≥ \.250\); ols on 19/);
    const written = table('robust', 'robustness.csv');
    expect(written.map(({ tv_mean }) => Number(tv_mean))).toEqual(variants.map(({ tv_mean }) => tv_mean));
    expect(readdirSync(join(directory, 'robust')).sort()).toEqual([
      'manifest.json',
      'progress',
      'report.json',
      'robustness.csv',
    ]);
    const measured = [csv('dictator'), '--splits', '10', '--null', 'permutation:19', '--bootstrap', '0'];
    const { cells } = await printed<{ cells: Record<string, number | string>[] }>(measured);
    for (const cell of cells) {
      const own = variants.find(
        (entry) =>
          entry.model === cell.model &&
          entry.regime === cell.regime &&
          entry.predictor === 'ols' &&
          entry.bins === 20 &&
          entry.sources === 7,
      )!;
      expect(own.tv_mean).toBeCloseTo(cell.tv_mean as number, 12);
      expect(own.perm_mean).toBeCloseTo(cell.perm_mean as number, 12);
      expect(own.p).toBe(cell.p_tv20);
    }
  });

  it('takes a plan, and flags before it', async () => {
    const plan = { predictors: ['forest'], sources: [2], bins: [10], splits: 3, permutations: 0 };
    const file = jsonFile(directory, 'robust.json', { ...plan, map: { regime: [] } });
    const run = [csv('ultimatum'), '--robustness', '--plan', file, '--bins', '4', '--slow-permutations', '0'];
    const { variants } = await printed<{ variants: VariantReport[] }>(run);
    expect(variants).toHaveLength(3);
    expect(variants[0]).toMatchObject({ predictor: 'forest', sources: 2, bins: 4, splits: 3, p: null });
  });
});

describe('luce portability --mechanism', () => {
  it('prints and writes what is behind the choices of 2 × 2 games', async () => {
    writeFileSync(
      join(directory, 'lexicon.txt'),
      'fairness: \\bfair\\b|\\bequal\nnash: \\bnash\\b|dominant\n',
    );
    const flags = ['--mechanism', '--splits', '5', '--null', 'permutation:9', '--lexicon', 'lexicon.txt'];
    const echoes = ['--echoes', 'bonus, refund, charity'];
    const objective = ['--objective', 'normal_form=action * (uAA + uAB) + (1 - action) * (uBA + uBB)'];
    const all = [csv('normal_form'), ...flags, ...echoes, ...objective, '--out', 'why'];
    const { cells } = await printed<{ cells: MechanismCell[] }>(all);
    expect(cells).toHaveLength(6);
    for (const cell of cells) {
      expect(cell.ridge!.delta).toMatchObject({ splits: 5, permutations: 9 });
      expect(cell.nash!.share.lo).toBeLessThan(cell.nash!.share.hi);
      expect(cell.regret!.formula).toMatch(/^action/);
      if (cell.regime === 'cot')
        expect(cell.texts!.motifs.map(({ motif }) => motif)).toEqual(['fairness', 'nash']);
      else expect(cell.absent.texts).toMatch(/no reasoning texts/);
    }
    expect(table('why', 'mechanism.csv').map(({ nash }) => Number(nash))).toEqual(
      cells.map(({ nash }) => nash!.share.value),
    );
    expect(table('why', 'motifs.csv')).toHaveLength(3 * 2);
    expect(existsSync(join(directory, 'why', 'report.json'))).toBe(true);
  });

  it('prints a table, with lotteries priced and other games not', async () => {
    const quick = ['--mechanism', '--splits', '3', '--null', 'none', '--workers', '1'];
    const { status, stdout } = await luce(
      ['portability', csv('lottery'), csv('dictator'), ...quick],
      directory,
    );
    expect(status).toBe(0);
    expect(stdout).toMatch(/^cell +R2 payoffs +delta R2/);
    const lines = stdout.split('\n');
    expect(lines.find((line) => line.startsWith('lottery, frame, cot'))).toMatch(
      /NA +NA +NA +NA +-?\d+\.\d\d/,
    );
    expect(lines.find((line) => line.startsWith('dictator, frame, noncot'))).toMatch(/(NA +){9}NA/);
  });
});

describe('misuse', () => {
  it.each([
    [
      ['--robustness', '--predictor', 'ols,oracle'],
      '--predictor: "oracle"; needed one or more of ols, poly3, poly3_powers, xgb_shallow, xgb_highreg, forest, choice',
    ],
    [['--robustness', '--bins', '1,5'], '--bins: "1"; needed whole numbers from 2 to 1000, commas between'],
    [['--robustness', '--sources', '8'], '--sources: 8; needed at most 7: one environment is held out'],
    [
      ['--mechanism', '--objective', 'dictator=E - gift'],
      '--objective: objective of dictator: no variable gift; needed one of action, E',
    ],
    [
      ['--mechanism', '--objective', 'E'],
      '--objective: "E"; needed game=formula over its features and action',
    ],
    [['--mechanism', '--sources', '8'], '--sources: 8 with 8 environments; needed at most 7'],
    [
      ['--mechanism', '--lexicon', 'none.txt'],
      'none.txt: not readable; needed a motif a line: name: regular expression',
    ],
  ])('%j', async (flags, line) => {
    const { status, stderr } = await luce(
      ['portability', csv('dictator'), ...flags, '--out', 'never'],
      directory,
    );
    expect([status, stderr.trimEnd()]).toEqual([2, line]);
    expect(existsSync(join(directory, 'never'))).toBe(false);
  });
});
