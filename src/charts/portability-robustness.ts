// Distances of cells under other predictors, bins or numbers of sources: small multiples, each level against its own floor.
import { scaleLinear } from 'd3-scale';
import type { VariantReport } from '../instruments/portability/robustness/report.ts';
import { PREDICTOR_WORDS, variantAbove } from '../instruments/portability/robustness/words.ts';
import { cellTitle, gameTitle } from '../instruments/portability/views-words.ts';
import { horizontalAxis } from './axes.ts';
import { variantColumns, variantRow } from './portability-robustness-table.ts';
import type { Figure, Mark } from './figure.ts';
import { counted, fraction, probability } from './number-format.ts';
import { layPanels, panelHead, panelGroup, type Panel } from './panels.ts';
import { addSymbol, AXIS, GRID, INK, NULL, NULL_FILL, seriesColor } from './roles.ts';
import { addLine, addMark, addRect, addText, shorten, startDrawing, textWidth, type Group } from './svg.ts';

/** What changes from row to row of a panel. */
export type VariantAxis = 'predictor' | 'bins' | 'sources';

const ROW = 26;
const HEAD = 30;
const FOOT = 40;
/** Ends of neighbouring axes stay apart. */
const GAP = 28;

const levelName = ({ predictor, bins, sources }: VariantReport, axis: VariantAxis): string => {
  if (axis === 'predictor') return PREDICTOR_WORDS[predictor];
  if (axis === 'sources') return `|S| = ${sources}`;
  return bins === null ? 'no bins' : `B = ${bins}`;
};

const markId = ({ index, predictor, sources, bins }: VariantReport): string =>
  `${index}-${predictor}-${sources}-${bins ?? 'law'}`;

const TITLES: Readonly<Record<VariantAxis, string>> = {
  predictor: 'Distance by predictor',
  bins: 'Distance by number of bins',
  sources: 'Distance by number of sources',
};

interface Cell {
  readonly title: string;
  readonly strong: string;
  readonly plain: string;
  readonly color: string;
  readonly variants: readonly VariantReport[];
}

function cellsOf(variants: readonly VariantReport[]): readonly Cell[] {
  const models = [...new Set(variants.map(({ model }) => model))];
  const games = new Set(variants.map(({ game }) => game)).size;
  return [...new Set(variants.map(({ index }) => index))].map((index) => {
    const own = variants.filter((variant) => variant.index === index);
    const [{ game, model, regime }] = own;
    const names = [...(games > 1 || model === '' ? [gameTitle(game)] : []), model].filter(
      (name) => name !== '',
    );
    return {
      title: cellTitle(own[0]),
      strong: names.join(', '),
      plain: regime,
      color: seriesColor(models.indexOf(model)),
      variants: own,
    };
  });
}

type Scale = (value: number) => number;

/** Observed above the middle of the row, floor below it. */
function drawVariant(root: Group, variant: VariantReport, x: Scale, y: number, color: string): void {
  const { tv_mean, tv_q5, tv_q95, perm_mean, perm_q5, perm_q95 } = variant;
  const group = addMark(root, markId(variant), x(tv_mean ?? 0), y - 4);
  if (tv_mean === null) return;
  if (perm_q5 !== null && perm_q95 !== null && perm_mean !== null) {
    addRect(
      group,
      { x: x(perm_q5), y: y + 3, width: Math.max(1, x(perm_q95) - x(perm_q5)), height: 6 },
      { fill: NULL_FILL },
    );
    addLine(group, [x(perm_mean), y + 3], [x(perm_mean), y + 9], { color: NULL });
    addLine(group, [x(perm_q95), y + 2], [x(perm_q95), y + 10], { color: NULL, width: 1.5 });
  }
  if (tv_q5 !== null && tv_q95 !== null)
    addLine(group, [x(tv_q5), y - 4], [x(tv_q95), y - 4], { color, width: 1.75 });
  addSymbol(group, x(tv_mean), y - 4, { color, hollow: !variantAbove(variant), area: 56 });
}

