// The statement over all quantities at a look: Holm over what is distinct, and what failed replicates could have hidden.
import { levelAtLook, levelSpent } from '../../../statistics/sbc/looks.ts';
import {
  overallVerdict,
  worstCaseVerdict,
  type OverallVerdict,
  type QuantityRanks,
} from '../../../statistics/sbc/overall.ts';
import { detectable } from '../../../statistics/sbc/power.ts';
import { rankReference } from '../../../statistics/sbc/reference.ts';
import type { PlannedLooks } from './plan.ts';
import type { CalibrationVerdict, QuantityReport } from './report.ts';

/** Looks may always be added: a fifth of the level is set aside for them. */
const schedule = ({ level, planned }: PlannedLooks) => ({ level, planned, open: true });

/** Level of the verdict at look 1, 2, …. */
export const levelOfLook = (looks: PlannedLooks, look: number): number => levelAtLook(schedule(looks), look);

const ranksOf = (quantities: readonly QuantityReport[]): readonly QuantityRanks[] =>
  quantities.map(({ variable, information, columns }) => ({ variable, information, ranks: columns.rank }));

/** The smallest adjusted p-value among the quantities that `keep` names. */
function smallest(
  { quantities }: OverallVerdict,
  keep: (index: number) => boolean,
): { readonly variable: string; readonly p: number } | null {
  return quantities.reduce<{ variable: string; p: number } | null>((best, { variable, adjusted }, i) => {
    if (adjusted === null || !keep(i)) return best;
    return best === null || adjusted < best.p ? { variable, p: adjusted } : best;
  }, null);
}

export interface Judged {
  readonly verdict: CalibrationVerdict;
  readonly quantities: readonly QuantityReport[];
}

/** Null where every replicate failed: there is nothing to test. */
export function judge(
  quantities: readonly QuantityReport[],
  looks: PlannedLooks,
  look: number,
  failed: number,
): Judged | null {
  const [{ n, max_rank }] = quantities;
  if (n < 2) return null;
  const level = levelOfLook(looks, look);
  const ranks = ranksOf(quantities);
  const overall = overallVerdict(ranks, max_rank, level);
  const worst = failed === 0 ? overall : worstCaseVerdict(ranks, max_rank, failed, level);
  return {
    verdict: {
      look,
      replicates: n + failed,
      level,
      spent: levelSpent(schedule(looks), look),
      study_level: looks.level,
      passes: overall.passes,
      p: overall.pValue,
      distinct: overall.distinct,
      outside: overall.outside,
      expected_outside: overall.expectedOutside,
      worst: smallest(overall, () => true)!.variable,
      worst_case: { passes: worst.passes, p: worst.pValue },
      joint: smallest(overall, (i) => quantities[i].group === 'joint'),
      power: detectable(rankReference(n, max_rank), level / overall.distinct),
    },
    quantities: quantities.map((quantity, i) => ({ ...quantity, adjusted: overall.quantities[i].adjusted })),
  };
}
