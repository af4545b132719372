// Ranks of each chain's draws among all draws of a variable: flat where the chains agree.
import { variableIndex, variableOf } from '../../../statistics/draws.ts';
import { rankHistogram } from '../../../statistics/rank-histogram.ts';
import type { FitReport } from '../report.ts';
import { counted, fixed, integer } from './number-format.ts';
import { symbolOf } from './variables.ts';

export interface RankRow {
  readonly chain: number;
  readonly bin: number;
  /** Ranks that fall into the bin, from 1. */
  readonly first_rank: number;
  readonly last_rank: number;
  readonly count: number;
}

export interface RankView {
  readonly variable: string;
  readonly symbol: string;
  readonly chains: number;
  readonly bins: number;
  /** Draws over all chains, and draws of one chain that an even share would put into a bin. */
  readonly draws: number;
  readonly expected: number;
  readonly rows: readonly RankRow[];
}

/** Rank histograms of one variable; throws if the fit does not report it. */
export function rankView(report: Pick<FitReport, 'draws'>, variable = 'alpha', bins = 20): RankView {
  const { draws } = report;
  const values = variableOf(draws, variableIndex(draws, variable));
  const { counts, expected } = rankHistogram(values, draws.chains, bins);
  const firstRank = (bin: number): number => Math.ceil((bin * values.length) / bins + 0.5);
  return {
    variable,
    symbol: symbolOf(variable),
    chains: draws.chains,
    bins,
    draws: values.length,
    expected,
    rows: counts.flatMap((chain, c) =>
      Array.from(chain, (count, b) => ({
        chain: c + 1,
        bin: b + 1,
        first_rank: firstRank(b),
        last_rank: firstRank(b + 1) - 1,
        count,
      })),
    ),
  };
}

export function describeRanks({ symbol, chains, bins, draws, expected, rows }: RankView): string {
  const counts = rows.map(({ count }) => count);
  return [
    `Ranks of ${symbol} among all ${integer(draws)} draws, ${counted(chains, 'chain')} in ${counted(bins, 'bin')}:`,
    `an even share is ${fixed(expected, Number.isInteger(expected) ? 0 : 1)} draws per bin;`,
    `counts run from ${integer(Math.min(...counts))} to ${integer(Math.max(...counts))}.`,
  ].join(' ');
}
