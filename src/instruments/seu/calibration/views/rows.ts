// Plain rows of the calibration and recovery pictures, ready for charts and for CSV.

/** ECDF difference of one quantity with its band; shares of replicates. */
export interface EcdfRow {
  readonly variable: string;
  readonly symbol: string;
  readonly z: number;
  readonly ecdf_diff: number;
  readonly lower: number;
  readonly upper: number;
}

/** One bin of a rank histogram: ranks `first_rank … last_rank`. */
export interface SbcHistogramRow {
  readonly variable: string;
  readonly symbol: string;
  readonly first_rank: number;
  readonly last_rank: number;
  readonly count: number;
  readonly expected: number;
  /** Limits that hold in all bins together. */
  readonly lower: number;
  readonly upper: number;
}

/** Coverage of central intervals, pointwise limits; `difference` is coverage less level. */
export interface CoverageRow {
  readonly variable: string;
  readonly symbol: string;
  readonly level: number;
  readonly coverage: number;
  readonly lower: number;
  readonly upper: number;
  readonly difference: number;
}

/** z-score against contraction, one row a replicate. */
export interface ContractionRow {
  readonly variable: string;
  readonly symbol: string;
  readonly replicate: number;
  readonly contraction: number;
  readonly z_score: number;
}

/** Truth against posterior mean with its 90 % interval, one row a replicate. */
export interface TruthRow {
  readonly variable: string;
  readonly symbol: string;
  readonly replicate: number;
  readonly truth: number;
  readonly mean: number;
  readonly q5: number;
  readonly q95: number;
  readonly inside: boolean;
}

/** Calibration beside informativeness: one row a quantity. */
export interface BalanceRow {
  readonly variable: string;
  readonly symbol: string;
  readonly group: string;
  /** Largest departure of the ECDF difference in half-widths of its band. */
  readonly departure: number;
  readonly p: number | null;
  /** Mean contraction, or null where the quantity has no prior sd. */
  readonly contraction: number | null;
}

/** Sample-size curve: one row an arm and quantity. */
export interface SampleSizeRow {
  readonly variable: string;
  readonly symbol: string;
  readonly choices: number;
  readonly rmse: number;
  readonly rmse_error: number;
  readonly width: number;
  readonly contraction: number;
}

/** Mean error by true value: one row a group of replicates with neighbouring truths. */
export interface ShrinkageRow {
  readonly variable: string;
  readonly symbol: string;
  readonly truth: number;
  readonly error: number;
  readonly error_se: number;
  readonly width: number;
}

/** One magnitude of the matched comparison with its bootstrap interval, in signed percent. */
export interface MatchedRow {
  readonly from: string;
  readonly to: string;
  readonly quantity: string;
  readonly measure: 'rmse' | 'width';
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
  readonly narrower: number | null;
  readonly p: number | null;
}
