// The page of one study, from its record, its live state and what was folded of it.
import { integer } from '../../charts/number-format.ts';
import type { RunRecord } from '../../jobs/run.ts';
import type { LiveRun } from '../../state/live-run.svelte.ts';
import type { AnyPlan } from '../../workers/plans.ts';
import type { RunProgress } from '../components/progress.ts';
import type { LabelledValue } from '../facts.ts';
import type { FoldedReport } from './folded.svelte.ts';
import { countsOf } from './rows.ts';
import { failuresOf, progressOf } from './run-progress.ts';

/** How a kind of study speaks of itself. */
export interface StudyWords<Plan, Report> {
  /** What its tasks count; rows where it says nothing. */
  readonly unit?: string;
  readonly facts: (plan: Plan) => readonly string[];
  readonly finding: (report: Report) => string;
  readonly notes: (report: Report) => readonly string[];
  readonly settings: (plan: Plan) => readonly LabelledValue[];
}

export interface StudyRunView<Plan, Report> {
  readonly id: string;
  readonly title: string;
  readonly facts: readonly string[];
  /** How much is in while rows land; the finding at the end. */
  readonly finding: string;
  readonly notes: readonly string[];
  readonly warnings: readonly string[];
  readonly problem: string | null;
  readonly failures: readonly string[];
  readonly progress: RunProgress | null;
  readonly report: Report | null;
  readonly settings: readonly LabelledValue[];
  readonly plan: Plan;
  /** Hash of the plan; exports carry it. */
  readonly hash: string;
}

export interface StudyRun<Plan> {
  readonly record: RunRecord;
  readonly plan: Plan;
  readonly live: LiveRun | null;
  readonly problem: string | null;
}

function findingOf<Report>(
  { record, live }: StudyRun<unknown>,
  report: Report | null,
  { finding, unit = 'rows' }: Pick<StudyWords<unknown, Report>, 'finding' | 'unit'>,
): string {
  if (record.state === 'done' && !live) return report ? finding(report) : (record.headline ?? '');
  const { done, total } = countsOf(record, live);
  return total === 0
    ? `${unit[0].toUpperCase()}${unit.slice(1)} are being made.`
    : `${integer(done)} of ${integer(total)} ${unit} are in; the finding comes with the last.`;
}

export function viewOfStudy<Plan extends AnyPlan, Report>(
  run: StudyRun<Plan>,
  { report, hash, failure }: FoldedReport<Report>,
  words: StudyWords<Plan, Report>,
): StudyRunView<Plan, Report> {
  const { record, plan, live, problem } = run;
  const { manifest } = record;
  return {
    id: record.id,
    title: plan.title,
    facts: [...words.facts(plan), `Seed ${plan.seed}`, ...(manifest.engine ? [manifest.engine.label] : [])],
    finding: findingOf(run, report, words),
    notes: report ? words.notes(report) : [],
    warnings: manifest.warnings,
    problem,
    failures: failuresOf(record, live, failure),
    progress: progressOf(record, live, words.unit ?? 'rows'),
    report,
    settings: [
      ...words.settings(plan),
      { label: 'Seed', value: String(plan.seed) },
      { label: 'Tables', value: plan.datasets.map((known) => known.slice(0, 8)).join(', ') },
      { label: 'Version', value: manifest.version },
    ],
    plan,
    hash,
  };
}
