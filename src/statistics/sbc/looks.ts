// What each look at growing results may spend, so that looking early or adding replicates costs no false verdicts.
//
// Levels of all looks sum to the level of the study, so the chance of any false verdict is at most that, however the
// looks depend on each other. The last planned look keeps four fifths: the looks before are for gross errors.

export interface LookPlan {
  /** Chance of any false verdict over all looks. */
  readonly level: number;
  /** Planned numbers of replicates, ascending; the last is the size of the study. */
  readonly planned: readonly number[];
  /** Whether replicates may be added after the last planned look; a fifth of the level is then set aside for them. */
  readonly open: boolean;
}

/** Chance of any false verdict over all looks of a study, unless it is planned with another. */
export const STUDY_LEVEL = 0.05;

const KEPT_FOR_LAST = 0.8;
const SET_ASIDE = 0.2;

function checkPlan({ level, planned }: LookPlan): void {
  if (!(level > 0 && level < 1)) throw new RangeError(`level ${level} of a study is not within 0 … 1`);
  if (planned.length === 0 || planned.some((n, i) => !(n > (planned[i - 1] ?? 0))))
    throw new RangeError(
      `planned looks at ${planned.join(', ')} replicates: needed ascending numbers above 0`,
    );
}

/**
 * The level of look 1, 2, …. One planned look has all of the planned part; of several, the last has four fifths and
 * the others share the rest evenly; each look beyond the plan takes half of what was set aside and is left. 0 beyond a
 * plan that is not open: no verdict can be given there.
 */
export function levelAtLook(plan: LookPlan, look: number): number {
  checkPlan(plan);
  if (!Number.isInteger(look) || look < 1)
    throw new RangeError(`look ${look}: needed a whole number of at least 1`);
  const looks = plan.planned.length;
  const aside = plan.open ? SET_ASIDE * plan.level : 0;
  const part = plan.level - aside;
  if (look > looks) return aside / 2 ** (look - looks);
  if (looks === 1) return part;
  return look === looks ? KEPT_FOR_LAST * part : ((1 - KEPT_FOR_LAST) * part) / (looks - 1);
}

/** The sum of the levels of looks 1 … look. */
export function levelSpent(plan: LookPlan, look: number): number {
  let spent = 0;
  for (let each = 1; each <= look; each++) spent += levelAtLook(plan, each);
  return spent;
}

export interface Look {
  readonly look: number;
  readonly replicates: number;
  /** Level of the overall verdict at this look. */
  readonly level: number;
}

/** The planned looks, then those added at `added` replicates. */
export function lookSchedule(plan: LookPlan, added: readonly number[] = []): Look[] {
  return [...plan.planned, ...added].map((replicates, i) => ({
    look: i + 1,
    replicates,
    level: levelAtLook(plan, i + 1),
  }));
}
