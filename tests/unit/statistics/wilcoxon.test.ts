// Against scipy.stats.wilcoxon 1.17 with its defaults, and against enumeration.
import { describe, expect, it } from 'vitest';
import { wilcoxonSignedRank } from '../../../src/statistics/wilcoxon.ts';

const patterned = (size: number, offset: number, slope: number): Float64Array =>
  Float64Array.from({ length: size }, (_, k) => ((((k + 1) * 37) % 101) - offset) / 10 + slope * (k + 1));

describe('Wilcoxon signed-rank test', () => {
  it('is exact for few differences without ties', () => {
    const few = Float64Array.of(1.1, -0.4, 2.3, 0.7, -1.9, 3.2, 0.15, -0.05, 1.35, 2.6);
    expect(wilcoxonSignedRank(few)).toEqual({
      pairs: 10,
      statistic: 11,
      pValue: 0.10546875,
      method: 'exact',
    });
    const fifty = wilcoxonSignedRank(patterned(50, 30, 0.0137));
    expect(fifty).toMatchObject({ statistic: 178, method: 'exact' });
    expect(fifty.pValue / 2.36936675790389e-6).toBeCloseTo(1, 10);
  });

  it('counts sign patterns: all 64 of six differences', () => {
    const sizes = [1, 2, 3, 4, 5, 6];
    const sums = Array.from({ length: 64 }, (_, bits) =>
      sizes.reduce((sum, size, i) => sum + ((bits >> i) & 1 ? size : 0), 0),
    );
    const differences = Float64Array.of(-1, -2, 3, 4, 5, 6);
    const share = sums.filter((sum) => sum <= 3).length / 64;
    expect(wilcoxonSignedRank(differences).pValue).toBeCloseTo(2 * share, 14);
    expect(wilcoxonSignedRank(differences.map((x) => -x)).pValue).toBeCloseTo(2 * share, 14);
  });

  it('removes zeros and corrects the normal approximation for ties', () => {
    const tied = Float64Array.of(1, -1, 2, 3, 0, 0, -2, 4, 5, 5, -3, 2, 7, 1, -1);
    const test = wilcoxonSignedRank(tied);
    expect(test).toMatchObject({ pairs: 13, statistic: 19.5, method: 'normal' });
    expect(test.pValue).toBeCloseTo(0.06785523778425506, 13);
  });

  it('is normal beyond 50', () => {
    const test = wilcoxonSignedRank(patterned(80, 45, 0.013));
    expect(test).toMatchObject({ statistic: 1008, method: 'normal' });
    expect(test.pValue).toBeCloseTo(0.0033319553274509116, 13);
  });

  it('knows nothing of zeros alone, and refuses NaN', () => {
    expect(wilcoxonSignedRank(new Float64Array(3)).pValue).toBeNaN();
    expect(() => wilcoxonSignedRank(Float64Array.of(1, NaN))).toThrow('NaN');
  });
});
