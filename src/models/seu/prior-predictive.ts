// The prior predictive of a model on a design: how well agents drawn from the prior would choose, before any data.
//
// Section 4.2 of the SEU-sensitivity paper. A draw depends on seed and index alone, so that any block of draws can be
// computed anywhere.
import type { SeuData } from './data.ts';
import type { SeuModel } from './presets.ts';
import { priorAgents } from './prior-agents.ts';
import { linkPrior, lognormalAt, omegaAt } from './prior-draws.ts';

/** Draws `first` … `first + count − 1`; a column has an entry for each draw. */
export interface PriorPredictive {
  readonly first: number;
  readonly count: number;
  readonly alpha: Float64Array;
  /** ω; equal to α where the model has none of its own. */
  readonly omega: Float64Array;
  /** Share of menus whose simulated choice is SEU-maximal: all menus, uncertain ones, risky ones (NaN without). */
  readonly rate: Float64Array;
  readonly rateUncertain: Float64Array;
  readonly rateRisky: Float64Array;
  /** The same share over all menus by its probability, given the draw: no noise of the choices. */
  readonly expectedRate: Float64Array;
  /** Mean over menus of the largest minus the smallest choice probability. */
  readonly spread: Float64Array;
  /** Mean over menus of alternatives of the largest minus the smallest η. */
  readonly etaGap: Float64Array;
  /** Draws in which each menu's choice was SEU-maximal, uncertain menus first. */
  readonly maximal: Float64Array;
}

/** Columns with one entry an agent. */
export const PRIOR_COLUMNS = [
  'alpha',
  'omega',
  'rate',
  'rateUncertain',
  'rateRisky',
  'expectedRate',
  'spread',
  'etaGap',
] as const;
export type PriorColumn = (typeof PRIOR_COLUMNS)[number];

/** Draws `first` … `first + count − 1` of the prior predictive; `data` gives the design, its choices are not read. */
export function priorPredictive(
  model: SeuModel,
  data: SeuData,
  seed: number,
  first: number,
  count: number,
): PriorPredictive {
  const agent = priorAgents(model, data, seed);
  const { uncertain, risky } = agent;
  const [M, N] = agent.menus;
  const column = (): Float64Array => new Float64Array(count);
  const columns = Object.fromEntries(PRIOR_COLUMNS.map((name) => [name, column()])) as Record<
    PriorColumn,
    Float64Array
  >;
  const maximal = new Float64Array(M + N);
  const both = (sum: 'hits' | 'probability' | 'spread'): number =>
    (uncertain.totals[sum] + (risky?.totals[sum] ?? 0)) / (M + N);
  for (let i = 0; i < count; i++) {
    const [zAlpha, zLink] = agent.draw(first + i);
    columns.alpha[i] = lognormalAt(model.priors.alpha, zAlpha);
    columns.omega[i] = omegaAt(model.link, linkPrior(model), columns.alpha[i], zLink);
    agent.choose(columns.alpha[i], columns.omega[i]);
    columns.rate[i] = both('hits');
    columns.rateUncertain[i] = uncertain.totals.hits / M;
    columns.rateRisky[i] = risky ? risky.totals.hits / N : NaN;
    columns.expectedRate[i] = both('probability');
    columns.spread[i] = both('spread');
    columns.etaGap[i] = uncertain.totals.gap / M;
    for (let m = 0; m < M; m++) maximal[m] += uncertain.maximal[m];
    if (risky) for (let n = 0; n < N; n++) maximal[M + n] += risky.maximal[n];
  }
  return { first, count, ...columns, maximal };
}

const joined = (parts: readonly Float64Array[]): Float64Array => {
  const whole = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0));
  parts.reduce((offset, part) => {
    whole.set(part, offset);
    return offset + part.length;
  }, 0);
  return whole;
};

/** The blocks as one, in the order of their draws whatever the order they come in; blocks must join up. */
export function joinPriorPredictive(blocks: readonly PriorPredictive[]): PriorPredictive {
  const sorted = [...blocks].sort((a, b) => a.first - b.first);
  sorted.reduce((end, { first, count }) => {
    if (first !== end) throw new Error(`a block from draw ${first}; needed one from draw ${end}`);
    return first + count;
  }, sorted[0].first);
  const columns = Object.fromEntries(
    PRIOR_COLUMNS.map((name) => [name, joined(sorted.map((block) => block[name]))]),
  ) as Record<PriorColumn, Float64Array>;
  const maximal = sorted[0].maximal.map((_, m) => sorted.reduce((sum, block) => sum + block.maximal[m], 0));
  return { first: sorted[0].first, count: columns.alpha.length, ...columns, maximal };
}
