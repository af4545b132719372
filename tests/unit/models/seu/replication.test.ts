import { describe, expect, it } from 'vitest';
import type { SeuData } from '../../../../src/models/seu/data.ts';
import { frameOf } from '../../../../src/models/seu/frame.ts';
import { SEU_PRESETS } from '../../../../src/models/seu/presets.ts';
import { seuReplication, type SeuStudy } from '../../../../src/models/seu/replication.ts';
import { ALL_MENUS } from '../../../../src/models/seu/subset.ts';
import { dataOf, readFixture, type StanData } from '../../../support/seu.ts';

const small = (name: string): SeuData => dataOf(readFixture<{ data: StanData }>(name).data);
const flat = small('logdensity_m_0_small_K3.json');
const risky = small('logdensity_m_1_small_K3.json');
const QUANTITIES = { psi: 100, projections: 2 };

const study = (parts: Partial<SeuStudy> = {}): SeuStudy => ({
  model: SEU_PRESETS.m_0,
  design: flat,
  fitted: SEU_PRESETS.m_0,
  menus: ALL_MENUS,
  fault: null,
  posterior: null,
  quantities: QUANTITIES,
  ...parts,
});

/** Kolmogorov's distance times √n: above 1.95 once in a thousand samples. */
function kolmogorov(values: readonly number[], cdf: (x: number) => number): number {
  const n = values.length;
  const sorted = [...values].sort((a, b) => a - b);
  const gaps = sorted.map((x, i) => Math.max((i + 1) / n - cdf(x), cdf(x) - i / n));
  return Math.max(...gaps) * Math.sqrt(n);
}

/** Φ by Simpson's rule over [−8, x]. */
function phi(x: number): number {
  const steps = 200;
  const h = (x + 8) / steps;
  let sum = 0;
  for (let i = 0; i <= steps; i++) {
    const weight = i === 0 || i === steps ? 1 : i % 2 === 1 ? 4 : 2;
    sum += weight * Math.exp(-((-8 + i * h) ** 2) / 2);
  }
  return (sum * h) / 3 / Math.sqrt(2 * Math.PI);
}

/** Choice probabilities of menu m straight from ψ, δ and α of a truth. */
function naiveProbabilities(
  data: SeuData,
  values: (name: string) => number,
  block: 'uncertain' | 'risky',
  m: number,
): readonly number[] {
  const K = data.consequences;
  const upsilon = [0, values('delta[1]'), 1];
  const menus = block === 'uncertain' ? data.uncertain : data.risky!.menus;
  const members = [...menus.items.subarray(menus.starts[m], menus.starts[m + 1])];
  const eta = members.map((r) =>
    upsilon.reduce((sum, utility, k) => {
      const p =
        block === 'uncertain' ? values(`psi[${r + 1},${k + 1}]`) : data.risky!.probabilities[r * K + k];
      return sum + p * utility;
    }, 0),
  );
  const a = values(block === 'risky' && data.risky && hasOmega(values) ? 'omega' : 'alpha');
  const weights = eta.map((value) => Math.exp(a * value));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return weights.map((weight) => weight / total);
}

const hasOmega = (values: (name: string) => number): boolean => Number.isFinite(values('omega'));

const reader =
  (names: readonly string[], values: Float64Array) =>
  (name: string): number =>
    values[names.indexOf(name)];

const naiveLikelihood = (data: SeuData, values: (name: string) => number): number => {
  const sum = (block: 'uncertain' | 'risky', chosen: Int32Array): number =>
    chosen.reduce((so, choice, m) => so + Math.log(naiveProbabilities(data, values, block, m)[choice]), 0);
  return sum('uncertain', data.uncertain.chosen) + (data.risky ? sum('risky', data.risky.menus.chosen) : 0);
};

