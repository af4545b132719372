import { describe, expect, it } from 'vitest';
import { parseCalibrationKey } from '../../../../../src/instruments/seu/calibration/keys.ts';
import {
  spreadRows,
  truthsChunk,
  truthsIn,
  truthsOfFit,
} from '../../../../../src/instruments/seu/calibration/truths.ts';
import { datasetOf } from '../../../../../src/formats/hash.ts';
import { designContent } from '../../../../../src/instruments/seu/design/generate.ts';
import { DEFAULT_DESIGN } from '../../../../../src/instruments/seu/design/settings.ts';

const about = {
  name: 'd',
  condition: '',
  source: { file: 'd', address: null, licence: null, citation: null },
  history: [],
};
const dataset = await datasetOf(designContent({ ...DEFAULT_DESIGN, dimensions: 1, menus: 4 }), about);

describe('truths in an order of their own', () => {
  it.each([1, 2, 7, 100, 4000])('are all of %d rows, each once', (count) => {
    const rows = Float64Array.from({ length: 2 * count }, (_, i) => i);
    const spread = spreadRows(rows, count);
    const firsts = Array.from({ length: count }, (_, i) => spread[2 * i]);
    expect([...firsts].sort((a, b) => a - b)).toEqual(Array.from({ length: count }, (_, i) => 2 * i));
    expect(firsts.every((value, i) => spread[2 * i + 1] === value + 1)).toBe(true);
  });

  it.each([60, 100, 333, 999])('are spread over the whole fit at the first %d', (first) => {
    const places = spreadRows(
      Float64Array.from({ length: 4000 }, (_, i) => i),
      4000,
    ).subarray(0, first);
    const sorted = [...places].sort((a, b) => a - b);
    const gaps = sorted.map((place, i) => (sorted[i + 1] ?? 4000 + sorted[0]) - place);
    // Three gaps at most stand between multiples of one step; those of the golden section differ by its square at most.
    expect(Math.max(...gaps) / (4000 / first)).toBeLessThan(2);
    const inFirstChain = sorted.filter((place) => place < 1000).length / first;
    expect(inFirstChain).toBeCloseTo(0.25, 1);
  });

  it('are draws of the fit: α, ω, β row by row, δ', () => {
    const variables = ['alpha', 'beta[1,1]', 'beta[2,1]', 'beta[3,1]', 'delta[1]', 'delta[2]'];
    const draws = {
      variables,
      iterations: 3,
      chains: 2,
      values: Float64Array.from({ length: 6 * variables.length }, (_, i) => i),
    };
    const { count, rows } = truthsOfFit(draws, dataset);
    expect([count, rows.length]).toEqual([6, 6 * 7]);
    for (let i = 0; i < count; i++) {
      const [alpha, omega, ...rest] = rows.subarray(7 * i, 7 * i + 7);
      expect(omega).toBe(alpha);
      expect(rest).toEqual([1, 2, 3, 4, 5].map((v) => alpha + 6 * v));
    }
  });

  it('are kept as a chunk that holds no replicates', () => {
    const chunk = truthsChunk(Float64Array.of(1, 2), 1);
    expect(truthsIn([chunk])).toEqual(Float64Array.of(1, 2));
    expect(truthsIn([])).toBeNull();
    expect(parseCalibrationKey(chunk.taskKey)).toEqual({ arm: 0, first: null });
  });
});
