// Singular values of lottery differences and of features: in how many directions a design varies, and how unevenly.
import { groups, max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { SingularRow } from '../instruments/seu/design/views.ts';
import { horizontalAxis, nameVertical, fewTicks, verticalAxis } from './axes.ts';
import { countColumn, numberColumn, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { fixed, integer } from './number-format.ts';
import { layPanels, panelGroup, panelHead, type Panel } from './panels.ts';
import { addSymbol, AXIS, LOOK, MARK } from './roles.ts';
import { addLine, addMark, addText, startDrawing, type Group } from './svg.ts';

/** Rank of a matrix beside the rank that full identification takes. */
export interface MatrixRank {
  readonly matrix: SingularRow['matrix'];
  readonly rank: number;
  readonly needed: number;
}

export interface SingularView {
  readonly rows: readonly SingularRow[];
  readonly ranks: readonly MatrixRank[];
}

const TITLE = 'Singular values of the design';
const HEIGHT = 112;
const NAMES: Readonly<Record<string, string>> = { lotteries: 'lotteries', features: 'features' };

const markId = ({ matrix, index }: SingularRow): string => `${matrix}-${index}`;
const matricesOf = ({ rows }: SingularView): readonly (readonly SingularRow[])[] =>
  groups(rows, ({ matrix }) => matrix).map(([, own]) => own);
const rankOf = ({ ranks }: SingularView, name: string): MatrixRank | undefined =>
  ranks.find(({ matrix }) => matrix === name);

function drawMatrix(
  group: Group,
  panel: Panel,
  rows: readonly SingularRow[],
  rank: MatrixRank | undefined,
): void {
  const x = scaleLinear([0.5, rows.length + 0.5], [panel.x, panel.x + panel.width]);
  const y = scaleLinear([0, 1.08 * (max(rows, ({ value }) => value) || 1)], [HEIGHT, 0]);
  verticalAxis(group, y, panel.x, { ticks: fewTicks(y), grid: panel.width, size: 11 });
  const every = Math.ceil(rows.length / Math.max(1, Math.floor(panel.width / 26)));
  const ticks = rows.map(({ index }) => index).filter((index) => (index - 1) % every === 0);
  horizontalAxis(group, x, HEIGHT, { ticks, size: 11, format: integer });
  addLine(group, [panel.x, HEIGHT], [panel.x + panel.width, HEIGHT], { color: AXIS });
  for (const row of rows) {
    const vanishes = rank !== undefined && row.index > rank.rank;
    const [px, py] = [x(row.index), y(row.value)];
    const mark = addMark(group, markId(row), px, panel.y + py);
    addLine(mark, [px, HEIGHT], [px, py], { color: MARK, width: 1.75 });
    addSymbol(mark, px, py, { color: vanishes ? LOOK : MARK, shape: vanishes ? 3 : 0, area: 54 });
  }
  panelHead(group, panel, {
    strong: NAMES[rows[0].matrix] ?? rows[0].matrix,
    ...(rank && { corner: `${rank.rank} of ${rank.needed}`, cornerColor: 'var(--ink-2)' }),
  });
}

/** Stems from zero, a panel per matrix. */
export function singularChart(view: SingularView, { width }: { readonly width: number }): SVGSVGElement {
  const matrices = matricesOf(view);
  const layout = { left: 44, right: 4, head: 26, height: HEIGHT, foot: 30, gap: 52, top: 18 };
  const { panels, height } = layPanels(matrices.length, width, layout);
  const { svg, root } = startDrawing(width, height + 16, TITLE, describeSingular(view));
  nameVertical(root, 0, 14, 'singular value', 11);
  panels.forEach((panel, i) =>
    drawMatrix(panelGroup(root, panel), panel, matrices[i], rankOf(view, matrices[i][0].matrix)),
  );
  addText(root, width - 4, height + 10, 'order →', { size: 11, anchor: 'end' });
  return svg;
}

/** All values with the ranks they amount to. */
export const describeSingular = (view: SingularView): string =>
  `${matricesOf(view)
    .map((rows) => {
      const rank = rankOf(view, rows[0].matrix);
      const says = rank ? `, rank ${rank.rank} of ${rank.needed} needed` : '';
      return `${NAMES[rows[0].matrix] ?? rows[0].matrix}: ${rows.map(({ value }) => fixed(value, 4)).join(', ')}${says}`;
    })
    .join('; ')}.`;

const markOf = (row: SingularRow, series: number): Mark => ({
  id: markId(row),
  series,
  name: `${NAMES[row.matrix] ?? row.matrix}, ${row.index}`,
  lines: [`singular value ${fixed(row.value, 4)}`],
});

/** A figure of what a design can tell apart. */
export const singularFigure = (view: SingularView): Figure => ({
  id: 'singular-values',
  title: TITLE,
  subtitle:
    'Dot: a singular value of the lotteries\u2019 differences or of the features, largest first. The number is the rank, of that which identification takes. Diamond: none to speak of, a direction that the design does not vary.',
  caption:
    'Risky choices tell δ apart where the lottery differences have rank K − 1; a small value is a direction that is told faintly.',
  description: describeSingular(view),
  columns: [textColumn('matrix'), countColumn('index'), numberColumn('value', 'singular value', 4)],
  rows: view.rows.map((row) => ({ ...row })),
  marks: matricesOf(view).flatMap((rows, series) => rows.map((row) => markOf(row, series))),
  draw: (width) => singularChart(view, { width }),
});
