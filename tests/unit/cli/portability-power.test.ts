import { beforeAll, describe, expect, it } from 'vitest';
import { BUILD_MILLISECONDS, builtCommand, luce } from '../../support/command.ts';
import { scratch } from './files.ts';

const directory = scratch();
beforeAll(() => builtCommand(), BUILD_MILLISECONDS);

const SMALL = ['--environments', '4', '--instances', '30', '--draws', '2', '--simulations', '40'];

interface Shift {
  readonly shift: string;
  readonly found: { readonly size: number; readonly low: number; readonly high: number } | null;
  readonly points: { readonly size: number; readonly rejected: number; readonly simulations: number }[];
}

describe('luce portability power', () => {
  it('prints for both shifts the sd that is found, with its interval and the simulations behind it', async () => {
    const run = () =>
      luce(['portability', 'power', ...SMALL, '--null', 'permutation:39', '--json'], directory);
    const { status, stdout } = await run();
    expect(status).toBe(0);
    const printed = JSON.parse(stdout) as { n_test: number; unit: string; shifts: Shift[] };
    expect(printed).toMatchObject({ n_test: 18, unit: 'residual sd', level: 0.05, target: 0.8 });
    expect(printed.shifts.map(({ shift }) => shift)).toEqual(['intercept', 'slope']);
    const [{ found, points }] = printed.shifts;
    expect(found!.low).toBeLessThan(found!.size);
    expect(found!.high).toBeGreaterThan(found!.size);
    expect(points.reduce((sum, { simulations }) => sum + simulations, 0)).toBeGreaterThanOrEqual(40);
    expect((await run()).stdout).toBe(stdout);
  });

  it('refuses too few permutations, two regimes and a power that is none', async () => {
    const refused = async (...flags: string[]) => {
      const { status, stderr } = await luce(['portability', 'power', ...SMALL, ...flags], directory);
      expect(status).toBe(2);
      return stderr;
    };
    expect(await refused('--null', 'permutation:9')).toContain('permutation:19');
    expect(await refused('--regime', 'cot', '--regime', 'noncot')).toContain('2 regimes');
    expect(await refused('--target', '0.01')).toContain('above 0.05');
    expect(await refused('--sources', '4')).toContain('from 1 to 3');
  });
});
