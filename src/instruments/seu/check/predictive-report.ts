// Predictive p-values beside those of simulated agents: how rare they are, and how often a misfit would be found.
import type { SeuContent } from '../../../formats/dataset.ts';
import type { Diagnostic } from '../../../statistics/diagnostic.ts';
import type { FitPlan } from '../plan.ts';
import type { FitReport } from '../report.ts';
import { fraction, percent, probability } from '../views/number-format.ts';
import { calibratedPredictive, predictivePower, type CalibratedPredictive } from './calibrated.ts';
import { isReliable, refitsDiagnostic } from './check-runs.ts';
import { predictiveChecks, type CheckStream } from './checks.ts';
import { seuChoiceDraws } from './choice-draws.ts';
import { derivedContent, type SimulatedKind } from './derivation.ts';
import { proportion, type Proportion } from './proportion.ts';
import { FIRST_ODDS, LAPSE_RATE } from './simulate.ts';

/** A predictive check by name: "ll uncertain", "modal risky", "single_alpha", "agreement". */
export interface PredictiveValue {
  readonly check: string;
  readonly p: number;
}

/** The p-values of one fit to `content`, each from one replicate a draw. */
export function predictiveValues(
  report: FitReport,
  content: SeuContent,
  stream: CheckStream,
): readonly PredictiveValue[] {
  const choices = seuChoiceDraws(report.model, content, report.draws);
  const { agreement, single_alpha } = predictiveChecks(choices, stream);
  return [
    ...report.ppc.map(({ block, statistic, p }) => ({ check: `${statistic} ${block}`, p })),
    { check: 'single_alpha', p: single_alpha.p },
    ...agreement.slice(0, 1).map(({ p }) => ({ check: 'agreement', p })),
  ];
}

/** One fitted agent of a run of simulated agents. */
export interface SimulatedValues {
  readonly by: SimulatedKind;
  readonly replicate: number;
  /** Whether the chains of its fit agree about α. */
  readonly reliable: boolean;
  readonly values: readonly PredictiveValue[];
}

/** Agent `index` of a run of simulated agents from its fit; `content` is that of the dataset. Null of another condition. */
export function simulatedValues(
  plan: FitPlan,
  index: number,
  content: SeuContent,
  report: FitReport,
): SimulatedValues | null {
  const { derived } = plan.settings.conditions[index];
  if (derived?.kind !== 'simulated') return null;
  const stream = { seed: plan.seed, condition: index };
  const values = predictiveValues(report, derivedContent(content, derived), stream);
  return { by: derived.by, replicate: derived.replicate, reliable: isReliable(report), values };
}

export type Misfit = Exclude<SimulatedKind, 'sound'>;
export const MISFITS: readonly Misfit[] = ['position', 'lapses'];

export const MISFIT_NAMES: Readonly<Record<Misfit, string>> = {
  position: 'position bias',
  lapses: 'lapses',
};

/** What was planted, in words. */
export const MISFIT_WORDS: Readonly<Record<Misfit, string>> = {
  position: `${MISFIT_NAMES.position} (odds of what is shown first × ${FIRST_ODDS})`,
  lapses: `${MISFIT_NAMES.lapses} (${percent(LAPSE_RATE)} of choices at random)`,
};

/** Share of misfit agents (`hits` of `cases`) whose p lies beyond the bounds that few of the sound do. */
export interface MisfitPower extends Proportion {
  readonly misfit: Misfit;
}

export interface CalibratedCheck extends CalibratedPredictive {
  readonly check: string;
  /** p below the first or above the second is called a misfit. */
  readonly bounds: readonly [number, number];
  /** Whether p of the fit is called so: `calibrated` is then at most the level. */
  readonly rare: boolean;
  readonly power: readonly MisfitPower[];
  /** p of every agent by kind, ascending. */
  readonly values: Readonly<Record<SimulatedKind, readonly number[]>>;
}

