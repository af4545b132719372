// Seeded agents whose beliefs are known: coherent, biased by framings, and without a belief behind their answers.
import type { NamedColumn } from '../../formats/choice-table.ts';
import type { ResponseTable } from '../../formats/response-table.ts';
import { betaDeviate } from '../../math/gamma-deviate.ts';
import { logit, sigmoid } from '../../math/logistic.ts';
import { randomStream, type RandomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import type { BeliefOutput } from '../../models/beliefs/cell.ts';

interface Agent {
  /** Precision φ of stated probabilities, and the steps to which they are rounded. */
  readonly phi: number;
  readonly rounding: number;
  /** Slopes on logit z. */
  readonly decisionSlope: number;
  readonly ordinalSlope: number;
  /** How many logits a framing raises the threshold above its instruction. */
  readonly shift: Readonly<Record<string, number>>;
  /** Share of the variance of an output's belief that all outputs have in common: 1 is one belief. */
  readonly common: number;
  /** Sd of the belief about the case, in sd of the cases. */
  readonly noise: number;
  /** Probability that an answer cannot be read. */
  readonly missing: number;
}

const COHERENT: Agent = {
  phi: 60,
  rounding: 0.01,
  decisionSlope: 6,
  ordinalSlope: 7,
  shift: {},
  common: 1,
  noise: 0.35,
  missing: 0,
};

/** What each agent is, by name. */
export const BELIEF_AGENTS = {
  coherent: COHERENT,
  'framing-biased': {
    phi: 14,
    rounding: 0.05,
    decisionSlope: 1.6,
    ordinalSlope: 2,
    shift: { threshold: 0.35, bet: 1.3, cost: 0.6 },
    common: 1,
    noise: 0.8,
    missing: 0.0025,
  },
  incoherent: {
    phi: 8,
    rounding: 0.05,
    decisionSlope: 1.5,
    ordinalSlope: 1.5,
    shift: { threshold: 0.5, bet: 1, cost: 0.2 },
    common: 0.05,
    noise: 1,
    missing: 0,
  },
} as const satisfies Readonly<Record<string, Agent>>;
export type BeliefAgentName = keyof typeof BELIEF_AGENTS;

interface Domain {
  /** Of logit z over cases. */
  readonly mean: number;
  readonly sd: number;
  /** logit Pr(y = 1) = intercept + slope · the case's standard score. */
  readonly intercept: number;
  readonly slope: number;
  /** Threshold of the decision without an instruction. */
  readonly undirected: number;
  /** Upper edges of the quintile prompt's bins. */
  readonly quintiles: readonly number[];
}

/** Named after the paper's domains, whose prevalences and bins they resemble. */
export const BELIEF_DOMAINS = {
  ckd: {
    mean: -2,
    sd: 1.1,
    intercept: -1.95,
    slope: 1.3,
    undirected: 0.15,
    quintiles: [0.0507, 0.0749, 0.1302, 0.2972],
  },
  werewolf: {
    mean: -0.7,
    sd: 1.2,
    intercept: -0.1,
    slope: 1.2,
    undirected: 0.5,
    quintiles: [0.1, 0.2, 1 / 3, 0.5],
  },
  forecasting: {
    mean: 0.2,
    sd: 1.2,
    intercept: -0.5,
    slope: 0.8,
    undirected: 0.5,
    quintiles: [0.2, 0.4, 0.6, 0.8],
  },
} as const satisfies Readonly<Record<string, Domain>>;
export type BeliefDomainName = keyof typeof BELIEF_DOMAINS;

export interface BeliefAgentSettings {
  readonly agents: readonly BeliefAgentName[];
  readonly domains: readonly BeliefDomainName[];
  readonly cases: number;
  readonly seed: number;
}

const LIKERT_EDGES = [0.1, 0.3, 0.5, 0.75];
const RATIOS = [19, 9, 4, 2];
const FRAMINGS = ['threshold', 'bet', 'cost'];

/** The sixteen prompts of the paper (A.1). */
const SIXTEEN: readonly BeliefOutput[] = [
  { prompt: 'probability', family: 'probability' },
  { prompt: 'likert', family: 'ordinal', categories: 5 },
  { prompt: 'probability_bin_quintile', family: 'ordinal', categories: 5 },
  { prompt: 'decision_no_threshold', family: 'decision', framing: 'none', threshold: null },
  ...FRAMINGS.flatMap((framing) =>
    RATIOS.map((ratio) => ({
      prompt: `${framing}_r${ratio}`,
      family: 'decision' as const,
      framing,
      threshold: 1 / (1 + ratio),
    })),
  ),
];

function report({ phi, rounding }: Agent, z: number, random: RandomStream): number {
  const stated = betaDeviate(z * phi, (1 - z) * phi, random);
  const steps = Math.round(1 / rounding);
  return Math.round(stated * steps) / steps;
}

function decide(
  agent: Agent,
  domain: Domain,
  output: Extract<BeliefOutput, { family: 'decision' }>,
  x: number,
  random: RandomStream,
): number {
  const { framing, threshold } = output;
  const at = logit(threshold ?? domain.undirected) + (agent.shift[framing] ?? 0);
  return random.uniform() < sigmoid(agent.decisionSlope * (x - at)) ? 1 : 0;
}

function judge({ ordinalSlope }: Agent, edges: readonly number[], x: number, random: RandomStream): number {
  const u = random.uniform();
  return 1 + edges.filter((edge) => u >= sigmoid(ordinalSlope * (logit(edge) - x))).length;
}

function answer(agent: Agent, domain: Domain, output: BeliefOutput, x: number, random: RandomStream): number {
  if (output.family === 'probability') return report(agent, sigmoid(x), random);
  if (output.family === 'decision') return decide(agent, domain, output, x, random);
  return judge(agent, output.prompt === 'likert' ? LIKERT_EDGES : domain.quintiles, x, random);
}

/** Answers of one agent about one case; NaN where one cannot be read. `score` is the case's, which y goes by. */
function answersAbout(agent: Agent, domain: Domain, score: number, random: RandomStream): number[] {
  const own = (score + agent.noise * random.normal()) / Math.sqrt(1 + agent.noise * agent.noise);
  return SIXTEEN.map((output) => {
    const apart = random.normal();
    const belief = Math.sqrt(agent.common) * own + Math.sqrt(1 - agent.common) * apart;
    const value = answer(agent, domain, output, domain.mean + domain.sd * belief, random);
    return random.uniform() < agent.missing ? NaN : value;
  });
}

interface Case {
  readonly name: string;
  readonly score: number;
  readonly outcome: number;
}

function casesOf(name: BeliefDomainName, count: number, random: RandomStream): Case[] {
  const { intercept, slope } = BELIEF_DOMAINS[name];
  const digits = String(count - 1).length;
  random.seek(0, SITE.truth);
  return Array.from({ length: count }, (_, i) => {
    const score = random.normal();
    const outcome = random.uniform() < sigmoid(intercept + slope * score) ? 1 : 0;
    return { name: `${name[0]}${String(i).padStart(digits, '0')}`, score, outcome };
  });
}

const DOMAIN_NAMES = Object.keys(BELIEF_DOMAINS) as readonly BeliefDomainName[];
const AGENT_NAMES = Object.keys(BELIEF_AGENTS) as readonly BeliefAgentName[];

const repeated = (names: readonly string[], each: number, times: number): NamedColumn => ({
  names,
  codes: Uint32Array.from(
    { length: names.length * each * times },
    (_, row) => Math.floor(row / each) % names.length,
  ),
});

/**
 * Answers of every agent to the sixteen prompts about every domain's cases, which agents share. The same cell has the
 * same answers whichever others are asked for.
 */
export function beliefAgentTable({ agents, domains, cases, seed }: BeliefAgentSettings): ResponseTable {
  const own = domains.map((name) => casesOf(name, cases, randomStream(seed, DOMAIN_NAMES.indexOf(name), 0)));
  const answers = agents.flatMap((agent) =>
    domains.flatMap((domain, d) => {
      const random = randomStream(seed, DOMAIN_NAMES.indexOf(domain), 1 + AGENT_NAMES.indexOf(agent));
      return own[d].flatMap(({ score }, i) => {
        random.seek(i, SITE.choice);
        return answersAbout(BELIEF_AGENTS[agent], BELIEF_DOMAINS[domain], score, random);
      });
    }),
  );
  const flat = own.flat();
  const prompts = SIXTEEN.length;
  const name = (names: readonly string[], each: number): NamedColumn =>
    repeated(names, each, answers.length / (names.length * each));
  return {
    schema: 'beliefs',
    rows: answers.length,
    agent: name(agents, domains.length * cases * prompts),
    domain: name(domains, cases * prompts),
    case: name(
      flat.map((one) => one.name),
      prompts,
    ),
    prompt: name(
      SIXTEEN.map(({ prompt }) => prompt),
      1,
    ),
    prefix: { names: [''], codes: new Uint32Array(answers.length) },
    outputs: SIXTEEN,
    response: Float64Array.from(answers),
    outcome: Float64Array.from(answers, (_, row) => flat[Math.floor(row / prompts) % flat.length].outcome),
  };
}
