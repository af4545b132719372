import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Papa from 'papaparse';
import { beforeAll, describe, expect, it } from 'vitest';
import { BUILD_MILLISECONDS, builtCommand, luce } from '../../support/command.ts';
import { jsonFile, scratch } from './files.ts';

const directory = scratch();
beforeAll(() => builtCommand(), BUILD_MILLISECONDS);

const fixtures = new URL('../../fixtures/portability/', import.meta.url).pathname;
const csv = (name: string): string => join(fixtures, `${name}.csv`);
const json = <T>(name: string): T => JSON.parse(readFileSync(join(fixtures, name), 'utf8')) as T;

interface Comparison {
  readonly game: string;
  readonly model: string;
  readonly regime: string;
  readonly id: number;
  readonly sources: string[];
  readonly target: string;
  readonly n_test: number;
  readonly tv: number;
  readonly tv_numerator: number;
  readonly log_rmse_gap: number;
  readonly coefficients_source: number[];
  readonly coefficients_target: number[];
}

interface Expected {
  readonly id: number;
  readonly S: string[];
  readonly target: string;
  readonly coef_src: number[];
  readonly coef_tgt: number[];
  readonly log_rmse_gap: number;
  readonly tv: Record<string, number>;
}

interface Printed {
  readonly cells: Record<string, unknown>[];
  readonly comparisons: Comparison[];
  readonly matrices: { model: string; regime: string; tv: (number | null)[][] }[];
  readonly seconds: number;
}

const EXACT = ['--null', 'none', '--bootstrap', '0', '--workers', '1', '--json'];

async function printed(args: readonly string[]): Promise<Printed> {
  const { status, stdout, stderr } = await luce(['portability', ...args], directory);
  expect([status, status === 0 ? '' : stderr]).toEqual([0, '']);
  expect(stdout).not.toMatch(/NaN|Infinity/);
  return JSON.parse(stdout) as Printed;
}

const off = (found: readonly number[], expected: readonly number[]): number =>
  Math.max(...expected.map((value, i) => Math.abs(found[i] - value) / Math.abs(value)));

function expectEqual(found: Comparison, expected: Expected, bins: number): void {
  expect(found).toMatchObject({ id: expected.id, sources: expected.S, target: expected.target });
  expect(found.tv).toBe(expected.tv[String(bins)]);
  expect(found.tv_numerator / (2 * found.n_test)).toBe(found.tv);
  expect(found.log_rmse_gap).toBeCloseTo(expected.log_rmse_gap, 9);
  expect(off(found.coefficients_source, expected.coef_src)).toBeLessThan(1e-9);
  expect(off(found.coefficients_target, expected.coef_tgt)).toBeLessThan(1e-9);
}

describe('luce portability with given splits', () => {
  type Games<T> = { readonly games: Record<string, Record<string, T>> };
  const oracle = json<Games<Expected[]>>('ols_tv.json');
  const games = ['dictator', 'lottery', 'beauty'];

  it('equals exact references row by row, matrix included', async () => {
    const { games: all } = json<Games<unknown>>('splits.json');
    const file = jsonFile(directory, 'splits.json', {
      games: Object.fromEntries(games.map((game) => [game, all[game]])),
    });
    const args = [...games.map(csv), '--splits-file', file, '--matrix', ...EXACT];
    const { comparisons, matrices, cells } = await printed(args);
    expect(cells).toHaveLength(18);
    expect(comparisons).toHaveLength(3 * 6 * 12);
    for (const found of comparisons) {
      const own = oracle.games[found.game][`${found.model}|${found.regime}`];
      expectEqual(
        found,
        own.find(({ id }) => id === found.id)!,
        20,
      );
    }
    const pairwise = json<Games<(number | null)[][]>>('pairwise_tv.json');
    for (const matrix of matrices.slice(0, 6))
      expect(matrix.tv).toEqual(pairwise.games.dictator[`${matrix.model}|${matrix.regime}`]);
  });

  it('equals them for cells named by model alone, at other bins', async () => {
    const { games: medium } = json<Games<{ sets: Expected[] }>>('medium.json');
    const file = jsonFile(directory, 'medium.json', { games: { dictator: medium.dictator } });
    const args = [csv('medium_dictator'), '--splits-file', file, '--bins', '5', ...EXACT];
    const { comparisons } = await printed(args);
    expect(comparisons).toHaveLength(32);
    for (const found of comparisons)
      expectEqual(found, { ...medium.dictator[found.model].sets[found.id], id: found.id }, 5);
  });

  it('names what does not fit in a splits file', async () => {
    const cell = (train: number[], test: number[], S: string[], target: string) => ({
      envs: { env01: { train, test } },
      sets: [{ id: 0, S, target }],
    });
    const file = jsonFile(directory, 'bad.json', {
      games: { dictator: { 'portable|noncot': cell([0, 1], [1, 99999], ['env01'], 'env09') }, chess: {} },
    });
    const { status, stderr } = await luce(
      ['portability', csv('dictator'), '--splits-file', file, ...EXACT],
      directory,
    );
    expect(status).toBe(2);
    const lines = stderr.trimEnd().split('\n');
    const at = `${file}:/games/dictator/portable|noncot`;
    expect(lines).toContain(
      `${at}/envs/env01/test/0: row 1 is a training row as well; folds without common rows`,
    );
    expect(lines).toContain(
      `${at}/envs/env01/test/1: row 99999 is none of dictator; a row with an action of env01`,
    );
    expect(lines).toContain(`${at}/sets/0: no environment env09; one of env01`);
    expect(lines).toContain(`${file}:/games/chess: no data of chess; one of dictator`);
    expect(lines.filter((line) => line.includes('training and test rows of each'))).toHaveLength(7);
  });
});

