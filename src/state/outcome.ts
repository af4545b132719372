// What the list of runs keeps of a finished run: one line, and how severe the worst of its diagnostics is.
import { posteriorFinding } from '../instruments/beliefs/posterior/words.ts';
import { beliefFinding } from '../instruments/beliefs/words.ts';
import { mechanismFinding, mechanismWord } from '../instruments/portability/mechanism/words.ts';
import { robustnessFinding, robustnessWord } from '../instruments/portability/robustness/words.ts';
import type { CalibrationPlan } from '../instruments/seu/calibration/plan.ts';
import { isCheckPlan } from '../instruments/seu/check/check-runs.ts';
import type { HierarchicalPlan } from '../instruments/seu/hierarchical/plan.ts';
import { regressionHeadline } from '../instruments/seu/hierarchical/sentences.ts';
import { regressionPlan } from '../instruments/seu/hierarchical/study.ts';
import type { FitPlan } from '../instruments/seu/plan.ts';
import type { FitReport } from '../instruments/seu/report.ts';
import type { RunRecord, TaskState } from '../jobs/run.ts';
import { worstSeverity, type Diagnostic, type Severity } from '../statistics/diagnostic.ts';
import {
  isBeliefs,
  isCalibration,
  isHierarchical,
  isMechanism,
  isPortability,
  isPosterior,
  isPrior,
  isRobustness,
  type AnyPlan,
} from '../workers/plans.ts';
import type { Reports } from '../workers/reports.ts';

export interface Outcome {
  readonly headline: string | null;
  /** The headline in a few words, where it has them. */
  readonly word?: string;
  readonly severity: RunRecord['severity'];
}

const kept = (severity: Severity): 'fine' | 'look' | 'fail' => (severity === 'na' ? 'fine' : severity);

const outcome = (headline: string | null, diagnostics: readonly Diagnostic[], failed: boolean): Outcome => ({
  headline,
  severity: failed ? 'fail' : kept(worstSeverity(diagnostics)),
});

/** Why a run needs a look, as short as it goes: "Separated outputs and 2 more"; what several cells share counts once. */
function lookWord(diagnostics: readonly Diagnostic[]): string | undefined {
  const looks = diagnostics.filter(({ severity }) => severity === 'look');
  const [first, ...rest] = [...new Set(looks.map(({ label }) => label))].sort((a, b) => a.length - b.length);
  if (first === undefined) return undefined;
  return rest.length === 0 ? first : `${first} and ${rest.length} more`;
}

async function calibrationOutcome(
  id: string,
  plan: CalibrationPlan,
  failed: boolean,
  reports: Reports,
): Promise<Outcome> {
  if (plan.analysis === 'recover') {
    const recovery = await reports.recovery(id);
    return outcome(recovery?.finding ?? null, recovery?.diagnostics ?? [], failed);
  }
  const arms = await reports.calibration(id);
  const told = outcome(
    arms[0]?.finding ?? null,
    arms.flatMap(({ diagnostics }) => diagnostics),
    failed,
  );
  const passes = arms.every(({ state }) => state.kind !== 'look' || state.verdict.passes);
  return passes || told.severity === 'fail' ? told : { ...told, severity: 'look' };
}

/** Of the regressions over a study's conditions. */
async function regressionDiagnostics(
  id: string,
  plan: FitPlan,
  reports: Reports,
): Promise<readonly Diagnostic[]> {
  const found: Diagnostic[] = [];
  for (const index of regressionPlan(plan).settings.fits.keys())
    found.push(...((await reports.cells(id, index))?.report.diagnostics ?? []));
  return found;
}

async function fitOutcome(id: string, plan: FitPlan, failed: boolean, reports: Reports): Promise<Outcome> {
  if (plan.settings.study) {
    const study = await reports.study(id);
    const conditions = study?.cells.flatMap((cell) => cell.conditions) ?? [];
    const all = conditions.flatMap(({ report }) => report.diagnostics);
    const joint = await regressionDiagnostics(id, plan, reports);
    return outcome(study?.finding ?? null, [...all, ...joint], failed);
  }
  const fits: (FitReport | null)[] = [];
  for (const index of plan.settings.conditions.keys()) fits.push(await reports.fit(id, index, 'study'));
  const diagnostics = fits.flatMap((fit) => fit?.diagnostics ?? []);
  return outcome(fits[0] ? alphaHeadline(fits[0]) : null, diagnostics, failed);
}

