// The page of cells fitted together from its record, its live state and its report.
import { counted, integer } from '../../charts/number-format.ts';
import type { HierarchicalPlan } from '../../instruments/seu/hierarchical/plan.ts';
import { hierarchicalPriorTexts } from '../../instruments/seu/hierarchical/prior-text.ts';
import { regressionCaveats, regressionFinding } from '../../instruments/seu/hierarchical/sentences.ts';
import type { RunRecord } from '../../jobs/run.ts';
import type { LiveRun } from '../../state/live-run.svelte.ts';
import type { CellsReport } from '../../workers/fit-cells.ts';
import type { LabelledValue } from '../facts.ts';
import { formatCounted } from '../format.ts';
import type { RunOffer, RunView } from '../run-view.ts';
import { cellsView } from './cells-view.ts';
import { countsOf } from './rows.ts';
import { progressOf } from './run-progress.ts';
import { samplerWords } from './run-view.ts';

export interface WatchedCells {
  readonly report: CellsReport | null;
  readonly hash: string;
  readonly failure: string | null;
}

function factsOf(record: RunRecord, { settings: { fits, sampler }, seed }: HierarchicalPlan): string[] {
  const [{ model, cells }] = fits;
  return [
    formatCounted(cells.length, 'cell'),
    `Model ${model.name}`,
    `${counted(sampler.chains, 'chain')} × ${counted(sampler.draws, 'draw')}, ${sampler.name}`,
    `Seed ${seed}`,
    ...(record.manifest.engine ? [record.manifest.engine.label] : []),
  ];
}

function settingsOf(record: RunRecord, plan: HierarchicalPlan): readonly LabelledValue[] {
  const { fits, sampler } = plan.settings;
  const [{ model, cells }] = fits;
  return [
    { label: model.name, value: hierarchicalPriorTexts(model).join('; ') },
    ...cells.map(({ label, predictors, pool }) => ({
      label,
      value: [
        predictors.length > 0
          ? `X = ${predictors.map((x) => Number(x.toPrecision(6))).join(', ')}`
          : 'no predictors',
        ...(pool === null ? [] : [`pool ${pool + 1}`]),
      ].join('; '),
    })),
    { label: 'Sampler', value: samplerWords(sampler) },
    { label: 'Seed', value: String(plan.seed) },
    { label: 'Engine', value: record.manifest.engine?.label ?? plan.engine },
    { label: 'Data', value: plan.datasets.map((hash) => hash.slice(0, 8)).join(', ') },
    { label: 'Version', value: record.manifest.version },
  ];
}

/** While draws land only how much is in; what they say belongs to the planned end. */
function findingOf(
  record: RunRecord,
  live: LiveRun | null,
  plan: HierarchicalPlan,
  report: CellsReport | null,
): string {
  if (record.state !== 'done') {
    const { done, total } = countsOf(record, live);
    return total > 0 ? `${integer(done)} of ${integer(total)} iterations are in.` : 'The run is starting.';
  }
  return report ? regressionFinding(report.report, plan.settings.fits[0].names) : (record.headline ?? '');
}

/** `offers` are what can be asked for of a finished fit. */
export function viewOfCells(
  record: RunRecord,
  plan: HierarchicalPlan,
  live: LiveRun | null,
  { report, hash, failure }: WatchedCells,
  problem: string | null,
  offers: readonly RunOffer[],
): RunView {
  const done = record.state === 'done';
  const states = live && live.states.length > 0 ? live.states : record.manifest.tasks;
  const failures = states.flatMap((task) => (task.failure === null ? [] : [`${task.key}: ${task.failure}`]));
  const { figures, tables } = report
    ? cellsView(report, plan.settings.fits[0].names)
    : { figures: [], tables: [] };
  return {
    title: plan.title,
    facts: factsOf(record, plan),
    finding: findingOf(record, live, plan, report),
    caveats: [...record.manifest.warnings, ...(done && report ? regressionCaveats(report.report) : [])],
    conditions: [],
    study: false,
    condition: 0,
    problem,
    progress: progressOf(record, live, 'iterations'),
    diagnostics: done && report ? report.report.diagnostics : [],
    figures,
    summary: report?.report.summary ?? [],
    tables: done ? tables : [],
    offers: done ? offers : [],
    failures: [...failures, ...(failure ? [failure] : [])],
    settings: settingsOf(record, plan),
    plan: hash,
  };
}
