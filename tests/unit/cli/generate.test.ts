import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { generateContent } from '../../../src/instruments/seu/design/generate.ts';
import { BUILD_MILLISECONDS, builtCommand, luce } from '../../support/command.ts';
import { contentOf } from '../instruments/seu/fits.ts';
import { scratch } from './files.ts';

const directory = scratch();
beforeAll(() => builtCommand(), BUILD_MILLISECONDS);

describe('luce generate', () => {
  it('writes the design and agent that its flags name', async () => {
    const args = ['generate', '--design', 'K=4,D=2,R=9,M=30,menu=2-3,seed=8', '--alpha', '2.5'];
    const { status, stdout } = await luce(args, directory);
    expect(status).toBe(0);
    const design = {
      consequences: 4,
      dimensions: 2,
      alternatives: 9,
      menus: 30,
      smallest: 2,
      largest: 3,
      seed: 8,
    };
    const content = generateContent(design, 2.5);
    expect({ ...contentOf(JSON.parse(stdout)), truth: null }).toEqual({ ...content, truth: null });
  });

  it('does not write over a file without --force', async () => {
    const args = ['generate', '--out', 'agent.json'];
    expect((await luce(args, directory)).status).toBe(0);
    const before = readFileSync(join(directory, 'agent.json'), 'utf8');
    const again = await luce([...args, '--alpha', '9'], directory);
    expect(again.status).toBe(2);
    expect(again.stderr).toBe('--out agent.json: exists; needed --force or another name\n');
    expect(readFileSync(join(directory, 'agent.json'), 'utf8')).toBe(before);
    expect((await luce([...args, '--alpha', '9', '--force'], directory)).status).toBe(0);
  });

  it('gives data whose fit covers the truth', async () => {
    await luce(['generate', '--design', 'M=200,seed=3', '--alpha', '6', '--out', 'known.json'], directory);
    const flags = ['--sampler', 'hmc', '--draws', '1000', '--engine', 'cpu', '--json'];
    const { status, stdout } = await luce(['fit', 'known.json', ...flags], directory);
    expect(status).toBe(0);
    const [{ summary }] = JSON.parse(stdout) as [
      { summary: { variable: string; q5: number; q95: number; rhat: number }[] },
    ];
    const { q5, q95, rhat } = summary.find(({ variable }) => variable === 'alpha')!;
    expect(q5).toBeLessThan(6);
    expect(q95).toBeGreaterThan(6);
    expect(rhat).toBeLessThan(1.01);
  });
});