const QUICK = [
  '--splits',
  '40',
  '--null',
  'permutation:19',
  '--bootstrap',
  '10',
  '--outer',
  '2',
  '--workers',
  '1',
];

describe('luce portability with sampled splits', () => {
  it('prints floor, test and excess, and writes tables that say the same', async () => {
    const args = [csv('dictator'), '--sources', '4', ...QUICK, '--json', '--out', 'out'];
    const { cells, comparisons, seconds } = await printed(args);
    expect(comparisons).toBeUndefined();
    expect(seconds).toBeGreaterThan(0);
    expect(cells).toHaveLength(6);
    const frame = cells.find(({ model, regime }) => model === 'frame' && regime === 'noncot')!;
    expect(frame.p_min).toBe(1 / 20);
    expect(frame.excess).toBeCloseTo((frame.tv_mean as number) - (frame.boot_null_mean as number), 12);
    for (const name of [
      'perm_mean',
      'perm_q95',
      'p_tv20',
      'p_tvB',
      'p_gap',
      'p_pred',
      'gap_mean',
      'gap_null_mean',
    ])
      expect(frame[name]).toEqual(expect.any(Number));
    const table = (name: string) =>
      Papa.parse<Record<string, string>>(readFileSync(join(directory, 'out', name), 'utf8'), {
        header: true,
        skipEmptyLines: true,
      }).data;
    expect(readdirSync(join(directory, 'out')).sort()).toEqual([
      'balance.csv',
      'cells.csv',
      'comparisons.csv',
      'contrasts.csv',
      'manifest.json',
      'matrix.csv',
      'progress',
      'report.json',
    ]);
    expect(table('cells.csv').map((row) => Number(row.tv_mean))).toEqual(cells.map(({ tv_mean }) => tv_mean));
    expect(table('comparisons.csv')).toHaveLength(6 * 40);
    expect(table('matrix.csv')).toHaveLength(6 * 8 * 7);
    expect(table('balance.csv')).toHaveLength(48);
    const own = table('comparisons.csv').filter(
      ({ model, regime }) => model === 'frame' && regime === 'noncot',
    );
    const mean = own.reduce((sum, { tv }) => sum + Number(tv), 0) / own.length;
    expect(mean).toBeCloseTo(frame.tv_mean as number, 12);
  });

  it('is status 1 under --strict where behaviour depends on framing, and prints a table', async () => {
    const flags = [
      '--sources',
      '4',
      '--splits',
      '10',
      '--null',
      'permutation:99',
      '--bootstrap',
      '0',
      '--strict',
    ];
    const { status, stdout } = await luce(['portability', csv('dictator'), ...flags], directory);
    expect(status).toBe(1);
    expect(stdout).toMatch(/^cell +TV +floor/);
    expect(stdout).toMatch(/dictator, frame, noncot/);
  });

  it('takes settings from a plan, and flags before them', async () => {
    const plan = {
      sources: 2,
      splits: 30,
      bins: 10,
      permutations: 0,
      bootstrap: 0,
      map: { model: ['regime'], regime: [] },
    };
    const file = jsonFile(directory, 'plan.json', plan);
    const { cells } = await printed([csv('ultimatum'), '--plan', file, '--splits', '7', '--json']);
    expect(cells.map(({ model }) => model)).toEqual(['cot', 'noncot']);
    expect(cells[0]).toMatchObject({ sources: 2, splits: 7, bins: 10, p_min: null, excess: null });
  });
});

