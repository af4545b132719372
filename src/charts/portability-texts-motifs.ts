// Shares of reasoning texts with each motif of the lexicon, by cell: a grid of shades.
import { cellTitle } from '../instruments/portability/views-words.ts';
import { max } from 'd3-array';
import { fractionColumn, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { counted, fraction, interval } from './number-format.ts';
import {} from './portability-mechanism-rows.ts';
import type { TextCell } from './portability-texts.ts';
import { INK } from './roles.ts';
import { addMark, addRect, addText, shorten, startDrawing, textWidth, type Group } from './svg.ts';

const TITLE = 'Motifs of reasoning';
const ROW = 26;
/** Heads have the room they need up to this share of the figure. */
const MOST_HEAD = 1 / 3;
const STEPS = 6;
/** A cell narrower than this holds no number. */
const LEAST_LABEL = 26;

interface Entry {
  readonly cell: TextCell;
  readonly motif: string;
  readonly value: number;
  readonly lo: number;
  readonly hi: number;
  readonly row: number;
  readonly column: number;
}

const entriesOf = (cells: readonly TextCell[]): readonly Entry[] =>
  cells.flatMap((cell, row) =>
    cell.texts.motifs.map(({ motif, value, lo, hi }, column) => ({
      cell,
      motif,
      value,
      lo,
      hi,
      row,
      column,
    })),
  );

const entryId = ({ cell, motif }: Entry): string => `${cell.index}-${motif}`;
const words = (motif: string): string => motif.replaceAll('_', ' ');

/** Shares are shaded from 0 to 1, the same in every figure. */
function shade(value: number): { readonly fill: string; readonly ink: string } {
  const step = value === 0 ? 0 : Math.min(STEPS, 1 + Math.floor(value * STEPS));
  const ink = step >= 5 ? 'light-dark(#ffffff, #0f1113)' : step === 4 ? 'light-dark(#16181a, #0f1113)' : INK;
  return { fill: `var(--q-${step})`, ink };
}

function drawHeads(root: Group, motifs: readonly string[], left: number, width: number, top: number): void {
  const upright = motifs.some((motif) => textWidth(words(motif), 12) > width - 4);
  motifs.forEach((motif, column) => {
    const x = left + (column + 0.5) * width;
    if (!upright) return addText(root, x, top - 8, words(motif), { anchor: 'middle', color: INK });
    const head = root.append('g').attr('transform', `translate(${x + 4},${top - 6}) rotate(-90)`);
    addText(head, 0, 0, shorten(words(motif), top - 11.9, 12), { color: INK });
  });
}

function chart(cells: readonly TextCell[], width: number): SVGSVGElement {
  const entries = entriesOf(cells);
  const motifs = cells[0].texts.motifs.map(({ motif }) => motif);
  const widest = max(cells, (cell) => textWidth(cellTitle(cell), 12)) ?? 0;
  const left = Math.min(widest, width * 0.38) + 12;
  const size = Math.min(140, (width - left - 2) / motifs.length);
  const heads = max(motifs, (motif) => textWidth(words(motif), 12)) ?? 0;
  const top = heads > size - 4 ? Math.min(heads, width * MOST_HEAD) + 12 : 26;
  const { svg, root } = startDrawing(width, top + cells.length * ROW + 8, TITLE, describe(cells));
  drawHeads(root, motifs, left, size, top);
  cells.forEach((cell, row) =>
    addText(root, left - 8, top + (row + 0.5) * ROW + 4, shorten(cellTitle(cell), left - 10, 12), {
      anchor: 'end',
      color: INK,
    }),
  );
  for (const entry of entries) {
    const [x, y] = [left + entry.column * size, top + entry.row * ROW];
    const { fill, ink } = shade(entry.value);
    const group = addMark(root, entryId(entry), x + size / 2, y + ROW / 2);
    addRect(group, { x: x + 1, y: y + 1, width: size - 2, height: ROW - 2 }, { fill, radius: 2 });
    if (size >= LEAST_LABEL)
      addText(group, x + size / 2, y + ROW / 2 + 4, fraction(entry.value), {
        anchor: 'middle',
        size: 11,
        color: ink,
      });
  }
  return svg;
}

function describe(cells: readonly TextCell[]): string {
  const leading = cells.map((cell) => {
    const most = cell.texts.motifs.reduce((best, entry) => (entry.value > best.value ? entry : best));
    return `${cellTitle(cell)}: ${words(most.motif)} in ${fraction(most.value)} of texts`;
  });
  return `${counted(cells.length, 'cell')}; the most frequent motif of each. ${leading.join('; ')}.`;
}

const markOf = (entry: Entry): Mark => ({
  id: entryId(entry),
  series: entry.row,
  name: `${words(entry.motif)}: ${cellTitle(entry.cell)}`,
  lines: [
    `${fraction(entry.value, 3)} ${interval(entry.lo, entry.hi, 3)} of ${counted(entry.cell.texts.texts, 'text')}`,
  ],
});

/** Null where no cell has texts, or the lexicon is empty. */
export function motifFigure(all: readonly TextCell[]): Figure | null {
  const cells = all.filter(({ texts }) => texts.motifs.length > 0);
  if (cells.length === 0) return null;
  return {
    id: 'portability-motifs',
    title: TITLE,
    subtitle: 'Share of reasoning texts in which the motif’s expression matches once or more.',
    caption:
      '90\u202f% intervals over instances are in the table and on the marks. The lexicon is part of the plan.',
    description: describe(cells),
    columns: [
      textColumn('game', 'Game'),
      textColumn('model', 'Model'),
      textColumn('regime', 'Regime'),
      textColumn('motif', 'Motif'),
      fractionColumn('rate', 'Share', 3),
      fractionColumn('lo', 'from', 3),
      fractionColumn('hi', 'to', 3),
    ],
    rows: entriesOf(cells).map(({ cell, motif, value, lo, hi }) => ({
      game: cell.game,
      model: cell.model,
      regime: cell.regime,
      motif,
      rate: value,
      lo,
      hi,
    })),
    marks: entriesOf(cells).map(markOf),
    draw: (width) => chart(cells, width),
  };
}
