// What a planned calibration would see, by the rule of its verdict, before any replicate is run.
import { detectable, type Detectable } from '../../../statistics/sbc/power.ts';
import { rankReference } from '../../../statistics/sbc/reference.ts';
import { informationOf } from './information.ts';
import type { PlannedLooks } from './range.ts';
import { levelOfLook } from './verdict.ts';

export interface ForeseenPower {
  /** At the last planned look. */
  readonly replicates: number;
  /** Level of that look's verdict. */
  readonly level: number;
  /** Quantities that count: of those that say the same, one. */
  readonly distinct: number;
  /** Smallest misfits that Holm's first step finds with 80 % power. */
  readonly detectable: Detectable;
}

/** The power of the last planned look over `variables`, each with ranks 0 … maxRank. */
export function foreseenPower(
  variables: readonly string[],
  looks: PlannedLooks,
  maxRank: number,
): ForeseenPower {
  const replicates = looks.planned[looks.planned.length - 1];
  const level = levelOfLook(looks, looks.planned.length);
  const distinct = new Set(informationOf(variables)).size;
  return {
    replicates,
    level,
    distinct,
    detectable: detectable(rankReference(replicates, maxRank), level / distinct),
  };
}
