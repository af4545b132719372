// The run that says what predictive p-values are worth: simulated agents like the fitted one, each fitted again.
import type { SamplerSettings } from '../../../engine/types.ts';
import type { SeuContent } from '../../../formats/dataset.ts';
import { randomStream } from '../../../math/random.ts';
import type { Draws } from '../../../statistics/draws.ts';
import type { Condition, FitPlan } from '../plan.ts';
import { ANALYSIS_CHAIN } from '../streams.ts';
import type { SimulatedKind } from './derivation.ts';
import { simulatedChoices } from './simulate.ts';

/** The analysis of such a run. */
export const PREDICTIVE = 'predictive';

export const SIMULATED_KINDS: readonly SimulatedKind[] = ['sound', 'position', 'lapses'];

/** Agents of each kind: at least what two bounds of a tenth need, and as many as a plan should hold. */
export const REPLICATE_RANGE = { least: 20, most: 1000, usual: 40 } as const;

/** A p-value needs far fewer draws than an interval: its Monte Carlo error is below .03. */
const REPLICATE_SAMPLER: SamplerSettings = {
  name: 'nuts',
  chains: 2,
  warmup: 250,
  draws: 200,
  thin: 1,
  targetAcceptance: 0.8,
  maxDepth: 10,
};

/** Never longer than the fit that is checked. */
const replicateSampler = ({ warmup, draws, chains }: SamplerSettings): SamplerSettings => ({
  ...REPLICATE_SAMPLER,
  chains: Math.min(REPLICATE_SAMPLER.chains, chains),
  warmup: Math.min(REPLICATE_SAMPLER.warmup, warmup),
  draws: Math.min(REPLICATE_SAMPLER.draws, draws),
});

/** `replicates` agents of each kind on the menus of condition `index`; `draws` are those of its fit. */
export function predictivePlan(
  plan: FitPlan,
  index: number,
  content: SeuContent,
  draws: Draws,
  replicates: number,
): FitPlan {
  const condition = plan.settings.conditions[index];
  const random = randomStream(plan.seed, index, ANALYSIS_CHAIN.simulated);
  const conditions = SIMULATED_KINDS.flatMap((by) =>
    simulatedChoices(condition.model, content, draws, by, replicates, random).map((choices): Condition => ({
      ...condition,
      label: `${by} ${choices.replicate + 1}`,
      derived: { kind: 'simulated', ...choices },
    })),
  );
  return {
    ...plan,
    analysis: PREDICTIVE,
    title: `${condition.label}, ${replicates} simulated agents of each kind`,
    datasets: [condition.dataset],
    settings: { conditions, sampler: replicateSampler(plan.settings.sampler), study: null },
  };
}
