// Traces of one variable, a panel per chain, over the interval of all chains together.
import { extent, groups } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { describeTrace, type TraceRow, type TraceView } from '../instruments/seu/views/trace.ts';
import { nameVertical, niceDomain, type Linear } from './axes.ts';
import { countColumn, flagColumn, numberColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { estimate, integer, significant } from './number-format.ts';
import { layPanels, nameRoom, panelFoot, panelGrid, panelGroup, panelHead, type Panel } from './panels.ts';
import { LOOK, MARK, NULL } from './roles.ts';
import { addLine, addMark, addPath, addRect, startDrawing, type Group } from './svg.ts';

const MOST_PANELS = 12;
const LEFT = 44;
const HEIGHT = 92;
/** Draws per chain that can be pointed at. */
const STOPS = 40;

const titleOf = ({ symbol }: TraceView): string => `Trace of ${symbol}, chain by chain`;

/** The chains to draw: all up to twelve, else those whose medians lie farthest from the pooled one. */
function shownChains({ chains, medians, pooled }: TraceView): ReadonlySet<number> {
  const all = Array.from({ length: chains }, (_, i) => i + 1);
  const distance = (chain: number): number => Math.abs(medians[chain - 1] - pooled.median);
  return new Set(all.sort((a, b) => distance(b) - distance(a)).slice(0, MOST_PANELS));
}

const chainsOf = (view: TraceView): readonly (readonly [number, readonly TraceRow[]])[] => {
  const shown = shownChains(view);
  return groups(view.rows, ({ chain }) => chain).filter(([chain]) => shown.has(chain));
};

const stopsOf = (rows: readonly TraceRow[]): readonly TraceRow[] => {
  const step = Math.ceil(rows.length / STOPS);
  return rows.filter((_, i) => i % step === 0);
};

const markId = ({ chain, iteration }: TraceRow): string => `c${chain}-i${iteration}`;

/** One stroke per half pixel from the lowest to the highest draw in it: no spike is lost, no path is long. */
function tracePath(rows: readonly TraceRow[], x: Linear, y: Linear): string {
  const columns = groups(rows, ({ iteration }) => Math.floor(x(iteration) * 2) / 2);
  const points = columns.flatMap(([at, inside]) => {
    const ends = extent(inside, ({ value }) => value) as [number, number];
    return (inside.length === 1 ? ends.slice(1) : ends).map((value) => `${at},${y(value).toFixed(1)}`);
  });
  return `M${points.join('L')}`;
}

function drawBand(group: Group, panel: Panel, y: Linear, { q5, q95, median }: TraceView['pooled']): void {
  const box = { x: panel.x, y: y(q95), width: panel.width, height: y(q5) - y(q95) };
  addRect(group, box, { fill: 'var(--band)' });
  addLine(group, [panel.x, y(median)], [panel.x + panel.width, y(median)], { color: NULL });
}

function drawChain(group: Group, panel: Panel, rows: readonly TraceRow[], y: Linear): void {
  const x = scaleLinear([1, rows.length], [panel.x, panel.x + panel.width]);
  addPath(group, tracePath(rows, x, y), { color: MARK, opacity: 0.85 });
  for (const { iteration } of rows.filter(({ divergent }) => divergent))
    addLine(group, [x(iteration), HEIGHT - 7], [x(iteration), HEIGHT], { color: LOOK, width: 1.5 });
  panelHead(group, panel, { strong: `chain ${rows[0].chain}` });
  panelFoot(group, panel, ['1', 'draw', integer(rows.length)]);
  for (const row of stopsOf(rows)) addMark(group, markId(row), x(row.iteration), panel.y + y(row.value));
}

/** Draws in order, chain by chain. */
export function traceChart(view: TraceView, { width }: { readonly width: number }): SVGSVGElement {
  const chains = chainsOf(view);
  const top = nameRoom(view.symbol, LEFT);
  const layout = { left: LEFT, head: 26, height: HEIGHT, foot: 30, top };
  const { panels, height } = layPanels(chains.length, width, layout);
  const { svg, root } = startDrawing(width, height, titleOf(view), describeTrace(view));
  const [low = 0, high = 1] = extent(view.rows, ({ value }) => value);
  const y = scaleLinear(niceDomain(low, high, 3), [HEIGHT, 0]);
  nameVertical(root, 0, 16, view.symbol);
  panels.forEach((panel, i) => {
    const group = panelGroup(root, panel);
    drawBand(group, panel, y, view.pooled);
    panelGrid(group, panel, y, y.ticks(3));
    drawChain(group, panel, chains[i][1], y);
  });
  return svg;
}

const markOf = (view: TraceView, row: TraceRow): Mark => ({
  id: markId(row),
  series: row.chain,
  name: `chain ${row.chain}, draw ${integer(row.iteration)}`,
  lines: [
    `${view.symbol} ${significant(row.value)}${row.divergent ? ', divergent' : ''}`,
    `all chains ${estimate(view.pooled.median, view.pooled.q5, view.pooled.q95)}`,
  ],
});

/** A figure of the draws of one variable. */
export const traceFigure = (view: TraceView): Figure => ({
  id: `trace-${view.variable}`,
  title: titleOf(view),
  subtitle:
    'Line: the draws in order. Grey: median and 90\u202f% band of all chains. A chain that mixes fills the band.' +
    (view.rows.some(({ divergent }) => divergent) ? ' Ticks at the foot: divergent transitions.' : ''),
  caption:
    view.chains > MOST_PANELS
      ? `${MOST_PANELS} of ${integer(view.chains)} chains: those whose medians lie farthest from the pooled one.`
      : '',
  description: describeTrace(view),
  columns: [
    countColumn('chain'),
    countColumn('iteration', 'draw'),
    numberColumn('value', view.symbol),
    flagColumn('divergent'),
  ],
  rows: view.rows.map((row) => ({ ...row })),
  marks: chainsOf(view).flatMap(([, rows]) => stopsOf(rows).map((row) => markOf(view, row))),
  draw: (width) => traceChart(view, { width }),
});
