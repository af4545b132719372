// Plain rows of the pictures that compare arms of a recovery, ready for charts and for CSV.

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
