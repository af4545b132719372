// The fitted prior of the belief: where the cases of one domain lie, on a logit axis.
import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import { logit } from '../math/logistic.ts';
import { fractionColumn, numberColumn } from './columns.ts';
import type { Figure } from './figure.ts';
import { addDensity } from './intervals.ts';
import { fraction, integer } from './number-format.ts';
import { drawAxes, plotFrame } from './plot.ts';
import { MARK } from './roles.ts';
import { addMark, startDrawing } from './svg.ts';

interface PriorPoint {
  readonly z: number;
  /** With respect to z. */
  readonly density: number;
}

const TITLE = 'Fitted prior of the belief';
const TICKS = [0.001, 0.01, 0.1, 0.5, 0.9, 0.99, 0.999];
const STOPS = 9;

/** Density with respect to logit z. */
const ofLogit = ({ z, density }: PriorPoint): number => density * z * (1 - z);

const stopsOf = (prior: readonly PriorPoint[]): readonly PriorPoint[] => {
  const step = Math.max(1, Math.floor(prior.length / STOPS));
  return prior.filter((_, i) => i % step === Math.floor(step / 2));
};

const markId = ({ z }: PriorPoint): string => `z ${z}`;

function chart(prior: readonly PriorPoint[], width: number, description: string): SVGSVGElement {
  const frame = plotFrame(width, 210);
  const { svg, root } = startDrawing(width, frame.height, TITLE, description);
  const x = scaleLinear([logit(prior[0].z), logit(prior[prior.length - 1].z)], [frame.left, frame.right]);
  const y = scaleLinear([0, (max(prior, ofLogit) ?? 1) * 1.1], [frame.bottom, frame.top]);
  const [low, high] = x.domain();
  const ticks = TICKS.map(logit).filter((tick) => tick >= low && tick <= high);
  drawAxes(
    root,
    frame,
    {
      scale: x,
      name: 'belief',
      ticks,
      grid: false,
      format: (tick) => fraction(TICKS.find((value) => Math.abs(logit(value) - tick) < 1e-9) ?? null, 3),
    },
    { scale: y, name: 'density of logit z', ticks: y.ticks(3) },
  );
  addDensity(
    root,
    prior.map((point) => [x(logit(point.z)), y(ofLogit(point))] as const),
    frame.bottom,
    { color: MARK },
  );
  for (const point of stopsOf(prior)) addMark(root, markId(point), x(logit(point.z)), y(ofLogit(point)));
  return svg;
}

const peakOf = (prior: readonly PriorPoint[]): PriorPoint =>
  prior.reduce((best, point) => (ofLogit(point) > ofLogit(best) ? point : best));

export function priorFigure(cell: string, prior: readonly PriorPoint[]): Figure {
  const description = `${cell}: the fitted density of the belief, over ${integer(prior.length)} nodes, is highest at ${fraction(peakOf(prior).z, 3)}.`;
  return {
    id: 'beliefs-prior',
    title: TITLE,
    subtitle: 'How beliefs about the cases are spread, as the fit has it, with respect to logit z.',
    caption: 'The stated probabilities fix the scale. Towards the ends few cases say where the density goes.',
    description,
    columns: [fractionColumn('z', 'Belief', 4), numberColumn('density', 'Density of logit z')],
    rows: prior.map((point) => ({ z: point.z, density: ofLogit(point) })),
    marks: stopsOf(prior).map((point) => ({
      id: markId(point),
      series: 0,
      name: `Belief ${fraction(point.z, 3)}`,
      lines: [`density of logit z ${fraction(ofLogit(point), 3)}`],
    })),
    draw: (width) => chart(prior, width, description),
  };
}
