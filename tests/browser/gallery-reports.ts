// Seeded synthetic reports for the gallery: the shapes of real ones, none of their numbers.
import { exp } from '../../src/math/elementary.ts';
import { randomStream, type RandomStream } from '../../src/math/random.ts';
import { SEU_PRESETS } from '../../src/models/seu/presets.ts';
import type {
  CellReport,
  FitReport,
  PpcCheck,
  StudyCondition,
  StudyReport,
  SummaryRow,
} from '../../src/instruments/seu/report.ts';
import type { Draws } from '../../src/statistics/draws.ts';
import { minimumDetectableSlope } from '../../src/statistics/detectable-slope.ts';
import { ebfmiByChain } from '../../src/statistics/ebfmi.ts';
import { intervalOf } from '../../src/statistics/interval.ts';
import { mean, sd } from '../../src/statistics/moments.ts';
import {
  pairwiseProbabilities,
  probabilityDecreasing,
  probabilityLess,
  probabilityNegative,
  slopeDraws,
} from '../../src/statistics/regression.ts';

const SEED = 20260801;
const ALTERNATIVES = 14;

/** An autoregressive standard normal series, so that traces look like a sampler's. */
function chain(stream: RandomStream, length: number, correlation: number): Float64Array {
  const values = new Float64Array(length);
  let last = stream.normal();
  for (let i = 0; i < length; i++) {
    last = correlation * last + Math.sqrt(1 - correlation ** 2) * stream.normal();
    values[i] = last;
  }
  return values;
}

function table(columns: Readonly<Record<string, Float64Array>>, chains: number): Draws {
  const arrays = Object.values(columns);
  const values = new Float64Array(arrays.length * arrays[0].length);
  arrays.forEach((column, i) => values.set(column, i * column.length));
  return { variables: Object.keys(columns), iterations: arrays[0].length / chains, chains, values };
}

function series(site: number, chains: number, iterations: number, correlation: number): Float64Array {
  const all = new Float64Array(chains * iterations);
  for (let c = 0; c < chains; c++) {
    const stream = randomStream(SEED, site, c);
    stream.seek(0, 0);
    all.set(chain(stream, iterations, correlation), c * iterations);
  }
  return all;
}

function fitColumns(chains: number, iterations: number): Record<string, Float64Array> {
  const make = (site: number): Float64Array => series(site, chains, iterations, 0.35);
  const z = make(1);
  const first = make(2).map((value) => 1 / (1 + exp(-0.6 * value)));
  const columns: Record<string, Float64Array> = {
    alpha: z.map((value) => exp(4.3 + 0.28 * value)),
    'delta[1]': first,
    'delta[2]': first.map((value) => 1 - value),
    'upsilon[1]': first.map(() => 0),
    'upsilon[2]': first,
    'upsilon[3]': first.map(() => 1),
  };
  for (let r = 0; r < ALTERNATIVES; r++) {
    const noise = make(10 + r);
    const place = 0.12 * (((r * 5) % ALTERNATIVES) / ALTERNATIVES - 0.5);
    columns[`eta[${r + 1}]`] = noise.map((value, i) => 0.55 + (place + 0.012 * value) * exp(-0.24 * z[i]));
  }
  return columns;
}

function samplerColumns(chains: number, iterations: number): Record<string, Float64Array> {
  const energy = series(3, chains, iterations, 0.5).map((value) => 320 + 7 * value);
  const divergent = new Float64Array(energy.length);
  for (const place of [417, 1203, 1204]) divergent[place % divergent.length] = 1;
  return { energy, divergent };
}

const summaryRow = (variable: string, x: Float64Array, constant: string | null): SummaryRow => {
  const { median, q5, q95 } = intervalOf(x);
  const varies = constant === null;
  return {
    variable,
    ...{ mean: mean(x), median, sd: sd(x), mad: sd(x), q5, q95, constant },
    rhat: varies ? 1.001 : null,
    ess_bulk: varies ? 3812 : null,
    ess_tail: varies ? 2945 : null,
    mcse_mean: varies ? 0.4 : null,
  };
};

function checks(size: number, blocks: readonly PpcCheck['block'][]): readonly PpcCheck[] {
  const statistics = [
    { statistic: 'll', centre: -281, scale: 6, shift: -3 },
    { statistic: 'modal', centre: 158, scale: 5, shift: 1 },
    { statistic: 'prob', centre: 131, scale: 3, shift: -6 },
  ] as const;
  return blocks.flatMap((block, b) =>
    statistics.map(({ statistic, centre, scale, shift }, s): PpcCheck => {
      const whole = (value: number): number => (statistic === 'modal' ? Math.round(value) : value);
      const observed = series(60 + 9 * b + s, 1, size, 0).map((z) => whole(centre + 0.5 * scale * z));
      const replicated = series(90 + 9 * b + s, 1, size, 0).map((z) => whole(centre + shift + scale * z));
      const p = observed.filter((value, i) => replicated[i] >= value).length / size;
      return { block, statistic, p, observed, replicated };
    }),
  );
}

