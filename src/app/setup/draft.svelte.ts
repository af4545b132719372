// The fit, study or hierarchical fit that is being set up: what is chosen so far, what is wrong with it, and its plan.
import type { Catalog } from '../../formats/catalog.ts';
import type { Dataset } from '../../formats/dataset.ts';
import { modelFor } from '../../instruments/seu/encode.ts';
import type { HierarchicalFit, HierarchicalPlan } from '../../instruments/seu/hierarchical/plan.ts';
import type { StudyPlan } from '../../instruments/seu/hierarchical/study.ts';
import type { Condition, StudySettings } from '../../instruments/seu/plan.ts';
import type { EngineChoice } from '../../jobs/run.ts';
import { HIERARCHICAL_PRESETS, type HierarchicalModel } from '../../models/hierarchical/presets.ts';
import { SEU_PRESETS, type SeuModel } from '../../models/seu/presets.ts';
import { CellsDraft } from './cells-draft.svelte.ts';
import {
  cellId,
  cellsOf,
  distinct,
  labelOf,
  labelsApart,
  pairsWithinTasks,
  rowFault,
  rowOf,
  type ConditionChange,
  type ConditionRow,
} from './conditions.ts';
import { hierarchicalPriorsOf } from './hierarchical-priors.ts';
import { presetTexts } from './model-priors.ts';
import { featureSdFault, priorsFault, priorsOf, type PriorTexts } from './prior-fields.ts';
import { REGRESSION, regressionFaults, regressionsOf } from './study-regressions.ts';
import { defaultTexts, samplerFaults, samplerOf, seedFault, type SamplerTexts } from './sampler-fields.ts';

export type AnalysisKind = 'fit' | 'study' | 'hierarchical';

const mergeKey = (cell: string, temperatures: readonly number[]): string =>
  `${cell} ${temperatures.join(' ')}`;
const pairKey = ([first, second]: readonly [string, string]): string => `${first} < ${second}`;

export class AnalysisDraft {
  #kind = $state<AnalysisKind | null>(null);
  title = $state('');
  seed = $state('1');
  engine = $state<EngineChoice>('auto');
  sampler = $state.raw<SamplerTexts>(defaultTexts('hmc'));
  /** Whether the conditions of each cell of a study are fitted together as well. */
  regressed = $state(false);
  rows = $state.raw<readonly ConditionRow[]>([]);
  #priors = $state.raw<Readonly<Record<string, PriorTexts>>>({});
  #merged = $state.raw<readonly string[]>([]);
  #uncompared = $state.raw<readonly string[]>([]);

  readonly together = new CellsDraft(() => this.rows);
  /** The cells of one file are fitted together unless something else is asked for. */
  readonly kind = $derived<AnalysisKind>(
    this.#kind ?? (this.together.oneFile && this.rows.length > 1 ? 'hierarchical' : 'fit'),
  );
  readonly models = $derived(
    this.kind === 'hierarchical' ? [this.together.model] : distinct(this.rows.map(({ model }) => model)),
  );
  readonly cells = $derived(cellsOf(this.rows));
  readonly pairs = $derived(pairsWithinTasks(this.cells));
  readonly suggestedTitle = $derived.by(() => {
    if (this.kind === 'hierarchical') return this.together.label;
    if (this.rows.length === 1) return labelOf(this.rows[0].dataset);
    return this.kind === 'study' ? 'Temperature study' : `${this.rows.length} data sets`;
  });
  /** Why it cannot be run yet; empty when it can. */
  readonly faults = $derived.by<readonly string[]>(() => {
    if (this.rows.length === 0) return ['No data set is chosen.'];
    const edited = [...this.models, ...(this.kind === 'study' && this.regressed ? [REGRESSION] : [])];
    const priors = edited.flatMap((model) => priorsFault(this.priorTexts(model)) ?? []);
    const sds = this.rows.flatMap(({ model, dataset }) =>
      featureSdFault(
        this.priorTexts(this.kind === 'hierarchical' ? this.together.model : model),
        dataset.content.features[0].length,
      ),
    );
    const seed = seedFault(this.seed) ?? [];
    const rows = this.kind === 'study' ? this.rows.flatMap((row) => rowFault(row, this.rows) ?? []) : [];
    const cells = priors.length === 0 && this.kind === 'hierarchical' ? this.#cellsFault() : [];
    const regressions = [...rows, ...priors, ...sds].length === 0 ? this.#regressionFaults() : [];
    return distinct(
      [...rows, ...cells, ...regressions, ...priors, ...sds, ...samplerFaults(this.sampler), seed].flat(),
    );
  });

  #cellsFault(): readonly string[] {
    const fault = this.together.fault(this.#cellsModel());
    return fault === null ? [] : [fault];
  }

