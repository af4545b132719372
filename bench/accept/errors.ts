// Calibration catches errors made on purpose, each beside the sound study; and sees what only the likelihood can tell.
import type { SeuModel } from '../../src/models/seu/presets.ts';
import { SEU_PRESETS } from '../../src/models/seu/presets.ts';
import {
  checkFlagged,
  checkSound,
  paperDesign,
  smallestP,
  studyOfCase,
  verdictOf,
  type Case,
} from './replicates.ts';
import type { SbcPart } from './sbc.ts';
import type { Scale } from './scale.ts';
import type { Tally } from './tally.ts';

const { m_0, m_02 } = SEU_PRESETS;
const REPLICATES = 999;
const LEVEL = 0.05;

const wider = (model: SeuModel, factor: number): SeuModel => ({
  ...model,
  priors: {
    ...model.priors,
    alpha: { ...model.priors.alpha, sigma: factor * model.priors.alpha.sigma },
  },
});

/** m_03 with its Dirichlet concentration given. */
const concentrated = (deltaConcentration: number): SeuModel => {
  const { m_03 } = SEU_PRESETS;
  return { ...m_03, priors: { ...m_03.priors, deltaConcentration } };
};

type Study = Omit<Case, 'label' | 'replicates' | 'content'>;

const study = (label: string, scale: Scale, parts: Study): Case => ({
  label,
  content: paperDesign(),
  replicates: scale(REPLICATES, 1).draws,
  ...parts,
});

const sound = (name: string, parts: Study): SbcPart => ({
  name,
  run: async (tally, scale) => checkSound(tally, name, await studyOfCase(study(name, scale, parts))),
});

const flagged = (name: string, parts: Study): SbcPart => ({
  name,
  run: async (tally, scale) => checkFlagged(tally, name, await studyOfCase(study(name, scale, parts))),
});

const range = (from: number, to: number): readonly number[] =>
  Array.from({ length: to - from }, (_, i) => from + i);

/** Flagged by the log likelihood, and by nothing else. */
const seenByLikelihood = (name: string, menus: readonly number[]): SbcPart => ({
  name,
  async run(tally, scale) {
    const studied = await studyOfCase(
      study(name, scale, { model: m_0, menus: { uncertain: menus, risky: null } }),
    );
    checkFlagged(tally, name, studied);
    const { worst } = verdictOf(studied.report);
    tally.check(`${name}: by`, worst, 'log_lik', worst === 'log_lik');
    const rest = smallestP(studied, (variable) => variable !== 'log_lik');
    tally.check(`${name}: all other quantities`, `p ${rest.toPrecision(2)}`, `above ${LEVEL}`, rest > LEVEL);
  },
});

/** Draws of a random walk kept one by one: their ranks crowd at both ends though the posterior is right. */
const CORRELATED = {
  name: 'nuts',
  maxDepth: 1,
  targetAcceptance: 0.99,
  thin: 1,
  warmup: 500,
} as const;

/** Sharp choices take short steps: ranks 0 … 199 show what overflows as well as 0 … 999, at a fifth of the cost. */
const SHORT = { draws: 199 } as const;

/** The parts in order; each can run alone. The sound m_0 is among the paper's studies. */
export const ERROR_PARTS: readonly SbcPart[] = [
  flagged('prior of alpha 1.5 times too wide in the sampler', { model: m_0, fitted: wider(m_0, 1.5) }),
  seenByLikelihood('a third of the menus dropped from the likelihood', range(8, 25)),
  flagged('Jacobian of delta missing, m_03 with concentration 2', {
    model: concentrated(2),
    fault: 'delta_jacobian',
  }),
  sound('m_03 with concentration 2', { model: concentrated(2) }),
  flagged('unthinned draws of tiny steps', { model: m_0, sampler: CORRELATED }),
  flagged('naive exponentials in single precision, m_02', {
    model: m_02,
    fault: 'naive_exponentials',
    sampler: SHORT,
  }),
  sound('m_02 on the same design', { model: m_02, sampler: SHORT }),
  seenByLikelihood('posterior equal to the prior', []),
];

/** Every error and its sound counterpart. */
export async function caughtErrors(tally: Tally, scale: Scale): Promise<void> {
  for (const { run } of ERROR_PARTS) await run(tally, scale);
}
