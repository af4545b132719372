import { describe, expect, it } from 'vitest';
import { BeliefDraft } from '../../../../src/app/beliefs/draft.svelte.ts';
import { cellsOfTable } from '../../../../src/app/beliefs/facts.ts';
import { POSTERIOR_PRIORS } from '../../../../src/app/beliefs/posterior-priors.ts';
import { beliefAgentTable } from '../../../../src/instruments/beliefs/agents.ts';
import { DEFAULT_BELIEFS } from '../../../../src/instruments/beliefs/plan.ts';
import { seededSplits } from '../../../../src/instruments/beliefs/splits.ts';
import { DEFAULT_SAMPLER } from '../../../../src/instruments/seu/plan.ts';
import { PROPER_PRIORS } from '../../../../src/models/beliefs/priors.ts';

const content = beliefAgentTable({ agents: ['coherent'], domains: ['ckd'], cases: 30, seed: 1 });
const source = { file: '', address: null, licence: null, citation: null };
const chosen = [{ hash: 'd', name: 'd', condition: '', source, history: [], content }];

function draftOf(): BeliefDraft {
  const draft = new BeliefDraft();
  draft.estimator = 'hmc';
  return draft;
}

describe('full Bayes that is set up', () => {
  it('has the plan of the command under the defaults', () => {
    const draft = draftOf();
    expect(draft.faults(chosen)).toEqual([]);
    expect(draft.plan(chosen)).toEqual({
      instrument: 'beliefs',
      analysis: 'posterior',
      title: 'coherent, ckd: full Bayes',
      datasets: ['d'],
      settings: {
        ...DEFAULT_BELIEFS,
        analyses: [],
        splits: seededSplits(cellsOfTable(content), 1),
        given: false,
        priors: PROPER_PRIORS,
        sampler: DEFAULT_SAMPLER,
        scored: 200,
      },
      seed: 1,
      engine: 'cpu',
    });
  });

  it('takes every prior and the sampler from its fields', () => {
    const draft = draftOf();
    const fields = POSTERIOR_PRIORS.flatMap((group) => group.fields);
    fields.forEach(({ id }, k) => draft.posterior.setPrior(id, String(k + 1)));
    draft.posterior.sampler = { ...draft.posterior.sampler, chains: '2', draws: '50' };
    expect(draft.plan(chosen).settings).toMatchObject({
      priors: {
        ...{ intercept: 1, slope: 2, eta: 3, phi: { mu: 4, sigma: 5 }, cutpoint: 6, cutpointGap: 7 },
      },
      sampler: { chains: 2, draws: 50 },
    });
    expect(draft.posterior.edited).toBe(true);
    draft.posterior.resetPriors();
    expect(draft.plan(chosen).settings).toMatchObject({ priors: PROPER_PRIORS });
  });

  it('says what its priors imply', () => {
    const texts = draftOf().posterior.priors;
    const words = POSTERIOR_PRIORS.map(({ implied }) => implied(texts));
    // 10 · 1.96, and 2 + exp(3 ± 1.645)
    expect(words[1]).toBe('β below 19.6 with probability .95.');
    expect(words[3]).toBe('φ: median 22.1, 90\u202f% from 5.88 to 106.');
  });

  it('is refused with a scale of 0, a chain too few, or two beliefs', () => {
    const draft = draftOf();
    draft.posterior.setPrior('slope', '0');
    draft.posterior.sampler = { ...draft.posterior.sampler, chains: '0' };
    draft.kind = 'two_d';
    const faults = draft.faults(chosen);
    expect(faults[0]).toMatch(/^Two beliefs have an exact mirror image/);
    expect(faults[1]).toBe('β ~ half-normal: Scale of β: “0” must be a number above 0.');
    expect(faults[2]).toMatch(/^Chains is “0”/);
  });

  it('does not mind the fields of fits, nor they its own', () => {
    const draft = draftOf();
    draft.set('folds', 'many');
    draft.scores = 'nonsense';
    expect(draft.faults(chosen)).toEqual([]);
    draft.posterior.setPrior('slope', '0');
    draft.estimator = 'map';
    expect(draft.faults(chosen)).toHaveLength(2);
  });
});
