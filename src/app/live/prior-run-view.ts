// The page of one prior predictive from its record, its live state and its report.
import { fixed, integer, percent, significant } from '../../charts/number-format.ts';
import type { PriorPlan } from '../../instruments/seu/prior/plan.ts';
import type { Suggestion } from '../../instruments/seu/prior/suggest.ts';
import { priorTexts } from '../../instruments/seu/prior-text.ts';
import type { RunRecord } from '../../jobs/run.ts';
import type { LiveRun } from '../../state/live-run.svelte.ts';
import type { PriorRunReport } from '../../workers/prior-reports.ts';
import type { LabelledValue } from '../facts.ts';
import { priorFigures, priorTables } from '../workflow/prior-view.ts';
import type { StudyRunView } from '../workflow/study-view.ts';
import type { FoldedReport } from './folded.svelte.ts';
import { failuresOf, progressOf } from './run-progress.ts';
import { countsOf } from './rows.ts';

const gridWords = ({ grid }: PriorPlan['settings']): string =>
  grid.length === 0 ? 'none' : grid.map(({ mu, sigma }) => `(${mu}, ${sigma})`).join(' ');

const settingsOf = (
  { manifest }: RunRecord,
  { settings, datasets, seed }: PriorPlan,
): readonly LabelledValue[] => [
  { label: settings.model.name, value: priorTexts(settings.model).join('; ') },
  { label: 'Agents', value: integer(settings.draws) },
  { label: 'Grid of (μ, σ) of log α', value: gridWords(settings) },
  { label: 'Target rate', value: settings.target === null ? 'none' : percent(settings.target) },
  { label: 'Seed', value: String(seed) },
  { label: 'Design', value: datasets.map((hash) => hash.slice(0, 8)).join(', ') },
  { label: 'Version', value: manifest.version },
];

function suggestionWords(suggestion: Suggestion): string {
  if (!suggestion.ok) return `No prior of α reaches the target: ${suggestion.fault}.`;
  const { mu, sigma, mcse_mu, target, alpha_q5, alpha_median, alpha_q95 } = suggestion.suggestion;
  return (
    `A mean rate of ${percent(target)} takes α ~ lognormal(${fixed(mu, 2)}, ${sigma}), μ to within ` +
    `${significant(mcse_mu, 1)}: median ${significant(alpha_median)}, 90\u202f% from ${significant(alpha_q5)} to ` +
    `${significant(alpha_q95)}.`
  );
}

/** The prior that reaches the target, then what the prior in use leaves room for. */
const sentencesOf = ({ suggestion, findings }: PriorRunReport): readonly string[] => [
  ...(suggestion ? [suggestionWords(suggestion)] : []),
  ...findings.map(({ hint }) => hint),
];

function findingOf(record: RunRecord, live: LiveRun | null, finding: string | null): string {
  if (record.state === 'done' && !live) return finding ?? record.headline ?? '';
  const { done, total } = countsOf(record, live);
  return total === 0
    ? 'Agents are being drawn.'
    : `${integer(done)} of ${integer(total)} agents have chosen.`;
}

const suggested = ({ settings }: PriorPlan, suggestion: Suggestion | null): StudyRunView['suggested'] =>
  suggestion?.ok
    ? { model: settings.model.name, mu: suggestion.suggestion.mu, sigma: suggestion.suggestion.sigma }
    : null;

/** Views by report: a page that counts agents is read far more often than its report is made. */
const figured = new WeakMap<object, Pick<StudyRunView, 'figures' | 'tables'>>();

function picturesOf(
  plan: PriorPlan,
  { report }: FoldedReport<PriorRunReport | null>,
): Pick<StudyRunView, 'figures' | 'tables'> {
  if (!report) return { figures: [], tables: [] };
  const known = figured.get(report) ?? {
    figures: priorFigures(report, plan.settings),
    tables: priorTables(report),
  };
  figured.set(report, known);
  return known;
}

export function viewOfPrior(
  record: RunRecord,
  plan: PriorPlan,
  live: LiveRun | null,
  folded: FoldedReport<PriorRunReport | null>,
  problem: string | null,
): StudyRunView {
  const { report } = folded;
  const { model, draws, grid } = plan.settings;
  return {
    id: record.id,
    step: 'prior',
    title: plan.title,
    facts: [
      `Model ${model.name}`,
      `${integer(draws)} agents`,
      ...(grid.length > 0 ? [`${grid.length} priors of α scanned`] : []),
      `Seed ${plan.seed}`,
      ...(record.manifest.engine ? [record.manifest.engine.label] : []),
    ],
    finding: findingOf(record, live, report?.finding ?? null),
    sentences: report && record.state === 'done' ? sentencesOf(report) : [],
    ...picturesOf(plan, folded),
    warnings: record.manifest.warnings,
    problem,
    failures: failuresOf(record, live, folded.failure),
    progress: progressOf(record, live, 'agents', draws),
    arms: [],
    arm: 0,
    diagnostics: record.state === 'done' ? (report?.findings ?? []) : [],
    addable: null,
    suggested: suggested(plan, report?.suggestion ?? null),
    settings: settingsOf(record, plan),
    plan: folded.hash,
  };
}