async function cellsOutcome(
  id: string,
  plan: HierarchicalPlan,
  failed: boolean,
  reports: Reports,
): Promise<Outcome> {
  const report = (await reports.cells(id, 0))?.report ?? null;
  const headline = report && regressionHeadline(report, plan.settings.fits[0].names);
  return outcome(headline, report?.diagnostics ?? [], failed);
}

async function priorOutcome(id: string, failed: boolean, reports: Reports): Promise<Outcome> {
  const report = await reports.prior(id);
  return outcome(report?.finding ?? null, report?.findings ?? [], failed);
}

/** Distances above their floor are a finding, not a fault: nothing of the run itself needs a look. */
async function portabilityOutcome(id: string, failed: boolean, reports: Reports): Promise<Outcome> {
  const { finding, word } = await reports.portability(id);
  return { ...outcome(finding, [], failed), word: word ?? undefined };
}

async function robustnessOutcome(id: string, failed: boolean, reports: Reports): Promise<Outcome> {
  const report = await reports.robustness(id);
  return { ...outcome(robustnessFinding(report), [], failed), word: robustnessWord(report) ?? undefined };
}

async function mechanismOutcome(id: string, failed: boolean, reports: Reports): Promise<Outcome> {
  const report = await reports.mechanism(id);
  return { ...outcome(mechanismFinding(report), [], failed), word: mechanismWord(report) ?? undefined };
}

/** Flags of every cell's fit beside the finding. */
async function beliefsOutcome(id: string, failed: boolean, reports: Reports): Promise<Outcome> {
  const report = await reports.beliefs(id);
  const diagnostics = report.cells.flatMap(({ fit }) => fit?.diagnostics ?? []);
  return { ...outcome(beliefFinding(report), diagnostics, failed), word: lookWord(diagnostics) };
}

/** Convergence of every cell's chains beside the finding. */
async function posteriorOutcome(id: string, failed: boolean, reports: Reports): Promise<Outcome> {
  const { cells } = await reports.posterior(id);
  const diagnostics = cells.flatMap(({ estimates }) => estimates?.diagnostics ?? []);
  return { ...outcome(posteriorFinding(cells), diagnostics, failed), word: lookWord(diagnostics) };
}

/** Of small fits that check another: they say little one by one. */
async function refitsOutcome(id: string, plan: FitPlan, failed: boolean, reports: Reports): Promise<Outcome> {
  const { length } = plan.settings.conditions;
  return outcome(`${length} small fits`, [await reports.refits(id)], failed);
}

/** Folds a finished run once, so that lists need not. */
export async function outcomeOf(
  id: string,
  plan: AnyPlan,
  states: readonly TaskState[],
  reports: Reports,
): Promise<Outcome> {
  const failed = states.some(({ failure }) => failure !== null);
  if (isHierarchical(plan)) return cellsOutcome(id, plan, failed, reports);
  if (isPortability(plan)) return portabilityOutcome(id, failed, reports);
  if (isRobustness(plan)) return robustnessOutcome(id, failed, reports);
  if (isMechanism(plan)) return mechanismOutcome(id, failed, reports);
  if (isBeliefs(plan)) return beliefsOutcome(id, failed, reports);
  if (isPosterior(plan)) return posteriorOutcome(id, failed, reports);
  if (isPrior(plan)) return priorOutcome(id, failed, reports);
  if (isCalibration(plan)) return calibrationOutcome(id, plan, failed, reports);
  return isCheckPlan(plan) ? refitsOutcome(id, plan, failed, reports) : fitOutcome(id, plan, failed, reports);
}

function alphaHeadline({ summary }: FitReport): string | null {
  const alpha = summary.find(({ variable }) => variable === 'alpha');
  if (!alpha) return null;
  const [median, low, high] = [alpha.median, alpha.q5, alpha.q95].map((value) => value.toPrecision(3));
  return `α = ${median} [${low}, ${high}]`;
}
