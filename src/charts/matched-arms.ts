// The arms of a matched comparison side by side: what the same truths look like under each design.
import { extent } from 'd3-array';
import { scaleLinear, scalePoint } from 'd3-scale';
import type { Interval } from '../statistics/interval.ts';
import { fewTicks, verticalAxis, type Linear } from './axes.ts';
import { intervalColumns, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { addVerticalInterval } from './intervals.ts';
import { estimate } from './number-format.ts';
import { layPanels, panelGroup, panelHead, type Panel } from './panels.ts';
import { AXIS, INK, seriesColor, SHAPE_GLYPHS } from './roles.ts';
import { addLine, addMark, addText, startDrawing, type Group } from './svg.ts';

/** One measure of one arm over the iterations. */
export interface MatchedArmRow extends Interval {
  /** "A". */
  readonly arm: string;
  /** "width of α": rows of one measure share a panel and a scale. */
  readonly measure: string;
}

export interface MatchedArm {
  readonly arm: string;
  /** "m_1, 25 + 25 menus". */
  readonly label: string;
  readonly model: string;
}

export interface MatchedArmsView {
  readonly iterations: number;
  readonly arms: readonly MatchedArm[];
  readonly rows: readonly MatchedArmRow[];
}

const TITLE = 'Matched arms';
const HEIGHT = 150;

const measuresOf = ({ rows }: MatchedArmsView): readonly string[] => [
  ...new Set(rows.map(({ measure }) => measure)),
];
const modelsOf = ({ arms }: MatchedArmsView): readonly string[] => [
  ...new Set(arms.map(({ model }) => model)),
];
const markId = ({ measure, arm }: MatchedArmRow): string => `${measure}-${arm}`.replaceAll(' ', '-');

function drawMeasure(group: Group, panel: Panel, view: MatchedArmsView, measure: string): void {
  const rows = view.rows.filter((row) => row.measure === measure);
  const [low = 0, high = 1] = extent(rows.flatMap(({ q5, q95 }) => [q5, q95]));
  const y: Linear = scaleLinear([Math.min(0, low), high], [HEIGHT, 4]);
  const x = scalePoint(
    view.arms.map(({ arm }) => arm),
    [panel.x, panel.x + panel.width],
  ).padding(0.5);
  verticalAxis(group, y, panel.x, { ticks: fewTicks(y), grid: panel.width, size: 11 });
  addLine(group, [panel.x, HEIGHT], [panel.x + panel.width, HEIGHT], { color: AXIS });
  const models = modelsOf(view);
  view.arms.forEach(({ arm, model }) => {
    const px = x(arm) ?? panel.x;
    const place = models.indexOf(model);
    addText(group, px, HEIGHT + 18, arm, { anchor: 'middle', color: INK });
    for (const row of rows.filter((one) => one.arm === arm)) {
      const mark = addMark(group, markId(row), px, panel.y + y(row.median));
      addVerticalInterval(mark, px, y, row, { color: seriesColor(place), shape: place });
    }
  });
  panelHead(group, panel, { strong: measure });
}

/** A panel per measure, from zero where the measure is a size. */
export function matchedArmsChart(
  view: MatchedArmsView,
  { width }: { readonly width: number },
): SVGSVGElement {
  const measures = measuresOf(view);
  const layout = { left: 46, right: 4, head: 26, height: HEIGHT, foot: 34, gap: 52 };
  const { panels, height } = layPanels(measures.length, width, layout);
  const { svg, root } = startDrawing(width, height, TITLE, describeMatchedArms(view));
  panels.forEach((panel, i) => drawMeasure(panelGroup(root, panel), panel, view, measures[i]));
  return svg;
}

const levelsText = ({ median, q5, q95 }: MatchedArmRow): string => estimate(median, q5, q95);

/** Medians with the central 90 % of iterations, measure by measure. */
export const describeMatchedArms = (view: MatchedArmsView): string =>
  `${view.iterations} iterations, medians with the central 90\u202f%. ${measuresOf(view)
    .map((measure) => {
      const rows = view.rows.filter((row) => row.measure === measure);
      return `${measure}: ${rows.map((row) => `${row.arm} ${levelsText(row)}`).join(', ')}`;
    })
    .join('; ')}.`;

const markOf = (view: MatchedArmsView, row: MatchedArmRow): Mark => ({
  id: markId(row),
  series: measuresOf(view).indexOf(row.measure),
  name: `${row.arm}: ${view.arms.find(({ arm }) => arm === row.arm)?.label ?? ''}`,
  lines: [`${row.measure} ${levelsText(row)}`, `${view.iterations} iterations`],
});

/** A figure of what each design gives on the same truths and choices. */
export const matchedArmsFigure = (view: MatchedArmsView): Figure => ({
  id: 'matched-arms',
  title: TITLE,
  subtitle:
    'Mark: median over iterations; thick and thin bars: the central 50 and 90\u202f% of them. ' +
    `${modelsOf(view)
      .map((model, i) => `${SHAPE_GLYPHS[i % 4]} ${model}`)
      .join(', ')}.`,
  caption: `${view.arms.map(({ arm, label }) => `${arm}: ${label}`).join('; ')}. All arms see the same truths.`,
  description: describeMatchedArms(view),
  columns: [textColumn('arm'), textColumn('measure'), ...intervalColumns],
  rows: view.rows.map((row) => ({ ...row })),
  marks: view.rows.map((row) => markOf(view, row)),
  draw: (width) => matchedArmsChart(view, { width }),
});
