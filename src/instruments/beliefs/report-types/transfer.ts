// What a report says of decisions predicted under equation 1 by parameters that were learned elsewhere.
import type { Transfer } from '../../../statistics/beliefs/transfer.ts';
import type { TargetRow } from './scores.ts';

/** What the belief is inferred from: decisions of the other framings, all reports, or those of one scale in all domains. */
export const EVIDENCES = ['decisions', 'reports'] as const;
export type Evidence = (typeof EVIDENCES)[number];

/** Figures 2 and 8: instructed decisions predicted under equation 1. */
export interface TransferRow {
  readonly transfer: Transfer;
  readonly evidence: Evidence;
  readonly trainingDomains: readonly string[];
  readonly targets: readonly (TargetRow & { readonly held: string })[];
  readonly auroc: number | null;
  /** AUROC of the bare count of accepted decisions: with evidence from decisions the model's own cannot differ from it. */
  readonly countAuroc: number | null;
  readonly pooledR2: number | null;
  readonly macroR2: number | null;
  /** Mean log probability of the answers, in nats; it falls when transfer fails. */
  readonly logScore: number | null;
  readonly parameters: readonly {
    readonly held: string | null;
    readonly alpha: number;
    readonly beta: number;
  }[];
}
