// Whether SEU adds anything to a plain ranking of the items: predictive fit beside two simpler models.
import { uniformLogLikelihood } from '../../../models/comparators/uniform.ts';
import type { ChoiceDraws } from './choice-draws.ts';
import {
  elpdDifference,
  exactElpds,
  leaveOneOutOf,
  type ElpdDifference,
  type LeaveOneOut,
} from './leave-out.ts';

export type ComparatorName = 'seu' | 'luce_items' | 'uniform';

export interface ComparatorRow {
  readonly model: ComparatorName;
  readonly elpd: number;
  readonly se: number;
  readonly flagged: number;
  /** elpd of SEU less this model's, with its standard error over problems; null for SEU itself. */
  readonly difference: ElpdDifference | null;
}

export interface Comparison {
  readonly rows: readonly ComparatorRow[];
  readonly seu: LeaveOneOut;
  readonly luceItems: LeaveOneOut;
  /** What the comparison says, in a sentence. */
  readonly finding: string;
}

/** Differences beyond two standard errors are told; others are within what the problems at hand resolve. */
const TOLD = 2;
/** With a larger share of untrustworthy problems nothing is told before they are refitted. */
const FLAGGED_SHARE = 0.1;

const told = ({ difference, se }: ElpdDifference): number =>
  difference > TOLD * se ? 1 : difference < -TOLD * se ? -1 : 0;

function findingOf(toItems: ElpdDifference, toUniform: ElpdDifference): string {
  const { flagged, problems, difference, se } = toItems;
  if (flagged > FLAGGED_SHARE * problems)
    return (
      `The models cannot be compared by importance sampling: the weights of ${flagged} of ${problems} problems ` +
      'cannot be trusted (Pareto k above 0.7). Refit them, or all in folds.'
    );
  if (told(toUniform) <= 0) return 'SEU predicts left-out problems no better than choosing at random.';
  const size = `${difference.toFixed(1)} ± ${se.toFixed(1)}`;
  if (told(toItems) > 0)
    return `SEU predicts left-out problems better than a plain ranking of the items (elpd difference ${size}).`;
  if (told(toItems) < 0)
    return `A plain ranking of the items predicts left-out problems better than SEU (elpd difference ${size}).`;
  return (
    `SEU and a plain ranking of the items predict left-out problems alike (elpd difference ${size}): ` +
    'the choices do not show that beliefs and utilities add anything to one value an item.'
  );
}

const rowOf = (
  model: ComparatorName,
  loo: LeaveOneOut,
  difference: ElpdDifference | null,
): ComparatorRow => ({
  model,
  elpd: loo.elpd,
  se: loo.se,
  flagged: loo.flagged,
  difference,
});

/** Puts SEU and the ranking beside choice at random. */
export function comparison(
  blocks: readonly Pick<ChoiceDraws, 'name' | 'block' | 'menus'>[],
  seu: LeaveOneOut,
  items: LeaveOneOut,
): Comparison {
  const uniform = leaveOneOutOf(blocks.flatMap((one) => exactElpds(one, uniformLogLikelihood(one.menus))));
  const toItems = elpdDifference(seu, items);
  const toUniform = elpdDifference(seu, uniform);
  return {
    rows: [
      rowOf('seu', seu, null),
      rowOf('luce_items', items, toItems),
      rowOf('uniform', uniform, toUniform),
    ],
    seu,
    luceItems: items,
    finding: findingOf(toItems, toUniform),
  };
}
