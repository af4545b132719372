// What a report says of outcomes beyond the inferred belief.
import type { Bounded } from './scores.ts';

/** Figure 10: what decisions say of the outcome beyond the inferred belief. */
export interface OutcomeReport {
  readonly cases: number;
  readonly prevalence: number;
  readonly prompts: readonly {
    readonly prompt: string;
    readonly violation: number;
    readonly bandwidths: readonly [number, number, number];
  }[];
  /** Prompts with too few answers of one kind. */
  readonly excluded: readonly string[];
  /** Mean violation; interval of resampled cases with bandwidths chosen anew. It cannot reach 0. */
  readonly mean: Bounded;
  /** The same with bandwidths kept. */
  readonly kept: Bounded;
  /** Mean of the resamples less the value: what resampling itself adds. */
  readonly resamplingBias: number | null;
  /** Of studies simulated without any violation; the mean is the statistic's bias. */
  readonly null: {
    readonly studies: number;
    readonly mean: number;
    readonly upper: number;
    readonly p: number;
    readonly values: readonly number[];
  } | null;
}
