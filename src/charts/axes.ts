// Axes without frames: hairline grid, few ticks, names that say which way they run.
import { axisBottom, axisLeft, type AxisScale } from 'd3-axis';
import { range, ticks, tickStep } from 'd3-array';
import { precisionFixed } from 'd3-format';
import type { ScaleLinear } from 'd3-scale';
import { fixed } from './number-format.ts';
import { AXIS, GRID } from './roles.ts';
import { addText, type Group } from './svg.ts';

export type Linear = ScaleLinear<number, number>;

/** Writes ticks with the decimals their step needs and no trailing zeros: 0, 0.5, 1, 1.5. */
export function tickLabels(values: readonly number[]): (tick: number) => string {
  const steps = values.slice(1).map((value, i) => Math.abs(value - values[i]));
  const decimals = precisionFixed(Math.min(...steps, Math.abs(values[0]) || 1));
  return (tick) => {
    const short = Number(tick.toFixed(decimals));
    return fixed(short, (String(short).split('.')[1] ?? '').length);
  };
}

/** Two or three ticks, or the fewest there are. */
export const fewTicks = (scale: Linear): readonly number[] =>
  [4, 3, 2, 1].map((count) => scale.ticks(count)).find((values) => values.length <= 3) ?? [];

/** A linear domain widened to whole ticks. */
export function niceDomain(low: number, high: number, count: number): [number, number] {
  const step = tickStep(low, high, count) || 1;
  return [Math.floor(low / step) * step, Math.ceil(high / step) * step];
}

/** Three to six round ticks of a logarithmic axis: 1, 2, 5 × powers of ten, or even steps where those are too few. */
export function logTicks(low: number, high: number): readonly number[] {
  const powers = range(Math.floor(Math.log10(low)), Math.ceil(Math.log10(high)) + 1);
  const inside = (tick: number): boolean => tick >= low && tick <= high;
  const round = powers.flatMap((power) => [1, 2, 5].map((digit) => digit * 10 ** power)).filter(inside);
  if (round.length > 6) return powers.map((power) => 10 ** power).filter(inside);
  return round.length >= 3 ? round : ticks(low, high, 4);
}

export interface AxisStyle {
  readonly ticks: readonly number[];
  readonly format?: (tick: number) => string;
  readonly size?: number;
  /** Length of the grid lines: to the right of a vertical axis, up from a horizontal one; 0 draws none. */
  readonly grid?: number;
  readonly labels?: boolean;
}

function restyle(group: Group, size: number): void {
  group.attr('font-family', null).attr('font-size', null);
  group.select('.domain').remove();
  group
    .selectAll<SVGTextElement, number>('text')
    .style('font-size', `${size}px`)
    .style('fill', 'var(--tick)');
  group.selectAll<SVGLineElement, number>('line').style('stroke', (tick) => (tick === 0 ? AXIS : GRID));
}

/** Tick labels left of x = `at`, grid lines across the plot; the line at zero is the reference. */
export function verticalAxis(parent: Group, scale: AxisScale<number>, at: number, style: AxisStyle): void {
  const { ticks: values, format = tickLabels(values), size = 12, grid = 0, labels = true } = style;
  const axis = axisLeft(scale)
    .tickValues([...values])
    .tickSize(-grid)
    .tickPadding(8)
    .tickFormat((tick) => (labels ? format(tick) : ''));
  const group = parent.append('g').attr('transform', `translate(${at},0)`);
  axis(group);
  restyle(group, size);
}

/** Tick labels below y = `at`; grid lines rise from it. */
export function horizontalAxis(parent: Group, scale: AxisScale<number>, at: number, style: AxisStyle): void {
  const { ticks: values, format = tickLabels(values), size = 12, grid = 0, labels = true } = style;
  const axis = axisBottom(scale)
    .tickValues([...values])
    .tickSize(-grid)
    .tickPadding(8)
    .tickFormat((tick) => (labels ? format(tick) : ''));
  const group = parent.append('g').attr('transform', `translate(0,${at})`);
  axis(group);
  restyle(group, size);
}

/** "↑ α" at the top left of a plot. */
export const nameVertical = (parent: Group, x: number, y: number, name: string, size = 12): void =>
  addText(parent, x, y, `↑ ${name}`, { size });

/** "α →" at the foot, centred on x. */
export const nameHorizontal = (parent: Group, x: number, y: number, name: string, size = 12): void =>
  addText(parent, x, y, `${name} →`, { size, anchor: 'middle' });
