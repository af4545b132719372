// How often the tests behind verdicts on beliefs reject what they should not: each over agents simulated from fits.
import { fitBeliefs } from '../../src/inference/beliefs/fit.ts';
import { testOneLatent, type FittedModel } from '../../src/inference/beliefs/one-latent.ts';
import { readRows } from '../../src/inference/beliefs/read-rows.ts';
import { beliefAgentTable, type BeliefAgentName } from '../../src/instruments/beliefs/agents.ts';
import { beliefCells } from '../../src/instruments/beliefs/import/cells.ts';
import { randomStream, type RandomStream } from '../../src/math/random.ts';
import { SITE } from '../../src/math/sites.ts';
import { completeCases, selectCases, type BeliefCell } from '../../src/models/beliefs/cell.ts';
import { beliefReader, summarisePosterior } from '../../src/models/beliefs/posterior.ts';
import { answersTo, decisionOutputs } from '../../src/models/beliefs/predict.ts';
import { priorNodes, simulateAnswers } from '../../src/models/beliefs/simulated-answers.ts';
import { testNoLatent } from '../../src/statistics/beliefs/no-latent.ts';
import { outcomeSufficiency } from '../../src/statistics/beliefs/outcome-sufficiency.ts';
import { upperTail } from '../../src/statistics/beliefs/simultaneous.ts';
import { binomialInterval } from '../../src/statistics/sbc/binomial-interval.ts';
import type { Scale } from './scale.ts';
import type { Tally } from './tally.ts';

/** Half of them of each kind. */
const AGENTS = 1000;
const KINDS: readonly BeliefAgentName[] = ['coherent', 'framing-biased'];
/** Cases that each agent is fitted to, and those on which outcome sufficiency is measured. */
const TRAIN = 120;
const TEST = 80;
/** Simulated studies, or permutations, of a test: p can be 1/20 exactly. */
const STUDIES = 39;
const LEVEL = 0.05;
const MOST = 0.071;
const SEED = 424200;
const CLIP = 1e-4;

const FITTING = { kind: 'linear', estimator: 'map', clip: CLIP } as const;
const rowsTo = (end: number, from = 0): number[] => Array.from({ length: end - from }, (_, k) => from + k);

/** A built-in agent and the fit from which its like are simulated. */
function originOf(kind: BeliefAgentName): { cell: BeliefCell; fit: FittedModel } {
  const table = beliefAgentTable({ agents: [kind], domains: ['forecasting'], cases: 400, seed: SEED });
  const [all] = beliefCells(table);
  const cell = selectCases(all, completeCases(all));
  return { cell, fit: fitBeliefs(cell, { train: rowsTo(cell.cases.length), validation: [] }, FITTING) };
}

/** An agent of the fitted model whose outcomes follow its belief and nothing else. */
function agentOf({ cell, fit }: ReturnType<typeof originOf>, random: RandomStream): BeliefCell {
  const { model, theta } = fit;
  const own = selectCases(cell, rowsTo(TRAIN + TEST));
  const nodes = priorNodes(model, theta, own.cases.length, random);
  const outcomes = Float64Array.from(nodes, (q) => (random.uniform() < model.grid.z[q] ? 1 : 0));
  return { ...own, outcomes, responses: simulateAnswers(model, theta, nodes, random) };
}

/** The cell with answers of every output drawn from the agent's, each output apart. */
function independentOf(cell: BeliefCell, random: RandomStream): BeliefCell {
  const J = cell.outputs.length;
  const responses = cell.responses.map(
    (_, at) => cell.responses[Math.floor(random.uniform() * cell.cases.length) * J + (at % J)],
  );
  return { ...cell, responses };
}

/** p of outcome sufficiency on the test rows, as a study has it. */
function outcomeP(cell: BeliefCell, fit: FittedModel, task: number): number {
  const rows = { train: [], validation: [], test: rowsTo(TRAIN + TEST, TRAIN) };
  const test = selectCases(cell, rows.test);
  const prevalence = test.outcomes.reduce((sum, y) => sum + y, 0) / TEST;
  const reader = beliefReader(fit.model, fit.theta, { clip: CLIP });
  const posterior = reader.posterior(test, [...test.outputs.keys()]);
  const observed = outcomeSufficiency({
    beliefs: summarisePosterior(fit.model, posterior).mean,
    outcomes: test.outcomes,
    decisions: decisionOutputs(test).map((j) => answersTo(test, j)),
    prevalence,
  }).mean;
  const unused = { clips: [], curveResamples: 0, oneLatent: 0, noLatent: 0, replicates: 0 };
  const settings = { ...FITTING, ...unused, prevalence };
  const row = readRows(
    { cell, rows, settings, theta: fit.theta, stream: { seed: SEED, task } },
    'outcome_null',
  );
  const simulated = Array.from({ length: STUDIES }, (_, s) => Number(row(s).mean[0]));
  return upperTail(observed, simulated);
}

const TESTS = ['one latent suffices', 'no latent', 'outcome sufficiency'] as const;

/** p of the three tests for agent `index`. */
function testsOf(origin: ReturnType<typeof originOf>, index: number): number[] {
  const random = randomStream(SEED + 1, index, 0);
  random.seek(0, SITE.truth);
  const agent = agentOf(origin, random);
  const fit = fitBeliefs(agent, { train: rowsTo(TRAIN), validation: [] }, FITTING);
  const fitted = selectCases(agent, rowsTo(TRAIN));
  const independent = independentOf(fitted, random);
  const columns = independent.outputs.map((_, j) => answersTo(independent, j));
  return [
    testOneLatent(fitted, fit, { simulations: STUDIES, seed: SEED + 2 + index, clip: CLIP }).p,
    testNoLatent(columns, randomStream(SEED, index, 1), STUDIES).p,
    outcomeP(agent, fit, index),
  ];
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;

function words(rejected: readonly boolean[]): { rate: number; figure: string } {
  const { estimate, lower, upper } = binomialInterval(rejected.filter(Boolean).length, rejected.length);
  return { rate: estimate, figure: `${percent(estimate)} [${percent(lower)}, ${percent(upper)}]` };
}

export async function beliefHonesty(tally: Tally, scale: Scale): Promise<void> {
  const each = Math.ceil(scale(AGENTS, 1).draws / KINDS.length);
  tally.note(
    `${each} agents of each of ${KINDS.join(', ')}; ${TRAIN} cases, ${STUDIES} studies a test, level 5 %`,
  );
  const p = KINDS.map((kind, k) => {
    const origin = originOf(kind);
    return rowsTo((k + 1) * each, k * each).map((index) => testsOf(origin, index));
  });
  TESTS.forEach((test, t) => {
    const rejected = p.map((agents) => agents.map((own) => own[t] <= LEVEL));
    const { rate, figure } = words(rejected.flat());
    tally.check(`${test}: rejected`, figure, `at most ${percent(MOST)}`, rate <= MOST);
    KINDS.forEach((kind, k) => tally.note(`of ${kind} agents ${words(rejected[k]).figure}`));
  });
}
