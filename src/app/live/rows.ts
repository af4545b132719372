// Stored runs and datasets as the rows that lists show.
import type { Dataset } from '../../formats/dataset.ts';
import { rangeOf } from '../../instruments/seu/calibration/range.ts';
import type { RunRecord, TaskState } from '../../jobs/run.ts';
import type { LiveRun } from '../../state/live-run.svelte.ts';
import {
  countsIn,
  isBeliefs,
  isCalibration,
  isHierarchical,
  isMechanism,
  isOfPortability,
  isOfBeliefs,
  isPortability,
  isPosterior,
  isPrior,
  isRobustness,
  planOf,
  workIn,
  type AnyPlan,
} from '../../workers/plans.ts';
import { STATE_WORDS, stateOfRun } from '../components/state.ts';
import { formatCounted } from '../format.ts';
import type { DatasetRow, RunRow } from '../rows.ts';

/** A longer one is a sentence, which the run's own page has room for. */
const LONGEST_HEADLINE = 40;
const KIND: Readonly<Record<string, string>> = {
  fit: 'Fit',
  study: 'Study',
  hierarchical: 'Cells together',
  sbc: 'Calibration',
  recover: 'Recovery',
  prior: 'Prior predictive',
  portability: 'Portability',
  robustness: 'Robustness',
  mechanism: 'Mechanism',
  beliefs: 'Beliefs',
  posterior: 'Beliefs',
  'leave-out': 'Problems left out',
  predictive: 'Simulated agents',
};

interface Counts {
  readonly done: number;
  readonly total: number;
  /** The same in work, where iterations of tasks differ in what they take. */
  readonly work: { readonly done: number; readonly total: number };
}

/** Iterations done of those planned, from tasks; of a calibration its replicates. */
export function countsOf(record: RunRecord, live: LiveRun | null): Counts {
  const states = live && live.states.length > 0 ? live.states : record.manifest.tasks;
  const plan = planOf(record);
  const counts = countsIn(plan);
  const weigh = workIn(plan);
  const counted = states.filter(({ key }) => counts(key));
  const sum = (of: (state: TaskState) => number): number =>
    counted.reduce((total, state) => total + of(state), 0);
  return {
    done: sum(({ iteration }) => iteration),
    total: sum(({ iterations }) => iterations),
    work: {
      done: sum(({ key, iteration }) => weigh(key) * iteration),
      total: sum(({ key, iterations }) => weigh(key) * iterations),
    },
  };
}

/** From 0 to 1, by work. */
export const shareOf = ({ work }: Pick<Counts, 'work'>): number =>
  work.total > 0 ? work.done / work.total : 0;

function modelsOf(plan: AnyPlan): string {
  if (isPrior(plan)) return plan.settings.model.name;
  if (isPortability(plan) || isMechanism(plan)) return plan.settings.predictor;
  if (isRobustness(plan)) return plan.settings.predictors.join(', ');
  if (isPosterior(plan)) return `${plan.settings.kind}, full Bayes`;
  if (isBeliefs(plan)) return `${plan.settings.kind}, ${plan.settings.estimator}`;
  const fitted = isCalibration(plan)
    ? plan.settings.arms
    : isHierarchical(plan)
      ? plan.settings.fits
      : plan.settings.conditions;
  return [...new Set(fitted.map(({ model }) => model.name))].join(', ');
}

/** "1 data set", "20 conditions", "999 replicates". */
function dataOf(plan: AnyPlan): string {
  if (isCalibration(plan)) return formatCounted(rangeOf(plan.settings).count, 'replicate');
  if (isPrior(plan)) return formatCounted(plan.settings.draws, 'agent');
  if (isOfPortability(plan) || isOfBeliefs(plan)) return formatCounted(plan.datasets.length, 'table');
  if (isHierarchical(plan)) return formatCounted(plan.datasets.length, 'cell');
  const { length } = plan.settings.conditions;
  return formatCounted(length, length === 1 ? 'data set' : 'condition');
}

function wordOf(record: RunRecord, live: LiveRun | null): string {
  const counts = countsOf(record, live);
  const { total } = counts;
  const share = total > 0 ? `${Math.floor(100 * shareOf(counts))} %` : '';
  if (live) return total > 0 ? share : 'Starting';
  if (record.state === 'running') return 'In another tab';
  if (record.state === 'paused' || record.state === 'waiting') return `Paused ${share}`.trim();
  if (record.state === 'failed') return 'Failed';
  const state = stateOfRun(record.state, record.severity);
  const own = state === 'fail' ? 'Failed checks' : (record.word ?? STATE_WORDS[state]);
  return record.headline !== null && record.headline.length <= LONGEST_HEADLINE ? record.headline : own;
}

export function runRow(record: RunRecord, live: LiveRun | null, problem: string | null): RunRow {
  const plan = planOf(record);
  const counts = countsOf(record, live);
  const unfinished = record.state === 'paused' || record.state === 'waiting' || record.state === 'failed';
  return {
    id: record.id,
    title: plan.title,
    about: `${KIND[plan.analysis] ?? plan.analysis} · ${modelsOf(plan)} · seed ${plan.seed}`,
    state: live ? 'live' : stateOfRun(record.state === 'running' ? 'paused' : record.state, record.severity),
    word: wordOf(record, live),
    problem: live ? null : (problem ?? (record.state === 'failed' ? record.headline : null)),
    share: record.state === 'done' || counts.total === 0 ? null : shareOf(counts),
    control: live ? 'pause' : unfinished ? 'resume' : null,
    data: dataOf(plan),
    engine: record.manifest.engine?.label ?? '',
    seconds: record.manifest.seconds,
    changed: record.changed,
  };
}

export function datasetRow({ hash, name, condition, content, source, link }: Dataset): DatasetRow {
  const choices = content.uncertain.menus.length + (content.risky?.menus.length ?? 0);
  return {
    hash,
    name,
    condition,
    kind: link
      ? 'cell, h_m01 family'
      : content.truth
        ? 'generated agent'
        : content.risky
          ? 'm_1 … m_3 families'
          : 'm_0 family',
    choices,
    alternatives: content.features.length,
    features: content.features[0].length,
    consequences: content.consequences,
    source: source.address ?? source.file,
  };
}