function drawPanel(
  root: Group,
  panel: Panel,
  cell: Cell,
  levels: readonly string[],
  axis: VariantAxis,
): void {
  const x = scaleLinear([0, 1], [panel.x, panel.x + panel.width]);
  const bottom = panel.y + panel.height;
  horizontalAxis(root, x, bottom, { ticks: [0, 0.5, 1], size: 11, grid: panel.height, labels: panel.lowest });
  panelHead(panelGroup(root, panel), panel, { strong: cell.strong, plain: cell.plain });
  addLine(root, [panel.x, panel.y], [panel.x, bottom], { color: AXIS });
  levels.forEach((level, i) => {
    const y = panel.y + (i + 0.5) * ROW;
    if (i > 0) addLine(root, [panel.x, y - ROW / 2], [panel.x + panel.width, y - ROW / 2], { color: GRID });
    const variant = cell.variants.find((entry) => levelName(entry, axis) === level);
    if (variant) drawVariant(root, variant, x, y, cell.color);
  });
}

function chart(variants: readonly VariantReport[], axis: VariantAxis, width: number): SVGSVGElement {
  const cells = cellsOf(variants);
  const levels = [...new Set(variants.map((variant) => levelName(variant, axis)))];
  const left = Math.min(width * 0.3, Math.max(...levels.map((level) => textWidth(level, 11)))) + 10;
  const layout = { left, right: 8, head: HEAD, height: levels.length * ROW, foot: FOOT, gap: GAP };
  const { panels, height } = layPanels(cells.length, width, layout);
  const { svg, root } = startDrawing(width, height + 8, TITLES[axis], describe(variants, axis));
  panels.forEach((panel, i) => {
    drawPanel(root, panel, cells[i], levels, axis);
    if (panel.column === 0)
      levels.forEach((level, k) =>
        addText(root, left - 10, panel.y + (k + 0.5) * ROW + 4, shorten(level, left - 9, 11), {
          anchor: 'end',
          size: 11,
          color: INK,
        }),
      );
  });
  addText(root, (left + width) / 2, height + 2, 'total variation distance →', { size: 11, anchor: 'middle' });
  return svg;
}

const sentence = (variant: VariantReport, axis: VariantAxis): string => {
  const name = `${cellTitle(variant)}, ${levelName(variant, axis)}`;
  if (variant.tv_mean === null) return `${name}: no distance`;
  if (variant.p === null) return `${name} ${fraction(variant.tv_mean)} without a floor`;
  return `${name} ${fraction(variant.tv_mean)}, ${variantAbove(variant) ? 'above' : 'not above'} its floor of ${fraction(variant.perm_mean)}`;
};

const describe = (variants: readonly VariantReport[], axis: VariantAxis): string =>
  `${counted(variants.length, 'variant')}. ${variants.map((variant) => sentence(variant, axis)).join('; ')}.`;

const markOf = (variant: VariantReport, series: number): Mark => {
  const { predictor, sources, bins, splits, permutations } = variant;
  const floor =
    variant.perm_mean === null
      ? ['no floor was computed']
      : [
          `floor ${fraction(variant.perm_mean)}, 95\u202f% point ${fraction(variant.perm_q95)}`,
          `p ${probability(variant.p)} of ${counted(permutations, 'permutation')}`,
        ];
  return {
    id: markId(variant),
    series,
    name: cellTitle(variant),
    lines: [
      `${PREDICTOR_WORDS[predictor]}, |S| = ${sources}, ${bins === null ? 'no bins' : `B = ${bins}`}`,
      `TV ${fraction(variant.tv_mean)} over ${counted(splits, 'split')}`,
      ...floor,
    ],
  };
};

/** `fixed` says at which values the other two stand. */
export function robustnessFigure(
  variants: readonly VariantReport[],
  axis: VariantAxis,
  fixed: string,
): Figure {
  const places = [...new Set(variants.map(({ index }) => index))];
  return {
    id: `portability-robustness-${axis}`,
    title: TITLES[axis],
    subtitle:
      `${fixed} Dot: mean TV, line: 5–95\u202f% of splits, filled where p ≤ .05. Below it, grey: 5–95\u202f% when framings ` +
      'are exchangeable, the tick at its 95\u202f% point.',
    caption:
      'Each distance is read against its own floor: predictors, bins and sources move both. Splits share environments ' +
      'and test folds, so their spread is no standard error. p is of one variant, not adjusted; with fewer than 19 ' +
      'permutations it cannot reach .05, and no dot is filled.',
    description: describe(variants, axis),
    columns: variantColumns,
    rows: variants.map(variantRow),
    marks: variants.map((variant) => markOf(variant, places.indexOf(variant.index))),
    draw: (width) => chart(variants, axis, width),
  };
}