describe('a framing of which hardly an answer could be read', () => {
  it('is left out and named; floors too rough to tell anything are said to be', async () => {
    const rows = Array.from({ length: 61 }, (_, i) => [`f${i % 60 === 0 ? 3 : 1 + (i % 2)}`, i, 3 * i, 7]);
    writeFileSync(join(directory, 'few.csv'), ['frame,x,action,x_same', ...rows].join('\n'));
    const flags = ['--splits', '10', '--null', 'permutation:9', '--bootstrap', '0', '--map', 'x=x+x_same'];
    const { status, stdout, stderr } = await luce(['portability', 'few.csv', ...flags], directory);
    expect(status).toBe(0);
    expect(stderr).toMatch(
      /few: .*x_same is 7 in every row: leave it out of x, or least squares has no distance\./,
    );
    expect(stdout).toMatch(/x does not vary/);
    expect(stdout).toMatch(/^few: f3 left out, without 4 rows that have an action, of 2 instances\.$/m);
    expect(stdout).toMatch(/^Floors rest on 9 permutations: no cell can have an adjusted p below \.100/m);
  });
});

describe('luce generate portability', () => {
  it('writes agents that the command reads back and tells apart', async () => {
    const flags = ['--game', 'lottery', '--agent', 'portable', '--agent', 'frame', '--sharing', 'shared'];
    const made = await luce(['generate', 'portability', ...flags, '--out', 'agents.csv'], directory);
    expect([made.status, made.stderr]).toEqual([0, '']);
    const run = ['agents.csv', '--splits', '10', '--null', 'permutation:99', '--bootstrap', '0', '--json'];
    const { cells } = await printed(run);
    expect(cells.map(({ model, rows, shared }) => [model, rows, shared])).toEqual([
      ['frame', 648, true],
      ['portable', 648, true],
    ]);
    expect(cells[0].p_min).toBeLessThan(0.05);
  });

  it('names what it does not know', async () => {
    const { status, stderr } = await luce(['generate', 'portability', '--agent', 'saint'], directory);
    expect([status, stderr]).toEqual([2, '--agent: "saint"; needed one of portable, mild, shift, frame\n']);
  });
});

const fairgame = new URL('../../../../shared/data/portability/fairgame/tidy.csv', import.meta.url).pathname;

describe.skipIf(!existsSync(fairgame))('2 × 2 games in five languages', () => {
  it('go from file to report with no hand editing, the same by guess and by mapping', async () => {
    const quick = ['--game', 'fairgame', '--splits', '20', '--null', 'permutation:19', '--bootstrap', '0'];
    const roles = ['instance=game+payoff+seat', 'game=', 'x=x_AA+x_AB+x_BA+x_BB', 'environment=environment'];
    const maps = [...roles, 'model=agent', 'regime=persona', 'action=action'];
    const mapped = await printed([fairgame, ...quick, ...maps.flatMap((text) => ['--map', text]), '--json']);
    const guessed = await printed([fairgame, ...quick, '--json']);
    expect(mapped.cells).toEqual(guessed.cells);
    expect(mapped.cells).toHaveLength(8);
    for (const cell of mapped.cells) {
      expect(cell).toMatchObject({ rows: 1050, instances: 14, shared: true, n_test: [63, 63], sources: 4 });
      expect(cell.p_min).toEqual(expect.any(Number));
    }
  });
});

describe('misuse', () => {
  it.each([
    [
      ['--sources', '8'],
      '--sources: 8 with 8 environments in dictator, frame; needed at most 7: one environment is held out',
    ],
    [['--null', 'bootstrap'], '--null: "bootstrap"; needed permutation:N with N from 1 to 999999, or none'],
    [
      ['--map', 'colour=E'],
      '--map: "colour=E"; needed role=column[+column] with a role of game, model, regime, environment, instance, draw, x, action, text',
    ],
    [['--predictor', 'oracle'], '--predictor: "oracle"; needed one of ols'],
  ])('%j', async (flags, line) => {
    const { status, stderr } = await luce(
      ['portability', csv('dictator'), ...flags, '--out', 'never'],
      directory,
    );
    expect([status, stderr.split('\n').find((text) => text.startsWith(line))]).toEqual([
      2,
      expect.any(String),
    ]);
    expect(existsSync(join(directory, 'never'))).toBe(false);
  });

  it('is data with nothing to transport between', async () => {
    writeFileSync(join(directory, 'none-read.csv'), 'environment,x,action\na,1,\na,2,\nb,1,\nb,2,\n');
    const { status, stderr } = await luce(['portability', 'none-read.csv'], directory);
    expect([status, stderr]).toEqual([
      2,
      'DATA: no cell of none-read with actions in two environments; needed 4 rows with an action or more, of 2 instances, in two environments of one model and regime\n',
    ]);
  });

  it('lists the faults of every file', async () => {
    writeFileSync(join(directory, 'a.csv'), 'environment,x,action\na,1,2\nb,much,3\n');
    const { status, stderr } = await luce(['portability', 'a.csv', 'none.csv'], directory);
    expect(status).toBe(2);
    expect(stderr.trimEnd().split('\n').sort()).toEqual([
      'a.csv:3:x: "much"; a number',
      'none.csv: no such file; needed a long CSV of choices',
    ]);
  });
});
