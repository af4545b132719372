// The page of one run from its record, its live state and its report.
import { counted, integer } from '../../charts/number-format.ts';
import type { SamplerSettings } from '../../engine/types.ts';
import type { RunRecord } from '../../jobs/run.ts';
import type { LiveRun } from '../../state/live-run.svelte.ts';
import { fitPlanOf } from '../../workers/plans.ts';
import { formatCounted } from '../format.ts';
import type { RunView } from '../run-view.ts';
import { fitCaveats, fitFigures, fitFinding } from './fit-view.ts';
import { parseHierarchicalKey } from '../../instruments/seu/hierarchical/plan.ts';
import { regressionPlan } from '../../instruments/seu/hierarchical/study.ts';
import { hierarchicalPriorTexts } from '../../instruments/seu/hierarchical/prior-text.ts';
import { parseKey } from '../../instruments/seu/plan.ts';
import { priorTexts } from '../../instruments/seu/prior-text.ts';
import type { LabelledValue } from '../facts.ts';
import { conditionRows } from './condition-rows.ts';
import { progressOf } from './run-progress.ts';
import { countsOf } from './rows.ts';
import { regressionDiagnostics, regressionFigures, regressionTables } from './regressions-view.ts';
import { studyDiagnostics, studyFigures, studyTables } from './study-view.ts';
import { WHOLE, type WatchedReport } from './watched-report.svelte.ts';

function factsOf(record: RunRecord): readonly string[] {
  const plan = fitPlanOf(record);
  const { conditions, sampler } = plan.settings;
  const models = [...new Set(conditions.map(({ model }) => model.name))];
  return [
    conditions.length === 1 ? conditions[0].label : formatCounted(conditions.length, 'condition'),
    `Model ${models.join(', ')}`,
    `${counted(sampler.chains, 'chain')} × ${counted(sampler.draws, 'draw')}, ${sampler.name}`,
    `Seed ${plan.seed}`,
    ...(record.manifest.engine ? [record.manifest.engine.label] : []),
  ];
}

export const samplerWords = (sampler: SamplerSettings): string =>
  [
    `${sampler.name}, ${counted(sampler.chains, 'chain')}, ${integer(sampler.warmup)} warmup`,
    `${counted(sampler.draws, 'draw')}, thin ${sampler.thin}`,
    `target acceptance ${sampler.targetAcceptance}`,
    ...(sampler.name === 'nuts' ? [`maximum depth ${sampler.maxDepth}`] : []),
  ].join(', ');

/** What the plan asked for, in words. */
function settingsOf(record: RunRecord): readonly LabelledValue[] {
  const plan = fitPlanOf(record);
  const { conditions, sampler } = plan.settings;
  const models = new Map(conditions.map(({ model }) => [JSON.stringify(model), model]));
  return [
    ...[...models.values()].map((model) => ({ label: model.name, value: priorTexts(model).join('; ') })),
    ...regressionPlan(plan).settings.fits.map(({ label, model }) => ({
      label: `${model.name}, ${label}`,
      value: hierarchicalPriorTexts(model).join('; '),
    })),
    { label: 'Sampler', value: samplerWords(sampler) },
    { label: 'Seed', value: String(plan.seed) },
    { label: 'Engine', value: record.manifest.engine?.label ?? plan.engine },
    { label: 'Data', value: plan.datasets.map((hash) => hash.slice(0, 8)).join(', ') },
    { label: 'Version', value: record.manifest.version },
  ];
}

/** While evidence lands only how much is in; a verdict belongs to the planned end. */
function findingOf(record: RunRecord, live: LiveRun | null, watched: WatchedReport | null): string {
  if (record.state !== 'done') {
    const { done, total } = countsOf(record, live);
    return total > 0 ? `${integer(done)} of ${integer(total)} iterations are in.` : 'The run is starting.';
  }
  if (watched?.condition === WHOLE) return watched.study?.finding ?? record.headline ?? '';
  if (!watched?.fit) return record.headline ?? '';
  const several = fitPlanOf(record).settings.conditions.length > 1;
  return several ? `${watched.fit.label}: ${fitFinding(watched.fit)}` : fitFinding(watched.fit);
}

/** Of each condition, whether a chain of it is still under way. */
function landingOf(record: RunRecord, live: LiveRun | null): readonly boolean[] {
  const open = new Set(
    live?.states
      .filter(({ done, failure, key }) => !done && failure === null && parseHierarchicalKey(key) === null)
      .map(({ key }) => parseKey(key).condition),
  );
  return fitPlanOf(record).settings.conditions.map((_, condition) => open.has(condition));
}

/** Pictures of the chosen condition, or of the study as a whole. */
export function viewOfRun(
  record: RunRecord,
  live: LiveRun | null,
  watched: WatchedReport | null,
  problem: string | null,
): RunView {
  const { conditions, study: planned } = fitPlanOf(record).settings;
  const condition = watched?.condition ?? (planned ? WHOLE : 0);
  const study = condition === WHOLE ? (watched?.study ?? null) : null;
  const regressions = study ? (watched?.regressions ?? []) : [];
  const fit = watched?.fit ?? null;
  const states = live && live.states.length > 0 ? live.states : record.manifest.tasks;
  const failures = states.flatMap(({ key, failure }) => (failure === null ? [] : [`${key}: ${failure}`]));
  const done = record.state === 'done';
  const warnings = record.manifest.warnings;
  return {
    title: fitPlanOf(record).title,
    facts: factsOf(record),
    finding: findingOf(record, live, watched),
    caveats: [
      ...warnings,
      ...(done && study ? study.caveats : []),
      ...(done && fit && !study ? fitCaveats(fit) : []),
    ],
    conditions:
      conditions.length > 1 ? conditionRows(conditions, watched?.fits ?? [], landingOf(record, live)) : [],
    study: planned !== null,
    condition,
    problem,
    progress: progressOf(record, live, 'iterations'),
    diagnostics: study
      ? [...studyDiagnostics(study), ...regressionDiagnostics(regressions)]
      : done && fit
        ? fit.diagnostics
        : [],
    figures: study
      ? [...studyFigures(study), ...regressionFigures(regressions)]
      : condition !== WHOLE && fit
        ? fitFigures(fit)
        : [],
    summary: condition === WHOLE || !fit ? [] : fit.summary,
    tables: study ? [...studyTables(study), ...regressionTables(regressions)] : [],
    failures: [...failures, ...(watched?.failure ? [watched.failure] : [])],
    settings: settingsOf(record),
    plan: watched?.hash ?? '',
  };
}
