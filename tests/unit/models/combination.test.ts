// Projections of the user's choice: read as written, named alike whatever the spaces, and the values they say.
import { describe, expect, it } from 'vitest';
import {
  combinationFaults,
  isCombined,
  namesWithin,
  parseCombination,
  type Family,
} from '../../../src/models/combination.ts';
import { HIERARCHICAL_PRESETS } from '../../../src/models/hierarchical/presets.ts';
import { hierarchicalReplication } from '../../../src/models/hierarchical/replication.ts';
import { SEU_PRESETS } from '../../../src/models/seu/presets.ts';
import { quantityNames } from '../../../src/models/seu/quantities.ts';
import { seuFamilies } from '../../../src/models/seu/combinations.ts';
import { seuReplication } from '../../../src/models/seu/replication.ts';
import { ALL_MENUS } from '../../../src/models/seu/subset.ts';
import { smallData } from '../../support/hierarchical.ts';
import { dataOf, readFixture, type StanData } from '../../support/seu.ts';

interface Pair {
  readonly a: number;
  readonly b: readonly number[];
}

const FAMILIES: readonly Family<Pair>[] = [
  {
    name: 'a',
    sizes: [],
    reader:
      () =>
      ({ a }) =>
        a,
  },
  {
    name: 'b',
    sizes: [2],
    reader:
      (i) =>
      ({ b }) =>
        b[i - 1],
  },
  { name: 'log_lik', sizes: [], reader: () => (_, likelihood) => likelihood },
];

function read(text: string): { readonly name: string; readonly at: number } {
  const parsed = parseCombination(text, FAMILIES);
  if (!parsed.ok) throw new Error(parsed.fault);
  const { name, value } = parsed.combination;
  return { name, at: value({ a: 3, b: [10, 100] }, -7) };
}

describe('a combination', () => {
  it.each([
    ['a', 'a', 3],
    ['-a', '-a', -3],
    [' a+0.5*b[1] ', 'a + 0.5*b[1]', 8],
    ['b[ 1 ]*2 - b[2]/4', '2*b[1] - 0.25*b[2]', -5],
    ['1e-1*b[2]+a - b[1]', '0.1*b[2] + a - b[1]', 3],
    ['a + a - b[1]', '2*a - b[1]', -4],
    ['log_lik - .5*a', 'log_lik - 0.5*a', -8.5],
  ])('“%s” is %s', (text, name, value) => {
    expect(read(text).name).toBe(name);
    expect(read(text).at).toBeCloseTo(value, 12);
    expect(read(name).at).toBeCloseTo(value, 12);
  });

  it.each([
    ['a + gama', 'no quantity gama; needed a, b[1…2], log_lik'],
    ['b[3]', 'no quantity b[3]; needed a, b[1…2], log_lik'],
    ['b', 'no quantity b; needed'],
    ['a[1]', 'no quantity a[1]; needed'],
    ['2a', '“2a” is no term; needed terms such as 0.5*delta[1]'],
    ['a b[1]', '“a b[1]” is no term'],
    ['a * b[1]', '“a * b[1]” is no term'],
    ['a + 1', '“+ 1” is no term'],
    ['a +', '“+” is no term'],
    ['', '“” is no term'],
    ['a - a', 'its terms cancel out'],
  ])('“%s” is refused, and the part named', (text, fault) => {
    const parsed = parseCombination(text, FAMILIES);
    expect(parsed.ok ? parsed.combination.name : parsed.fault).toContain(`“${text}”: ${fault}`);
  });

  it('is not ranked twice', () => {
    expect(combinationFaults(['a + b[1]', 'a+b[1]', 'a'], FAMILIES, ['a'])).toEqual([
      '“a+b[1]”: a + b[1] is ranked already; needed another combination',
      '“a”: a is ranked already; needed another combination',
    ]);
  });

  it('is told apart by its name, from which its parts can be had', () => {
    expect(['alpha', 'gamma_size', 'psi[1,2,3]', 'lp__'].filter(isCombined)).toEqual([]);
    expect(['-a', '2*alpha', 'beta[1,2] - beta[2,2]'].every(isCombined)).toBe(true);
    expect(namesWithin('1e-7*alpha + 0.5*psi[1,2] - log_lik')).toEqual(['alpha', 'psi[1,2]', 'log_lik']);
  });
});

