// The page of one measurement from its record, its live state and what was folded of it.
import { integer } from '../../charts/number-format.ts';
import type { PortabilityPlan } from '../../instruments/portability/plan.ts';
import type { PortabilityViews } from '../../instruments/portability/views.ts';
import { CRITERION_BOUND } from '../../instruments/portability/views-words.ts';
import type { RunRecord } from '../../jobs/run.ts';
import type { LiveRun } from '../../state/live-run.svelte.ts';
import type { RunProgress } from '../components/progress.ts';
import type { LabelledValue } from '../facts.ts';
import type { FoldedReport } from '../live/folded.svelte.ts';
import { failuresOf, progressOf } from '../live/run-progress.ts';
import { countsOf } from '../live/rows.ts';

export interface PortabilityRunView {
  readonly id: string;
  readonly title: string;
  readonly facts: readonly string[];
  /** How much is in while rows land; the finding at the end. */
  readonly finding: string;
  /** Without what is said beside the distances, of every run. */
  readonly caveats: readonly string[];
  readonly warnings: readonly string[];
  readonly problem: string | null;
  readonly failures: readonly string[];
  readonly progress: RunProgress | null;
  /** Whether all of it is in. */
  readonly done: boolean;
  readonly views: PortabilityViews | null;
  readonly permutations: number;
  readonly settings: readonly LabelledValue[];
  /** Hash of the plan; exports carry it. */
  readonly plan: string;
}

const CORRECTIONS = { bh: 'Benjamini–Hochberg', holm: 'Holm', maxt: 'max-T', none: 'none' } as const;

const settingsOf = (
  { manifest }: RunRecord,
  { settings, datasets, seed }: PortabilityPlan,
): readonly LabelledValue[] => [
  { label: 'Predictor', value: settings.predictor },
  {
    label: 'Sources',
    value: settings.sources === null ? 'all others, at most 20' : String(settings.sources),
  },
  { label: 'Splits', value: integer(settings.splits) },
  { label: 'Bins', value: integer(settings.bins) },
  { label: 'Permutations', value: integer(settings.permutations) },
  { label: 'Bootstrap draws', value: `${integer(settings.bootstrap)}, ${integer(settings.outer)} resamples` },
  { label: 'Correction over cells', value: CORRECTIONS[settings.correction] },
  { label: 'Equal n', value: settings.equalRows ? 'every cell of a game cut to one size' : 'no' },
  ...(settings.reference ? [{ label: 'Reference regime', value: settings.reference }] : []),
  { label: 'Seed', value: String(seed) },
  { label: 'Tables', value: datasets.map((hash) => hash.slice(0, 8)).join(', ') },
  { label: 'Version', value: manifest.version },
];

function findingOf(record: RunRecord, live: LiveRun | null, views: PortabilityViews | null): string {
  if (record.state === 'done' && !live) return views?.finding ?? record.headline ?? '';
  const { done, total } = countsOf(record, live);
  return total === 0
    ? 'Comparisons are being made.'
    : `${integer(done)} of ${integer(total)} rows are in; the finding comes with the last.`;
}

export function viewOfPortability(
  record: RunRecord,
  plan: PortabilityPlan,
  live: LiveRun | null,
  { report: views, hash, failure }: FoldedReport<PortabilityViews>,
  problem: string | null,
): PortabilityRunView {
  const { settings, seed } = plan;
  const sources = settings.sources === null ? '' : ` · |S| = ${settings.sources}`;
  return {
    id: record.id,
    title: plan.title,
    facts: [
      ...(views ? [`${integer(views.cells.length)} cells`] : []),
      `${settings.predictor.toUpperCase()}${sources} · B = ${settings.bins} · ${integer(settings.splits)} splits`,
      `Seed ${seed}`,
      ...(record.manifest.engine ? [record.manifest.engine.label] : []),
    ],
    finding: findingOf(record, live, views),
    caveats: views?.caveats.filter((caveat) => caveat !== CRITERION_BOUND) ?? [],
    warnings: record.manifest.warnings,
    problem,
    failures: failuresOf(record, live, failure),
    progress: progressOf(record, live, 'rows'),
    done: record.state === 'done' && !live,
    views,
    permutations: settings.permutations,
    settings: settingsOf(record, plan),
    plan: hash,
  };
}
