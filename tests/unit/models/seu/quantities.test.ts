import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/math/random.ts';
import type { SeuData } from '../../../../src/models/seu/data.ts';
import { SEU_PRESETS } from '../../../../src/models/seu/presets.ts';
import { pointState } from '../../../../src/models/seu/prior-draws.ts';
import {
  quantityNames,
  quantityWriter,
  referencePoint,
  standardisedLength,
} from '../../../../src/models/seu/quantities.ts';
import { dataOf, readFixture, type StanData } from '../../../support/seu.ts';

const small = (name: string): SeuData => dataOf(readFixture<{ data: StanData }>(name).data);
const three = small('logdensity_m_0_small_K3.json');
const four = small('logdensity_m_0_small_K4.json');
const OPTIONS = { psi: 1, projections: 2 };
const { m_0, m_3 } = SEU_PRESETS;

function valuesAt(data: SeuData, beta: readonly number[], delta: readonly number[], alpha: number) {
  const names = quantityNames(m_0, data, OPTIONS);
  const out = new Float64Array(names.length);
  const state = pointState(data, Float64Array.from(beta), Float64Array.from(delta));
  const reference = referencePoint(1, 4, m_0, data);
  quantityWriter(m_0, data, OPTIONS, 1)({ ...state, alpha, omega: alpha }, -7, reference, out);
  return new Map(names.map((name, i) => [name, out[i]]));
}

const normals = (n: number, seed: number): number[] => {
  const random = randomStream(seed, 0, 0);
  random.seek(0, 0);
  return Array.from({ length: n }, () => random.normal());
};

describe('quantities', () => {
  it('are every scalar, once', () => {
    const names = quantityNames(m_0, three, OPTIONS);
    expect(new Set(names).size).toBe(names.length);
    expect(names).toContain('beta[3,1]');
    expect(names.filter((name) => name.startsWith('upsilon'))).toEqual([]);
    expect(names.slice(-5)).toEqual(['log_lik', 'alpha_gap', 'projection[1]', 'projection[2]', 'distance']);
    expect(quantityNames(m_0, four, OPTIONS)).toContain('upsilon[3]');
    expect(quantityNames(m_3, three, OPTIONS).slice(0, 3)).toEqual(['alpha', 'omega', 'kappa']);
  });

  it('have contrasts, ψ and joint checks that do not see a common shift of the rows of β', () => {
    const beta = normals(3 * three.dimensions, 9);
    const shifted = beta.map((value, i) => value + 0.7 * ((i % three.dimensions) + 1));
    const one = valuesAt(three, beta, [0.2, 0.8], 1.5);
    const other = valuesAt(three, shifted, [0.2, 0.8], 1.5);
    for (const [name, value] of one)
      if (name.startsWith('beta')) expect(other.get(name)).not.toBeCloseTo(value, 3);
      else expect(other.get(name)).toBeCloseTo(value, 10);
  });

  it('have the linear contrast (β₃ − β₁) / √2 at K = 3, and υ as sums of δ', () => {
    const beta = normals(3 * three.dimensions, 10);
    const values = valuesAt(three, beta, [0.2, 0.8], 1.5);
    expect(values.get('contrast[1,1]')).toBeCloseTo((beta[2 * three.dimensions] - beta[0]) / Math.SQRT2, 12);
    expect(values.get('log_lik')).toBe(-7);
    const utilities = valuesAt(four, normals(4 * four.dimensions, 3), [0.1, 0.3, 0.6], 2);
    expect(utilities.get('upsilon[3]')).toBeCloseTo(0.4, 14);
  });

  it('multiply α by the mean gap of η over menus', () => {
    const beta = normals(3 * three.dimensions, 12);
    const { eta } = pointState(three, Float64Array.from(beta), Float64Array.of(0.4, 0.6));
    const { starts, items, chosen } = three.uncertain;
    const gaps = Array.from(chosen, (_, m) => {
      const values = [...items.subarray(starts[m], starts[m + 1])].map((r) => eta[r]);
      return Math.max(...values) - Math.min(...values);
    });
    const expected = (2.5 * gaps.reduce((sum, gap) => sum + gap, 0)) / gaps.length;
    expect(valuesAt(three, beta, [0.4, 0.6], 2.5).get('alpha_gap')).toBeCloseTo(expected, 12);
  });

  it('project and measure distances in coordinates that the prior makes standard', () => {
    const length = standardisedLength(m_0, three);
    const beta = new Array<number>(3 * three.dimensions).fill(0);
    const centre = valuesAt(three, beta, [0.5, 0.5], 1);
    expect(centre.get('projection[1]')).toBeCloseTo(0, 12);
    const reference = referencePoint(1, 4, m_0, three);
    expect(reference.length).toBe(length);
    const norm = Math.sqrt(reference.reduce((sum, value) => sum + value * value, 0));
    expect(centre.get('distance')).toBeCloseTo(norm, 12);
    const step = valuesAt(three, beta, [0.5, 0.5], Math.E).get('projection[1]')!;
    const twice = valuesAt(three, beta, [0.5, 0.5], Math.E ** 2).get('projection[1]')!;
    expect(twice).toBeCloseTo(2 * step, 10);
    expect(Math.abs(step)).toBeLessThan(1);
  });

  it('have reference points of their own for every replicate', () => {
    const points = Array.from({ length: 400 }, (_, i) => referencePoint(2, i, m_0, three)[0]);
    const mean = points.reduce((sum, value) => sum + value, 0) / points.length;
    const square = points.reduce((sum, value) => sum + value * value, 0) / points.length;
    expect(Math.abs(mean)).toBeLessThan(4 / 20);
    expect(Math.abs(square - 1)).toBeLessThan(4 * Math.sqrt(2 / 400));
  });
});
