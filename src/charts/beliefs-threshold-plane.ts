// Draws Figure 5: implied against instructed thresholds on logit axes, by framing, other estimates beside them in grey.
import { scaleLinear } from 'd3-scale';
import type { ThresholdRow } from '../instruments/beliefs/report-types/thresholds.ts';
import { logit } from '../math/logistic.ts';
import type { Linear } from './axes.ts';
import { endsOf } from './beliefs-bounded.ts';
import { framingRole, promptLabel } from './beliefs-roles.ts';
import { fraction, integer } from './number-format.ts';
import { drawAxes, namePoints, plotFrame, type NamedPoint, type PlotFrame } from './plot.ts';
import { addSymbol, NULL } from './roles.ts';
import { addLine, addMark, addText, startDrawing, type Group } from './svg.ts';

/** A threshold as it is drawn: an estimate with the ends of its interval. */
export type ThresholdMark = Omit<ThresholdRow, 'alpha'>;

export interface ThresholdView {
  readonly cell: string;
  readonly thresholds: readonly ThresholdMark[];
  /** The same decisions by other means, and what these are called; empty where there are none. */
  readonly beside: readonly ThresholdMark[];
  readonly besideName: string;
  readonly framings: readonly string[];
}

export const besideOf = ({ beside }: ThresholdView, prompt: string): ThresholdMark | undefined =>
  beside.find((one) => one.prompt === prompt && one.caution === null);

export const TITLE = 'Implied against instructed decision threshold';
/** Probabilities that axes end at, at most. */
const EDGE = 0.005;
const NEAR_ZERO = 1e-12;
const TICKS = [0.01, 0.02, 0.05, 0.1, 0.2, 0.33, 0.5, 0.67, 0.8, 0.9, 0.95, 0.99];

export type Instructed = ThresholdMark & { readonly nominal: number };

export const isInstructed = (threshold: ThresholdMark): threshold is Instructed =>
  threshold.nominal !== null && Number.isFinite(threshold.implied);

const within = (value: number): number => Math.max(EDGE, Math.min(1 - EDGE, value));

interface Plane {
  readonly frame: PlotFrame;
  readonly x: Linear;
  readonly y: Linear;
}

function planeOf(view: ThresholdView, width: number): Plane {
  const { thresholds, beside } = view;
  const shown = [...thresholds, ...beside].filter(isInstructed);
  const frame = plotFrame(width, Math.round(Math.min(380, Math.max(280, width * 0.62))));
  const nominal = shown.map((one) => logit(one.nominal));
  const all = shown.flatMap(({ implied, lower, upper, nominal: told, caution }) =>
    caution === null ? [told, implied, lower ?? implied, upper ?? implied] : [told],
  );
  const ends = (values: readonly number[], spare: number): [number, number] => [
    Math.min(...values) - spare,
    Math.max(...values) + spare,
  ];
  return {
    frame,
    x: scaleLinear(ends(nominal, 0.35), [frame.left, frame.right - 50 - nameAside(view)]),
    y: scaleLinear(
      ends(
        all.map((value) => logit(within(value))),
        0.3,
      ),
      [frame.bottom, frame.top],
    ),
  };
}

const ticksIn = (scale: Linear, most: number): readonly number[] => {
  const [low, high] = scale.domain();
  // Even odds are no reference here, as a tick at 0 would be.
  const inside = TICKS.map((value) => logit(value) || NEAR_ZERO).filter(
    (tick) => tick >= low && tick <= high,
  );
  const step = Math.ceil(inside.length / most);
  return inside.filter((_, i) => i % step === 0);
};

const asProbability = (tick: number): string =>
  fraction(TICKS.find((value) => Math.abs(logit(value) - tick) < 1e-9) ?? null);

function drawIdentity(root: Group, { frame, x, y }: Plane): void {
  const low = Math.max(x.domain()[0], y.domain()[0]);
  const high = Math.min(x.domain()[1], y.domain()[1]);
  if (low >= high) return;
  addLine(root, [x(low), y(low)], [x(high), y(high)], { color: NULL, width: 1.5, dash: '4 4' });
  const at = low + 0.12 * (high - low);
  addText(root, Math.min(x(at) + 10, frame.right - 90), y(at) + 12, 'as instructed', {
    size: 11,
    halo: true,
  });
}

/** Between framings, which stand a little apart, so that their intervals can be read; and where each has a second mark. */
const APART = 5;
const APART_BESIDE = 12;
const BESIDE = 5;

const asideOf = (framing: string, { framings, beside }: ThresholdView): number =>
  (framings.indexOf(framing) - (framings.length - 1) / 2) * (beside.length > 0 ? APART_BESIDE : APART);

/** Draws within the axis what lies beyond it. */
const heightOf =
  ({ y }: Plane) =>
  (value: number): number => {
    const [low, high] = y.domain();
    return y(Math.max(low, Math.min(high, logit(within(value)))));
  };

