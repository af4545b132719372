// Stated probability and inferred belief against outcomes: reliability by bins, and how many cases each bin holds.
import { max } from 'd3-array';
import type { CalibrationReport } from '../instruments/beliefs/coherence/calibration.ts';
import type { Calibration, ReliabilityBin } from '../statistics/beliefs/brier.ts';
import { promptLabel } from './beliefs-roles.ts';
import { countColumn, fractionColumn, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { counted, fraction, integer } from './number-format.ts';
import { drawAxes, plotFrame } from './plot.ts';
import { addSymbol, NULL, seriesColor } from './roles.ts';
import { SHARE_TICKS, shareScale } from './share-scale.ts';
import { addLine, addMark, addRect, addText, startDrawing, textWidth, type Group } from './svg.ts';

/** Areas of symbols, px². */
const SYMBOL = { least: 16, most: 62 };
const TITLE = 'Probability and belief against outcomes';
const COUNTS = 48;
/** Each forecast stands this far right of the one before, px. */
const ASIDE = 3;
/** Where the names of forecasts begin, beside the vertical axis’ name. */
const LEGEND = 96;

interface Forecast extends Calibration {
  readonly name: string;
  readonly color: string;
  readonly shape: number;
}

/** Stated probabilities in the order of the prompts, then the belief. */
const forecastsOf = ({ stated, belief }: CalibrationReport): readonly Forecast[] => [
  ...stated.map((each, k) => ({
    ...each,
    name: promptLabel(each.prompt),
    color: seriesColor(1 + k),
    shape: 2,
  })),
  ...(belief ? [{ ...belief, name: 'inferred belief', color: seriesColor(0), shape: 0 }] : []),
];

const binId = (forecast: number, bin: number): string => `${forecast}-${bin}`;

interface Plane {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

/** Least distance of a bin from its neighbours, px. */
const gapOf = ({ bins }: Forecast, { x }: Plane): number =>
  Math.min(...bins.slice(1).map((bin, b) => x(bin.probability) - x(bins[b].probability)), Infinity);

/** Area of a symbol that leaves its neighbours in sight. */
const areaFor = (gap: number): number =>
  Math.max(SYMBOL.least, Math.min(SYMBOL.most, (Math.PI * gap ** 2) / 4));

function drawForecast(root: Group, forecast: Forecast, place: number, plane: Plane): void {
  const { bins, color, shape } = forecast;
  const { x, y } = plane;
  const area = areaFor(gapOf(forecast, plane));
  const aside = ASIDE * place;
  bins.slice(1).forEach((bin, b) => {
    const before = bins[b];
    addLine(
      root,
      [x(before.probability) + aside, y(before.frequency)],
      [x(bin.probability) + aside, y(bin.frequency)],
      { color, opacity: 0.7 },
    );
  });
  bins.forEach(({ probability, frequency, band }, b) => {
    const at = x(probability) + aside;
    const mark = addMark(root, binId(place, b), at, y(frequency));
    addLine(mark, [at, y(band[0])], [at, y(band[1])], { color: NULL, width: 4, opacity: 0.45 });
    addSymbol(mark, at, y(frequency), { color, shape, area });
  });
}

function drawLegend(root: Group, forecasts: readonly Forecast[]): void {
  let at = LEGEND;
  for (const { name, color, shape } of forecasts) {
    addSymbol(root, at + 5, 10, { color, shape, area: SYMBOL.most });
    addText(root, at + 15, 14, name, { color: 'var(--ink-2)' });
    at += textWidth(name, 12) + 30;
  }
}

/** Cases a bin, a lane a forecast. */
function drawCounts(root: Group, forecasts: readonly Forecast[], plane: Plane, foot: number): void {
  const lane = COUNTS / forecasts.length;
  const tallest = max(forecasts, ({ bins }) => max(bins, ({ cases }) => cases)) ?? 1;
  forecasts.forEach((forecast, k) => {
    const width = Math.max(2, Math.min(10, gapOf(forecast, plane) - 1));
    forecast.bins.forEach(({ probability, cases }) => {
      const height = ((lane - 4) * cases) / tallest;
      const y = foot - (forecasts.length - 1 - k) * lane - height;
      const x = plane.x(probability) + ASIDE * k - width / 2;
      addRect(root, { x, y, width, height }, { fill: forecast.color, opacity: 0.45 });
    });
  });
}

function chart(forecasts: readonly Forecast[], width: number, description: string): SVGSVGElement {
  const frame = plotFrame(width, Math.round(Math.min(400, Math.max(300, width * 0.7))));
  const { svg, root } = startDrawing(width, frame.height, TITLE, description);
  const plane = {
    x: shareScale([frame.left, frame.right - 8]),
    y: shareScale([frame.bottom - COUNTS - 12, frame.top]),
  };
  drawAxes(
    root,
    frame,
    { scale: plane.x, name: 'forecast', ticks: SHARE_TICKS, grid: false },
    { scale: plane.y, name: 'outcomes', ticks: SHARE_TICKS },
  );
  drawLegend(root, forecasts);
  addLine(root, [plane.x(0), plane.y(0)], [plane.x(1), plane.y(1)], { color: NULL, width: 1.5, dash: '4 4' });
  drawCounts(root, forecasts, plane, frame.bottom);
  forecasts.forEach((forecast, place) => drawForecast(root, forecast, place, plane));
  return svg;
}

const describeReliability = (cell: string, forecasts: readonly Forecast[]): string =>
  `${cell}: ${forecasts
    .map(
      ({ name, cases, decomposition: { brier, reliability, resolution } }) =>
        `${name}, ${counted(cases, 'case')}, Brier score ${fraction(brier, 3)}, reliability ${fraction(reliability, 3)}, ` +
        `resolution ${fraction(resolution, 3)}`,
    )
    .join('; ')}.`;

const markOf = (forecast: Forecast, place: number, bin: ReliabilityBin, b: number): Mark => ({
  id: binId(place, b),
  series: place,
  name: forecast.name,
  lines: [
    `forecast ${fraction(bin.probability)}`,
    `outcome in ${fraction(bin.frequency)} of ${integer(bin.cases)} cases`,
    `calibrated forecasts would have [${fraction(bin.band[0])}, ${fraction(bin.band[1])}]`,
  ],
});

/** Null where neither forecast can be judged. */
export function reliabilityFigure(cell: string, report: CalibrationReport): Figure | null {
  const forecasts = forecastsOf(report);
  if (forecasts.length === 0) return null;
  const description = describeReliability(cell, forecasts);
  return {
    id: 'beliefs-reliability',
    title: TITLE,
    subtitle:
      'Cases in bins of about equal size: how often the outcome came, against the forecast. Grey bars: where calibrated forecasts would lie in 95\u202f%. Below: cases a bin.',
    caption:
      'On the dashed line forecasts come true as often as they say. Both scales are stretched towards 0 and 1 (arcsine of the root), so that chance moves every share equally far. Bins of forecasts that are often the same are wider.',
    description,
    columns: [
      textColumn('forecast', 'Forecast'),
      countColumn('cases', 'Cases'),
      fractionColumn('probability', 'Mean forecast', 3),
      fractionColumn('frequency', 'Outcomes', 3),
      fractionColumn('lower', 'calibrated from', 3),
      fractionColumn('upper', 'to', 3),
    ],
    rows: forecasts.flatMap(({ name, bins }) =>
      bins.map(({ cases, probability, frequency, band }) => ({
        forecast: name,
        cases,
        probability,
        frequency,
        lower: band[0],
        upper: band[1],
      })),
    ),
    marks: forecasts.flatMap((forecast, place) =>
      forecast.bins.map((bin, b) => markOf(forecast, place, bin, b)),
    ),
    draw: (width) => chart(forecasts, width, description),
  };
}
