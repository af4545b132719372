// How alike reasoning texts read within and between framings, with the words of prompts and without them.
import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { SimilarityReport } from '../instruments/portability/mechanism/reported.ts';
import { cellTitle } from '../instruments/portability/views-words.ts';
import { rejects } from '../statistics/portability/level.ts';
import { countColumn, fractionColumn, probabilityColumn } from './columns.ts';
import type { Figure, Mark, Row } from './figure.ts';
import { counted, fraction, probability } from './number-format.ts';
import { cellMark, drawCells, layCells, nameColumns, nameRow } from './portability-mechanism-rows.ts';
import type { TextCell } from './portability-texts.ts';
import { addSymbol, NULL } from './roles.ts';
import { addLine, addMark, startDrawing, type Group } from './svg.ts';

const SIMILARITY = 'Reasoning within and between framings';

type SimilarCell = TextCell & { readonly similar: SimilarityReport };

const isAlike = ({ p }: SimilarityReport): boolean => rejects(p);

/** Between at the left end, within as the mark: filled where they differ by more than exchanged framings. */
function drawPair(
  group: Group,
  x: (value: number) => number,
  y: number,
  found: SimilarityReport,
  color: string,
  shape: number,
): void {
  const { within, between, null_q95 } = found;
  addLine(group, [x(between), y], [x(within), y], { color, width: 1.75 });
  addLine(group, [x(between), y - 5], [x(between), y + 5], { color, width: 1.75 });
  if (null_q95 !== null)
    addLine(group, [x(between + null_q95), y - 5], [x(between + null_q95), y + 5], {
      color: NULL,
      width: 1.5,
    });
  addSymbol(group, x(within), y, { color, shape, hollow: !isAlike(found), area: 56 });
}

function similarityChart(cells: readonly SimilarCell[], width: number): SVGSVGElement {
  const rows = layCells(cells, width);
  const { svg, root } = startDrawing(width, rows.height, SIMILARITY, describeSimilarity(cells));
  const most = max(cells, ({ similar, texts }) =>
    Math.max(similar.within, similar.between, texts.echo_removed?.within ?? 0),
  );
  const x = scaleLinear([0, Math.min(1, 1.1 * (most ?? 1))], [rows.left, rows.right]);
  drawCells(root, rows, x, { name: 'Jaccard similarity', ticks: x.ticks(width < 560 ? 3 : 5) });
  for (const { entry, y, color } of rows.places) {
    const { similar, texts } = entry;
    const removed = texts.echo_removed;
    const group = addMark(root, cellMark(entry), x(similar.within), removed ? y - 5 : y);
    drawPair(group, x, removed ? y - 5 : y, similar, color, 0);
    if (removed) drawPair(group, x, y + 7, removed, color, 3);
  }
  return svg;
}

const pairText = ({ within, between, p }: SimilarityReport): string =>
  `within ${fraction(within, 3)}, between ${fraction(between, 3)}, p ${probability(p)}`;

const describeSimilarity = (cells: readonly SimilarCell[]): string =>
  `${counted(cells.length, 'cell')}. ${cells.map((cell) => `${cellTitle(cell)}: ${pairText(cell.similar)}`).join('; ')}.`;

const similarityRow = ({ similar, texts, ...cell }: SimilarCell): Row => ({
  ...nameRow(cell),
  within: similar.within,
  between: similar.between,
  null_q95: similar.null_q95,
  p: similar.p,
  echo_within: texts.echo_removed?.within ?? null,
  echo_between: texts.echo_removed?.between ?? null,
  echo_p: texts.echo_removed?.p ?? null,
  compared: texts.compared,
});

/** Null where no cell has texts of one framing and of two. */
export function similarityFigure(all: readonly TextCell[]): Figure | null {
  const cells = all.flatMap((cell): SimilarCell[] =>
    cell.texts.similarity ? [{ ...cell, similar: cell.texts.similarity }] : [],
  );
  if (cells.length === 0) return null;
  return {
    id: 'portability-similarity',
    title: SIMILARITY,
    subtitle:
      'From the bar (mean similarity of word sets between framings) to the mark (within): ● all words, ◆ without the ' +
      'words by which prompts differ. Filled where the difference has p ≤ .05 when framings are exchanged among texts; ' +
      'the grey tick is its 95\u202f% point then.',
    caption:
      'Texts of one framing share the nouns of its prompt, so that within exceeds between for that alone: read ◆.',
    description: describeSimilarity(cells),
    columns: [
      ...nameColumns,
      fractionColumn('within', 'Within', 3),
      fractionColumn('between', 'Between', 3),
      fractionColumn('null_q95', 'Difference, null 95\u202f%', 3),
      probabilityColumn('p', 'p'),
      fractionColumn('echo_within', 'Within, echo removed', 3),
      fractionColumn('echo_between', 'Between, echo removed', 3),
      probabilityColumn('echo_p', 'p, echo removed'),
      countColumn('compared', 'Texts compared'),
    ],
    rows: cells.map(similarityRow),
    marks: cells.map((cell): Mark => ({
      id: cellMark(cell),
      series: 0,
      name: cellTitle(cell),
      lines: [
        pairText(cell.similar),
        ...(cell.texts.echo_removed ? [`echo removed: ${pairText(cell.texts.echo_removed)}`] : []),
        counted(cell.texts.compared, 'text'),
      ],
    })),
    draw: (width) => similarityChart(cells, width),
  };
}
