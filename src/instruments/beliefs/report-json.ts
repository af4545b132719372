// The report of a belief study as JSON, under the field's names.
import type { TaskState } from '../../jobs/run.ts';
import type { BeliefPlan } from './plan.ts';
import type { BeliefCellReport, BeliefReport, FitReport } from './report-types.ts';
import type { Bounded, ScoreRows } from './report-types/scores.ts';
import { cellOfKey } from './keys.ts';

export type Json = Readonly<Record<string, unknown>>;

/** Messages of tasks that failed, by the cell's number. */
export type Failures = ReadonlyMap<number, string>;

/** The first failure of every cell's tasks: its fit's where that failed, since the others wait for it. */
export function beliefFailures(states: readonly TaskState[]): Failures {
  const failures = new Map<number, string>();
  for (const { key, failure } of states)
    if (failure !== null && !failures.has(cellOfKey(key))) failures.set(cellOfKey(key), failure);
  return failures;
}

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The same value with the names of its fields in lower case. */
function renamed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(renamed);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [snake(name), renamed(inner)]));
}

const ends = ({ lower, upper }: Bounded): readonly (number | null)[] | null =>
  lower === null ? null : [lower, upper];

const scoreJson = (score: ScoreRows | null | undefined): Json | null =>
  score
    ? {
        macro_concordance: score.macroConcordance.value,
        macro_concordance_interval: ends(score.macroConcordance),
        evaluable: score.evaluable,
        pooled_r2: score.pooledR2.value,
        pooled_r2_interval: ends(score.pooledR2),
        macro_r2: score.macroR2,
        targets: score.targets,
      }
    : null;

const fitJson = (fit: FitReport): Json => ({
  log_likelihood: fit.logLikelihood,
  fit: {
    iterations: fit.iterations,
    best_epoch: fit.bestEpoch,
    stop: fit.stop,
    gradient_norm: fit.gradientNorm,
    remaining: fit.remaining,
    likelihood_gap: fit.gap,
  },
  theta: fit.theta,
  outputs: fit.outputs,
  diagnostics: fit.diagnostics,
});

const UNFITTED = { log_likelihood: null, fit: null, theta: null, outputs: [], diagnostics: [] };

function cellJson(cell: BeliefCellReport, failures: Failures): Json {
  const { cases, complete, share, missing } = cell.retention;
  const { concordance, sufficiency, curves, transfer, prefixes, variants, clips, outcome, folds } = cell;
  const { coherence, modelFree, framingShifts, refits, calibration, checks } = cell;
  return {
    model: cell.agent,
    domain: cell.domain,
    retention: { cases, complete, share, missing },
    cases: cell.cases,
    prompts: cell.prompts.map(({ prompt }) => prompt),
    ...(cell.fit === null ? UNFITTED : fitJson(cell.fit)),
    thresholds: cell.thresholds,
    scores:
      cell.fit === null
        ? null
        : {
            reports_to_decisions: scoreJson(concordance?.reportsToDecisions),
            decisions_to_reports: scoreJson(concordance?.decisionsToReports),
            single_output: scoreJson(cell.single),
          },
    ...(renamed({ coherence, modelFree, framingShifts, refits, calibration, checks }) as Json),
    ...(renamed({ sufficiency, curves, transfer, prefixes, variants, clips, outcome, folds }) as Json),
    limits: cell.limits,
    failure: failures.get(cell.index) ?? null,
  };
}

/** What --json prints; numbers that do not exist become null when it is written. */
export const beliefsJson = (
  { settings, seed }: BeliefPlan,
  { cells, comparisons, ranked }: BeliefReport,
  failures: Failures,
  seconds: number,
): Json => ({
  model: settings.kind,
  estimator: settings.estimator,
  clip: settings.clip,
  missing: settings.missing,
  splits: settings.given ? 'given' : 'seeded',
  analyses: settings.analyses,
  verdict_thresholds: renamed(settings.coherence),
  seed,
  cells: cells.map((cell) => cellJson(cell, failures)),
  comparisons: renamed(comparisons),
  ranked: renamed(ranked),
  seconds,
});
