// What full Bayes needs beside the settings of any fit of beliefs: its priors and its sampler, as they are edited.
import { SCORED_DRAWS, type PosteriorSettings } from '../../instruments/beliefs/posterior/plan.ts';
import { priorFault, type PriorTexts } from '../setup/prior-fields.ts';
import { defaultTexts, samplerFaults, samplerOf, type SamplerTexts } from '../setup/sampler-fields.ts';
import { DEFAULT_PRIOR_TEXTS, POSTERIOR_PRIORS, properPriorsOf } from './posterior-priors.ts';

export class PosteriorDraft {
  /** The sampler of the command, which needs no pooled warmup. */
  sampler = $state.raw<SamplerTexts>(defaultTexts('nuts'));
  priors = $state.raw<PriorTexts>(DEFAULT_PRIOR_TEXTS);

  readonly edited = $derived(JSON.stringify(this.priors) !== JSON.stringify(DEFAULT_PRIOR_TEXTS));

  /** What keeps it from being run. */
  readonly faults = $derived.by<readonly string[]>(() => [
    ...POSTERIOR_PRIORS.flatMap(({ title, fields }) =>
      fields.flatMap(({ id, label }) => {
        const fault = priorFault(id, this.priors[id]);
        return fault === null ? [] : [`${title}: ${label}: ${fault}`];
      }),
    ),
    ...samplerFaults(this.sampler),
  ]);

  setPrior(id: string, text: string): void {
    this.priors = { ...this.priors, [id]: text };
  }

  resetPriors(): void {
    this.priors = DEFAULT_PRIOR_TEXTS;
  }

  settings(): Pick<PosteriorSettings, 'priors' | 'sampler' | 'scored'> {
    return { priors: properPriorsOf(this.priors), sampler: samplerOf(this.sampler), scored: SCORED_DRAWS };
  }
}