export interface PredictiveReport {
  readonly label: string;
  /** Agents of all kinds: those that the plan has, and those that have been fitted. */
  readonly planned: number;
  readonly fitted: number;
  /** Level of the calls whose power is told. */
  readonly level: number;
  readonly checks: readonly CalibratedCheck[];
  readonly findings: readonly Diagnostic[];
}

/** Two-sided level at which p-values are called a misfit. */
const LEVEL = 0.1;

function calibratedCheck(
  { check, p }: PredictiveValue,
  agents: readonly SimulatedValues[],
): readonly CalibratedCheck[] {
  const of = (kind: SimulatedKind): Float64Array =>
    Float64Array.from(
      agents.filter(({ by }) => by === kind),
      ({ values }) => values.find((one) => one.check === check)?.p ?? NaN,
    ).sort();
  const values = { sound: of('sound'), position: of('position'), lapses: of('lapses') };
  if (Object.values(values).some(({ length }) => length === 0)) return [];
  const power = MISFITS.map((misfit) => ({
    misfit,
    ...predictivePower(values.sound, values[misfit], LEVEL),
  }));
  const [low, high] = power[0].bounds;
  return [
    {
      check,
      ...calibratedPredictive(p, values.sound),
      bounds: [low, high],
      rare: p < low || p > high,
      power: power.map(({ misfit, hits, cases }) => ({ misfit, ...proportion(hits, cases) })),
      values: { sound: [...values.sound], position: [...values.position], lapses: [...values.lapses] },
    },
  ];
}

const NAMES: Readonly<Record<string, string>> = {
  ll: 'log likelihood',
  modal: 'modal choices',
  prob: 'sum of probabilities',
  single_alpha: 'one α for all blocks',
  agreement: 'agreement of presentations',
};

/** As short as rows of a figure need. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  ll: 'log lik.',
  modal: 'modal',
  prob: 'prob.',
  single_alpha: 'one α',
  agreement: 'agreement',
};

function named(check: string, names: Readonly<Record<string, string>>): string {
  const [name, block] = check.split(' ');
  return block && block !== 'uncertain' ? `${names[name]}, ${block}` : names[name];
}

/** "log likelihood" of "ll uncertain", "log likelihood, risky" of "ll risky". */
export const predictiveName = (check: string): string => named(check, NAMES);
export const predictiveShortName = (check: string): string => named(check, SHORT_NAMES);

function findingOf(found: CalibratedCheck): Diagnostic {
  const { check, p, q5, q95, calibrated, rare, replicates, power } = found;
  const seen = power.map(({ misfit, rate }) => `${MISFIT_NAMES[misfit]} ${fraction(rate)}`).join(', ');
  return {
    id: `calibrated:${check}`,
    label: `Calibrated p: ${predictiveName(check)}`,
    value: calibrated,
    threshold: LEVEL,
    severity: rare ? 'look' : 'fine',
    hint:
      `p is ${probability(p)}; over ${replicates} agents that follow the model, 90\u202f% have ${probability(q5)} to ` +
      `${probability(q95)}. ${rare ? 'So extreme a p is rare where the model holds.' : 'Nothing unusual where the model holds.'} ` +
      `Power against planted misfits: ${seen}.`,
  };
}

/** `observed` are the p-values of the fit, `plan` that of the agents; findings wait until every agent is fitted. */
export function predictiveReport(
  label: string,
  observed: readonly PredictiveValue[],
  agents: readonly SimulatedValues[],
  { settings: { conditions } }: FitPlan,
): PredictiveReport {
  const checks = observed.flatMap((value) => calibratedCheck(value, agents));
  const complete = agents.length === conditions.length;
  return {
    label,
    planned: conditions.length,
    fitted: agents.length,
    level: LEVEL,
    checks,
    findings: complete
      ? [...checks.map(findingOf), refitsDiagnostic(agents.map(({ reliable }) => reliable))]
      : [],
  };
}
