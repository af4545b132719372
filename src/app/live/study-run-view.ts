// The page of one calibration or recovery study from its record, its live state and its reports.
import { integer } from '../../charts/number-format.ts';
import type {
  CalibrationArm,
  CalibrationPlan,
  PosteriorSource,
} from '../../instruments/seu/calibration/plan.ts';
import type { RecoveryReport } from '../../instruments/seu/calibration/recovery-report.ts';
import { rangeOf } from '../../instruments/seu/calibration/range.ts';
import { priorTexts } from '../../instruments/seu/prior-text.ts';
import type { RunRecord } from '../../jobs/run.ts';
import type { QuantityOptions } from '../../models/replication.ts';
import type { SeuModel } from '../../models/seu/presets.ts';
import type { LiveRun } from '../../state/live-run.svelte.ts';
import type { ArmReport } from '../../workers/replicate-reports.ts';
import type { LabelledValue } from '../facts.ts';
import { formatCounted } from '../format.ts';
import type { StudyRunView } from '../workflow/study-view.ts';
import { calibrationFigures, lookWords, quantityTable } from './calibration-view.ts';
import { recoveryParts } from './recovery-view.ts';
import { failuresOf, progressOf } from './run-progress.ts';
import { countsOf } from './rows.ts';
import type { WatchedStudy } from './watched-study.svelte.ts';

const UNIT = { sbc: 'replicates', recover: 'fits' } as const;

function factsOf(record: RunRecord, { settings, seed }: CalibrationPlan): readonly string[] {
  const { arms, sampler, shard, posterior } = settings;
  const { first, count } = rangeOf(settings);
  return [
    `Model ${[...new Set(arms.map(({ model }) => model.name))].join(', ')}`,
    ...(posterior ? ['Truths from a posterior'] : []),
    `${integer(count)} replicates`,
    `L ${integer(sampler.chains * sampler.draws)}, thin ${sampler.thin}`,
    ...(shard
      ? [`Block ${shard.index} of ${shard.of}: ${integer(first + 1)} to ${integer(first + count)}`]
      : []),
    `Seed ${seed}`,
    ...(record.manifest.engine ? [record.manifest.engine.label] : []),
  ];
}

const modelWords = (model: SeuModel): string => `${model.name}: ${priorTexts(model).join('; ')}`;

/** Where truths come from, and what is fitted where that is another model. */
function armWords({ model, fitted }: CalibrationArm, posterior: PosteriorSource | null): string {
  const source = posterior
    ? `truths are draws of the fit “${posterior.fit?.title ?? 'to the same data'}” by ${modelWords(model)}`
    : `truths from ${modelWords(model)}`;
  const same = JSON.stringify(fitted) === JSON.stringify(model);
  return same ? source : `${source}. Fitted by ${modelWords(fitted)}`;
}

const rankedWords = ({ psi, projections, combinations = [] }: QuantityOptions): string =>
  [`ψ of ${psi} alternatives`, `${projections} random projections`, ...combinations].join(', ');

function settingsOf(record: RunRecord, plan: CalibrationPlan): readonly LabelledValue[] {
  const { arms, sampler, looks, quantities, posterior } = plan.settings;
  return [
    ...arms.map((arm) => ({ label: arm.label, value: armWords(arm, posterior) })),
    {
      label: 'Sampler',
      value: `${sampler.name}, ${formatCounted(sampler.chains, 'chain')}, at most ${integer(sampler.warmup)} warmup, ${integer(sampler.draws)} draws, thin ${sampler.thin}, target acceptance ${sampler.targetAcceptance}`,
    },
    {
      label: 'Looks',
      value: `${[...looks.planned, ...looks.added].map(integer).join(', ')} at level ${looks.level}`,
    },
    {
      label: 'Also ranked',
      value: rankedWords(quantities),
    },
    { label: 'Seed', value: String(plan.seed) },
    { label: 'Engine', value: record.manifest.engine?.label ?? plan.engine },
    { label: 'Design', value: plan.datasets.map((hash) => hash.slice(0, 8)).join(', ') },
    { label: 'Version', value: record.manifest.version },
  ];
}

