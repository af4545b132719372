// The calibration study that is being set up: how many replicates, how finely ranked, which part of the whole.
import type { SamplerSettings } from '../../engine/types.ts';
import type { SeuContent } from '../../formats/dataset.ts';
import {
  calibrationSampler,
  type CalibrationArm,
  type CalibrationPlan,
  type PlannedLooks,
  type PosteriorSource,
  type Shard,
} from '../../instruments/seu/calibration/plan.ts';
import { projectionFaults } from '../../instruments/seu/calibration/projections.ts';
import type { EngineChoice } from '../../jobs/run.ts';
import { plainCombination } from '../../models/combination.ts';
import { DEFAULT_QUANTITIES, type QuantityOptions } from '../../models/replication.ts';
import type { SeuModel } from '../../models/seu/presets.ts';
import { ALL_MENUS } from '../../models/seu/subset.ts';
import { STUDY_LEVEL } from '../../statistics/sbc/looks.ts';
import { countFault, countOf, type CountRange } from './count-fields.ts';

export type CalibrationField =
  'replicates' | 'maxRank' | 'thin' | 'warmup' | 'block' | 'blocks' | 'psi' | 'projections';

export const CALIBRATION_FIELDS: Readonly<Record<CalibrationField, CountRange>> = {
  replicates: { label: 'Replicates, N', least: 2, most: 100_000, hint: 'Of the whole study.' },
  maxRank: { label: 'Draws, L', least: 19, most: 100_000, hint: 'Kept draws: ranks are 0 … L.' },
  thin: { label: 'Thin', least: 1, most: 1_000, hint: 'Ranks need draws that are nearly independent.' },
  warmup: { label: 'Warmup', least: 20, most: 100_000, hint: 'At most; shared by all replicates.' },
  block: { label: 'Block', least: 1, most: 10_000, hint: 'The part that this device runs.' },
  blocks: { label: 'of', least: 1, most: 10_000, hint: '1: the whole study.' },
  psi: { label: 'Alternatives with ψ', least: 0, most: 1_000, hint: 'Beliefs ranked of the first few.' },
  projections: { label: 'Random projections', least: 0, most: 100, hint: 'Joint checks of all parameters.' },
};

/** The paper's: 999 replicates, ranks 0 … 999, every fourth draw. */
const DEFAULTS: Readonly<Record<CalibrationField, string>> = {
  replicates: '999',
  maxRank: '999',
  thin: '4',
  warmup: '1000',
  block: '1',
  blocks: '1',
  psi: String(DEFAULT_QUANTITIES.psi),
  projections: String(DEFAULT_QUANTITIES.projections),
};

export type TruthsFrom = 'prior' | 'posterior';

/** What a calibration is asked of: a model on a design, by its hash. */
export interface CalibrationSubject {
  readonly model: SeuModel;
  readonly design: string;
  readonly seed: number;
  readonly label: string;
  /** Where truths come from a fit to the design's own choices. */
  readonly posterior?: PosteriorSource;
}

export const soundArm = ({
  model,
  design,
}: Pick<CalibrationSubject, 'model' | 'design'>): CalibrationArm => ({
  label: model.name,
  design,
  model,
  fitted: model,
  menus: ALL_MENUS,
  fault: null,
});

/** "100, 200" as numbers; null where a part is no whole number. */
function numbersIn(text: string): readonly number[] | null {
  if (text.trim() === '') return [];
  const values = text.split(',').map(countOf);
  return values.every((value) => value > 0) ? values : null;
}

export class CalibrationDraft {
  texts = $state.raw<Readonly<Record<CalibrationField, string>>>(DEFAULTS);
  /** Numbers of replicates before the last at which a verdict is wanted, with commas. */
  looks = $state('');
  engine = $state<EngineChoice>('auto');
  truthsFrom = $state<TruthsFrom>('prior');
  /** The fit whose posterior truths are drawn from; '' for the newest. */
  fit = $state('');
  /** Projections of the user's choice, one a line. */
  chosen = $state('');

  readonly faults = $derived.by<readonly string[]>(() => {
    const fields = Object.keys(CALIBRATION_FIELDS) as CalibrationField[];
    const own = fields.flatMap((field) => countFault(CALIBRATION_FIELDS[field], this.texts[field]) ?? []);
    const { block, blocks, replicates } = this.numbers;
    return [
      ...own,
      ...(block > blocks ? [`Block is ${block} of ${blocks}; needed one from 1 to ${blocks}.`] : []),
      ...(blocks > replicates
        ? [`${blocks} blocks of ${replicates} replicates; needed at most as many.`]
        : []),
      ...[this.looksFault(this.looks) ?? []].flat(),
    ];
  });

  get numbers(): Readonly<Record<CalibrationField, number>> {
    const entries = Object.entries(this.texts).map(([field, text]) => [field, countOf(text)]);
    return Object.fromEntries(entries) as Record<CalibrationField, number>;
  }

  set(field: CalibrationField, text: string): void {
    this.texts = { ...this.texts, [field]: text };
  }

  looksFault(text: string): string | null {
    const numbers = numbersIn(text);
    const { replicates } = this.numbers;
    const ascending = numbers?.every((n, i) => n > (numbers[i - 1] ?? 0) && n < replicates);
    return ascending ? null : `Earlier looks are “${text}”; needed ascending numbers below ${replicates}.`;
  }

  get quantities(): QuantityOptions {
    const { psi, projections } = this.numbers;
    const lines = this.chosen.split(/[\n;]/).filter((line) => line.trim() !== '');
    return { psi, projections, ...(lines.length > 0 && { combinations: lines.map(plainCombination) }) };
  }

  /** What keeps the chosen projections from being ranked in a study of `model`. */
  projectionFaults(model: SeuModel, content: SeuContent): readonly string[] {
    return this.quantities.combinations ? projectionFaults(model, content, this.quantities) : [];
  }

  samplerFor(model: SeuModel): SamplerSettings {
    const { maxRank, thin, warmup } = this.numbers;
    return { ...calibrationSampler(model), draws: maxRank, thin, warmup };
  }

  /** Faults must be empty. */
  get plannedLooks(): PlannedLooks {
    const { replicates } = this.numbers;
    return { level: STUDY_LEVEL, planned: [...(numbersIn(this.looks) ?? []), replicates], added: [] };
  }

  /** The plan; faults must be empty. */
  plan({ model, design, seed, label, posterior }: CalibrationSubject): CalibrationPlan {
    const { replicates } = this.numbers;
    const name = posterior ? 'Posterior calibration' : 'Calibration';
    return {
      instrument: 'seu',
      analysis: 'sbc',
      title: `${name} of ${model.name}, ${label}`,
      datasets: [design],
      settings: {
        arms: [soundArm({ model, design })],
        replicates: { first: 0, count: replicates },
        looks: this.plannedLooks,
        shard: this.shard,
        posterior: posterior ?? null,
        sampler: this.samplerFor(model),
        quantities: this.quantities,
      },
      seed,
      engine: this.engine,
    };
  }

  /** The part that runs here; null for the whole study. */
  get shard(): Shard | null {
    const { block, blocks } = this.numbers;
    return blocks === 1 ? null : { index: block, of: blocks };
  }
}
