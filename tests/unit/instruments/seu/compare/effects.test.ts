import { describe, expect, it } from 'vitest';
import {
  allEffects,
  factorEffects,
  type FactorCondition,
} from '../../../../../src/instruments/seu/compare/effects.ts';

const condition = (levels: FactorCondition['levels'], alpha: readonly number[]): FactorCondition => ({
  label: Object.values(levels).join(' '),
  levels,
  alpha: Float64Array.from(alpha),
});

/** Agent A falls by 2, 3, 4 per unit, agent B by 0, 1, −1. */
const study = [
  condition({ agent: 'A', temperature: 1 }, [8, 7, 6]),
  condition({ agent: 'A', temperature: 0 }, [10, 10, 10]),
  condition({ agent: 'A', temperature: 2 }, [6, 4, 2]),
  condition({ agent: 'B', temperature: 0 }, [5, 5, 5]),
  condition({ agent: 'B', temperature: 1 }, [5, 4, 6]),
];

describe('effects of a numeric factor', () => {
  const rows = factorEffects(study, 'temperature', 'alpha');

  it('are slopes within groups', () => {
    const [a, b] = rows;
    expect(a).toMatchObject({ kind: 'slope', levels: '0 … 2', within: 'agent = A', conditions: 3 });
    expect(a.median).toBeCloseTo(-3, 12);
    expect(a.p_negative).toBe(1);
    expect(a.minimum_detectable).toBeCloseTo(1.6448536269514722, 12);
    expect(b.within).toBe('agent = B');
    expect(b.median).toBeCloseTo(0, 12);
  });

  it('interact with the factor in which groups differ: second less first', () => {
    expect(rows).toHaveLength(3);
    const interaction = rows[2];
    expect(interaction).toMatchObject({
      kind: 'interaction',
      within: 'agent: B − A',
      levels: '0 … 1; 0 … 2',
      conditions: 5,
    });
    expect(interaction.mean).toBeCloseTo((2 + 2 + 5) / 3, 12);
  });

  it('need two levels', () => expect(factorEffects(study.slice(0, 1), 'temperature', 'alpha')).toEqual([]));
});

describe('effects of a factor in words', () => {
  const words = [
    condition({ framing: 'gain', agent: 'A' }, [4, 8]),
    condition({ framing: 'loss', agent: 'A' }, [2, 2]),
    condition({ framing: 'plain', agent: 'A' }, [1, 1]),
    condition({ framing: 'gain', agent: 'B' }, [4, 4]),
    condition({ framing: 'loss', agent: 'B' }, [8, 8]),
  ];
  const rows = factorEffects(words, 'framing', 'log alpha');

  it('are contrasts of every pair of levels', () => {
    const contrasts = rows.filter(({ kind }) => kind === 'contrast');
    expect(contrasts.map(({ levels, within }) => `${levels} | ${within}`)).toEqual([
      'loss − gain | agent = A',
      'plain − gain | agent = A',
      'plain − loss | agent = A',
      'loss − gain | agent = B',
    ]);
    expect(contrasts[0].mean).toBeCloseTo((Math.log(0.5) + Math.log(0.25)) / 2, 12);
  });

  it('interact where the same contrast stands in both groups', () => {
    const interactions = rows.filter(({ kind }) => kind === 'interaction');
    expect(interactions.map(({ levels, within }) => `${levels} | ${within}`)).toEqual([
      'loss − gain | agent: B − A',
    ]);
    expect(interactions[0].mean).toBeCloseTo(Math.log(2) + 1.5 * Math.log(2), 12);
  });

  it('are told for every factor that varies', () => {
    const factors = new Set(allEffects(words, 'alpha').map(({ factor }) => factor));
    expect([...factors]).toEqual(['framing', 'agent']);
    expect(allEffects([], 'alpha')).toEqual([]);
  });
});
