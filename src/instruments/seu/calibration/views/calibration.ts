// Rows of the calibration pictures, in the order in which they are read: ranks first, then what the data tell.
import { symbolOf } from '../../views/variables.ts';
import type { CalibrationReport, QuantityReport } from '../report.ts';
import type { BalanceRow, ContractionRow, CoverageRow, EcdfRow, SbcHistogramRow, TruthRow } from './rows.ts';

const named = ({ variable }: QuantityReport) => ({ variable, symbol: symbolOf(variable) });

export const ecdfRows = (quantity: QuantityReport): readonly EcdfRow[] =>
  quantity.ecdf.map(({ z, ecdf_diff, lower, upper }) => ({
    ...named(quantity),
    z,
    ecdf_diff,
    lower,
    upper,
  }));

export function histogramRows(quantity: QuantityReport): readonly SbcHistogramRow[] {
  if (quantity.histogram === null) return [];
  const { bins, counts } = quantity.histogram;
  return Array.from(counts, (count, b) => ({
    ...named(quantity),
    first_rank: bins.edges[b],
    last_rank: bins.edges[b + 1] - 1,
    count,
    expected: bins.expected[b],
    lower: bins.simultaneous.lower[b],
    upper: bins.simultaneous.upper[b],
  }));
}

export const coverageRows = (quantity: QuantityReport): readonly CoverageRow[] =>
  quantity.n === 0
    ? []
    : quantity.coverage_curve.map(({ level, estimate, lower, upper, difference }) => ({
        ...named(quantity),
        level,
        coverage: estimate,
        lower,
        upper,
        difference,
      }));

/** Empty for quantities without a prior sd. */
export const contractionRows = (quantity: QuantityReport): readonly ContractionRow[] =>
  quantity.contraction === null
    ? []
    : quantity.replicates.map((replicate, i) => ({
        ...named(quantity),
        replicate,
        contraction: quantity.columns.contraction[i],
        z_score: quantity.columns.z_score[i],
      }));

export const truthRows = (quantity: QuantityReport): readonly TruthRow[] =>
  quantity.replicates.map((replicate, i) => {
    const { truth, mean, q5, q95 } = quantity.columns;
    return {
      ...named(quantity),
      replicate,
      truth: truth[i],
      mean: mean[i],
      q5: q5[i],
      q95: q95[i],
      inside: q5[i] <= truth[i] && truth[i] <= q95[i],
    };
  });

/** One row a quantity. */
export const balanceRows = ({ quantities }: CalibrationReport): readonly BalanceRow[] =>
  quantities.map((quantity) => ({
    ...named(quantity),
    group: quantity.group,
    departure: quantity.departure,
    p: quantity.p,
    contraction: quantity.contraction,
  }));
