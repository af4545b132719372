import { describe, expect, it } from 'vitest';
import {
  hierarchicalPriorTexts,
  withHierarchicalPrior,
} from '../../../../../src/instruments/seu/hierarchical/prior-text.ts';
import { HIERARCHICAL_PRESETS } from '../../../../../src/models/hierarchical/presets.ts';

const model = HIERARCHICAL_PRESETS.h_m01;

describe('priors of hierarchical models in words', () => {
  it.each([
    ['gamma0=normal(3,0.75)', { gamma0: { mu: 3, sd: 0.75 } }],
    ['gamma ~ normal(0, 1)', { gammaSd: 1 }],
    ['gamma_size=normal(0,0.2)', { gammaSizeSd: 0.2 }],
    ['sigma_cell=halfnormal(0.5)', { sigmaCellScale: 0.5 }],
    ['sigma_pool=halfnormal(0.1)', { sigmaPoolScale: 0.1 }],
    ['beta=normal(0,1,2)', { beta: { mean: 0, sd: [1, 2] } }],
    ['delta=dirichlet(5)', { deltaConcentration: 5 }],
  ])('%s', (text, changed) => {
    const result = withHierarchicalPrior(model, text);
    expect(result).toEqual({ ok: true, model: { ...model, priors: { ...model.priors, ...changed } } });
  });

  it.each([
    'gamma0=normal(3)',
    'gamma0=normal(3,0)',
    'gamma0=lognormal(3,1)',
    'gamma=normal(1,1)',
    'sigma_cell=normal(0,1)',
    'sigma_cell=halfnormal(-1)',
    'alpha=lognormal(0,1)',
    'constructor=normal(0,1)',
    'gamma0=normal(a,1)',
    '',
  ])('refuses %j', (text) => {
    const result = withHierarchicalPrior(model, text);
    expect(result.ok ? '' : result.needed).toMatch(/^gamma0=normal\(mu,sd\)/);
  });

  it('writes priors so that they read back', () => {
    const pools = HIERARCHICAL_PRESETS.h_m01_pools;
    const wide = { ...pools, priors: { ...pools.priors, gamma0: { mu: 1, sd: 2 }, sigmaPoolScale: 0.7 } };
    const back = hierarchicalPriorTexts(wide).reduce((current, text) => {
      const changed = withHierarchicalPrior(current, text);
      if (!changed.ok) throw new Error(text);
      return changed.model;
    }, pools);
    expect(back).toEqual(wide);
    expect(hierarchicalPriorTexts(wide)).toHaveLength(6);
  });
});
