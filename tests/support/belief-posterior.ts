// A small cell whose decisions come under two framings, and full Bayes of it by a few short chains.
import type { SamplerSettings } from '../../src/engine/types.ts';
import { posteriorTasks, type PosteriorPlan } from '../../src/instruments/beliefs/posterior/plan.ts';
import { posteriorReport, type PosteriorCellReport } from '../../src/instruments/beliefs/posterior/report.ts';
import { randomStream } from '../../src/math/random.ts';
import type { BeliefCell, BeliefOutput } from '../../src/models/beliefs/cell.ts';
import { beliefModel } from '../../src/models/beliefs/model.ts';
import { PROPER_PRIORS } from '../../src/models/beliefs/priors.ts';
import { thetaVector } from '../../src/models/beliefs/theta.ts';
import { simulateCell } from '../../src/models/beliefs/truth.ts';
import { beliefPlan, runTasks, tableOf, type Ran } from './belief-study.ts';

const decision = (prompt: string, framing: string, threshold: number): BeliefOutput => ({
  prompt,
  family: 'decision',
  framing,
  threshold,
});

const OUTPUTS: readonly BeliefOutput[] = [
  { prompt: 'report', family: 'probability' },
  decision('told_low', 'threshold', 0.2),
  decision('told_high', 'threshold', 0.5),
  decision('bet_low', 'bet', 0.2),
  decision('bet_high', 'bet', 0.5),
];

/** Slopes of 3; bets wait for a logit more than they are told. */
const THETA = {
  eta: [0, 0, 0.5, 1, 0.5, 0, 0],
  phi: [30],
  'told_low.alpha': [3 * Math.log(4)],
  'told_low.beta': [3],
  'told_high.alpha': [0],
  'told_high.beta': [3],
  'bet_low.alpha': [3 * (Math.log(4) - 1)],
  'bet_low.beta': [3],
  'bet_high.alpha': [-3],
  'bet_high.beta': [3],
};

function simulated(): BeliefCell {
  const model = beliefModel('linear', OUTPUTS);
  return simulateCell(model, thetaVector(model.layout, THETA), 60, randomStream(7, 0, 0));
}

export const posteriorCell = simulated();
const { domain, cases } = posteriorCell;
const splits = { [domain]: { train: cases.slice(0, 44), validation: [], test: cases.slice(44) } };
export const posteriorTables = new Map([['table', tableOf([{ cell: posteriorCell }])]]);

const SAMPLER: SamplerSettings = {
  ...{ name: 'nuts', chains: 2, warmup: 60, draws: 60, thin: 1, targetAcceptance: 0.8, maxDepth: 10 },
};

export const posteriorPlan = (sampler: Partial<SamplerSettings> = {}): PosteriorPlan => ({
  ...beliefPlan({ splits }),
  analysis: 'posterior',
  settings: {
    ...beliefPlan({ splits }).settings,
    kind: 'linear',
    priors: PROPER_PRIORS,
    sampler: { ...SAMPLER, ...sampler },
    scored: 20,
  },
});

/** The MAP plan of the same cases. */
export const mapPlan = () => beliefPlan({ splits });

export interface Drawn extends Ran {
  readonly report: PosteriorCellReport;
}

export async function drawn(plan: PosteriorPlan = posteriorPlan()): Promise<Drawn> {
  const ran = await runTasks(posteriorTasks(plan, posteriorTables));
  const [report] = posteriorReport(plan, posteriorTables, ran.chunks, ran.states);
  return { ...ran, report };
}
