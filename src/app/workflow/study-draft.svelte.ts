// What the steps before a fit share: the design, the model with its priors, and the seed.
import type { Dataset, SeuContent } from '../../formats/dataset.ts';
import { datasetOf } from '../../formats/hash.ts';
import { designContent, designOfContent } from '../../instruments/seu/design/generate.ts';
import { designText } from '../../instruments/seu/design/spec.ts';
import { modelFor } from '../../instruments/seu/encode.ts';
import { SEU_PRESETS, type SeuModel } from '../../models/seu/presets.ts';
import { GENERATED_DESIGN } from '../../state/library.svelte.ts';
import { featureSdFault, priorsFault, priorsOf, textsOf, type PriorTexts } from '../setup/prior-fields.ts';
import { seedFault } from '../setup/sampler-fields.ts';
import {
  designOf,
  designWords,
  PAPER_DESIGN,
  PAPER_RISKY_DESIGN,
  type DesignTexts,
} from './design-fields.ts';

export type DesignSource = 'generated' | 'data';

/** A design at hand: its menus, and what it is called. */
export interface ChosenDesign {
  readonly label: string;
  readonly content: SeuContent;
}

const SOURCE = { file: GENERATED_DESIGN, address: null, licence: null, citation: null };

export class StudyDraft {
  source = $state<DesignSource>('generated');
  design = $state.raw<DesignTexts>(PAPER_DESIGN);
  /** The dataset whose menus are taken, where the source is data. */
  dataset = $state.raw<Dataset | null>(null);
  model = $state('m_0');
  seed = $state('1');
  #priors = $state.raw<Readonly<Record<string, PriorTexts>>>({});

  readonly #spec = $derived(designOf(this.design));
  /** The menus with choices that mean nothing; null while they cannot be made. */
  readonly chosen = $derived.by<ChosenDesign | null>(() => {
    if (this.source === 'data')
      return this.dataset && { label: this.dataset.name, content: designOfContent(this.dataset.content) };
    return this.#spec.ok
      ? { label: designWords(this.#spec.design), content: designContent(this.#spec.design) }
      : null;
  });
  readonly designFaults = $derived.by<readonly string[]>(() => {
    if (this.source === 'generated') return this.#spec.ok ? [] : this.#spec.faults;
    return this.dataset ? [] : ['No data set is chosen.'];
  });
  readonly faults = $derived.by<readonly string[]>(() => {
    const { chosen } = this;
    const texts = this.priorTexts(this.model);
    const refused = chosen && modelFor(this.model, chosen.content);
    return [
      ...this.designFaults,
      ...(refused && !refused.ok
        ? refused.faults.map(({ seen, needed }) => `${seen}; needed ${needed}`)
        : []),
      ...[priorsFault(texts) ?? []].flat(),
      ...(chosen ? featureSdFault(texts, chosen.content.features[0].length) : []),
      ...[seedFault(this.seed) ?? []].flat(),
    ];
  });

  priorTexts(model: string): PriorTexts {
    return this.#priors[model] ?? textsOf(SEU_PRESETS[model].priors);
  }

  changePrior(model: string, field: string, text: string): void {
    this.#priors = { ...this.#priors, [model]: { ...this.priorTexts(model), [field]: text } };
  }

  resetPriors(model: string): void {
    this.#priors = Object.fromEntries(Object.entries(this.#priors).filter(([name]) => name !== model));
  }

  isEdited(model: string): boolean {
    return JSON.stringify(this.priorTexts(model)) !== JSON.stringify(textsOf(SEU_PRESETS[model].priors));
  }

  /** Another model; a risky block is added to a generated design where the model reads one. */
  chooseModel(name: string): void {
    this.model = name;
    const risky = SEU_PRESETS[name].link !== 'none';
    if (risky && this.design.N.trim() === '') {
      const { N, S, lotteries } = PAPER_RISKY_DESIGN;
      this.design = { ...this.design, N, S, lotteries };
    }
  }

  /** Forgets a dataset that is no longer kept. */
  keep(datasets: readonly Dataset[]): void {
    if (this.dataset && !datasets.some(({ hash }) => hash === this.dataset?.hash)) this.dataset = null;
  }

  /** The model with the priors as edited; null while there are faults. */
  resolvedModel(): SeuModel | null {
    if (this.faults.length > 0 || this.chosen === null) return null;
    const found = modelFor(this.model, this.chosen.content);
    if (!found.ok) return null;
    const priors = priorsOf(this.priorTexts(this.model));
    const { deltaConcentration } = found.value.priors;
    return { ...found.value, priors: this.model === 'm_03' ? { ...priors, deltaConcentration } : priors };
  }

  /** The design as a dataset to keep with a run; throws while there is none. */
  async designDataset(): Promise<Dataset> {
    const { chosen } = this;
    if (chosen === null) throw new Error(this.designFaults.join('; '));
    const name = this.source === 'data' ? `Menus of ${chosen.label}` : this.#specText();
    return datasetOf(chosen.content, { name, condition: '', source: SOURCE, history: [] });
  }

  #specText(): string {
    return this.#spec.ok ? designText(this.#spec.design) : '';
  }
}