const doing = (done: number): string =>
  done === 0 ? 'The sampler is being tuned on replicates of its own; the first ranks come after that.' : '';

/** How much is in until the last look; a verdict belongs to looks. */
function findingOf(
  record: RunRecord,
  plan: CalibrationPlan,
  live: LiveRun | null,
  finding: string | null,
): string {
  const { done, total } = countsOf(record, live);
  if (record.state === 'done' && !live) return finding ?? record.headline ?? '';
  if (live && done === 0) return doing(done);
  if (total === 0) return 'The study is starting.';
  if (plan.analysis === 'recover') return `${integer(done)} of ${integer(total)} fits are in.`;
  return `${integer(done)} of ${integer(total)} ranks are in; the verdict comes at ${integer(total)}.`;
}

/** Whether more replicates can be added, and what bars it. */
function addableOf(record: RunRecord, plan: CalibrationPlan): StudyRunView['addable'] {
  if (plan.analysis !== 'sbc' || record.state !== 'done') return null;
  const barred = plan.settings.shard
    ? 'This run is one block of a study: merge the blocks, then add replicates.'
    : null;
  return { replicates: plan.settings.replicates.count, barred };
}

interface Parts {
  readonly finding: string | null;
  readonly sentences: readonly string[];
  readonly diagnostics: StudyRunView['diagnostics'];
  readonly figures: StudyRunView['figures'];
  readonly tables: StudyRunView['tables'];
}

const NO_PARTS: Parts = { finding: null, sentences: [], diagnostics: [], figures: [], tables: [] };

/** Makes its value once. */
function remembered<Value>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => (value ??= make());
}

/** Parts by report: figures are made once, however often a page that counts replicates is read. */
const made = new WeakMap<object, Parts>();

function once<Report extends object>(report: Report, make: (report: Report) => Parts): Parts {
  const parts = made.get(report) ?? make(report);
  made.set(report, parts);
  return parts;
}

function calibrationParts(report: ArmReport): Parts {
  if (report.replicates === 0) return NO_PARTS;
  const { last_look, state } = report;
  return {
    finding: report.finding,
    sentences: [
      ...(last_look ? [lookWords(last_look)] : []),
      ...(state.kind === 'look' ? report.sentences : []),
    ],
    diagnostics: report.diagnostics,
    figures: calibrationFigures(report).map(remembered),
    tables: [quantityTable(report)],
  };
}

function recoveryPartsOf(recovery: RecoveryReport, arm: number): Parts {
  const parts = recoveryParts(recovery, arm);
  return { ...parts, figures: parts.figures.map(remembered) };
}

function partsOf(watched: WatchedStudy | null): Parts {
  if (watched?.plan.analysis === 'recover') {
    const { recovery, arm } = watched;
    return recovery ? once(recovery.arms[arm] ?? recovery, () => recoveryPartsOf(recovery, arm)) : NO_PARTS;
  }
  const report = watched?.arms[watched.arm];
  return report ? once(report, calibrationParts) : NO_PARTS;
}

export function viewOfStudy(
  record: RunRecord,
  plan: CalibrationPlan,
  live: LiveRun | null,
  watched: WatchedStudy | null,
  problem: string | null,
): StudyRunView {
  const { arms } = plan.settings;
  const { finding, ...parts } = partsOf(watched);
  return {
    id: record.id,
    step: plan.analysis === 'sbc' ? 'calibration' : 'recovery',
    title: plan.title,
    facts: factsOf(record, plan),
    finding: findingOf(record, plan, live, finding),
    ...parts,
    warnings: record.manifest.warnings,
    problem,
    failures: failuresOf(record, live, watched?.failure ?? null),
    progress: progressOf(record, live, UNIT[plan.analysis], rangeOf(plan.settings).count * arms.length),
    arms: arms.length > 1 ? arms.map(({ label }, arm) => ({ value: String(arm), label })) : [],
    arm: watched?.arm ?? 0,
    addable: addableOf(record, plan),
    suggested: null,
    settings: settingsOf(record, plan),
    plan: watched?.hash ?? '',
  };
}
