import { beforeAll, describe, expect, it } from 'vitest';
import { BUILD_MILLISECONDS, builtCommand, luce } from '../../support/command.ts';
import { hierarchicalOwnTarget } from '../../../src/models/hierarchical/own.ts';
import { HIERARCHICAL_PRESETS } from '../../../src/models/hierarchical/presets.ts';
import { hierarchicalDataOf, type HierarchicalFixture } from '../../support/hierarchical.ts';
import { readFixture, type DensityFixture } from '../../support/seu.ts';
import { jsonFile, scratch, smallData } from './files.ts';

const directory = scratch();
beforeAll(() => builtCommand(), BUILD_MILLISECONDS);

interface Value {
  readonly log_density: number;
  readonly gradient: readonly number[];
}

const norm = (vector: readonly number[]): number => Math.sqrt(vector.reduce((sum, v) => sum + v * v, 0));

describe('luce density', () => {
  it.each([
    'm_0_small_K4',
    'm_02_small_K3',
    'm_03_small_K3',
    'm_2_small_K3',
    'm_3_small_K3',
    'h_m01_small_K3',
    'h_m01_size_small_K3',
  ])('prints the reference value and gradient of %s', async (name) => {
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
  });

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

  it('gives cells the features of the file, shared or one matrix a cell', async () => {
    const { data, points } = readFixture<HierarchicalFixture>('logdensity_h_m01_small_K3.json');
    const moved = data.w.map((row) => row.map((value) => value * 1.5));
    const features = [data.w, moved, data.w];
    const at = jsonFile(directory, 'cells-at.json', [points[1].unconstrained]);
    const density = async (name: string, w: unknown) => {
      const file = jsonFile(directory, name, { ...data, w });
      return (JSON.parse((await luce(['density', file, '--at', at], directory)).stdout) as Value[])[0];
    };
    const [shared, repeated, own] = await Promise.all([
      density('shared.json', data.w),
      density('repeated.json', [data.w, data.w, data.w]),
      density('own.json', features),
    ]);
    expect(repeated).toEqual(shared);
    const cells = hierarchicalDataOf(data).cells.map((cell, j) => ({
      ...cell,
      features: Float64Array.from(features[j].flat()),
    }));
    const target = hierarchicalOwnTarget(HIERARCHICAL_PRESETS.h_m01, { ...hierarchicalDataOf(data), cells });
    const gradient = new Float64Array(target.dimension);
    const value = target.logDensity(Float64Array.from(points[1].unconstrained), gradient);
    expect(own).toEqual({ log_density: value, gradient: [...gradient] });
    expect(own.log_density).not.toBe(shared.log_density);
  });

  it('knows item pools, and refuses a hierarchical model of a single cell', async () => {
    const { data } = readFixture<HierarchicalFixture>('logdensity_h_m01_small_K3.json');
    const pool = [1, 2, 1];
    const file = jsonFile(directory, 'pools.json', { ...data, pool });
    const target = hierarchicalOwnTarget(HIERARCHICAL_PRESETS.h_m01_pools, {
      ...hierarchicalDataOf(data),
      pools: Int32Array.from(pool, (number) => number - 1),
    });
    const point = Float64Array.from({ length: target.dimension }, (_, i) => ((i * 7) % 5) / 10 - 0.2);
    const gradient = new Float64Array(target.dimension);
    const at = jsonFile(directory, 'pools-at.json', [[...point]]);
    const { stdout } = await luce(['density', file, '--model', 'h_m01_pools', '--at', at], directory);
    expect(JSON.parse(stdout)).toEqual([
      { log_density: target.logDensity(point, gradient), gradient: [...gradient] },
    ]);
    const plain = jsonFile(directory, 'no-pools.json', data);
    const without = await luce(['density', plain, '--model', 'h_m01_pools', '--at', at], directory);
    expect([without.status, without.stderr]).toEqual([
      2,
      `${plain}: h_m01_pools: pools are missing, needed one for each cell: the model has a pool effect\n`,
    ]);
    const flat = jsonFile(directory, 'flat.json', smallData());
    const refused = await luce(['density', flat, '--model', 'h_m01', '--at', at], directory);
    expect([refused.status, refused.stdout]).toEqual([2, '']);
    expect(refused.stderr).toMatch(/^\S*flat\.json: choices of no linked cells; needed data with J, P, X/);
  });
});
