// The measurement that is being set up: which tables, which comparisons, which floor.
import type { ChoiceDataset } from '../../formats/dataset.ts';
import {
  DEFAULT_PORTABILITY,
  plannedCells,
  type Correction,
  type PortabilityPlan,
  type PortabilitySettings,
} from '../../instruments/portability/plan.ts';
import type { EngineChoice } from '../../jobs/run.ts';
import type { PredictorName } from '../../statistics/portability/predictors.ts';
import { contentsOf, NONE } from '../import/chosen.ts';
import { regimesOf } from './contrast-sizes.ts';
import { countFault, countOf, type CountRange } from '../workflow/count-fields.ts';

export const COUNT_NAMES = ['splits', 'bins', 'permutations', 'bootstrap', 'outer', 'seed'] as const;
export type CountName = (typeof COUNT_NAMES)[number];

const range = (label: string, least: number, most: number, hint: string): CountRange => ({
  label,
  least,
  most,
  hint,
});

export const COUNT_RANGES: Readonly<Record<CountName, CountRange>> = {
  splits: range('Splits', 1, 1_000_000, 'Sampled (sources, target) pairs of a cell.'),
  bins: range('Bins', 2, 1000, 'Pooled quantile bins of predictions; the paper has 20.'),
  permutations: range(
    'Permutations',
    0,
    999_999,
    'For the floor: 999 while exploring, 9 999 for a final p. 0: none.',
  ),
  bootstrap: range('Bootstrap', 0, 999_999, 'Draws under the null, for the excess. 0: none.'),
  outer: range('Resamples', 0, 999_999, 'For the interval of the excess. 0: none.'),
  seed: range('Seed', 0, Number.MAX_SAFE_INTEGER, 'The same seed gives the same numbers.'),
};

export class PortabilityDraft {
  chosen = $state.raw<ReadonlySet<string>>(NONE);
  /** Source environments of a split; empty: all but the target, at most 20. */
  sources = $state('');
  texts = $state.raw<Readonly<Record<CountName, string>>>({
    splits: String(DEFAULT_PORTABILITY.splits),
    bins: String(DEFAULT_PORTABILITY.bins),
    permutations: String(DEFAULT_PORTABILITY.permutations),
    bootstrap: String(DEFAULT_PORTABILITY.bootstrap),
    outer: String(DEFAULT_PORTABILITY.outer),
    seed: '1',
  });
  predictor = $state<PredictorName>(DEFAULT_PORTABILITY.predictor);
  correction = $state<Correction>(DEFAULT_PORTABILITY.correction);
  matrix = $state(DEFAULT_PORTABILITY.matrix);
  equalRows = $state(DEFAULT_PORTABILITY.equalRows ?? false);
  /** The regime that others are contrasted with; '': every pair. */
  reference = $state('');
  engine = $state<EngineChoice>('auto');

  set(name: CountName, text: string): void {
    this.texts = { ...this.texts, [name]: text };
  }

  settings(): PortabilitySettings {
    const { texts } = this;
    const bootstrap = countOf(texts.bootstrap);
    return {
      predictor: this.predictor,
      sources: this.sources.trim() === '' ? null : countOf(this.sources),
      splits: countOf(texts.splits),
      bins: countOf(texts.bins),
      permutations: countOf(texts.permutations),
      bootstrap,
      // The interval is one of the excess, which needs the bootstrap.
      outer: bootstrap > 0 ? countOf(texts.outer) : 0,
      matrix: this.matrix,
      correction: this.correction,
      equalRows: this.equalRows,
      given: null,
    };
  }

  plan(tables: readonly ChoiceDataset[]): PortabilityPlan {
    const chosen = tables.filter(({ hash }) => this.chosen.has(hash));
    return {
      instrument: 'portability',
      analysis: 'portability',
      title: chosen.map(({ content }) => content.game).join(', '),
      datasets: chosen.map(({ hash }) => hash),
      settings: { ...this.settings(), reference: this.#referenceIn(chosen) },
      seed: countOf(this.texts.seed),
      engine: this.engine,
    };
  }

  /** A reference that was chosen for other tables is none. */
  #referenceIn(chosen: readonly ChoiceDataset[]): string | null {
    const regimes = regimesOf(chosen.map(({ content }) => content));
    return this.reference !== '' && regimes.includes(this.reference) ? this.reference : null;
  }

  /** What keeps the plan from being run. */
  faults(tables: readonly ChoiceDataset[]): readonly string[] {
    const counts = COUNT_NAMES.flatMap((name) => countFault(COUNT_RANGES[name], this.texts[name]) ?? []);
    const sources =
      this.sources.trim() === '' || countOf(this.sources) >= 1
        ? []
        : [`Sources is “${this.sources}”; needed a whole number from 1, or nothing.`];
    const own = tables.filter(({ hash }) => this.chosen.has(hash));
    if (own.length === 0) return ['No table of choices is chosen.', ...counts, ...sources];
    const games = own.map(({ content }) => content.game);
    const twice = games.find((game, i) => games.indexOf(game) < i);
    const same = twice === undefined ? [] : [`Two tables of ${twice} are chosen; needed one a game.`];
    const found = [...counts, ...sources, ...same];
    return found.length > 0 ? found : this.#sourceFaults(own);
  }

  /** So many sources as were asked for must leave a target in every cell. */
  #sourceFaults(own: readonly ChoiceDataset[]): readonly string[] {
    const { sources } = this.settings();
    const cells = plannedCells(this.plan(own), contentsOf(own));
    const single = cells.every(({ cell }) => cell.environments < 2);
    if (single) return ['No cell has two environments: there is nothing to transport between.'];
    const small = cells.find(
      ({ cell }) => sources !== null && cell.environments > 1 && sources >= cell.environments,
    );
    if (!small) return [];
    const most = small.cell.environments - 1;
    return [`Sources is ${sources}; ${small.game}, ${small.model} leaves at most ${most}.`];
  }
}
