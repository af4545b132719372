// Posterior SBC: the fit to observed choices whose draws are the truths of the study (Säilynoja et al. 2025).
import type { Dataset } from '../../../formats/dataset.ts';
import type { SamplerSettings } from '../../../engine/types.ts';
import { variableIndex, variableOf, type Draws } from '../../../statistics/draws.ts';
import type { FitPlan } from '../plan.ts';
import type { CalibrationPlan } from './plan.ts';

/** Chains of the fit behind the truths: enough that its draws stand for the posterior. */
export const POSTERIOR_SAMPLER: SamplerSettings = {
  name: 'hmc',
  chains: 4,
  warmup: 1000,
  draws: 1000,
  thin: 4,
  targetAcceptance: 0.95,
  maxDepth: 10,
};

/** The fit of the first arm's own data that the plan's truths come from. Throws where the plan asks for none. */
export function posteriorPlan(plan: CalibrationPlan): FitPlan {
  const { posterior, arms } = plan.settings;
  if (posterior === null)
    throw new Error('a plan without a posterior; needed one whose truths come from a fit');
  const [{ design, label, model }] = arms;
  return {
    instrument: 'seu',
    analysis: 'fit',
    title: `${plan.title}: the posterior behind the truths`,
    datasets: [design],
    settings: {
      conditions: [{ dataset: design, label, model, cell: null, temperature: null }],
      sampler: posterior.sampler,
      study: null,
    },
    seed: plan.seed,
    engine: plan.engine,
  };
}

/**
 * `count` draws evenly spread over the fit's as rows [α, ω, β row by row, δ]; ω is α where the model has none of its
 * own. Throws where the fit has fewer draws.
 */
export function truthsOfDraws(draws: Draws, { content }: Dataset, count: number): Float64Array {
  const K = content.consequences;
  const D = content.features[0].length;
  const column = (name: string): Float64Array => variableOf(draws, variableIndex(draws, name));
  const alpha = column('alpha');
  const omega = draws.variables.includes('omega') ? column('omega') : alpha;
  const beta = Array.from({ length: K * D }, (_, i) =>
    column(`beta[${Math.floor(i / D) + 1},${(i % D) + 1}]`),
  );
  const delta = Array.from({ length: K - 1 }, (_, k) => column(`delta[${k + 1}]`));
  if (alpha.length < count) throw new RangeError(`${count} truths of ${alpha.length} draws; needed fewer`);
  const columns = [alpha, omega, ...beta, ...delta];
  const rows = new Float64Array(count * columns.length);
  for (let i = 0; i < count; i++) {
    const draw = Math.floor((i * alpha.length) / count);
    columns.forEach((values, j) => (rows[i * columns.length + j] = values[draw]));
  }
  return rows;
}
