// The matched comparison on five designs: what more choices, and choices of another kind, do to α and δ.
import { readArguments } from '../../src/cli/arguments.ts';
import { runReplicates } from '../../src/cli/sbc-run.ts';
import type { SamplerSettings } from '../../src/engine/types.ts';
import { datasetOf } from '../../src/formats/hash.ts';
import { matchedArms } from '../../src/instruments/seu/calibration/matched-plan.ts';
import type { CalibrationPlan } from '../../src/instruments/seu/calibration/plan.ts';
import { recoveryReport } from '../../src/instruments/seu/calibration/recover.ts';
import type { MatchedContrast } from '../../src/instruments/seu/calibration/recovery-report.ts';
import { HMC_TARGET_ACCEPTANCE } from '../../src/instruments/seu/plan.ts';
import { SEU_PRESETS } from '../../src/models/seu/presets.ts';
import { paperDesign } from './replicates.ts';
import type { Scale } from './scale.ts';
import type { Tally } from './tally.ts';

const SEEDS = [1, 2, 3, 4, 5];
const ITERATIONS = 100;
/** Draws a fit, so that the Monte Carlo error of a 90 % width is below one percent. */
const DRAWS = 24_000;
const CHAINS = 4;

const samplerOf = (scale: Scale): SamplerSettings => ({
  name: 'hmc',
  chains: CHAINS,
  warmup: 1000,
  draws: Math.ceil(scale(DRAWS, CHAINS).draws),
  thin: 2,
  targetAcceptance: HMC_TARGET_ACCEPTANCE,
  maxDepth: 10,
});

async function contrastsOf(seed: number, scale: Scale): Promise<readonly MatchedContrast[]> {
  const content = paperDesign({ menus: 50, riskyMenus: 50, lotteries: 15, lotteryRule: 'listed', seed });
  const source = { file: `design ${seed}`, address: null, licence: null, citation: null };
  const dataset = await datasetOf(content, { name: `design ${seed}`, condition: '', source, history: [] });
  const count = scale(ITERATIONS, 1).draws;
  const plan: CalibrationPlan = {
    instrument: 'seu',
    analysis: 'recover',
    title: `design ${seed}`,
    datasets: [dataset.hash],
    settings: {
      arms: matchedArms(content, dataset.hash, SEU_PRESETS.m_1),
      replicates: { first: 0, count },
      looks: { level: 0.05, planned: [count], added: [] },
      shard: null,
      posterior: null,
      sampler: samplerOf(scale),
      quantities: { psi: 0, projections: 0 },
    },
    seed,
    engine: 'cpu',
  };
  const datasets = new Map([[dataset.hash, dataset]]);
  const { tables } = await runReplicates(plan, datasets, readArguments([]), null, []);
  return recoveryReport(plan, datasets, tables).matched;
}

const find = (contrasts: readonly MatchedContrast[], arms: string, quantity: string): MatchedContrast => {
  const found = contrasts.find(({ from, to, quantity: own }) => from + to === arms && own === quantity);
  if (!found) throw new Error(`no contrast of ${quantity} in ${arms}`);
  return found;
};

const percent = ({ estimate }: MatchedContrast['rmse']): string =>
  `${estimate.estimate.toFixed(2)} % (${estimate.lower.toFixed(2)} to ${estimate.upper.toFixed(2)})`;

export async function matched(tally: Tally, scale: Scale): Promise<void> {
  tally.note(
    'published (another design): alpha width A to B 14.0 %, B to C -1.4 %; delta width B to C 0.78 %; ' +
      'delta RMSE B to C 0.34 % (-3.98 to 4.54)',
  );
  let covered = 0;
  for (const seed of SEEDS) {
    const contrasts = await contrastsOf(seed, scale);
    const alpha = find(contrasts, 'AB', 'alpha');
    const delta = find(contrasts, 'BC', 'delta');
    const gain = delta.width.estimate.estimate;
    const error = Math.max(...contrasts.map(({ width_mcse }) => width_mcse));
    const { lower, upper } = delta.rmse.estimate;
    if (lower <= 0 && upper >= 0) covered += 1;
    const label = `design ${seed}`;
    tally.check(
      `${label}: Monte Carlo error of a width`,
      `${(100 * error).toFixed(2)} %`,
      'at most 1 %',
      error <= 0.01,
    );
    tally.check(
      `${label}: alpha width, A to B`,
      percent(alpha.width),
      'above 0',
      alpha.width.estimate.estimate > 0,
    );
    tally.check(
      `${label}: delta width, B to C`,
      percent(delta.width),
      'above 0, under 3 %',
      gain > 0 && gain < 3,
    );
    tally.note(
      `${label}: delta RMSE, B to C ${percent(delta.rmse)}; alpha RMSE, A to B ${percent(alpha.rmse)}`,
    );
  }
  tally.check(
    'delta RMSE intervals that cover 0',
    `${covered} of ${SEEDS.length}`,
    'at least 4',
    covered >= 4,
  );
}
