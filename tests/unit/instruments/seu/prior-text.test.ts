import { describe, expect, it } from 'vitest';
import { priorTexts, withPrior } from '../../../../src/instruments/seu/prior-text.ts';
import { SEU_PRESETS, type SeuModel } from '../../../../src/models/seu/presets.ts';

const { m_0, m_2, m_3, m_01 } = SEU_PRESETS;
const changed = (model: SeuModel, text: string): SeuModel => {
  const result = withPrior(model, text);
  if (!result.ok) throw new Error(result.needed);
  return result.model;
};

describe('a prior in words', () => {
  it.each([
    ['alpha=lognormal(3,0.75)', { alpha: { mu: 3, sigma: 0.75 } }],
    [' alpha ~ lognormal( -1 , 2e-1 ) ', { alpha: { mu: -1, sigma: 0.2 } }],
    ['omega=lognormal(0,1)', { omega: { mu: 0, sigma: 1 } }],
    ['kappa=lognormal(0,.5)', { kappa: { mu: 0, sigma: 0.5 } }],
    ['beta=normal(0,2)', { beta: { mean: 0, sd: 2 } }],
    ['beta=normal(0.5,1,2,3)', { beta: { mean: 0.5, sd: [1, 2, 3] } }],
    ['delta=dirichlet(5)', { deltaConcentration: 5 }],
  ])('%s', (text, priors) =>
    expect(changed(m_0, text)).toEqual({ ...m_0, priors: { ...m_0.priors, ...priors } }),
  );

  it.each([
    'alpha=lognormal(3)',
    'alpha=lognormal(3,0)',
    'alpha=lognormal(3,-1)',
    'alpha=lognormal(3,1,2)',
    'alpha=lognormal(3,)',
    'alpha=lognormal(a,b)',
    'alpha=lognormal(Infinity,1)',
    'alpha=normal(0,1)',
    'beta=lognormal(0,1)',
    'beta=normal(0)',
    'beta=normal(0,1,-1)',
    'delta=dirichlet(0)',
    'delta=dirichlet(1,1)',
    'delta=normal(0,1)',
    'gamma=normal(0,1)',
    'alpha lognormal(3,1)',
    'alpha=lognormal(3,1) and more',
    '',
  ])('refuses %j, saying what was needed', (text) => {
    const result = withPrior(m_0, text);
    expect(result.ok).toBe(false);
    expect(result).toMatchObject({ needed: expect.stringMatching(/alpha\|omega\|kappa=lognormal/) });
  });

  it('does not change the model it was given', () => {
    const before = structuredClone(m_01);
    changed(m_01, 'alpha=lognormal(9,9)');
    expect(m_01).toEqual(before);
  });
});

describe('the words of priors', () => {
  it('name what the model has', () => {
    expect(priorTexts(m_01)).toEqual([
      'alpha ~ lognormal(3, 0.75)',
      'beta ~ normal(0, 1)',
      'delta ~ dirichlet(1)',
    ]);
    expect(priorTexts(m_2)[1]).toBe('omega ~ lognormal(0, 1)');
    expect(priorTexts(m_3)[1]).toBe('kappa ~ lognormal(0, 0.5)');
  });

  it('are read back as the priors they came from', () => {
    const odd = [
      'alpha=lognormal(1.5,0.25)',
      'omega=lognormal(-2,3)',
      'beta=normal(0,1,2)',
      'delta=dirichlet(0.5)',
    ];
    const model = odd.reduce(changed, m_2);
    expect(priorTexts(model).reduce(changed, m_2)).toEqual(model);
  });
});
