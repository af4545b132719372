// The draws of one variable in the order they were made, chain by chain: does every chain tell the same story?
import { chainOf, variableIndex, variableOf } from '../../../statistics/draws.ts';
import { intervalOf } from '../../../statistics/interval.ts';
import { median } from '../../../statistics/quantile.ts';
import type { FitReport, Interval } from '../report.ts';
import { counted, decimalsOf, estimate, fixed, significant } from './number-format.ts';
import { samplerColumn, symbolOf } from './variables.ts';

export interface TraceRow {
  readonly chain: number;
  readonly iteration: number;
  readonly value: number;
  readonly divergent: boolean;
}

export interface TraceView {
  readonly variable: string;
  readonly symbol: string;
  readonly chains: number;
  readonly iterations: number;
  /** Chain after chain; chains and iterations count from 1. */
  readonly rows: readonly TraceRow[];
  readonly pooled: Interval;
  readonly medians: readonly number[];
  readonly rhat: number | null;
}

/** Traces of one variable; throws if the fit does not report it. */
export function traceView(
  report: Pick<FitReport, 'draws' | 'statistics' | 'summary'>,
  variable = 'alpha',
): TraceView {
  const { draws } = report;
  const index = variableIndex(draws, variable);
  const divergent = samplerColumn(report.statistics, 'divergent');
  const values = variableOf(draws, index);
  return {
    variable,
    symbol: symbolOf(variable),
    chains: draws.chains,
    iterations: draws.iterations,
    rows: Array.from(values, (value, place) => ({
      chain: Math.floor(place / draws.iterations) + 1,
      iteration: (place % draws.iterations) + 1,
      value,
      divergent: divergent !== null && divergent[place] > 0,
    })),
    pooled: intervalOf(values),
    medians: Array.from({ length: draws.chains }, (_, chain) => median(chainOf(draws, index, chain))),
    rhat: report.summary.find((row) => row.variable === variable)?.rhat ?? null,
  };
}

export function describeTrace({
  symbol,
  chains,
  iterations,
  rows,
  pooled,
  medians,
  rhat,
}: TraceView): string {
  const decimals = decimalsOf(pooled.q95 - pooled.q5);
  const divergent = rows.filter((row) => row.divergent).length;
  return [
    `${symbol} over ${counted(chains, 'chain')} of ${counted(iterations, 'draw')}:`,
    `median and 90\u202f% interval ${estimate(pooled.median, pooled.q5, pooled.q95)};`,
    `chain medians from ${fixed(Math.min(...medians), decimals)} to ${fixed(Math.max(...medians), decimals)};`,
    `R-hat ${significant(rhat, 4)}; ${counted(divergent, 'divergent transition')}.`,
  ].join(' ');
}
