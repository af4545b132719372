// Predictive p-values of a fit among those of simulated agents: they are not uniform, so a p is placed, not read off.
import type { SimulatedKind } from '../instruments/seu/check/derivation.ts';
import {
  predictiveName,
  predictiveShortName,
  type CalibratedCheck,
  type PredictiveReport,
} from '../instruments/seu/check/predictive-report.ts';
import { calibratedRows } from '../instruments/seu/check/predictive-rows.ts';
import { countColumn, probabilityColumn, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { integer, probability } from './number-format.ts';
import { addSymbol, LOOK, NULL, NULL_FILL, seriesColor } from './roles.ts';
import { drawRows, type ColumnPlace, type SharedColumn } from './shared-rows.ts';
import { addLine, addMark, addRect, type Group } from './svg.ts';

const TITLE = 'Predictive p-values among simulated agents';
const ROW = 34;
const KINDS: readonly { readonly kind: SimulatedKind; readonly title: string }[] = [
  { kind: 'sound', title: 'The model holds' },
  { kind: 'position', title: 'Position bias' },
  { kind: 'lapses', title: 'Lapses' },
];

const markId = ({ check }: CalibratedCheck): string => check.replace(/\W+/g, '-');

const columns: readonly SharedColumn[] = KINDS.map(({ title }) => ({ title, note: 'p', domain: [0, 1] }));

/** A tick for every agent, over the span that sound agents are called unremarkable in. */
function drawAgents(
  root: Group,
  { x, y }: ColumnPlace,
  row: number,
  check: CalibratedCheck,
  kind: SimulatedKind,
): void {
  const [low, high] = check.bounds.map((bound) => x(bound));
  const middle = y(row);
  addRect(
    root,
    { x: low, y: middle - 11, width: Math.max(1, high - low), height: 22 },
    { fill: NULL_FILL, radius: 2 },
  );
  for (const p of check.values[kind])
    addLine(root, [x(p), middle - 8], [x(p), middle + 8], { color: NULL, width: 1, opacity: 0.55 });
}

/** A row per check, a column per kind of agent; the fit's own p stands among the agents that follow the model. */
export function predictiveChart(
  report: PredictiveReport,
  { width }: { readonly width: number },
): SVGSVGElement {
  const { svg, root, places } = drawRows({
    title: TITLE,
    description: describePredictive(report),
    labels: report.checks.map(({ check }) => predictiveShortName(check)),
    columns,
    width,
    row: ROW,
  });
  report.checks.forEach((check, row) => {
    KINDS.forEach(({ kind }, c) => drawAgents(root, places[c], row, check, kind));
    const [px, py] = [places[0].x(check.p), places[0].y(row)];
    const { rare } = check;
    addSymbol(addMark(root, markId(check), px, py), px, py, {
      color: rare ? LOOK : seriesColor(0),
      shape: rare ? 3 : 0,
      area: 90,
    });
  });
  return svg;
}

const placeText = ({ p, q5, q95, calibrated }: CalibratedCheck): string =>
  `p ${probability(p)}, sound agents ${probability(q5)} to ${probability(q95)}, calibrated ${probability(calibrated)}`;

export const describePredictive = ({ checks, fitted }: PredictiveReport): string =>
  `Predictive p of the fit, the 5\u202f% and 95\u202f% points over agents that follow the model, and its place among them, ${integer(fitted)} agents in all: ${checks
    .map((check) => `${predictiveName(check.check)} ${placeText(check)}`)
    .join('; ')}.`;

const markOf = (check: CalibratedCheck): Mark => ({
  id: markId(check),
  series: 0,
  name: predictiveName(check.check),
  lines: [placeText(check), `${integer(check.replicates)} agents follow the model`],
});

/** A figure of calibrated predictive checks. */
export const predictiveFigure = (report: PredictiveReport): Figure => ({
  id: 'predictive-p',
  title: TITLE,
  subtitle:
    'Dot: p of the fit. Tick: p of a simulated agent. Grey: p that is called unremarkable, from agents that follow the model.' +
    (report.checks.some(({ rare }) => rare) ? ' Diamond: rarer than one in ten.' : ''),
  caption:
    'Each agent chooses from the menus of the data at parameters drawn from the posterior, and is fitted again. Ticks outside the grey in the right columns are misfits that the check finds.',
  description: describePredictive(report),
  columns: [
    textColumn('check'),
    ...['p', 'q5', 'median', 'q95', 'calibrated', 'low_bound', 'high_bound'].map((key) =>
      probabilityColumn(key, key.replace('_', ' ')),
    ),
    countColumn('replicates', 'agents'),
  ],
  rows: calibratedRows(report),
  marks: report.checks.map(markOf),
  draw: (width) => predictiveChart(report, { width }),
});
