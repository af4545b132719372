import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { BUILD_MILLISECONDS, builtCommand, luce } from '../../support/command.ts';
import { jsonFile, QUICK, scratch } from './files.ts';

const directory = scratch();
beforeAll(async () => {
  await builtCommand();
  for (const [name, alpha] of [
    ['cold', '40'],
    ['warm', '8'],
    ['hot', '1'],
  ])
    await luce(
      ['generate', '--design', 'K=3,D=2,R=8,M=60,seed=4', '--alpha', alpha, '--out', `${name}.json`],
      directory,
    );
}, BUILD_MILLISECONDS);

const condition = (data: string, temperature: number) => ({ data: `${data}.json`, temperature });
const cell = (id: string, conditions: readonly unknown[]) => ({
  id,
  agent: id,
  task: 'choice',
  model: 'm_01',
  conditions,
});

const LONGER = ['--sampler', 'hmc', '--draws', '150', '--engine', 'cpu'];

describe('luce study', () => {
  it('prints one JSON value and writes the tables of a study', async () => {
    const plan = {
      title: 'Heat',
      cells: [
        {
          ...cell('a', [condition('hot', 1), condition('cold', 0), condition('warm', 0.5)]),
          merge: [[0, 0.5]],
        },
        cell('b', [condition('cold', 0), condition('hot', 1)]),
      ],
      compare: [['a', 'b']],
    };
    const file = jsonFile(directory, 'plan.json', plan);
    const args = ['study', file, ...LONGER, '--json', '--out', 'study'];
    const { stdout, status } = await luce(args, directory);
    expect([0, 1]).toContain(status);
    expect(stdout).not.toMatch(/NaN|Infinity/);
    const report = JSON.parse(stdout) as {
      title: string;
      conditions: { cell: string; temperature: number; median: number }[];
      cells: { cell: string; slope_median: number }[];
      cross: { first: string; second: string; ceiling: number }[];
    };
    expect(report.title).toBe('Heat');
    const own = report.conditions.filter((c) => c.cell === 'a');
    expect(own.map(({ temperature }) => temperature)).toEqual([0, 0.5, 1]);
    const medians = own.map(({ median }) => median);
    expect(medians).toEqual([...medians].sort((x, y) => y - x));
    for (const { slope_median } of report.cells) expect(slope_median).toBeLessThan(0);
    expect(report.cross[0]).toMatchObject({ first: 'a', second: 'b', ceiling: 1 });
    const files = readdirSync(join(directory, 'study')).sort();
    expect(files).toEqual([
      'conditions.csv',
      'cross.csv',
      'manifest.json',
      'merged.csv',
      'pairwise.csv',
      'progress',
      'slopes.csv',
      'study.json',
    ]);
    const pairs = readFileSync(join(directory, 'study/pairwise.csv'), 'utf8').trimEnd().split('\n');
    expect(pairs).toHaveLength(1 + 3 + 1);
  });

  it('keeps the rows of conditions that are set aside', async () => {
    const plan = { cells: [cell('a', [condition('hot', 1), condition('cold', 0)])] };
    const file = jsonFile(directory, 'brief.json', plan);
    const flags = ['--chains', '4', '--warmup', '20', '--draws', '4', '--engine', 'cpu', '--seed', '3'];
    const { status, stdout } = await luce(['study', file, ...flags, '--json'], directory);
    expect(status).toBe(1);
    const report = JSON.parse(stdout) as { conditions: { set_aside: string }[]; cells: unknown[] };
    expect(report.cells).toEqual([]);
    expect(report.conditions.map(({ set_aside }) => set_aside)).toContain('the chains disagree about α');
    expect(report.conditions).toHaveLength(2);
  });

  it('lists what is wrong with a plan before it computes', async () => {
    const plan = {
      cells: [
        cell('a', [condition('hot', 1), condition('cold', 1)]),
        cell('a', [condition('hot', 1), condition('warm', 2)]),
      ],
      compare: [['a', 'z']],
    };
    const file = jsonFile(directory, 'bad.json', plan);
    const { status, stderr } = await luce(['study', file, ...QUICK], directory);
    expect(status).toBe(2);
    expect(stderr.trimEnd().split('\n')).toEqual([
      `${file}:/cells: cell a twice; needed one name per cell`,
      `${file}:/compare: no cell z; needed one of a, a`,
      `${file}:/cells/0: temperature 1 twice in a; needed one condition per temperature`,
    ]);
  });
});
