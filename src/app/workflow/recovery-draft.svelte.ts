// The recovery study that is being set up: how many agents, and whether parts of the design are fitted beside the whole.
import type { SamplerSettings } from '../../engine/types.ts';
import { matchedArms, sampleSizeArms } from '../../instruments/seu/calibration/matched-plan.ts';
import type { CalibrationArm, CalibrationPlan } from '../../instruments/seu/calibration/plan.ts';
import { DEFAULT_SAMPLER, HMC_TARGET_ACCEPTANCE } from '../../instruments/seu/plan.ts';
import type { SeuContent } from '../../formats/dataset.ts';
import type { EngineChoice } from '../../jobs/run.ts';
import { DEFAULT_QUANTITIES } from '../../models/replication.ts';
import type { SeuModel } from '../../models/seu/presets.ts';
import { STUDY_LEVEL } from '../../statistics/sbc/looks.ts';
import { soundArm, type CalibrationSubject } from './calibration-draft.svelte.ts';
import { countFault, countOf, type CountRange } from './count-fields.ts';

export type RecoveryKind = 'whole' | 'sizes' | 'matched';

export type RecoveryField = 'iterations' | 'draws' | 'chains';

export const RECOVERY_FIELDS: Readonly<Record<RecoveryField, CountRange>> = {
  iterations: { label: 'Iterations, n', least: 10, most: 10_000, hint: 'Known agents, each fitted.' },
  chains: { label: 'Chains', least: 1, most: 64, hint: 'Two or more tell whether they agree.' },
  draws: { label: 'Draws', least: 50, most: 100_000, hint: 'Kept for each chain.' },
};

/** Shares of the menus that a sample-size curve is drawn through. */
const SHARES = [0.25, 0.5, 1];

const distinct = (sizes: readonly number[]): readonly number[] =>
  sizes.filter((size, i) => sizes.indexOf(size) === i);

export class RecoveryDraft {
  texts = $state.raw<Readonly<Record<RecoveryField, string>>>({
    iterations: '100',
    chains: '4',
    draws: '500',
  });
  kind = $state<RecoveryKind>('whole');
  engine = $state<EngineChoice>('auto');

  readonly faults = $derived.by<readonly string[]>(() => {
    const fields = Object.keys(RECOVERY_FIELDS) as RecoveryField[];
    return fields.flatMap((field) => countFault(RECOVERY_FIELDS[field], this.texts[field]) ?? []);
  });

  set(field: RecoveryField, text: string): void {
    this.texts = { ...this.texts, [field]: text };
  }

  get sampler(): SamplerSettings {
    return {
      ...DEFAULT_SAMPLER,
      name: 'hmc',
      targetAcceptance: HMC_TARGET_ACCEPTANCE,
      chains: countOf(this.texts.chains),
      draws: countOf(this.texts.draws),
    };
  }

  /** What keeps this kind of study from the design at hand, or null. */
  kindFault(content: SeuContent, { link }: SeuModel): string | null {
    if (this.kind !== 'matched' || (content.risky && link === 'shared')) return null;
    return 'The matched comparison needs risky menus and a model with one α for both blocks: m_1 or m_11.';
  }

  #arms(subject: CalibrationSubject, content: SeuContent): readonly CalibrationArm[] {
    const { design, model } = subject;
    if (this.kind === 'matched') return matchedArms(content, design, model);
    if (this.kind === 'whole') return [soundArm(subject)];
    const most = Math.max(content.uncertain.menus.length, content.risky?.menus.length ?? 0);
    const sizes = SHARES.map((share) => Math.max(1, Math.round(share * most)));
    return sampleSizeArms(design, model, content, distinct(sizes));
  }

  /** The plan; faults must be empty. */
  plan(subject: CalibrationSubject, content: SeuContent): CalibrationPlan {
    const count = countOf(this.texts.iterations);
    return {
      instrument: 'seu',
      analysis: 'recover',
      title: `Recovery with ${subject.model.name}, ${subject.label}`,
      datasets: [subject.design],
      settings: {
        arms: this.#arms(subject, content),
        replicates: { first: 0, count },
        looks: { level: STUDY_LEVEL, planned: [count], added: [] },
        shard: null,
        posterior: null,
        sampler: this.sampler,
        quantities: { ...DEFAULT_QUANTITIES, projections: 0 },
      },
      seed: subject.seed,
      engine: this.engine,
    };
  }
}
