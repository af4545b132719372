// Folds of cross-fitting: every case is tested once, by a fit to the others.
import type { BeliefPart, BeliefRows } from '../../inference/beliefs/parts.ts';
import { randomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import type { BeliefCell } from '../../models/beliefs/cell.ts';
import { randomOrder } from '../../statistics/permutation.ts';
import { compareNatural } from '../seu/import/natural-order.ts';
import type { BeliefPlan } from './plan.ts';
import type { PlannedBeliefs } from './planned.ts';

/** The fold of every case of a domain, whichever agents answered it: agents stay comparable case by case. */
export function domainFolds(
  cells: readonly BeliefCell[],
  domain: string,
  { seed, folds }: { readonly seed: number; readonly folds: number },
): ReadonlyMap<string, number> {
  const domains = [...new Set(cells.map((cell) => cell.domain))].sort(compareNatural);
  const own = cells.filter((cell) => cell.domain === domain);
  const cases = [...new Set(own.flatMap((cell) => cell.cases))].sort(compareNatural);
  const random = randomStream(seed, domains.indexOf(domain), 1);
  random.seek(0, SITE.folds);
  const order = randomOrder(cases.length, random);
  return new Map(Array.from(order, (i, place) => [cases[i], place % folds]));
}

/**
 * Rows of fold `fold` among those kept. Where the estimator stops early the next fold validates; otherwise all other
 * folds train.
 */
export function foldRows(
  { cases }: BeliefCell,
  kept: readonly number[],
  foldOf: ReadonlyMap<string, number>,
  { fold, folds, validated }: { readonly fold: number; readonly folds: number; readonly validated: boolean },
): BeliefRows {
  const next = validated ? (fold + 1) % folds : -1;
  const within = (accept: (own: number) => boolean): number[] =>
    kept.filter((i) => accept(foldOf.get(cases[i])!));
  return {
    train: within((own) => own !== fold && own !== next),
    validation: within((own) => own === next),
    test: within((own) => own === fold),
  };
}

/** Parts with a row a fold, each of its own cases. */
const FOLDED = ['folds', 'coherence'] as const;
type FoldedPart = (typeof FOLDED)[number];

export const isFolded = (part: BeliefPart): part is FoldedPart => FOLDED.some((name) => name === part);

/** Rows of the cell that each fold trains, validates and tests; verdicts rest on fits that need no validation. */
export function foldsOf(
  plan: BeliefPlan,
  cells: readonly PlannedBeliefs[],
  { fitted, kept }: PlannedBeliefs,
  part: FoldedPart,
): readonly BeliefRows[] {
  const { folds, estimator } = plan.settings;
  const foldOf = domainFolds(
    cells.map(({ cell }) => cell),
    fitted.domain,
    { seed: plan.seed, folds },
  );
  return Array.from({ length: folds }, (_, fold) =>
    foldRows(fitted, kept, foldOf, { fold, folds, validated: part === 'folds' && estimator === 'adam' }),
  );
}