describe('quantities of a study', () => {
  const design = dataOf(readFixture<{ data: StanData }>('logdensity_m_0_small_K3.json').data);
  const model = SEU_PRESETS.m_0;
  const combinations = [
    'alpha + 0.5*delta[1]',
    'beta[1,2] - beta[2,2]',
    'psi[2,1]-psi[1,1]',
    'eta[1] + log_lik',
  ];
  const study = {
    ...{ model, design, fitted: model, menus: ALL_MENUS, fault: null, posterior: null },
    quantities: { psi: 2, projections: 1, combinations },
  };

  it('come last, at truths and at draws alike, and leave the others where they were', () => {
    const { quantities, replicate } = seuReplication(study, 3);
    const plain = quantityNames(model, design, { psi: 2, projections: 1 });
    expect(quantities.slice(0, plain.length)).toEqual(plain);
    expect(quantities.slice(plain.length)).toEqual([
      'alpha + 0.5*delta[1]',
      'beta[1,2] - beta[2,2]',
      'psi[2,1] - psi[1,1]',
      'eta[1] + log_lik',
    ]);
    const { truth, evaluate } = replicate(4);
    const drawn = new Float64Array(quantities.length);
    const unseen = 1 + 2 * design.dimensions + 2;
    evaluate(
      Float64Array.from({ length: unseen }, (_, i) => 0.1 * i - 0.2),
      0,
      drawn,
    );
    for (const values of [truth, drawn]) {
      const at = (name: string): number => values[quantities.indexOf(name)];
      expect(at('alpha + 0.5*delta[1]')).toBeCloseTo(at('alpha') + 0.5 * at('delta[1]'), 12);
      expect(at('beta[1,2] - beta[2,2]')).toBeCloseTo(at('beta[1,2]') - at('beta[2,2]'), 12);
      expect(at('psi[2,1] - psi[1,1]')).toBeCloseTo(at('psi[2,1]') - at('psi[1,1]'), 12);
      // η = ψ · υ with υ = (0, δ₁, 1).
      const eta = at('psi[1,2]') * at('delta[1]') + at('psi[1,3]');
      expect(at('eta[1] + log_lik')).toBeCloseTo(eta + at('log_lik'), 10);
    }
  });

  it('may be all that summaries name, and nothing that is constant', () => {
    const taken = quantityNames(model, design, { psi: 0, projections: 0 });
    const faults = (texts: readonly string[]) => combinationFaults(texts, seuFamilies(model, design), taken);
    expect(faults(['upsilon[2]', 'eta[3]', 'psi[2,3]', '2*alpha'])).toEqual([]);
    expect(faults(['upsilon[1] + alpha', 'omega', 'eta_risky[1]'])).toHaveLength(3);
    expect(faults(['upsilon[1] + alpha'])[0]).toMatch(/no quantity upsilon\[1\]/);
  });

  it('combine cells of a hierarchical model', () => {
    const cells = smallData({ K: 3, D: 2, J: 2, P: 1, seed: 5 });
    const h = HIERARCHICAL_PRESETS.h_m01;
    const chosen = ['alpha[1] - alpha[2]', 'gamma0 + 2*gamma[1]', 'psi[2,1,1] + eta[1,1]'];
    const options = { psi: 1, projections: 0, combinations: chosen };
    const { quantities, replicate } = hierarchicalReplication(
      { model: h, design: cells, fitted: h, quantities: options },
      2,
    );
    const { truth } = replicate(0);
    const at = (name: string): number => truth[quantities.indexOf(name)];
    expect(quantities.slice(-3)).toEqual(chosen);
    expect(at(chosen[0])).toBeCloseTo(at('alpha[1]') - at('alpha[2]'), 12);
    expect(at(chosen[1])).toBeCloseTo(at('gamma0') + 2 * at('gamma[1]'), 12);
    expect(at(chosen[2])).toBeGreaterThan(0);
    const wrong = { ...options, combinations: ['beta[1,1,1]'] };
    expect(() =>
      hierarchicalReplication({ model: h, design: cells, fitted: h, quantities: wrong }, 2),
    ).toThrow(/no quantity beta\[1,1,1\]/);
  });
});
