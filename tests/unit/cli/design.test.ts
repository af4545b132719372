import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { designContent } from '../../../src/instruments/seu/design/generate.ts';
import { DEFAULT_DESIGN } from '../../../src/instruments/seu/design/settings.ts';
import { BUILD_MILLISECONDS, builtCommand, luce } from '../../support/command.ts';
import { contentOf } from '../instruments/seu/fits.ts';
import { jsonFile, scratch, smallData } from './files.ts';

const directory = scratch();
beforeAll(() => builtCommand(), BUILD_MILLISECONDS);
const at = (name: string): string => join(directory, name);
const read = (name: string): string => readFileSync(at(name), 'utf8');

interface DesignJson {
  readonly model: string;
  readonly uncertain: { readonly menus: number; readonly chance: number };
  readonly lotteries: { readonly rank: number; readonly singular_values: number[] } | null;
  readonly contrast: { readonly rank: number; readonly needed: number };
  readonly findings: readonly { readonly id: string; readonly hint: string }[];
}

describe('luce design', () => {
  it('writes a design that commands read, and prints its diagnostics', async () => {
    const args = ['design', '--design', 'K=3,M=25,N=25,S=15', '--out', 'design.json', '--json'];
    const { status, stdout, stderr } = await luce(args, directory);
    expect([status, stderr]).toEqual([0, '']);
    const report = JSON.parse(stdout) as DesignJson;
    expect(report.model).toBe('m_1');
    expect(report.lotteries!.singular_values[0]).toBeCloseTo(1.0801444, 6);
    expect(report.contrast).toMatchObject({ rank: 10, needed: 10 });
    const design = designContent({ ...DEFAULT_DESIGN, menus: 25, riskyMenus: 25, lotteries: 15 });
    expect(contentOf(JSON.parse(read('design.json')))).toEqual(design);
    const again = await luce(['design', 'design.json', '--json'], directory);
    expect({ ...(JSON.parse(again.stdout) as object), design: '' }).toEqual({ ...report, design: '' });
  });

  it('speaks to people', async () => {
    const { status, stdout } = await luce(['design', '--design', 'M=25'], directory);
    expect(status).toBe(0);
    expect(stdout).toMatch(/^K=3,D=5,R=15,M=25,menu=2-5,seed=42\n25 menus of 2 to 5/);
    expect(stdout).toMatch(/δ enters only together with β/);
  });

  it('extends the design of a data file', async () => {
    const data = jsonFile(directory, 'data.json', smallData());
    const args = ['design', data, '--extend', '6', '--out', 'longer.json'];
    expect((await luce(args, directory)).status).toBe(0);
    const { I, y } = JSON.parse(read('longer.json')) as { I: number[][]; y: number[] };
    expect(I).toHaveLength(smallData().I.length + 6);
    expect(I.slice(0, smallData().I.length)).toEqual(smallData().I);
    expect(y.every((rank) => rank === 1)).toBe(true);
  });

  it('makes hierarchical designs', async () => {
    const args = ['design', '--design', 'D=2,R=10,M=20,menu=2-4,cells=6x3', '--out', 'cells.json', '--json'];
    const { status, stdout } = await luce(args, directory);
    expect(status).toBe(0);
    expect((JSON.parse(stdout) as DesignJson).uncertain.menus).toBe(360);
    const { J, P, X } = JSON.parse(read('cells.json')) as { J: number; P: number; X: number[][] };
    expect([J, P, X.length, X[0].length]).toEqual([18, 7, 18, 7]);
  });

  it.each([
    [['design', 'nowhere.json'], /^nowhere.json: no such file/],
    [['design', '--design', 'nowhere.json'], /^nowhere.json: no such file/],
    [['design', 'a.json', '--design', 'K=3'], /^--design: "K=3" beside a.json; needed one design/],
    [['design', '--design', 'S=9'], /^--design: lotteries without risky menus; needed N/],
    [['design', '--extend', '0'], /^--extend: "0"; needed a whole number/],
    [['design', '--design', 'cells=2x2', '--model', 'm_1'], /^--model: "m_1"; needed m_0/],
    [['generate', '--design', 'cells=2x2'], /^--design: cells=2x2; needed a design without cells/],
  ])('%j is refused', async (args, line) => {
    const { status, stdout, stderr } = await luce([...args, '--out', 'never.json'], directory);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(line);
    expect(existsSync(at('never.json'))).toBe(false);
  });
});
