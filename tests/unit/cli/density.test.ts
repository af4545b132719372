import { beforeAll, describe, expect, it } from 'vitest';
import { BUILD_MILLISECONDS, builtCommand, luce } from '../../support/command.ts';
import { readFixture, type DensityFixture } from '../../support/seu.ts';
import { jsonFile, scratch } from './files.ts';

const directory = scratch();
beforeAll(() => builtCommand(), BUILD_MILLISECONDS);

interface Value {
  readonly log_density: number;
  readonly gradient: readonly number[];
}

const norm = (vector: readonly number[]): number => Math.sqrt(vector.reduce((sum, v) => sum + v * v, 0));

describe('luce density', () => {
  it.each(['m_0_small_K4', 'm_02_small_K3', 'm_03_small_K3', 'm_2_small_K3', 'm_3_small_K3'])(
    'prints the reference value and gradient of %s',
    async (name) => {
      const fixture = readFixture<DensityFixture>(`logdensity_${name}.json`);
      const data = jsonFile(directory, `${name}.json`, fixture.data);
      const points = fixture.points.map(({ unconstrained }) => unconstrained);
      const at = jsonFile(directory, `${name}-at.json`, points);
      const args = ['density', data, '--model', fixture.model, '--at', at];
      const { status, stdout, stderr } = await luce(args, directory);
      expect([status, stderr]).toEqual([0, '']);
      const values = JSON.parse(stdout) as readonly Value[];
      expect(values).toHaveLength(points.length);
      values.forEach(({ log_density, gradient }, i) => {
        const { direct, direct_complex_step_grad_adjust_true: reference } = fixture.points[i];
        const expected = direct.log_posterior_unconstrained;
        expect(Math.abs(log_density - expected)).toBeLessThan(1e-10 * (1 + Math.abs(expected)));
        const error = norm(gradient.map((value, j) => value - reference[j]));
        expect(error).toBeLessThan(1e-10 * (1 + norm(reference)));
      });
    },
  );

  it('follows a prior given in words', async () => {
    const { data, points } = readFixture<DensityFixture>('logdensity_m_0_small_K3.json');
    const file = jsonFile(directory, 'data.json', data);
    const at = jsonFile(directory, 'at.json', [points[1].unconstrained]);
    const density = async (...flags: string[]) =>
      (JSON.parse((await luce(['density', file, '--at', at, ...flags], directory)).stdout) as Value[])[0];
    const [plain, moved] = await Promise.all([density(), density('--prior', 'alpha=lognormal(3,0.75)')]);
    const logAlpha = points[1].unconstrained[0];
    const change = -0.5 * ((logAlpha - 3) / 0.75) ** 2 - Math.log(0.75) + 0.5 * logAlpha ** 2;
    expect(moved.log_density - plain.log_density).toBeCloseTo(change, 10);
    expect(moved.gradient[0] - plain.gradient[0]).toBeCloseTo(-(logAlpha - 3) / 0.75 ** 2 + logAlpha, 10);
    expect(moved.gradient.slice(1)).toEqual(plain.gradient.slice(1));
  });
});