/** A grey tick and a thin bar, at the right of the decision's own mark. */
function drawBeside(root: Group, one: Instructed, plane: Plane, view: ThresholdView): void {
  const yOf = heightOf(plane);
  const at = plane.x(logit(one.nominal)) + asideOf(one.framing, view) + BESIDE;
  if (one.lower !== null && one.upper !== null)
    addLine(root, [at, yOf(one.lower)], [at, yOf(one.upper)], { color: NULL });
  const y = yOf(one.implied);
  addLine(root, [at - 3.5, y], [at + 3.5, y], { color: NULL, width: 2 });
}

function drawThreshold(root: Group, one: Instructed, plane: Plane, view: ThresholdView): void {
  const { color, shape } = framingRole(one.framing, view.framings);
  const yOf = heightOf(plane);
  const at = plane.x(logit(one.nominal)) + asideOf(one.framing, view);
  const mark = addMark(root, one.prompt, at, yOf(one.implied));
  if (one.lower !== null && one.upper !== null)
    addLine(mark, [at, yOf(one.lower)], [at, yOf(one.upper)], { color, width: 1.75 });
  addSymbol(mark, at, yOf(one.implied), { color, shape, hollow: one.caution !== null });
}

function drawFraming(root: Group, own: readonly Instructed[], plane: Plane, view: ThresholdView): void {
  const { x, y } = plane;
  const sound = own.filter(({ caution }) => caution === null).sort((a, b) => a.nominal - b.nominal);
  const { color } = framingRole(own[0].framing, view.framings);
  const place = ({ nominal, implied, framing }: Instructed): readonly [number, number] => [
    x(logit(nominal)) + asideOf(framing, view),
    y(logit(within(implied))),
  ];
  sound.slice(1).forEach((one, i) => addLine(root, place(sound[i]), place(one), { color, opacity: 0.7 }));
  own.forEach((one) => drawThreshold(root, one, plane, view));
}

/** Names stand clear of the last threshold's marks. */
const nameAside = ({ framings, beside }: ThresholdView): number =>
  beside.length > 0 ? ((framings.length - 1) / 2) * APART_BESIDE + BESIDE + 6 : 8;

/** The name of a framing stands at the right of its last threshold. */
function namesOf(shown: readonly Instructed[], { x, y }: Plane, view: ThresholdView): NamedPoint[] {
  const { framings } = view;
  return framings.flatMap((framing) => {
    const own = shown.filter((one) => one.framing === framing && one.caution === null);
    if (own.length === 0) return [];
    const last = own.reduce((far, one) => (one.nominal > far.nominal ? one : far));
    return [
      {
        x: x(logit(last.nominal)) + nameAside(view),
        y: y(logit(within(last.implied))) + 4,
        text: framing,
        color: framingRole(framing, framings).color,
      },
    ];
  });
}

export function thresholdChart(view: ThresholdView, width: number): SVGSVGElement {
  const shown = view.thresholds.filter(isInstructed);
  const { framings } = view;
  if (shown.length === 0) {
    const { svg, root } = startDrawing(width, 40, TITLE, describeThresholds(view));
    addText(root, 0, 24, 'No decision was instructed.');
    return svg;
  }
  const plane = planeOf(view, width);
  const { frame, x, y } = plane;
  const { svg, root } = startDrawing(width, frame.height, TITLE, describeThresholds(view));
  drawAxes(
    root,
    frame,
    { scale: x, name: 'instructed threshold', ticks: ticksIn(x, width < 480 ? 4 : 8), format: asProbability },
    { scale: y, name: 'implied threshold', ticks: ticksIn(y, 7), format: asProbability },
  );
  drawIdentity(root, plane);
  for (const one of view.beside.filter(isInstructed))
    if (one.caution === null) drawBeside(root, one, plane, view);
  for (const framing of framings) {
    const own = shown.filter((one) => one.framing === framing);
    if (own.length > 0) drawFraming(root, own, plane, view);
  }
  namePoints(root, frame, namesOf(shown, plane, view));
  return svg;
}

function describeThreshold(one: Instructed, view: ThresholdView): string {
  const other = besideOf(view, one.prompt);
  const beside = other ? `, ${view.besideName} ${fraction(other.implied)}${endsOf(other)}` : '';
  return `${promptLabel(one.prompt)} ${fraction(one.implied)}${endsOf(one)} for ${fraction(one.nominal)}${beside}`;
}

export function describeThresholds(view: ThresholdView): string {
  const { cell, thresholds } = view;
  const shown = thresholds.filter(isInstructed);
  const sound = shown.filter(({ caution }) => caution === null);
  const above = sound.filter(({ implied, nominal }) => implied > nominal).length;
  return (
    `${cell}: of ${integer(sound.length)} instructed decisions, ${integer(above)} are taken from a higher belief on than ` +
    `instructed. ${sound.map((one) => describeThreshold(one, view)).join('; ')}.`
  );
}
