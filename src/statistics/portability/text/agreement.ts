// Whether texts of one framing read more alike than chance: similarities of all pairs, and framings exchanged among texts.
import { jaccard } from './jaccard.ts';

/** Similarities of all unordered pairs: pair (i, j), j < i, stands at i (i − 1) / 2 + j. */
export type Pairs = Float64Array;

/** Fills the similarities of one text with those before it at each step, so that long lists can be left and taken up. */
export function* similarities(words: readonly ReadonlySet<string>[]): Generator<undefined, Pairs> {
  const n = words.length;
  const pairs = new Float64Array((n * (n - 1)) / 2);
  let at = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) pairs[at++] = jaccard(words[i], words[j]);
    yield undefined;
  }
  return pairs;
}

export interface PairMeans {
  /** Means over pairs of one environment and of two; null without pairs. */
  readonly within: number | null;
  readonly between: number | null;
  readonly pairsWithin: number;
  readonly pairsBetween: number;
}

export function pairMeans(pairs: Pairs, environment: ArrayLike<number>): PairMeans {
  let [within, between, pairsWithin, at] = [0, 0, 0, 0];
  for (let i = 0; i < environment.length; i++) {
    for (let j = 0; j < i; j++, at++) {
      if (environment[i] === environment[j]) {
        within += pairs[at];
        pairsWithin += 1;
      } else between += pairs[at];
    }
  }
  const pairsBetween = pairs.length - pairsWithin;
  return {
    within: pairsWithin > 0 ? within / pairsWithin : null,
    between: pairsBetween > 0 ? between / pairsBetween : null,
    pairsWithin,
    pairsBetween,
  };
}

/** Within less between; null where either has no pairs. */
export const excessSimilarity = ({ within, between }: PairMeans): number | null =>
  within === null || between === null ? null : within - between;
