// The few SVG elements that every chart is made of, in the page's own colours.
import { select, type Selection } from 'd3-selection';

export type Group = Selection<SVGGElement, unknown, null, undefined>;
export interface Drawing {
  readonly svg: SVGSVGElement;
  readonly root: Group;
}

const SVG = 'http://www.w3.org/2000/svg';
/** An empty drawing that is one image to assistive technology: named by the title, described by the sentence. */
export function startDrawing(width: number, height: number, title: string, description: string): Drawing {
  const svg = select<SVGSVGElement, unknown>(document.createElementNS(SVG, 'svg') as SVGSVGElement)
    .attr('width', width)
    .attr('height', height)
    .attr('role', 'img')
    .attr('aria-label', title)
    .attr('aria-description', description)
    .style('display', 'block')
    .style('font-family', 'var(--font-sans)')
    .style('font-variant-numeric', 'tabular-nums lining-nums');
  return { svg: svg.node() as SVGSVGElement, root: svg.append('g') };
}

export interface TextStyle {
  readonly size?: number;
  readonly anchor?: 'start' | 'middle' | 'end';
  readonly color?: string;
  readonly strong?: boolean;
  /** A 4 px ground-coloured edge, for labels that stand on data. */
  readonly halo?: boolean;
}

const TEXT_DEFAULTS: Required<TextStyle> = {
  size: 12,
  anchor: 'start',
  color: 'var(--tick)',
  strong: false,
  halo: false,
};

/** Text whose baseline starts at (x, y). */
export function addText(parent: Group, x: number, y: number, text: string, style: TextStyle = {}): void {
  const { size, anchor, color, strong, halo } = { ...TEXT_DEFAULTS, ...style };
  const node = parent
    .append('text')
    .attr('x', x)
    .attr('y', y)
    .attr('text-anchor', anchor)
    .style('font-size', `${size}px`)
    .style('font-weight', strong ? 'var(--weight-strong)' : 'var(--weight-text)')
    .style('fill', color)
    .text(text);
  if (!halo) return;
  node
    .style('paint-order', 'stroke')
    .style('stroke', 'var(--halo)')
    .style('stroke-width', '4px')
    .style('stroke-linejoin', 'round');
}

export interface StrokeStyle {
  readonly color: string;
  readonly width?: number;
  readonly dash?: string;
  readonly opacity?: number;
  readonly cap?: 'butt' | 'round';
}

export function addLine(
  parent: Group,
  from: readonly [number, number],
  to: readonly [number, number],
  { color, width = 1, dash = 'none', opacity = 1, cap = 'butt' }: StrokeStyle,
): void {
  parent
    .append('line')
    .attr('x1', from[0])
    .attr('y1', from[1])
    .attr('x2', to[0])
    .attr('y2', to[1])
    .style('stroke', color)
    .style('stroke-width', `${width}px`)
    .style('stroke-dasharray', dash)
    .style('stroke-opacity', opacity)
    .style('stroke-linecap', cap);
}

export interface PathStyle extends Partial<StrokeStyle> {
  readonly fill?: string;
  readonly fillOpacity?: number;
}

export function addPath(parent: Group, d: string | null, style: PathStyle): void {
  parent
    .append('path')
    .attr('d', d ?? '')
    .style('fill', style.fill ?? 'none')
    .style('fill-opacity', style.fillOpacity ?? 1)
    .style('stroke', style.color ?? 'none')
    .style('stroke-width', `${style.width ?? 1}px`)
    .style('stroke-dasharray', style.dash ?? 'none')
    .style('stroke-opacity', style.opacity ?? 1)
    .style('stroke-linejoin', 'round');
}

export function addRect(
  parent: Group,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  { fill, opacity = 1, radius = 0 }: { fill: string; opacity?: number; radius?: number },
): void {
  parent
    .append('rect')
    .attr('x', box.x)
    .attr('y', box.y)
    .attr('width', Math.max(0, box.width))
    .attr('height', Math.max(0, box.height))
    .attr('rx', radius)
    .style('fill', fill)
    .style('fill-opacity', opacity);
}

/** A group that can be pointed at: (x, y) is where its hover card and its focus ring stand. */
export const addMark = (parent: Group, id: string, x: number, y: number): Group =>
  parent.append('g').attr('data-mark', id).attr('data-x', x).attr('data-y', y);

/** Widths of letters in em, at least those of DejaVu Sans, the widest fallback of the page's sans. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[ijlI'|]/, 0.3],
  [/[tfr .,:;()[\]/!\u202f-]/, 0.42],
  [/[a-lnp-vx-zo0-9]/, 0.64],
  [/[A-LN-VX-Z]/, 0.79],
];
const WIDEST = 1;
const STRONG = 1.15;

const widthOf = (letter: string): number => WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? WIDEST;

/** Upper bound of a text's width in the page's sans, for layout without a page. */
export const textWidth = (text: string, size: number, strong = false): number =>
  [...text].reduce((sum, letter) => sum + widthOf(letter), 0) * size * (strong ? STRONG : 1);

/** `kept` letters of a text, two thirds of them from its beginning, around an ellipsis. */
function endsOf(text: string, kept: number): string {
  const tail = Math.floor(kept / 3);
  return `${text.slice(0, kept - tail).trimEnd()}…${text.slice(text.length - tail).trimStart()}`;
}

/** The text, or its two ends around an ellipsis where `room` px are too few: names often differ at the end. */
export function shorten(text: string, room: number, size: number, strong = false): string {
  if (textWidth(text, size, strong) <= room) return text;
  for (let kept = text.length - 1; kept >= 1; kept--) {
    const ends = endsOf(text, kept);
    if (textWidth(ends, size, strong) <= room) return ends;
  }
  return '';
}

/** Upper bound of the width of `addName`'s text at 12 px. */
export const nameWidth = (strong: string, plain: string): number =>
  textWidth(strong, 12, true) + (plain === '' ? 0 : textWidth(` ${plain}`, 12));

/** "**Agent** task" at 12 px; the plain words give way first where `room` is short. */
export function addName(
  parent: Group,
  x: number,
  y: number,
  strong: string,
  plain: string,
  room: number,
): void {
  const head = shorten(strong, room, 12, true);
  const rest = plain === '' ? '' : shorten(` ${plain}`, room - textWidth(head, 12, true) + 0.1, 12);
  const text = parent.append('text').attr('x', x).attr('y', y).style('font-size', '12px');
  text.append('tspan').style('font-weight', 'var(--weight-strong)').style('fill', 'var(--ink)').text(head);
  if (rest !== '') text.append('tspan').style('fill', 'var(--ink-2)').text(rest);
}
