// Plain rows of the prior predictive, for pictures: its distribution, rate against α, rates by problem.
import type { PriorPredictive } from '../../../models/seu/prior-predictive.ts';
import { intervalOf } from '../../../statistics/interval.ts';
import { mean } from '../../../statistics/moments.ts';
import { orderOf } from '../../../statistics/order.ts';
import { median as medianOf } from '../../../statistics/quantile.ts';
import { estimate, percent } from '../views/number-format.ts';
import { summarisePrior } from './summary.ts';

export type RateBlock = 'all' | 'uncertain' | 'risky';

export interface RateBinRow {
  readonly block: RateBlock;
  /** Bin of rates, from `low` up to `high`; the last includes 1. */
  readonly low: number;
  readonly high: number;
  readonly draws: number;
}

/** Draws sorted by α and cut into bins of equal size. */
export interface RateAlphaRow {
  readonly alpha: number;
  readonly mean: number;
  readonly q5: number;
  readonly median: number;
  readonly q95: number;
}

export interface ProblemRow {
  readonly block: Exclude<RateBlock, 'all'>;
  /** From 1 within its block. */
  readonly menu: number;
  readonly problem: string | null;
  readonly size: number;
  readonly chance: number;
  /** Share of draws whose choice was SEU-maximal. */
  readonly rate: number;
}

/** The menus of the content, as far as problems need them. */
export interface ShownMenus {
  readonly menus: readonly (readonly number[])[];
  readonly problems: readonly string[] | null;
}

const RATE_BINS = 20;
const ALPHA_BINS = 25;

function binRows(rates: Float64Array, block: RateBlock): readonly RateBinRow[] {
  const counts = new Array<number>(RATE_BINS).fill(0);
  for (const rate of rates) counts[Math.min(RATE_BINS - 1, Math.floor(rate * RATE_BINS))] += 1;
  return counts.map((draws, b) => ({ block, low: b / RATE_BINS, high: (b + 1) / RATE_BINS, draws }));
}

/** Histograms of the rates: of all menus, and of both blocks where there are two. */
export function rateBins(predictive: PriorPredictive): readonly RateBinRow[] {
  if (Number.isNaN(predictive.rateRisky[0])) return binRows(predictive.rate, 'all');
  return [
    ...binRows(predictive.rate, 'all'),
    ...binRows(predictive.rateUncertain, 'uncertain'),
    ...binRows(predictive.rateRisky, 'risky'),
  ];
}

/** Rates by α, in bins of nearly as many draws each. */
export function rateAgainstAlpha(
  { alpha, rate }: PriorPredictive,
  bins = ALPHA_BINS,
): readonly RateAlphaRow[] {
  const order = orderOf(alpha);
  const count = Math.min(bins, order.length);
  return Array.from({ length: count }, (_, b) => {
    const from = Math.floor((b * order.length) / count);
    const own = order.subarray(from, Math.floor(((b + 1) * order.length) / count));
    const rates = Float64Array.from(own, (i) => rate[i]);
    const { q5, median, q95 } = intervalOf(rates);
    const centre = medianOf(Float64Array.from(own, (i) => alpha[i]));
    return { alpha: centre, mean: mean(rates), q5, median, q95 };
  });
}

/** One row a menu, uncertain ones first, as the predictive's `maximal` has them. */
export function problemRows(
  { maximal, count }: PriorPredictive,
  uncertain: ShownMenus,
  risky: ShownMenus | null,
): readonly ProblemRow[] {
  const rows = (block: ProblemRow['block'], { menus, problems }: ShownMenus, from: number): ProblemRow[] =>
    menus.map((menu, m) => ({
      block,
      menu: m + 1,
      problem: problems?.[m] ?? null,
      size: menu.length,
      chance: 1 / menu.length,
      rate: maximal[from + m] / count,
    }));
  const first = rows('uncertain', uncertain, 0);
  return risky && maximal.length > first.length ? [...first, ...rows('risky', risky, first.length)] : first;
}

export function describePrior(predictive: PriorPredictive, chance: number): string {
  const [alpha, rate] = ['alpha', 'rate'].map((name) =>
    summarisePrior(predictive).find(({ quantity }) => quantity === name)!,
  );
  return (
    `Agents drawn from the prior (α ${estimate(alpha.median, alpha.q5, alpha.q95)}) choose the SEU-maximal option in ` +
    `${percent(rate.mean, 1)} of menus on average (90 % of them in ${percent(rate.q5)} to ${percent(rate.q95)}); ` +
    `chance alone reaches ${percent(chance, 1)}.`
  );
}
