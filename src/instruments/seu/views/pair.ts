// α against the spread of η, draw by draw: the likelihood sees mostly their product.
import { log } from '../../../math/elementary.ts';
import { mean } from '../../../statistics/moments.ts';
import { variableIndex, variableOf } from '../../../statistics/draws.ts';
import { intervalOf } from '../../../statistics/interval.ts';
import type { FitReport, Interval } from '../report.ts';
import { counted, estimate, fraction } from './number-format.ts';
import { blockColumns, evenlySpaced, samplerColumn } from './variables.ts';

export interface PairRow {
  readonly chain: number;
  readonly iteration: number;
  readonly alpha: number;
  readonly eta_spread: number;
  readonly divergent: boolean;
}

export interface PairView {
  /** Evenly thinned draws, and every divergent one. */
  readonly rows: readonly PairRow[];
  readonly draws: number;
  /** Over all draws: correlation of log α with log spread, and the product α × spread. */
  readonly correlation: number;
  readonly product: Interval;
}

const SHOWN = 800;

/** Standard deviation over the distinct alternatives of η, for every draw. */
function etaSpread(report: FitReport): Float64Array {
  const columns = blockColumns(report.draws, 'eta');
  if (columns.length < 2) throw new Error(`spread of η: seen ${columns.length} η, needed 2 or more`);
  return Float64Array.from(columns[0], (_, draw) => {
    const centre = columns.reduce((sum, column) => sum + column[draw], 0) / columns.length;
    const squares = columns.reduce((sum, column) => sum + (column[draw] - centre) ** 2, 0);
    return Math.sqrt(squares / columns.length);
  });
}

function correlationOf(x: Float64Array, y: Float64Array): number {
  const [mx, my] = [mean(x), mean(y)];
  let [xx, yy, xy] = [0, 0, 0];
  for (let i = 0; i < x.length; i++) {
    xx += (x[i] - mx) ** 2;
    yy += (y[i] - my) ** 2;
    xy += (x[i] - mx) * (y[i] - my);
  }
  return xy / Math.sqrt(xx * yy);
}

/** Pairs of α and the sd of η over alternatives. */
export function pairView(report: FitReport): PairView {
  const { draws } = report;
  const alpha = variableOf(draws, variableIndex(draws, 'alpha'));
  const spread = etaSpread(report);
  const divergent = samplerColumn(report.statistics, 'divergent') ?? new Float64Array(alpha.length);
  const shown = new Set(evenlySpaced(alpha.length, SHOWN));
  divergent.forEach((flag, place) => flag > 0 && shown.add(place));
  return {
    rows: [...shown]
      .sort((a, b) => a - b)
      .map((place) => ({
        chain: Math.floor(place / draws.iterations) + 1,
        iteration: (place % draws.iterations) + 1,
        alpha: alpha[place],
        eta_spread: spread[place],
        divergent: divergent[place] > 0,
      })),
    draws: alpha.length,
    correlation: correlationOf(
      alpha.map((value) => log(value)),
      spread.map((value) => log(value)),
    ),
    product: intervalOf(alpha.map((value, place) => value * spread[place])),
  };
}

export function describePair({ rows, draws, correlation, product }: PairView): string {
  const divergent = rows.filter((row) => row.divergent).length;
  return [
    `log α and the log spread of η correlate at ${fraction(correlation)} over ${counted(draws, 'draw')};`,
    `their product has median and 90\u202f% interval ${estimate(product.median, product.q5, product.q95)};`,
    `${counted(divergent, 'divergent draw')}.`,
  ].join(' ');
}
