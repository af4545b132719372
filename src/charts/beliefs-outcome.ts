// What decisions say of the outcome beyond the belief: Figure 10, the observed gap against studies without one.
import { TEST_LEVEL } from '../instruments/beliefs/coherence/words.ts';
import { bin, max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { OutcomeReport } from '../instruments/beliefs/report-types/outcome.ts';
import { boundedText } from './beliefs-bounded.ts';
import { promptLabel } from './beliefs-roles.ts';
import { fractionColumn, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { counted, fraction, integer, probability } from './number-format.ts';
import { drawAxes, plotFrame } from './plot.ts';
import { addSymbol, INK, LOOK, NULL, NULL_FILL } from './roles.ts';
import { addLine, addMark, addRect, addText, startDrawing } from './svg.ts';

const TITLE = 'Outcomes beyond the belief';
const HEIGHT = 230;
const BINS = 24;

const significantly = ({ null: none }: OutcomeReport): boolean => none !== null && none.p <= TEST_LEVEL;

function chart(outcome: OutcomeReport, width: number, description: string): SVGSVGElement {
  const { mean, null: none } = outcome;
  const frame = plotFrame(width, HEIGHT);
  const { svg, root } = startDrawing(width, HEIGHT, TITLE, description);
  const values = none?.values ?? [];
  const most = Math.max(mean.value ?? 0, mean.upper ?? 0, ...values) * 1.06 || 1;
  const x = scaleLinear([0, most], [frame.left, frame.right]);
  const bins = bin().domain([0, most]).thresholds(x.ticks(BINS))([...values]);
  const tallest = max(bins, ({ length }) => length) ?? 1;
  const y = scaleLinear([0, Math.max(1, tallest) * 1.35], [frame.bottom, frame.top]);
  drawAxes(
    root,
    frame,
    { scale: x, name: 'mean L1 gap', ticks: x.ticks(width < 480 ? 4 : 6), grid: false },
    { scale: y, name: 'simulated studies', ticks: y.ticks(3).filter(Number.isInteger) },
  );
  for (const { x0, x1, length } of bins)
    addRect(
      root,
      { x: x(x0!) + 0.5, y: y(length), width: x(x1!) - x(x0!) - 1, height: frame.bottom - y(length) },
      { fill: NULL_FILL },
    );
  if (none) {
    const group = addMark(root, 'null', x(none.mean), frame.bottom);
    addLine(group, [x(none.mean), y(tallest)], [x(none.mean), frame.bottom], { color: NULL, width: 1.5 });
    const upper = addMark(root, 'upper', x(none.upper), frame.bottom);
    addLine(upper, [x(none.upper), y(tallest)], [x(none.upper), frame.bottom], {
      color: NULL,
      width: 1.5,
      dash: '4 4',
    });
  }
  if (mean.value === null) return svg;
  const at = frame.top + 22;
  const color = significantly(outcome) ? LOOK : INK;
  const mark = addMark(root, 'observed', x(mean.value), at);
  if (mean.lower !== null && mean.upper !== null)
    addLine(mark, [x(mean.lower), at], [x(mean.upper), at], { color, width: 1.75 });
  addSymbol(mark, x(mean.value), at, { color, shape: 3 });
  const left = x(mean.value) > (frame.left + frame.right) / 2;
  addText(mark, x(mean.value), at - 10, 'observed', {
    anchor: left ? 'end' : 'start',
    color,
    strong: true,
    halo: true,
  });
  return svg;
}

/** The gap with its interval, and where it stands among studies without one. */
export function describeOutcome(
  cell: string,
  { mean, null: none, prompts, excluded }: OutcomeReport,
): string {
  const observed = `${cell}: mean L1 gap ${boundedText(mean)} over ${counted(prompts.length, 'decision')}`;
  const left =
    excluded.length === 0 ? '' : ` ${counted(excluded.length, 'decision')} had too few answers of one kind.`;
  if (none === null) return `${observed}; no null was simulated.${left}`;
  return (
    `${observed}. Without any gap the same statistic averages ${fraction(none.mean, 3)} and stays below ` +
    `${fraction(none.upper, 3)} in 95\u202f% of ${integer(none.studies)} simulated studies: p ${probability(none.p)}.${left}`
  );
}

function marksOf({ mean, null: none, resamplingBias }: OutcomeReport): readonly Mark[] {
  const observed: Mark = {
    id: 'observed',
    series: 0,
    name: 'Observed',
    lines: [
      `mean L1 gap ${boundedText(mean)}`,
      ...(none ? [`p ${probability(none.p)}`] : []),
      ...(resamplingBias === null ? [] : [`resampling adds ${fraction(resamplingBias, 3)} of its own`]),
    ],
  };
  if (!none) return mean.value === null ? [] : [observed];
  return [
    ...(mean.value === null ? [] : [observed]),
    {
      id: 'null',
      series: 1,
      name: 'Studies without a gap',
      lines: [`mean ${fraction(none.mean, 3)} of ${integer(none.studies)}`],
    },
    {
      id: 'upper',
      series: 1,
      name: 'Studies without a gap',
      lines: [`95\u202f% point ${fraction(none.upper, 3)}`],
    },
  ];
}

export function outcomeFigure(cell: string, outcome: OutcomeReport): Figure {
  const description = describeOutcome(cell, outcome);
  return {
    id: 'beliefs-outcome',
    title: TITLE,
    subtitle:
      'Diamond: how far answers move the chance of the outcome at an equal belief, with its 95\u202f% interval. Grey: studies ' +
      'simulated without any such gap, their mean and, dashed, their 95\u202f% point.',
    caption:
      'Noise alone makes the gap positive, and its interval cannot reach 0: read it against grey. The simulated studies ' +
      'carry the same measurement error of the belief. A gap beyond them can still be a belief that is measured with error.',
    description,
    columns: [
      textColumn('prompt', 'Prompt'),
      fractionColumn('violation', 'L1 gap', 3),
      fractionColumn('h_share', 'h, share', 3),
      fractionColumn('h_one', 'h, answer 1', 3),
      fractionColumn('h_zero', 'h, answer 0', 3),
    ],
    rows: outcome.prompts.map(({ prompt, violation, bandwidths }) => ({
      prompt: promptLabel(prompt),
      violation,
      h_share: bandwidths[0],
      h_one: bandwidths[1],
      h_zero: bandwidths[2],
    })),
    marks: marksOf(outcome),
    draw: (width) => chart(outcome, width, description),
  };
}
