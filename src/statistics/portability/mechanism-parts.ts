// What is asked of a cell beside its distances: names and settings alone.
import type { Objective } from './regret.ts';
import type { Lexicon } from './text/lexicon.ts';

export const MECHANISM_PARTS = ['ridge', 'ridge_null', 'nash', 'regret', 'regret_null', 'texts'] as const;
export type MechanismPart = (typeof MECHANISM_PARTS)[number];

export interface MechanismWork {
  /** Source environments of a comparison. */
  readonly sources: number;
  /** Null where no payoff of actions is stated. */
  readonly objective: Objective | null;
  readonly lexicon: Lexicon;
  /** Words by which prompts differ: taken out of every text a second time. */
  readonly echoes: readonly string[];
  /** Texts of a cell whose pairs are compared, at most; beyond it a random sample. */
  readonly mostTexts: number;
  /** Exchanges of framings among texts. */
  readonly relabellings: number;
}