  /** The regressions of a study, where they are asked for. */
  #regressions(conditions: readonly Condition[]): readonly HierarchicalFit[] {
    if (this.kind !== 'study' || !this.regressed) return [];
    const ids = this.cells.map(({ id }) => id);
    return regressionsOf(ids, conditions, this.priorTexts(REGRESSION));
  }

  #regressionFaults(): readonly string[] {
    const conditions = this.rows.map((row) => this.#condition(row, ''));
    const datasets = this.rows.map(({ dataset }) => dataset);
    return regressionFaults(this.#regressions(conditions), conditions, datasets);
  }

  chooseKind(kind: AnalysisKind): void {
    this.#kind = kind;
  }

  /** Keeps the rows of datasets that stay chosen, adds the others, in the order given. */
  choose(datasets: readonly Dataset[], catalog: Catalog | null): void {
    this.rows = datasets.map(
      (dataset) => this.rows.find((row) => row.dataset.hash === dataset.hash) ?? rowOf(dataset, catalog),
    );
  }

  /** Forgets the rows of datasets that are no longer kept. */
  keep(datasets: readonly Dataset[]): void {
    const kept = this.rows.filter(({ dataset }) => datasets.some(({ hash }) => hash === dataset.hash));
    if (kept.length < this.rows.length) this.rows = kept;
  }

  change(hashes: ReadonlySet<string>, change: ConditionChange): void {
    this.rows = this.rows.map((row) => (hashes.has(row.dataset.hash) ? { ...row, ...change } : row));
  }

  priorTexts(model: string): PriorTexts {
    return this.#priors[model] ?? presetTexts(model);
  }

  changePrior(model: string, field: string, text: string): void {
    this.#priors = { ...this.#priors, [model]: { ...this.priorTexts(model), [field]: text } };
  }

  resetPriors(model: string): void {
    this.#priors = Object.fromEntries(Object.entries(this.#priors).filter(([name]) => name !== model));
  }

  isEdited(model: string): boolean {
    return JSON.stringify(this.priorTexts(model)) !== JSON.stringify(presetTexts(model));
  }

  isMerged(cell: string, temperatures: readonly number[]): boolean {
    return this.#merged.includes(mergeKey(cell, temperatures));
  }

  toggleMerge(cell: string, temperatures: readonly number[]): void {
    this.#merged = toggled(this.#merged, mergeKey(cell, temperatures));
  }

  isCompared(pair: readonly [string, string]): boolean {
    return !this.#uncompared.includes(pairKey(pair));
  }

  toggleCompared(pair: readonly [string, string]): void {
    this.#uncompared = toggled(this.#uncompared, pairKey(pair));
  }

  /** The plan of cells fitted together; null while there are faults, or where something else is asked for. */
  hierarchicalPlan(): HierarchicalPlan | null {
    if (this.faults.length > 0 || this.kind !== 'hierarchical') return null;
    const fit = this.together.fit(this.#cellsModel());
    return {
      instrument: 'seu',
      analysis: 'hierarchical',
      title: this.title.trim() || this.suggestedTitle,
      datasets: fit.cells.map(({ dataset }) => dataset),
      settings: { fits: [fit], sampler: samplerOf(this.sampler), firstTask: 0 },
      seed: Number(this.seed),
      engine: this.engine,
    };
  }

  #cellsModel(): HierarchicalModel {
    const { model } = this.together;
    return { ...HIERARCHICAL_PRESETS[model], priors: hierarchicalPriorsOf(this.priorTexts(model)) };
  }

  /** The plan of a fit or study; null while there are faults, or where cells are to be fitted together. */
  plan(): StudyPlan | null {
    if (this.faults.length > 0 || this.kind === 'hierarchical') return null;
    const labels = labelsApart(this.rows.map(({ dataset }) => [labelOf(dataset), dataset.hash]));
    const conditions = this.rows.map((row, i) => this.#condition(row, labels[i]));
    const hierarchical = this.#regressions(conditions);
    return {
      instrument: 'seu',
      analysis: this.kind,
      title: this.title.trim() || this.suggestedTitle,
      datasets: this.rows.map(({ dataset }) => dataset.hash),
      settings: {
        conditions,
        sampler: samplerOf(this.sampler),
        study: this.kind === 'study' ? this.#study() : null,
        ...(hierarchical.length > 0 && { hierarchical }),
      },
      seed: Number(this.seed),
      engine: this.engine,
    };
  }

  #condition(row: ConditionRow, own: string): Condition {
    const study = this.kind === 'study';
    const label = study ? `${cellId(row)}, T = ${Number(row.temperature)}` : own;
    return {
      dataset: row.dataset.hash,
      label,
      model: this.#model(row),
      cell: study ? cellId(row) : null,
      temperature: study ? Number(row.temperature) : null,
    };
  }

  #model({ model, dataset }: ConditionRow): SeuModel {
    const parsed = modelFor(model, dataset.content);
    const preset = parsed.ok ? parsed.value : SEU_PRESETS[model];
    const priors = priorsOf(this.priorTexts(model));
    const { deltaConcentration } = preset.priors;
    return { ...preset, priors: model === 'm_03' ? { ...priors, deltaConcentration } : priors };
  }

  #study(): StudySettings {
    return {
      cells: this.cells.map(({ id, agent, task, temperatures }) => ({
        id,
        agent,
        task,
        merge: adjacent(temperatures).filter((pair) => this.isMerged(id, pair)),
      })),
      compare: this.pairs.filter((pair) => this.isCompared(pair)),
    };
  }
}

/** Neighbours on a temperature grid. */
export const adjacent = (temperatures: readonly number[]): readonly (readonly [number, number])[] =>
  temperatures.slice(1).map((high, place) => [temperatures[place], high] as const);

const toggled = (list: readonly string[], item: string): readonly string[] =>
  list.includes(item) ? list.filter((other) => other !== item) : [...list, item];
