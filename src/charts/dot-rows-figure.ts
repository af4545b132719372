// Marks of rows of dots, so that hover card and keys speak of what is drawn.
import type { DotRowsView, RowDot } from './dot-rows.ts';
import type { Mark } from './figure.ts';

/** Lines of a dot's card. */
export type DotWords = (dot: RowDot) => { readonly name: string; readonly lines: readonly string[] };

/** Marks in reading order, series by series; dots without a value have none. */
export const dotMarks = ({ groups }: DotRowsView, words: DotWords): readonly Mark[] =>
  groups.flatMap(({ rows }) =>
    rows.flatMap(({ dots }) =>
      dots
        .filter(({ value }) => Number.isFinite(value))
        .map((dot) => ({ id: dot.id, series: dot.series, ...words(dot) })),
    ),
  );
