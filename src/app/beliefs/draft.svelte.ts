// The study of beliefs that is being set up: which tables, which model, what is computed beside the fit.
import type { ResponseDataset } from '../../formats/dataset.ts';
import { faultLine, type Parsed } from '../../formats/fault.ts';
import type { BeliefEstimator } from '../../inference/beliefs/fit.ts';
import {
  BELIEF_ANALYSES,
  DEFAULT_BELIEFS,
  type BeliefAnalysis,
  type BeliefPlan,
  type MissingRule,
} from '../../instruments/beliefs/plan.ts';
import { readScores } from '../../instruments/beliefs/agent-scores.ts';
import { posteriorTitle, type PosteriorPlan } from '../../instruments/beliefs/posterior/plan.ts';
import { readSplits, seededSplits, type Splits } from '../../instruments/beliefs/splits.ts';
import type { EngineChoice } from '../../jobs/run.ts';
import type { BeliefCell } from '../../models/beliefs/cell.ts';
import type { BeliefKind } from '../../models/beliefs/model.ts';
import { MOST_CLIP } from '../../models/beliefs/reports.ts';
import { countFault, countOf } from '../workflow/count-fields.ts';
import { cellsIn, conflictsIn, titleOf } from './chosen-cells.ts';
import { branchesAlone } from './facts.ts';
import { PosteriorDraft } from './posterior-draft.svelte.ts';
import {
  BELIEF_COUNTS,
  BELIEF_DRAWS,
  BELIEF_RANGES,
  DEFAULT_COUNTS,
  DEFAULT_VERDICT,
  verdictFaults,
  verdictOf,
  type BeliefCount,
  type VerdictName,
  type VerdictTexts,
} from './study-fields.ts';

/** A file that says which cases train, validate and test. */
export interface GivenSplits {
  readonly file: string;
  readonly text: string;
}

/** How a study is fitted: to an optimum, or over the posterior. */
export type FitChoice = BeliefEstimator | 'hmc';

export class BeliefDraft {
  kind = $state<BeliefKind>(DEFAULT_BELIEFS.kind);
  estimator = $state<FitChoice>(DEFAULT_BELIEFS.estimator);
  readonly posterior = new PosteriorDraft();
  missing = $state<MissingRule>(DEFAULT_BELIEFS.missing);
  clip = $state(String(DEFAULT_BELIEFS.clip));
  analyses = $state.raw<readonly BeliefAnalysis[]>(DEFAULT_BELIEFS.analyses);
  texts = $state.raw(DEFAULT_COUNTS);
  engine = $state<EngineChoice>('auto');
  /** Null where cases are dealt by the seed. */
  splits = $state.raw<GivenSplits | null>(null);
  /** Thresholds of the verdict. */
  verdict = $state.raw<VerdictTexts>(DEFAULT_VERDICT);
  /** A line an agent: agent = number. */
  scores = $state('');

  readonly scoreFaults = $derived.by<readonly string[]>(() => readScores(this.scores.split('\n')).faults);

  setVerdict(name: VerdictName, text: string): void {
    this.verdict = { ...this.verdict, [name]: text };
  }

  /** What is wrong with the file of splits. */
  splitFaults(chosen: readonly ResponseDataset[]): readonly string[] {
    const read = this.#givenSplits(cellsIn(chosen));
    return read === null || read.ok ? [] : read.faults.map(faultLine);
  }

  #givenSplits(cells: readonly BeliefCell[]): Parsed<Splits> | null {
    return this.splits && readSplits(this.splits.text, this.splits.file, cells);
  }

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
    const given = this.#givenSplits(cells);
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
        splits: given?.ok ? given.value : seededSplits(cells, seed),
        given: given !== null,
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
          ...Object.fromEntries(BELIEF_DRAWS.map((name) => [name, countOf(this.texts[name])])),
        },
        folds: countOf(this.texts.folds),
        scores: readScores(this.scores.split('\n')).scores,
        coherence: verdictOf(this.verdict),
      },
      engine: this.engine,
    };
  }

  /** What keeps the plan from being run. */
  faults(chosen: readonly ResponseDataset[]): readonly string[] {
    const clip = Number(this.clip);
    return [
      ...(chosen.length === 0 ? ['No table of answers is chosen.'] : []),
      ...branchesAlone(chosen),
      ...conflictsIn(cellsIn(chosen)),
      ...(clip > 0 && clip <= MOST_CLIP && this.clip.trim() !== ''
        ? []
        : [`Clip is “${this.clip}”; needed a number above 0, at most ${MOST_CLIP}.`]),
      ...this.splitFaults(chosen),
      ...(this.estimator === 'hmc' ? this.#posteriorFaults() : this.#fitFaults()),
    ];
  }

  #countFaults(names: readonly BeliefCount[]): readonly string[] {
    return names.flatMap((name) => countFault(BELIEF_RANGES[name], this.texts[name]) ?? []);
  }

  #fitFaults(): readonly string[] {
    return [
      ...this.scoreFaults.map((fault) => `Scores of agents: ${fault}.`),
      ...(this.analyses.includes('coherence') ? verdictFaults(this.verdict) : []),
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
