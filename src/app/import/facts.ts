// Facts of choices at import: menus by size, the chance baseline, presentations that are missing.
import { fraction, integer, significant } from '../../charts/number-format.ts';
import type { SeuContent } from '../../formats/dataset.ts';
import type { Table } from '../../formats/delimited.ts';
import { linkOf, type Regression } from '../../instruments/seu/import/hierarchical-json.ts';
import { columnsWith, type Mapping } from '../../instruments/seu/import/mapping.ts';
import { missingPresentations } from '../../instruments/seu/import/presentations.ts';
import type { LabelledValue } from '../facts.ts';

/** Size → number of menus, ascending. */
function sizesOf(menus: readonly (readonly number[])[]): readonly (readonly [number, number])[] {
  const counts = new Map<number, number>();
  for (const { length } of menus) counts.set(length, (counts.get(length) ?? 0) + 1);
  return [...counts].sort(([a], [b]) => a - b);
}

/** "301 (96 of 2, 97 of 3, 108 of 4)". */
function menuWords(menus: readonly (readonly number[])[]): string {
  const sizes = sizesOf(menus).map(([size, count]) => `${count} of ${size}`);
  return `${integer(menus.length)} (${sizes.join(', ')})`;
}

/** Mean over menus of 1 / N: the share that a chooser without preferences gets of any fixed guess. */
export const chanceBaseline = (menus: readonly (readonly number[])[]): number =>
  menus.reduce((sum, { length }) => sum + 1 / length, 0) / menus.length;

export function contentFacts({ features, uncertain, risky }: SeuContent): readonly LabelledValue[] {
  const seen = new Set(uncertain.menus.flat()).size;
  const { usual, missing } = missingPresentations(uncertain);
  const all = seen === features.length ? 'all seen' : `${seen} seen`;
  return [
    { label: 'Menus', value: menuWords(uncertain.menus) },
    ...(risky ? [{ label: 'Risky menus', value: menuWords(risky.menus) }] : []),
    { label: 'Alternatives', value: `R = ${features.length}, ${all}` },
    ...(risky ? [{ label: 'Lotteries', value: `S = ${risky.lotteries.length}` }] : []),
    { label: 'Features', value: `D = ${features[0].length}` },
    { label: 'Chance baseline', value: fraction(chanceBaseline(uncertain.menus), 3) },
    {
      label: 'Presentations',
      value: `${integer(usual)} a problem, ${missing === 0 ? 'none' : integer(missing)} missing`,
    },
  ];
}

/** What links cell `j`, from zero, to the others of its file; nothing where it stands alone. */
export function cellFacts(regression: Regression | null, j: number): readonly LabelledValue[] {
  if (regression === null) return [];
  const { predictors, pool } = linkOf(regression, j);
  return [
    ...(predictors.length > 0
      ? [{ label: 'Predictors, X', value: predictors.map((x) => significant(x)).join(', ') }]
      : []),
    ...(pool === null ? [] : [{ label: 'Item pool', value: integer(pool + 1) }]),
  ];
}

/** Menus of a long table: rows that share problem, presentation and condition. */
export function menusOfTable(table: Table, mapping: Mapping): number {
  const places = (['problem', 'presentation', 'condition'] as const)
    .flatMap((role) => columnsWith(table, mapping, role).slice(0, 1))
    .map((column) => table.columns.indexOf(column));
  return new Set(table.rows.map((row) => JSON.stringify(places.map((place) => row[place])))).size;
}
