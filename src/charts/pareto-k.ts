// Which left-out problems importance weights can tell: Pareto k of each, largest first, and which were refitted.
import { max, min } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import type { LeftOutCheck, LeftOutProblem } from '../instruments/seu/check/left-out.ts';
import { PARETO_K_BOUND } from '../statistics/psis.ts';
import { numberColumn, countColumn, flagColumn, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { counted, fixed, fraction, integer } from './number-format.ts';
import { drawAxes, plotFrame } from './plot.ts';
import { addSymbol, LOOK, NULL, seriesColor } from './roles.ts';
import { addLine, addMark, startDrawing } from './svg.ts';

export type LeftOutView = Pick<LeftOutCheck, 'problems' | 'elpd' | 'se' | 'method' | 'refits' | 'perChoice'>;

const HEIGHT = 250;

const unitOf = ({ perChoice }: LeftOutView): string => (perChoice ? 'choice' : 'problem');
const titleOf = (view: LeftOutView): string => `Importance weights by ${unitOf(view)} left out`;

interface Ranked {
  readonly row: LeftOutProblem;
  /** Place in the data, which names the mark. */
  readonly place: number;
}

/** Largest k first; what importance sampling could not give at all counts as larger than any. */
const rankedOf = ({ problems }: LeftOutView): readonly Ranked[] =>
  problems.map((row, place) => ({ row, place })).sort((a, b) => b.row.k - a.row.k || a.place - b.place);

const finiteK = ({ k }: LeftOutProblem, top: number): number => (Number.isFinite(k) ? k : top);

function domainOf({ problems }: LeftOutView): [number, number] {
  const known = problems.map(({ k }) => k).filter(Number.isFinite);
  return [Math.min(0, min(known) ?? 0), Math.max(1, 1.05 * (max(known) ?? 1))];
}

/** Dots by rank; diamonds above the bound, hollow where a refit took the place of the weights. */
export function paretoChart(view: LeftOutView, { width }: { readonly width: number }): SVGSVGElement {
  const frame = plotFrame(width, HEIGHT);
  const { svg, root } = startDrawing(width, HEIGHT, titleOf(view), describePareto(view));
  const n = view.problems.length;
  const x = scaleLinear([0, n + 1], [frame.left, frame.right]);
  const y = scaleLinear(domainOf(view), [frame.bottom, frame.top]);
  const ticks = x.ticks(Math.max(2, Math.floor(width / 90))).filter((tick) => Number.isInteger(tick));
  drawAxes(
    root,
    frame,
    { scale: x, name: `${unitOf(view)}, by k`, ticks, grid: false },
    { scale: y, name: 'Pareto k', ticks: y.ticks(5) },
  );
  const bound = y(PARETO_K_BOUND);
  addLine(root, [frame.left, bound], [frame.right, bound], { color: NULL, dash: '3 2.5', width: 1.25 });
  rankedOf(view).forEach(({ row, place }, i) => {
    const [px, py] = [x(i + 1), y(finiteK(row, y.domain()[1]))];
    const beyond = row.k > PARETO_K_BOUND;
    addSymbol(addMark(root, `p${place + 1}`, px, py), px, py, {
      color: beyond && !row.refitted ? LOOK : seriesColor(0),
      shape: beyond ? 3 : 0,
      area: 46,
      hollow: row.refitted,
    });
  });
  return svg;
}

const flaggedOf = ({ problems }: LeftOutView): number => problems.filter(({ flagged }) => flagged).length;

function methodText(view: LeftOutView): string {
  const { method, refits } = view;
  if (method === 'folds') return `All are exact, from ${integer(refits)} refits in folds.`;
  if (method === 'exact') return `${counted(refits, 'refit')} took the place of weights that could not tell.`;
  return 'None was refitted.';
}

export function describePareto(view: LeftOutView): string {
  const n = view.problems.length;
  const beyond = view.problems.filter(({ k }) => k > PARETO_K_BOUND).length;
  return (
    `Pareto k of ${counted(n, unitOf(view))} left out: ${integer(beyond)} above .7, ${integer(flaggedOf(view))} of them not refitted. ` +
    `${methodText(view)} Summed log predictive density ${fixed(view.elpd, 1)}, standard error ${fixed(view.se, 1)}.`
  );
}

const markOf = (view: LeftOutView, { row, place }: Ranked): Mark => ({
  id: `p${place + 1}`,
  series: 0,
  name: `${unitOf(view)} ${row.problem}`,
  lines: [
    `k ${fraction(row.k)}${row.refitted ? ', refitted' : ''}`,
    `log predictive density ${fixed(row.elpd, 2)} of ${counted(row.choices, 'choice')}`,
  ],
});

/** A figure of Pareto k, with the table of all problems. */
export const paretoFigure = (view: LeftOutView): Figure => ({
  id: 'pareto-k',
  title: titleOf(view),
  subtitle:
    `Dot: a ${unitOf(view)}${view.perChoice ? '' : ', all its presentations left out together'}. ` +
    'Dashed: k = .7. Diamond: above it, where weights cannot be trusted. Hollow: predicted by a refit instead.',
  caption: methodText(view),
  description: describePareto(view),
  columns: [
    textColumn('block'),
    textColumn('problem', unitOf(view)),
    countColumn('choices'),
    numberColumn('elpd', 'log predictive density', 2),
    numberColumn('k', 'Pareto k', 2),
    flagColumn('refitted'),
    flagColumn('flagged', 'needs a refit'),
  ],
  rows: view.problems.map((row) => ({ ...row, k: Number.isFinite(row.k) ? row.k : null })),
  marks: rankedOf(view).map((ranked) => markOf(view, ranked)),
  draw: (width) => paretoChart(view, { width }),
});
