// Missing presentations by condition and menu size: a rate that differs between conditions can pass for an effect.
import type { MissingRow } from '../instruments/seu/check/missing.ts';
import { countColumn, fractionColumn, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { integer, interval, percent } from './number-format.ts';
import { MARK } from './roles.ts';
import { addRange, drawRows, type SharedColumn } from './shared-rows.ts';

export interface MissingView {
  /** Of each condition over all menu sizes (size null), then by size. */
  readonly rows: readonly MissingRow[];
}

const TITLE = 'Missing presentations';

const labelsOf = ({ rows }: MissingView): readonly string[] => [...new Set(rows.map(({ label }) => label))];
const sizesOf = ({ rows }: MissingView): readonly (number | null)[] => [
  null,
  ...[...new Set(rows.flatMap(({ size }) => size ?? []))].sort((a, b) => a - b),
];
const markId = (view: MissingView, { label, size }: MissingRow): string =>
  `c${labelsOf(view).indexOf(label) + 1}-${size ?? 'all'}`;

/** One scale for all columns: rates are compared across them. */
function columnsOf(view: MissingView): readonly SharedColumn[] {
  const most = Math.max(0.02, ...view.rows.map(({ q95 }) => q95).filter(Number.isFinite));
  const domain: [number, number] = [0, Math.min(1, 1.06 * most)];
  return sizesOf(view).map((size) => ({
    title: size === null ? 'All menus' : `Menus of ${size}`,
    note: 'share missing',
    domain,
    format: (tick) => percent(tick, most < 0.05 ? 1 : 0),
  }));
}

/** A row per condition, a column per menu size. */
export function missingChart(view: MissingView, { width }: { readonly width: number }): SVGSVGElement {
  const labels = labelsOf(view);
  const sizes = sizesOf(view);
  const { svg, root, places } = drawRows({
    title: TITLE,
    description: describeMissing(view),
    labels,
    columns: columnsOf(view),
    width,
    row: 22,
  });
  for (const row of view.rows) {
    if (row.cases === 0) continue;
    const place = places[sizes.indexOf(row.size)];
    addRange(root, markId(view, row), place, labels.indexOf(row.label), [row.q5, row.rate, row.q95], {
      color: MARK,
    });
  }
  return svg;
}

const shareText = ({ hits, cases, rate, q5, q95 }: MissingRow): string =>
  `${integer(hits)} of ${integer(cases)}, ${percent(rate, 1)} ${interval(100 * q5, 100 * q95, 1)}`;

/** Rates of every condition over all sizes. */
export const describeMissing = ({ rows }: MissingView): string =>
  `Presentations without a choice, with the share and its 90\u202f% interval in per cent: ${rows
    .filter(({ size }) => size === null)
    .map((row) => `${row.label} ${shareText(row)}`)
    .join('; ')}.`;

const markOf = (view: MissingView, row: MissingRow): Mark => ({
  id: markId(view, row),
  series: labelsOf(view).indexOf(row.label),
  name: `${row.label}, ${row.size === null ? 'all menus' : `menus of ${row.size}`}`,
  lines: [shareText(row)],
});

/** A figure of missing rates. */
export const missingFigure = (view: MissingView): Figure => ({
  id: 'missing-rate',
  title: TITLE,
  subtitle:
    'Dot: share of presentations that have no choice, with its 90\u202f% binomial interval (Jeffreys). One scale in all columns.',
  caption: view.rows.some(({ named }) => !named)
    ? 'Problems are not named: identical menus count as one problem, so the shares are lower bounds.'
    : 'Missing choices that depend on the menu or the condition can pass for an effect of it.',
  description: describeMissing(view),
  columns: [
    textColumn('label', 'condition'),
    countColumn('size', 'menu size'),
    countColumn('hits', 'missing'),
    countColumn('cases', 'presentations'),
    ...['rate', 'q5', 'q95'].map((key) => fractionColumn(key, key, 4)),
  ],
  rows: view.rows.map((row) => ({ ...row })),
  marks: view.rows.filter(({ cases }) => cases > 0).map((row) => markOf(view, row)),
  draw: (width) => missingChart(view, { width }),
});
