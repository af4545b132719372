// Calibration of full Bayes for beliefs: two studies of replicates, and posterior thresholds beside the MAP's.
import { readArguments } from '../../src/cli/arguments.ts';
import { executeWork } from '../../src/cli/execute.ts';
import type { SamplerSettings, Study } from '../../src/engine/types.ts';
import { fitBeliefs } from '../../src/inference/beliefs/fit.ts';
import { beliefAgentTable } from '../../src/instruments/beliefs/agents.ts';
import { DEFAULT_BELIEFS } from '../../src/instruments/beliefs/plan.ts';
import { plannedBeliefs } from '../../src/instruments/beliefs/planned.ts';
import { beliefCells } from '../../src/instruments/beliefs/import/cells.ts';
import {
  posteriorTasks,
  SCORED_DRAWS,
  type PosteriorPlan,
} from '../../src/instruments/beliefs/posterior/plan.ts';
import { posteriorReport } from '../../src/instruments/beliefs/posterior/report.ts';
import { seededSplits } from '../../src/instruments/beliefs/splits.ts';
import type { BeliefOutput } from '../../src/models/beliefs/cell.ts';
import { PROPER_PRIORS, type ProperPriors } from '../../src/models/beliefs/priors.ts';
import { REPORT_CLIP } from '../../src/models/beliefs/reports.ts';
import { decisionThresholds } from '../../src/models/beliefs/thresholds.ts';
import { checkSound, studyOfCells } from './replicates.ts';
import { sized, type Scale } from './scale.ts';
import type { Tally } from './tally.ts';

const decision = (prompt: string, threshold: number): BeliefOutput => ({
  prompt,
  family: 'decision',
  framing: 'threshold',
  threshold,
});

/** A stated probability, a judgment on five levels, four decisions. */
const SIX_OUTPUTS: readonly BeliefOutput[] = [
  { prompt: 'probability', family: 'probability' },
  { prompt: 'likert', family: 'ordinal', categories: 5 },
  decision('threshold_r19', 0.05),
  decision('threshold_r9', 0.1),
  decision('threshold_r4', 0.2),
  decision('threshold_r2', 1 / 3),
];

const INFORMATIVE: ProperPriors = { ...PROPER_PRIORS, intercept: 1.5, slope: 3, eta: 1 };
const CASES = 60;
const REPLICATES = 300;

/** In the frame of its own posterior every replicate is about as wide as the others, so one tuning serves them all. */
const SAMPLER: SamplerSettings = {
  name: 'hmc',
  chains: 1,
  warmup: 1000,
  draws: 99,
  thin: 5,
  targetAcceptance: 0.9,
  maxDepth: 10,
};

/** Weak priors leave answers that are all but separated, whose posteriors take longer to cross. */
const LONG: SamplerSettings = { ...SAMPLER, thin: 20 };

const studyUnder = (priors: ProperPriors): Study => ({
  family: 'beliefs',
  model: { name: 'linear', priors, clip: REPORT_CLIP },
  outputs: SIX_OUTPUTS,
  cases: CASES,
  quantities: { psi: 0, projections: 3 },
});

async function calibration(
  tally: Tally,
  scale: Scale,
  label: string,
  priors: ProperPriors,
  sampler: SamplerSettings,
): Promise<void> {
  const replicates = sized(scale, REPLICATES);
  checkSound(tally, label, await studyOfCells(label, studyUnder(priors), sampler, replicates));
}

type Tables = Parameters<typeof posteriorTasks>[1];

const SEED = 20260811;
const TABLE = 'coherent';

function coherentPlan(scale: Scale): { readonly plan: PosteriorPlan; readonly tables: Tables } {
  const table = beliefAgentTable({ agents: ['coherent'], domains: ['ckd'], cases: 500, seed: SEED });
  const { chains, draws } = scale(4000, 4);
  const splits = seededSplits(beliefCells(table), SEED);
  const plan: PosteriorPlan = {
    instrument: 'beliefs',
    analysis: 'posterior',
    title: TABLE,
    datasets: [TABLE],
    settings: {
      ...DEFAULT_BELIEFS,
      splits,
      given: false,
      kind: 'linear',
      priors: PROPER_PRIORS,
      scored: SCORED_DRAWS,
      sampler: { ...SAMPLER, chains, draws, thin: 1 },
    },
    seed: SEED,
    engine: 'cpu',
  };
  return { plan, tables: new Map([[TABLE, table]]) };
}

/** Every decision's MAP threshold against the central 90 % of its posterior, on the coherent agent. */
async function thresholdsAgree(tally: Tally, scale: Scale): Promise<void> {
  const { plan, tables } = coherentPlan(scale);
  const tasks = posteriorTasks(plan, tables);
  const { chunks, states, seconds } = await executeWork(
    { plan, tasks, chains: tasks.length },
    readArguments([]),
    null,
  );
  const [{ estimates }] = posteriorReport(plan, tables, chunks, states);
  const [{ fitted, rows }] = plannedBeliefs(plan, tables);
  const { model, theta } = fitBeliefs(fitted, rows, { kind: 'linear', estimator: 'map' });
  const map = new Map(decisionThresholds(model, theta).map(({ prompt, implied }) => [prompt, implied]));
  const thresholds = estimates?.thresholds ?? [];
  const inside = thresholds.filter(
    ({ prompt, q5, q95 }) => map.get(prompt)! >= q5 && map.get(prompt)! <= q95,
  );
  const gap = Math.max(...thresholds.map(({ prompt, mean, sd }) => Math.abs(mean - map.get(prompt)!) / sd));
  const rhat = Math.max(...thresholds.map((row) => row.rhat ?? Infinity));
  tally.check(
    'coherent agent: MAP thresholds within the posterior’s 90 %',
    `${inside.length} of ${thresholds.length}; means off by ${gap.toFixed(2)} sd at most; R-hat ${rhat.toFixed(3)}; ${seconds.toFixed(0)} s`,
    'all',
    thresholds.length > 0 && inside.length === thresholds.length,
  );
}

export async function beliefCalibration(tally: Tally, scale: Scale): Promise<void> {
  tally.note(
    `Cells with a report within ${REPORT_CLIP} of 0 or 1 are drawn again with their truths, about two of three: the likelihood ` +
      'has a density there and no probability. That goes by the answers alone, so ranks stay uniform.',
  );
  await thresholdsAgree(tally, scale);
  await calibration(tally, scale, 'informative priors, 60 cases, six outputs', INFORMATIVE, SAMPLER);
  await calibration(tally, scale, 'default priors, 60 cases, six outputs', PROPER_PRIORS, LONG);
}
