// Folds of cross-fitting: every case is tested once, by a fit to the others.
import type { BeliefRows } from '../../inference/beliefs/parts.ts';
import { randomStream } from '../../math/random.ts';
import { SITE } from '../../math/sites.ts';
import type { BeliefCell } from '../../models/beliefs/cell.ts';
import { randomOrder } from '../../statistics/permutation.ts';
import { compareNatural } from '../seu/import/natural-order.ts';

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
