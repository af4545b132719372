// Small multiples: as many columns as stay readable, the same scale in each.
import { verticalAxis, type Linear } from './axes.ts';
import { AXIS } from './roles.ts';
import { addLine, addName, addText, textWidth, type Group } from './svg.ts';

export interface Panel {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly column: number;
  readonly row: number;
  /** Nothing stands below it: it carries the horizontal axis. */
  readonly lowest: boolean;
}

export interface PanelLayout {
  /** Room for the labels of the shared vertical axis, left of the first column. */
  readonly left: number;
  readonly right?: number;
  /** Room above each panel for its head. */
  readonly head: number;
  readonly height: number;
  /** Room below each panel that carries the horizontal axis, and below the others. */
  readonly foot: number;
  readonly gap?: number;
  /** Room above all panels. */
  readonly top?: number;
}

/** At least two columns, then one per 138 px; never more than panels. */
export const columnCount = (width: number, panels: number): number =>
  Math.max(1, Math.min(panels, Math.max(2, Math.floor(width / 138))));

/** Places `count` panels row by row; `height` is that of all of them together. */
export function layPanels(
  count: number,
  width: number,
  { left, right = 0, head, height, foot, gap = 16, top = 0 }: PanelLayout,
): { readonly panels: readonly Panel[]; readonly height: number } {
  const columns = columnCount(width, count);
  const panelWidth = (width - left - right - gap * (columns - 1)) / columns;
  const panels = Array.from({ length: count }, (_, i): Panel => {
    const [column, row] = [i % columns, Math.floor(i / columns)];
    return {
      x: left + column * (panelWidth + gap),
      y: top + row * (head + height + foot) + head,
      width: panelWidth,
      height,
      column,
      row,
      lowest: i + columns >= count,
    };
  });
  return { panels, height: top + Math.ceil(count / columns) * (head + height + foot) };
}

/** Room above the panels for the name of the vertical axis where it is too long for the gutter beside their heads. */
export const nameRoom = (name: string, left: number): number =>
  textWidth(`↑ ${name}`, 12) > left - 4 ? 20 : 0;

/** A group whose origin is the top of the panel's plot (x stays that of the drawing). */
export const panelGroup = (root: Group, panel: Panel): Group =>
  root.append('g').attr('transform', `translate(0,${panel.y})`);

/** Hairlines at the shared ticks; labels stand beside the first column only. */
export function panelGrid(group: Group, panel: Panel, y: Linear, ticks: readonly number[]): void {
  verticalAxis(group, y, panel.x, { ticks, grid: panel.width, size: 11, labels: panel.column === 0 });
}

export interface PanelHead {
  readonly strong: string;
  readonly plain?: string;
  /** At the panel's right corner. */
  readonly corner?: string;
  readonly cornerColor?: string;
}

/** What the panel shows, with its one number at the corner. */
export function panelHead(
  group: Group,
  panel: Panel,
  { strong, plain, corner, cornerColor = 'var(--tick)' }: PanelHead,
): void {
  const room = panel.width - (corner ? textWidth(corner, 11) + 8 : 0);
  addName(group, panel.x, -10, strong, plain ?? '', room);
  if (corner)
    addText(group, panel.x + panel.width, -10, corner, { anchor: 'end', color: cornerColor, size: 11 });
}

/** Baseline with the ends of the horizontal axis and its name between them. */
export function panelFoot(
  group: Group,
  panel: Panel,
  [first, name, last]: readonly [string, string, string],
): void {
  const [left, right, y] = [panel.x, panel.x + panel.width, panel.height + 17];
  addLine(group, [left, panel.height], [right, panel.height], { color: AXIS });
  if (!panel.lowest) return;
  addText(group, left, y, first, { size: 11 });
  addText(group, (left + right) / 2, y, `${name} →`, { size: 11, anchor: 'middle' });
  addText(group, right, y, last, { size: 11, anchor: 'end' });
}
