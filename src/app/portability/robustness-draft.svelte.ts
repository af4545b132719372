// The robustness study that is being set up: which predictors, bins and numbers of sources.
import type { ChoiceDataset } from '../../formats/dataset.ts';
import {
  DEFAULT_ROBUSTNESS,
  robustnessCells,
  variantSizes,
  type RobustnessPlan,
  type RobustnessSettings,
} from '../../instruments/portability/robustness/plan.ts';
import { VARIANT_PREDICTORS, type VariantPredictor } from '../../statistics/portability/robustness-parts.ts';
import { countFault, countOf, type CountRange } from '../workflow/count-fields.ts';
import { contentsOf } from '../import/chosen.ts';
import { numberList, tableFaults } from './study-fields.ts';

export const ROBUSTNESS_COUNTS = ['splits', 'permutations', 'slowPermutations', 'levels', 'seed'] as const;
export type RobustnessCount = (typeof ROBUSTNESS_COUNTS)[number];

export const ROBUSTNESS_RANGES: Readonly<Record<RobustnessCount, CountRange>> = {
  splits: {
    label: 'Splits',
    least: 1,
    most: 1_000_000,
    hint: 'Sampled (sources, target) pairs of a variant.',
  },
  permutations: {
    label: 'Permutations, least squares',
    least: 0,
    most: 999_999,
    hint: 'For the floor of least squares. 0: none.',
  },
  slowPermutations: {
    label: 'Permutations, others',
    least: 0,
    most: 999_999,
    hint: 'They take a hundred times as long; 19 can show p = .05, no less.',
  },
  levels: {
    label: 'Levels of amounts',
    least: 2,
    most: 100,
    hint: 'Quantile bins of actions whose law is predicted.',
  },
  seed: {
    label: 'Seed',
    least: 0,
    most: Number.MAX_SAFE_INTEGER,
    hint: 'That of a measurement gives the same splits.',
  },
};

/** Comparisons that the study makes, so that its cost can be said. */
export interface VariantCount {
  readonly quick: number;
  readonly slow: number;
}

export class RobustnessDraft {
  predictors = $state.raw<readonly VariantPredictor[]>(DEFAULT_ROBUSTNESS.predictors);
  /** Whole numbers with commas between; “all” stands for all but the target, at most 20. */
  sources = $state('all');
  bins = $state(DEFAULT_ROBUSTNESS.bins.join(', '));
  /** Whether every cell of a game is cut to equal numbers of rows. */
  equalRows = $state(DEFAULT_ROBUSTNESS.equalRows ?? false);
  texts = $state.raw<Readonly<Record<RobustnessCount, string>>>({
    splits: String(DEFAULT_ROBUSTNESS.splits),
    permutations: String(DEFAULT_ROBUSTNESS.permutations),
    slowPermutations: String(DEFAULT_ROBUSTNESS.slowPermutations),
    levels: String(DEFAULT_ROBUSTNESS.levels),
    seed: '1',
  });

  set(name: RobustnessCount, text: string): void {
    this.texts = { ...this.texts, [name]: text };
  }

  toggle(predictor: VariantPredictor): void {
    const had = this.predictors.includes(predictor);
    this.predictors = VARIANT_PREDICTORS.filter((name) =>
      name === predictor ? !had : this.predictors.includes(name),
    );
  }

  settings(): RobustnessSettings {
    const { texts } = this;
    return {
      predictors: this.predictors,
      sources: numberList(this.sources, 'all') ?? [],
      bins: (numberList(this.bins) ?? []) as readonly number[],
      splits: countOf(texts.splits),
      permutations: countOf(texts.permutations),
      slowPermutations: countOf(texts.slowPermutations),
      levels: countOf(texts.levels),
      equalRows: this.equalRows,
    };
  }

  plan(chosen: readonly ChoiceDataset[]): RobustnessPlan {
    return {
      instrument: 'portability',
      analysis: 'robustness',
      title: chosen.map(({ content }) => content.game).join(', '),
      datasets: chosen.map(({ hash }) => hash),
      settings: this.settings(),
      seed: countOf(this.texts.seed),
      engine: 'cpu',
    };
  }

  /** Null where the plan has faults. */
  comparisons(chosen: readonly ChoiceDataset[]): VariantCount | null {
    if (this.faults(chosen).length > 0) return null;
    const plan = this.plan(chosen);
    let [quick, slow] = [0, 0];
    for (const { cell, variants } of robustnessCells(plan, contentsOf(chosen)))
      for (const variant of variants) {
        const { splits, observed, permutations } = variantSizes(plan.settings, variant);
        const count = splits + (observed + permutations) * cell.environments;
        if (variant.predictor === 'ols') quick += count;
        else slow += count;
      }
    return { quick, slow };
  }

  /** What keeps the plan from being run. */
  faults(chosen: readonly ChoiceDataset[]): readonly string[] {
    const counts = ROBUSTNESS_COUNTS.flatMap(
      (name) => countFault(ROBUSTNESS_RANGES[name], this.texts[name]) ?? [],
    );
    const sources = numberList(this.sources, 'all');
    const bins = numberList(this.bins) as readonly number[] | null;
    const found = [
      ...tableFaults(chosen),
      ...counts,
      ...(this.predictors.length > 0 ? [] : ['No predictor is chosen.']),
      ...(sources === null || sources.some((count) => count !== null && count < 1)
        ? [`Sources is “${this.sources}”; needed whole numbers from 1 or “all”, commas between.`]
        : []),
      ...(bins === null || bins.some((count) => count < 2 || count > 1000)
        ? [`Bins is “${this.bins}”; needed whole numbers from 2 to 1000, commas between.`]
        : []),
    ];
    if (found.length > 0) return found;
    const cells = robustnessCells(this.plan(chosen), contentsOf(chosen));
    return cells.some(({ variants }) => variants.length > 0)
      ? []
      : ['No cell has more environments than sources: one is held out as the target.'];
  }
}
