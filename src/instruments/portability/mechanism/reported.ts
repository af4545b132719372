// What a study of mechanisms says of a cell: every figure with its spread, its interval or its floor.
import type { CellName } from '../cells.ts';

/** A statistic with its spread over splits, and with where it lies when framings are exchangeable. */
export interface AgainstFloor {
  readonly mean: number;
  /** 5 % and 95 % points over splits of the same rows: no standard error. */
  readonly q5: number;
  readonly q95: number;
  readonly splits: number;
  /** What is tested, as it is computed of every exchange; null without a floor. */
  readonly observed: number | null;
  readonly null_mean: number | null;
  readonly null_q5: number | null;
  readonly null_q95: number | null;
  /** Permutation p-value of large values; not adjusted over cells. */
  readonly p: number | null;
  readonly permutations: number;
}

export interface RidgeReport {
  /** Out-of-sample R² of payoffs alone, and of payoffs and environments. */
  readonly r2_x: number;
  readonly r2_xz: number;
  readonly delta: AgainstFloor;
}

/** A share with its 90 % interval over instances. */
export interface Share {
  readonly value: number;
  readonly lo: number;
  readonly hi: number;
}

export interface NashReport {
  readonly rows: number;
  readonly share: Share;
  /** What a fair coin reaches on the same games, and who always takes A, or B. */
  readonly coin: number;
  readonly always_a: number;
  readonly always_b: number;
  /** Share of rows whose game supports either action. */
  readonly either: number;
}

export interface RegretReport {
  readonly formula: string;
  readonly regret: AgainstFloor;
  /** Share of test rows on which another action is nearest. */
  readonly changed: number;
}

export interface SimilarityReport {
  readonly within: number;
  readonly between: number;
  readonly pairs_within: number;
  readonly pairs_between: number;
  /** Mean and 95 % point of within less between when framings are exchanged among texts. */
  readonly null_mean: number | null;
  readonly null_q95: number | null;
  readonly p: number | null;
}

export interface MotifShare extends Share {
  readonly motif: string;
}

export interface TextReport {
  readonly texts: number;
  /** Instances of an environment that have texts. */
  readonly clusters: number;
  /** Mean share of a prompt's parameters that its text names. */
  readonly coverage: Share;
  readonly at_least_one: Share;
  /** Texts whose pairs were compared. */
  readonly compared: number;
  readonly similarity: SimilarityReport | null;
  /** Null where no words were given by which prompts differ. */
  readonly echo_removed: SimilarityReport | null;
  readonly motifs: readonly MotifShare[];
}

/** Figures are null before their rows are in, and where they are not to be had: then the reason stands beside. */
export interface MechanismCell extends CellName {
  readonly index: number;
  readonly environments: number;
  readonly rows: number;
  readonly sources: number;
  readonly ridge: RidgeReport | null;
  readonly nash: NashReport | null;
  readonly regret: RegretReport | null;
  readonly texts: TextReport | null;
  readonly absent: Readonly<Record<'ridge' | 'nash' | 'regret' | 'texts', string | null>>;
}

export interface MechanismReport {
  /** What was left out to make numbers of rows equal, in sentences. */
  readonly cut: readonly string[];
  readonly cells: readonly MechanismCell[];
}
