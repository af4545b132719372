import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { FLAGS } from '../../../src/cli/arguments.ts';
import { HELP, helpOf } from '../../../src/cli/help.ts';
import { BUILD_MILLISECONDS, builtCommand, luce } from '../../support/command.ts';
import { jsonFile, malformed, QUICK, scratch, smallData } from './files.ts';

const directory = scratch();
let data = '';
beforeAll(async () => {
  await builtCommand();
  data = jsonFile(directory, 'data.json', smallData());
}, BUILD_MILLISECONDS);

/** Status 2, nothing on stdout, the lines on stderr, and nothing written. */
async function refused(args: readonly string[]): Promise<readonly string[]> {
  const before = readdirSync(directory);
  const { status, stdout, stderr } = await luce(args, directory);
  expect([status, stdout]).toEqual([2, '']);
  expect(stderr).not.toMatch(/ at .*:\d+:\d+/);
  expect(readdirSync(directory)).toEqual(before);
  return stderr.trimEnd().split('\n');
}

describe('help', () => {
  it('is printed on demand, and with status 2 where no command is given', async () => {
    const [asked, bare] = await Promise.all([luce(['--help'], directory), luce([], directory)]);
    expect([asked.status, bare.status]).toEqual([0, 2]);
    expect(asked.stdout).toMatch(/luce fit +posterior of/);
    expect(bare.stdout).toBe(asked.stdout);
    expect((await luce(['--version'], directory)).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});

describe('help of a command', () => {
  const helped = async (...words: readonly string[]): Promise<string> => {
    const { status, stdout, stderr } = await luce(words, directory);
    expect([status, stderr]).toEqual([0, '']);
    return stdout;
  };

  it('has its own usage, flags and example, and not those of others', async () => {
    const beliefs = await helped('beliefs', '--help');
    expect(beliefs).toMatch(/^luce beliefs: .+\n\nUsage\n {2}luce beliefs DATA/);
    expect(beliefs).toMatch(/--analyses LIST/);
    expect(beliefs).toMatch(/Examples\n {2}luce beliefs answers\.csv/);
    expect(beliefs).not.toMatch(/--add-to|--lexicon|luce fit DATA/);
    expect(await helped('help', 'beliefs')).toBe(beliefs);
    expect(await helped('beliefs', 'answers.csv', '-h')).toBe(beliefs);
    expect(await helped('beliefs', 'loglik', '--help')).toMatch(/--theta FILE/);
  });

  it('is there of every command that the list names, each with a line', async () => {
    const [line] = await refused(['nothing', '--help']);
    const names = line.split('needed one of ')[1].split(', ');
    expect(names.length).toBeGreaterThan(10);
    const overview = await helped('--help');
    for (const name of names) {
      expect(overview).toMatch(new RegExp(`^  luce ${name} +\\S`, 'm'));
      expect(helpOf(name)).toMatch(new RegExp(`^luce ${name}: .+\\n\\nUsage\\n  luce ${name}`));
    }
    for (const text of overview.split('\n')) expect(text.length).toBeLessThan(120);
  });

  it('documents every flag that the command reads', () => {
    const all = [...HELP.matchAll(/^ {2}luce ([a-z]+(?: [a-z]+)?) {2,}/gm)]
      .map(([, name]) => helpOf(name))
      .join('');
    const missing = Object.keys(FLAGS).filter((flag) => !new RegExp(`--${flag}\\b(?!-)`).test(all + HELP));
    expect(missing).toEqual([]);
  });
});

describe('bad usage', () => {
  it.each([
    [['fits'], /^COMMAND: "fits"; needed one of fit, study, compare, density/],
    [['toString'], /^COMMAND: "toString"; needed/],
    [['fit'], /^DATA: no file; needed/],
    [['fit', 'data.json', '--colour'], /--colour.*; needed a flag that luce fit --help lists/],
    [['fit', 'data.json', '--draws', '3'], /^--draws: "3"; needed a whole number from 4/],
    [['fit', 'data.json', '--draws', '1e3'], /^--draws: "1e3"; needed a whole number/],
    [['fit', 'data.json', '--seed', '9007199254740992'], /^--seed: "9007199254740992"; needed/],
    [['fit', 'data.json', '--sampler', 'gibbs'], /^--sampler: "gibbs"; needed one of nuts, hmc/],
    [['fit', 'data.json', '--engine', 'tpu'], /^--engine: "tpu"; needed one of auto, cpu, gpu/],
    [
      ['fit', 'data.json', '--target-acceptance', '1'],
      /^--target-acceptance: "1"; needed a number between 0 and 1/,
    ],
    [['fit', 'data.json', '--out', 'new', '--workers', '0'], /^--workers: "0"; needed a whole number from 1/],
    [
      ['fit', 'data.json', '--prior', 'alpha=normal(0,1)'],
      /^--prior: "alpha=normal\(0,1\)"; needed alpha\|omega/,
    ],
    [['fit', 'data.json', '--prior', 'beta=normal(0,1,2)'], /^--prior: 2 sds of beta; needed one, or 3/],
    [['density', 'data.json'], /^--at: nothing; needed/],
    [['generate', '--alpha', '0'], /^--alpha: "0"; needed a positive number/],
    [['generate', '--design', 'K=3,menu=2-99'], /^--design: largest menu = 99; needed 2 to 15/],
    [['generate', '--design', 'K=three'], /^--design: "K=three"; needed K=3/],
  ])('%j', async (args, line) => {
    const lines = await refused(args);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(line);
  });
});

describe('bad input', () => {
  it('is listed whole: every fault of every file, one a line, with nothing written', async () => {
    const files = ['stan-many-faults.json', 'csv-menu-of-one.csv', 'json-truncated.json'].map(malformed);
    const lines = await refused(['fit', data, ...files, 'absent.json', directory, ...QUICK, '--out', 'out']);
    for (const file of [...files, 'absent.json', directory])
      expect(lines.some((line) => line.startsWith(`${file}:`))).toBe(true);
    expect(lines.filter((line) => line.startsWith(files[0])).length).toBeGreaterThan(1);
    for (const line of lines) expect(line).toMatch(/^.+: .+; .+$/);
    expect(lines.some((line) => line.startsWith(data))).toBe(false);
    expect(existsSync(join(directory, 'out'))).toBe(false);
  });

  it('includes what a model lacks, in every file', async () => {
    const other = jsonFile(directory, 'other.json', smallData());
    const lines = await refused(['fit', data, other, '--model', 'm_2', ...QUICK]);
    expect(lines).toEqual(
      [data, other].map((file) =>
        expect.stringMatching(new RegExp(`^${file}: data without risky choices; `)),
      ),
    );
  });

  it('includes points of another dimension, and entries that are not numbers', async () => {
    const n = 1 + 9 + 1;
    const points = [new Array(n).fill(0), [1, 2], 'text', [...new Array(n - 1).fill(0), null]];
    const at = jsonFile(directory, 'points.json', points);
    expect(await refused(['density', data, '--at', at])).toEqual([
      `${at}:/1: 2 entries; needed ${n} finite numbers`,
      `${at}:/2: not an array; needed ${n} finite numbers`,
      `${at}:/3/${n - 1}: null; needed a finite number`,
    ]);
  });

  it('includes a study plan that is not one', async () => {
    const plan = jsonFile(directory, 'plan.json', {
      cells: [{ id: 'a', agent: 1, task: 't', conditions: [] }],
    });
    const lines = await refused(['study', plan]);
    expect(lines.length).toBeGreaterThan(1);
    expect(lines[0]).toMatch(/plan\.json:\/cells\/0\/agent: 1; needed string/);
  });
});

describe('an output directory', () => {
  it('that holds files is refused without --resume or --force', async () => {
    mkdirSync(join(directory, 'full'));
    writeFileSync(join(directory, 'full/note.txt'), 'mine');
    const plain = await refused(['fit', data, ...QUICK, '--out', 'full']);
    expect(plain).toEqual(['--out full: 1 files there; needed an empty directory, --resume or --force']);
    const resumed = await refused(['fit', data, ...QUICK, '--out', 'full', '--resume']);
    expect(resumed[0]).toMatch(/^--resume full: no readable manifest.json/);
    const file = await refused(['fit', data, ...QUICK, '--out', data]);
    expect(file[0]).toMatch(/^--out .*: not a directory/);
    expect(readdirSync(join(directory, 'full'))).toEqual(['note.txt']);
  });
});