const CONSTANTS: Readonly<Record<string, string>> = {
  'upsilon[1]': '0 by design',
  'upsilon[3]': '1 by design',
};

/** A fit of m_01 with every view in it; chains and checks as asked. */
export function syntheticFit(chains = 4, blocks: readonly PpcCheck['block'][] = ['uncertain']): FitReport {
  const iterations = 500;
  const columns = fitColumns(chains, iterations);
  const sampler = samplerColumns(chains, iterations);
  return {
    label: 'synthetic',
    dataset: '0'.repeat(64),
    model: SEU_PRESETS.m_01,
    menus: 300,
    summary: Object.entries(columns).map(([name, x]) => summaryRow(name, x, CONSTANTS[name] ?? null)),
    diagnostics: [],
    ppc: checks(chains * iterations, blocks),
    choices: [],
    sampler: {
      name: 'nuts',
      gradients: 64000,
      gradients_warmup: 31000,
      divergences: 3,
      saturated: 0,
      step_size: [0.31],
      ebfmi: ebfmiByChain(sampler.energy, chains).map((value, c) => (c === 2 ? 0.24 : (value ?? 0))),
    },
    draws: table(columns, chains),
    statistics: table(sampler, chains),
    failures: [],
  };
}

interface CellPlan {
  readonly agent: string;
  readonly task: string;
  readonly temperatures: readonly number[];
  readonly medians: readonly number[];
}

const PLANS: readonly CellPlan[] = [
  { agent: 'Agent A', task: 'insurance', temperatures: [0, 0.3, 0.7, 1, 1.5], medians: [76, 58, 57, 40, 35] },
  {
    agent: 'Agent A',
    task: 'lotteries',
    temperatures: [0, 0.3, 0.7, 1, 1.5],
    medians: [112, 108, 97, 85, 51],
  },
  { agent: 'Agent B', task: 'insurance', temperatures: [0, 0.2, 0.5, 0.8, 1], medians: [70, 52, 73, 72, 56] },
  { agent: 'Agent B', task: 'lotteries', temperatures: [0, 0.2, 0.5, 0.8, 1], medians: [86, 55, 81, 54, 66] },
];

function condition(plan: CellPlan, place: number, index: number): StudyCondition {
  const alpha = series(200 + 10 * place + index, 4, 500, 0.3).map((z) => plan.medians[index] * exp(0.28 * z));
  const look = place === 2 && index === 0;
  return {
    label: `${plan.agent} ${plan.task} T = ${plan.temperatures[index]}`,
    cell: `${plan.agent} × ${plan.task}`,
    temperature: plan.temperatures[index],
    report: {
      ...syntheticFit(1),
      menus: 300 - place,
      summary: [summaryRow('alpha', alpha, null)],
      diagnostics: look
        ? [
            {
              id: 'rhat',
              label: 'R-hat',
              value: 1.014,
              threshold: 1.01,
              severity: 'look',
              hint: 'Run longer.',
            },
          ]
        : [],
      draws: table({ alpha }, 4),
    },
    featureNorm: 0.557,
    etaGap: 0.061,
    alphaEtaGap: 4.5,
    setAside: place === 3 && index === 1 ? 'the check of the log likelihood is extreme (p = .02)' : null,
  };
}

function cellReport(plan: CellPlan, place: number): CellReport {
  const conditions = plan.temperatures.map((_, index) => condition(plan, place, index));
  const paired = {
    temperatures: plan.temperatures,
    draws: conditions.map(({ report }) => report.draws.values),
  };
  const draws = slopeDraws(paired);
  return {
    cell: `${plan.agent} × ${plan.task}`,
    agent: plan.agent,
    task: plan.task,
    conditions,
    slope: { ...intervalOf(draws), mean: mean(draws), sd: sd(draws), draws },
    probabilityNegative: probabilityNegative(draws),
    probabilityMonotone: probabilityDecreasing(paired),
    merged: [],
    pairwise: pairwiseProbabilities(paired),
    minimumDetectable: minimumDetectableSlope(draws).gaussian,
  };
}

/** Two agents by two tasks, five temperatures each; one agent declines, the other wavers. */
export function syntheticStudy(): StudyReport {
  const cells = PLANS.map(cellReport);
  const full = probabilityLess(cells[0].slope.draws, cells[2].slope.draws);
  return {
    title: 'Temperature study',
    cells,
    cross: [{ first: cells[0].cell, second: cells[2].cell, full, common: full, ceiling: 1 }],
    finding: '',
    caveats: [],
  };
}