describe('replicates of the SEU models', () => {
  it('draw truths from the prior', () => {
    const { quantities, replicate } = seuReplication(study(), 3);
    const truths = Array.from({ length: 1000 }, (_, i) => reader(quantities, replicate(i).truth));
    const of = (name: string): readonly number[] => truths.map((values) => values(name));
    expect(
      kolmogorov(
        of('alpha').map((a) => Math.log(a)),
        phi,
      ),
    ).toBeLessThan(1.95);
    expect(kolmogorov(of('beta[2,1]'), phi)).toBeLessThan(1.95);
    expect(kolmogorov(of('contrast[1,2]'), phi)).toBeLessThan(1.95);
    expect(kolmogorov(of('delta[1]'), (x) => Math.min(1, Math.max(0, x)))).toBeLessThan(1.95);
  });

  it('draw choices with the probabilities of the truth, in both blocks', () => {
    const m2 = SEU_PRESETS.m_2;
    const { quantities, replicate } = seuReplication(study({ model: m2, design: risky, fitted: m2 }), 4);
    const menus = 3;
    const sums = { uncertain: [0, 0], risky: [0, 0] };
    for (let i = 0; i < 1000; i++) {
      const { fitted, truth } = replicate(i);
      const values = reader(quantities, truth);
      for (const block of ['uncertain', 'risky'] as const)
        for (let m = 0; m < menus; m++) {
          const chosen = (block === 'uncertain' ? fitted.data.uncertain : fitted.data.risky!.menus).chosen[m];
          const [first] = naiveProbabilities(risky, values, block, m);
          sums[block][0] += (chosen === 0 ? 1 : 0) - first;
          sums[block][1] += first * (1 - first);
        }
    }
    for (const [sum, variance] of Object.values(sums))
      expect(Math.abs(sum / Math.sqrt(variance))).toBeLessThan(4);
  });

  it.each([
    ['m_0', flat],
    ['m_1', risky],
    ['m_3', risky],
  ] as const)('have the log likelihood of a naive sum at the truth: %s', (name, design) => {
    const model = SEU_PRESETS[name];
    const { quantities, replicate } = seuReplication(study({ model, design, fitted: model }), 8);
    for (const index of [0, 1, 77]) {
      const { fitted, truth } = replicate(index);
      const values = reader(quantities, truth);
      expect(values('log_lik')).toBeCloseTo(naiveLikelihood(fitted.data, values), 9);
    }
  });

  it('do not depend on the order in which they are asked for, nor on other replicates', () => {
    const one = seuReplication(study(), 5);
    const other = seuReplication(study(), 5);
    one.replicate(9);
    one.replicate(2 ** 31 + 3);
    const a = one.replicate(3);
    const b = other.replicate(3);
    expect(a.truth).toEqual(b.truth);
    expect(a.fitted).toEqual(b.fitted);
    expect(seuReplication(study(), 6).replicate(3).truth).not.toEqual(b.truth);
  });

  it('rank the likelihood of all choices, whatever part of them the fit sees', () => {
    const m1 = SEU_PRESETS.m_1;
    const parts = { model: m1, design: risky, fitted: SEU_PRESETS.m_0 };
    const menus = { uncertain: [1, 3], risky: [] };
    const whole = seuReplication(study({ ...parts, fitted: m1 }), 2).replicate(0);
    const { fitted, truth, evaluate } = seuReplication(study({ ...parts, menus }), 2).replicate(0);
    expect(truth).toEqual(whole.truth);
    expect(fitted.data.risky).toBeNull();
    const all = whole.fitted.data.uncertain.chosen;
    expect([...fitted.data.uncertain.chosen]).toEqual([all[1], all[3]]);
    const { quantities } = seuReplication(study(parts), 2);
    const out = new Float64Array(quantities.length);
    const { dimension } = frameOf(SEU_PRESETS.m_0, fitted.data);
    evaluate(
      Float64Array.from({ length: dimension }, (_, i) => 0.1 * i - 0.2),
      0,
      out,
    );
    const values = reader(quantities, out);
    expect(values('log_lik')).toBeCloseTo(naiveLikelihood(whole.fitted.data, values), 9);
  });

  it('take the rows of a posterior in turn, and fit the observed choices with the new ones', () => {
    const row = (alpha: number): readonly number[] => [
      alpha,
      alpha,
      ...Array.from({ length: 3 * flat.dimensions }, (_, i) => 0.1 * i),
      0.3,
      0.7,
    ];
    const posterior = Float64Array.from([...row(2), ...row(5)]);
    const { quantities, replicate } = seuReplication(study({ posterior }), 1);
    const alphas = [0, 1, 2].map((i) => reader(quantities, replicate(i).truth)('alpha'));
    expect(alphas).toEqual([2, 5, 2]);
    const { fitted, truth } = replicate(0);
    const M = flat.uncertain.chosen.length;
    expect(fitted.data.uncertain.chosen.length).toBe(2 * M);
    expect([...fitted.data.uncertain.chosen.subarray(0, M)]).toEqual([...flat.uncertain.chosen]);
    const values = reader(quantities, truth);
    expect(values('beta[1,2]')).toBe(0.1);
    expect(values('log_lik')).toBeCloseTo(naiveLikelihood(fitted.data, values), 9);
    expect(replicate(2).fitted.data.uncertain.chosen.subarray(M)).not.toEqual(
      fitted.data.uncertain.chosen.subarray(M),
    );
  });
});
