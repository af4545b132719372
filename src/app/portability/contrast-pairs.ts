// Which two regimes are looked at among several.
import type { ContrastRow } from '../../instruments/portability/contrasts.ts';

type Pair = Pick<ContrastRow, 'from' | 'to'>;

/** Every (from, to) of regimes, in their order. */
export const namePairs = (rows: readonly ContrastRow[]): readonly Pair[] =>
  rows.filter(({ scope }) => scope === 'all').map(({ from, to }) => ({ from, to }));

/** Contrasts of one pair of regimes; none of none. */
export const ofPair = (rows: readonly ContrastRow[], pair: Pair | undefined): readonly ContrastRow[] =>
  rows.filter(({ scope, from, to }) => scope !== 'best' && from === pair?.from && to === pair.to);
