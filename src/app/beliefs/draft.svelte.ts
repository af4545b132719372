// The study of beliefs that is being set up: which tables, which model, what is computed beside the fit.
import type { ResponseDataset } from '../../formats/dataset.ts';
import type { BeliefEstimator } from '../../inference/beliefs/fit.ts';
import {
  BELIEF_ANALYSES,
  cellName,
  DEFAULT_BELIEFS,
  type BeliefAnalysis,
  type BeliefPlan,
  type MissingRule,
} from '../../instruments/beliefs/plan.ts';
import { readScores } from '../../instruments/beliefs/agent-scores.ts';
import { posteriorTitle, type PosteriorPlan } from '../../instruments/beliefs/posterior/plan.ts';
import { seededSplits } from '../../instruments/beliefs/splits.ts';
import type { EngineChoice } from '../../jobs/run.ts';
import type { BeliefCell } from '../../models/beliefs/cell.ts';
import type { BeliefKind } from '../../models/beliefs/model.ts';
import { MOST_CLIP } from '../../models/beliefs/reports.ts';
import { countFault, countOf, type CountRange } from '../workflow/count-fields.ts';
import { cellsOfTable } from './facts.ts';
import { PosteriorDraft } from './posterior-draft.svelte.ts';

/** How a study is fitted: to an optimum, or over the posterior. */
export type FitChoice = BeliefEstimator | 'hmc';

export const BELIEF_COUNTS = [
  'cases',
  'targets',
  'curves',
  'outcome',
  'outcomeNull',
  'oneLatent',
  'noLatent',
  'replicates',
  'prefixes',
  'folds',
  'seed',
] as const;
export type BeliefCount = (typeof BELIEF_COUNTS)[number];

const range = (label: string, least: number, most: number, hint: string): CountRange => ({
  label,
  least,
  most,
  hint,
});

export const BELIEF_RANGES: Readonly<Record<BeliefCount, CountRange>> = {
  cases: range('Resamples of cases', 0, 100_000, 'For intervals of held-out scores.'),
  targets: range('Resamples of prompts', 0, 1_000_000, 'The paper’s intervals of one report.'),
  curves: range('Resamples of curves', 0, 100_000, 'For the band of each choice curve.'),
  outcome: range('Resamples of outcomes', 0, 100_000, 'For the interval of the L1 gap.'),
  outcomeNull: range('Simulated studies', 0, 100_000, 'For the null of the L1 gap.'),
  oneLatent: range('Studies of one latent', 0, 100_000, 'Simulated, for “one latent suffices”.'),
  noLatent: range('Permutations', 0, 1_000_000, 'For “no latent”.'),
  replicates: range('Replicates', 0, 100_000, 'Of the fitted model, for predictive checks.'),
  prefixes: range('Draws of prefixes', 0, 100_000, 'Of evidence from another prefix.'),
  folds: range('Folds', 2, 20, 'Of cross-fitting, where it is asked for.'),
  seed: range('Seed', 0, Number.MAX_SAFE_INTEGER, 'The same seed gives the same numbers.'),
};

const DRAWS = [
  'cases',
  'targets',
  'curves',
  'outcome',
  'outcomeNull',
  'oneLatent',
  'noLatent',
  'replicates',
  'prefixes',
] as const;

const defaults: Readonly<Record<BeliefCount, string>> = {
  ...(Object.fromEntries(DRAWS.map((name) => [name, String(DEFAULT_BELIEFS.draws[name])])) as Record<
    (typeof DRAWS)[number],
    string
  >),
  folds: String(DEFAULT_BELIEFS.folds),
  seed: '1',
};

export class BeliefDraft {
  kind = $state<BeliefKind>(DEFAULT_BELIEFS.kind);
  estimator = $state<FitChoice>(DEFAULT_BELIEFS.estimator);
  readonly posterior = new PosteriorDraft();
  missing = $state<MissingRule>(DEFAULT_BELIEFS.missing);
  clip = $state(String(DEFAULT_BELIEFS.clip));
  analyses = $state.raw<readonly BeliefAnalysis[]>(DEFAULT_BELIEFS.analyses);
  texts = $state.raw(defaults);
  engine = $state<EngineChoice>('auto');
  /** A line an agent: agent = number. */
  scores = $state('');

  readonly scoreFaults = $derived.by<readonly string[]>(() => readScores(this.scores.split('\n')).faults);

