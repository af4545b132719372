// Whether a fit can be read: convergence, divergences, energy, stuck chains, and predictive adequacy.
import type { Diagnostic, Severity } from '../../statistics/diagnostic.ts';
import { chainOf, variableIndex, type Draws } from '../../statistics/draws.ts';
import { EBFMI_THRESHOLD } from '../../statistics/ebfmi.ts';
import { blockConvergence, convergenceOf, nestedConvergence } from './convergence.ts';
import {
  PREDICTIVE_BOUNDS,
  predictiveReading,
  readingSeverity,
  type PredictiveReading,
} from './predictive-reading.ts';
import type { PpcCheck, SamplerReport, SummaryRow } from './report.ts';

const DIVERGENT_SHARE_FAILED = 0.01;
const SATURATED_SHARE = 0.01;
/** A chain that keeps one value of α this long is stuck: such stays were seen without any divergence. */
const STAY_FAILED = 100;
const STAY_LOOK = 30;

const AGREEMENT = 1e-4;

const INTEREST = ['alpha', 'omega', 'kappa', 'log_lik', 'lp__'];
const isOfInterest = (variable: string): boolean => INTEREST.includes(variable);
const BLOCKS = ['delta', 'upsilon', 'eta', 'eta_risky', 'psi', 'beta'];

function divergences({ divergences: count }: SamplerReport, transitions: number): Diagnostic {
  const severity: Severity =
    count === 0 ? 'fine' : count / transitions > DIVERGENT_SHARE_FAILED ? 'fail' : 'look';
  const hint = {
    fine: '',
    na: '',
    look: 'Few divergences: a smaller step (target acceptance 0.95) should remove them without moving the posterior.',
    fail: 'More than 1 % of transitions diverged: the posterior is not explored. Raise the target acceptance.',
  }[severity];
  return {
    id: 'divergences',
    label: 'Divergent transitions',
    value: count,
    threshold: DIVERGENT_SHARE_FAILED * transitions,
    severity,
    hint,
  };
}

function saturation({ name, saturated }: SamplerReport): readonly Diagnostic[] {
  if (name !== 'nuts') return [];
  const severity: Severity = saturated > SATURATED_SHARE ? 'look' : 'fine';
  const hint =
    severity === 'fine'
      ? ''
      : 'Trajectories end at the depth limit: sampling is slow, not wrong. Raise the maximum depth.';
  return [
    {
      id: 'depth',
      label: 'Share of trees at the depth limit',
      value: saturated,
      threshold: SATURATED_SHARE,
      severity,
      hint,
    },
  ];
}

function energy({ ebfmi }: SamplerReport): Diagnostic {
  const value = Math.min(...ebfmi);
  const severity: Severity = value < EBFMI_THRESHOLD ? 'look' : 'fine';
  const hint =
    severity === 'fine'
      ? ''
      : 'Momentum resampling explores the energies slowly: tails may be short. Run longer.';
  return {
    id: 'ebfmi',
    label: 'Smallest E-BFMI of a chain',
    value,
    threshold: EBFMI_THRESHOLD,
    severity,
    hint,
  };
}

/** What the sampler says of itself, whatever it sampled. */
export const samplerDiagnostics = (sampler: SamplerReport, transitions: number): readonly Diagnostic[] => [
  divergences(sampler, transitions),
  ...saturation(sampler),
  energy(sampler),
];

/** The longest run of equal consecutive values. */
export function longestStay(values: Float64Array): number {
  let longest = 1;
  let current = 1;
  for (let i = 1; i < values.length; i++) {
    current = values[i] === values[i - 1] ? current + 1 : 1;
    if (current > longest) longest = current;
  }
  return longest;
}

function stays(draws: Draws): Diagnostic {
  const alpha = variableIndex(draws, 'alpha');
  const value = Math.max(
    ...Array.from({ length: draws.chains }, (_, c) => longestStay(chainOf(draws, alpha, c))),
  );
  const severity: Severity = value > STAY_FAILED ? 'fail' : value > STAY_LOOK ? 'look' : 'fine';
  const hint =
    severity === 'fine'
      ? ''
      : 'A chain kept one value of α: it is stuck. Raise the target acceptance and run again.';
  return { id: 'stay', label: 'Longest stay at one value of α', value, threshold: STAY_LOOK, severity, hint };
}

const PREDICTIVE_HINTS: Readonly<Record<PredictiveReading, string>> = {
  reproduced: '',
  poor: 'The model reproduces this feature of the choices poorly: read α with care.',
  missed: 'The model does not reproduce this feature of the choices: set α aside.',
};

const predictive = (ppc: readonly PpcCheck[]): readonly Diagnostic[] =>
  ppc.map(({ block, statistic, p }) => {
    const reading = predictiveReading(p);
    return {
      id: `ppc:${block}:${statistic}`,
      label: `Predictive p (${statistic}, ${block})`,
      value: p,
      threshold: PREDICTIVE_BOUNDS.poor,
      severity: readingSeverity(reading),
      hint: PREDICTIVE_HINTS[reading],
    };
  });

/** The engine's log densities against f64, over all draws: about 1e-6 on a GPU in order. */
function arithmetic(value: number): Diagnostic {
  const severity: Severity = value <= AGREEMENT ? 'fine' : 'fail';
  const hint = severity === 'fine' ? '' : 'The device computes other densities than f64: use the CPU engine.';
  return {
    id: 'agreement',
    label: 'Log density against f64, largest error',
    value,
    threshold: AGREEMENT,
    severity,
    hint,
  };
}

export interface Judged {
  /** Groups of consecutive chains with one start each, where there are more than 16 chains; else null. */
  readonly superchains: number | null;
  /** Largest relative disagreement of the engine's log densities with f64. */
  readonly agreement: number;
  readonly summary: readonly SummaryRow[];
  readonly sampler: SamplerReport;
  readonly ppc: readonly PpcCheck[];
  readonly draws: Draws;
}

/** All diagnostics of one fit, in the order in which a reader should meet them. */
export function fitDiagnostics({
  summary,
  sampler,
  ppc,
  draws,
  superchains,
  agreement,
}: Judged): readonly Diagnostic[] {
  return [
    ...convergenceOf(summary, isOfInterest),
    ...nestedConvergence(draws, superchains, isOfInterest),
    ...samplerDiagnostics(sampler, draws.iterations * draws.chains),
    stays(draws),
    arithmetic(agreement),
    ...blockConvergence(summary, BLOCKS),
    ...predictive(ppc),
  ];
}
