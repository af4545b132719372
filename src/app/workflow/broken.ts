// Faults planted on purpose, each as a plan whose ranks show its signature.
import type { CalibrationPlan } from '../../instruments/seu/calibration/plan.ts';
import type { SeuModel } from '../../models/seu/presets.ts';
import type { CalibrationSubject } from './calibration-draft.svelte.ts';
import { soundArm } from './calibration-draft.svelte.ts';

export type BreakName = 'prior' | 'warmup' | 'likelihood' | 'correlated';

export interface Break {
  readonly name: BreakName;
  readonly label: string;
  /** What is planted, and what its ranks look like. */
  readonly text: string;
}

export const BREAKS: readonly Break[] = [
  {
    name: 'prior',
    label: 'Wrong prior',
    text: 'The sampler believes log α to be 2.5 times as uncertain as it is: posteriors of α are too wide, and its ranks leave the ends, the lower one most.',
  },
  {
    name: 'likelihood',
    label: 'Likelihood off',
    text: 'The sampler sees no choices, so posterior = prior: every parameter ranks evenly, and only the log likelihood gives it away.',
  },
  {
    name: 'warmup',
    label: 'Short warmup',
    text: 'NUTS keeps draws after 20 iterations of warmup: chains have not arrived, and ranks pile up at the ends.',
  },
  {
    name: 'correlated',
    label: 'Thin 1',
    text: 'Every draw of a sampler with tiny steps is kept: neighbours are nearly equal, so ranks crowd both ends.',
  },
];

export const BROKEN_REPLICATES = 200;
const DRAWS = 99;
/** So wide that 200 replicates show it on the paper's design. */
const TOO_WIDE = 2.5;
/** Steps so small, and trajectories of so few of them, that a draw hardly leaves the one before. */
const TINY_STEPS = { targetAcceptance: 0.98, maxDepth: 2 } as const;

const widened = (model: SeuModel): SeuModel => {
  const { alpha } = model.priors;
  return { ...model, priors: { ...model.priors, alpha: { ...alpha, sigma: TOO_WIDE * alpha.sigma } } };
};

/** `plan` with the fault planted, at a size that takes seconds. */
export function brokenPlan(
  plan: CalibrationPlan,
  name: BreakName,
  subject: CalibrationSubject,
): CalibrationPlan {
  const sound = soundArm(subject);
  const small = { ...plan.settings.sampler, draws: DRAWS };
  const settings = {
    ...plan.settings,
    replicates: { first: 0, count: BROKEN_REPLICATES },
    looks: { ...plan.settings.looks, planned: [BROKEN_REPLICATES], added: [] },
    shard: null,
    sampler: small,
  };
  const { label } = BREAKS.find((each) => each.name === name)!;
  const titled = { ...plan, title: `${label}: ${subject.model.name}, ${subject.label}` };
  switch (name) {
    case 'prior':
      return {
        ...titled,
        settings: { ...settings, arms: [{ ...sound, label, fitted: widened(subject.model) }] },
      };
    case 'likelihood':
      return {
        ...titled,
        settings: { ...settings, arms: [{ ...sound, label, menus: { uncertain: [], risky: [] } }] },
      };
    case 'warmup':
      return {
        ...titled,
        settings: {
          ...settings,
          arms: [{ ...sound, label }],
          sampler: { ...small, name: 'nuts', warmup: 20, thin: 1 },
        },
      };
    case 'correlated':
      return {
        ...titled,
        settings: {
          ...settings,
          arms: [{ ...sound, label }],
          sampler: { ...small, ...TINY_STEPS, name: 'nuts', thin: 1 },
        },
      };
  }
}