  set(name: BeliefCount, text: string): void {
    this.texts = { ...this.texts, [name]: text };
  }

  /** Takes an analysis in or leaves it out; they stay in their order. */
  toggle(analysis: BeliefAnalysis): void {
    this.analyses = BELIEF_ANALYSES.filter((each) => (each === analysis) !== this.analyses.includes(each));
  }

  plan(chosen: readonly ResponseDataset[]): BeliefPlan | PosteriorPlan {
    const { estimator } = this;
    return estimator === 'hmc' ? this.#posteriorPlan(chosen) : this.#fitPlan(chosen, estimator);
  }

  /** What plans of both kinds have. */
  #common(chosen: readonly ResponseDataset[]) {
    const cells = cellsIn(chosen);
    const seed = countOf(this.texts.seed);
    return {
      plan: {
        instrument: 'beliefs' as const,
        title: titleOf(cells),
        datasets: chosen.map(({ hash }) => hash),
        seed,
      },
      settings: {
        ...DEFAULT_BELIEFS,
        missing: this.missing,
        clip: Number(this.clip),
        splits: seededSplits(cells, seed),
        given: false,
      },
    };
  }

  /** Chains run on the CPU whatever the device has. */
  #posteriorPlan(chosen: readonly ResponseDataset[]): PosteriorPlan {
    const { kind } = this;
    if (kind === 'two_d') throw new Error('full Bayes of two beliefs; needed another model');
    const { plan, settings } = this.#common(chosen);
    return {
      ...plan,
      analysis: 'posterior',
      title: posteriorTitle(plan.title),
      settings: { ...settings, kind, analyses: [], ...this.posterior.settings() },
      engine: 'cpu',
    };
  }

  #fitPlan(chosen: readonly ResponseDataset[], estimator: BeliefEstimator): BeliefPlan {
    const { plan, settings } = this.#common(chosen);
    return {
      ...plan,
      analysis: 'beliefs',
      settings: {
        ...settings,
        kind: this.kind,
        estimator,
        analyses: this.analyses,
        draws: {
          ...DEFAULT_BELIEFS.draws,
          ...Object.fromEntries(DRAWS.map((name) => [name, countOf(this.texts[name])])),
        },
        folds: countOf(this.texts.folds),
        scores: readScores(this.scores.split('\n')).scores,
      },
      engine: this.engine,
    };
  }

  /** What keeps the plan from being run. */
  faults(chosen: readonly ResponseDataset[]): readonly string[] {
    const clip = Number(this.clip);
    return [
      ...(chosen.length === 0 ? ['No table of answers is chosen.'] : []),
      ...twiceIn(cellsIn(chosen)),
      ...(clip > 0 && clip <= MOST_CLIP && this.clip.trim() !== ''
        ? []
        : [`Clip is “${this.clip}”; needed a number above 0, at most ${MOST_CLIP}.`]),
      ...(this.estimator === 'hmc' ? this.#posteriorFaults() : this.#fitFaults()),
    ];
  }

  #countFaults(names: readonly BeliefCount[]): readonly string[] {
    return names.flatMap((name) => countFault(BELIEF_RANGES[name], this.texts[name]) ?? []);
  }

  #fitFaults(): readonly string[] {
    return [
      ...this.scoreFaults.map((fault) => `Scores of agents: ${fault}.`),
      ...this.#countFaults(BELIEF_COUNTS),
    ];
  }

  #posteriorFaults(): readonly string[] {
    const mirrored =
      this.kind === 'two_d'
        ? [
            'Two beliefs have an exact mirror image, which chains would take for a second posterior: choose another model.',
          ]
        : [];
    return [...mirrored, ...this.#countFaults(['seed']), ...this.posterior.faults];
  }
}

const cellsIn = (chosen: readonly ResponseDataset[]): readonly BeliefCell[] =>
  chosen.flatMap(({ content }) => cellsOfTable(content));

/** "noisy, ckd", or how many cells there are beyond three. */
function titleOf(cells: readonly BeliefCell[]): string {
  const names = cells.map(cellName);
  return names.length <= 3
    ? names.join('; ')
    : `${names.slice(0, 2).join('; ')} and ${names.length - 2} more`;
}

function twiceIn(cells: readonly BeliefCell[]): readonly string[] {
  const names = cells.map(cellName);
  const twice = names.find((name, i) => names.indexOf(name) < i);
  return twice === undefined ? [] : [`Two of the chosen tables have answers of ${twice}; needed one a cell.`];
}
