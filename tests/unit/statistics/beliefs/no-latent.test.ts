import { describe, expect, it } from 'vitest';
import { randomStream } from '../../../../src/math/random.ts';
import { testNoLatent } from '../../../../src/statistics/beliefs/no-latent.ts';

const random = randomStream(2, 0, 0);

/** Outputs of different kinds that share a latent to the degree given; one case in ten has no answer. */
function study(cases: number, shared: number): Float64Array[] {
  const latent = Float64Array.from({ length: cases }, () => random.normal());
  return [0, 1, 2, 3].map((j) =>
    latent.map((z) => {
      const x = shared * z + Math.sqrt(1 - shared * shared) * random.normal();
      if (random.uniform() < 0.1) return NaN;
      return j === 0 ? x : j === 1 ? Math.floor(x) : x > 0.5 * j ? 1 : 0;
    }),
  );
}

describe('testNoLatent', () => {
  it('sums rank correlations over pairs', () => {
    const columns = [Float64Array.of(1, 2, 3, 4), Float64Array.of(1, 2, 4, 3), Float64Array.of(0, 0, 1, 1)];
    const { statistic } = testNoLatent(columns, randomStream(0, 0, 0), 9);
    const spearman = 0.8;
    const withHalves = 2 / Math.sqrt(5);
    expect(statistic / 4).toBeCloseTo(spearman + 2 * withHalves, 12);
  });

  it('rejects where outputs share a latent', () => {
    expect(testNoLatent(study(150, 0.6), randomStream(0, 0, 0), 199).p).toBe(1 / 200);
  });

  it('rejects independent outputs at its level', () => {
    const studies = 300;
    let rejected = 0;
    for (let s = 0; s < studies; s++)
      if (testNoLatent(study(30, 0), randomStream(s, 0, 0), 39).p <= 0.05) rejected++;
    expect(rejected / studies).toBeGreaterThan(0.02);
    expect(rejected / studies).toBeLessThan(0.09);
  });

  it('leaves an output out that never varies', () => {
    const columns = study(60, 0.9);
    const withConstant = [...columns, new Float64Array(60).fill(1)];
    const plain = testNoLatent(columns, randomStream(0, 0, 0), 9).statistic;
    expect(testNoLatent(withConstant, randomStream(0, 0, 0), 9).statistic).toBeCloseTo(plain, 12);
  });
});
