// Energy of each chain: how much it varies, and how much of that one transition can change.
import { max } from 'd3-array';
import { scaleLinear } from 'd3-scale';
import {
  describeEnergy,
  type EnergyPanel,
  type EnergyRow,
  type EnergyView,
} from '../instruments/seu/views/energy.ts';
import type { Linear } from './axes.ts';
import { countColumn, numberColumn, textColumn } from './columns.ts';
import type { Figure, Mark } from './figure.ts';
import { addDensity } from './intervals.ts';
import { fixed, integer, significant } from './number-format.ts';
import { layPanels, panelFoot, panelGroup, panelHead, type Panel } from './panels.ts';
import { LOOK, MARK, NULL, NULL_FILL } from './roles.ts';
import { addMark, startDrawing, type Group } from './svg.ts';

const TITLE = 'Energy and its changes, chain by chain';
const MOST_PANELS = 12;
const HEIGHT = 72;
const STOPS = 24;

/** All chains up to twelve, else those of lowest E-BFMI. */
const shownPanels = ({ panels }: EnergyView): readonly EnergyPanel[] =>
  panels.length <= MOST_PANELS ? panels : [...panels].sort((a, b) => a.ebfmi - b.ebfmi).slice(0, MOST_PANELS);

const curveOf = (
  { rows }: EnergyView,
  chain: number,
  name: EnergyRow['distribution'],
): readonly EnergyRow[] => rows.filter((row) => row.chain === chain && row.distribution === name);

const stopsOf = (rows: readonly EnergyRow[]): readonly (readonly [EnergyRow, number])[] => {
  const step = Math.ceil(rows.length / STOPS);
  return rows.map((row, i) => [row, i] as const).filter(([, i]) => i % step === 0);
};

const markId = ({ chain, distribution }: EnergyRow, i: number): string => `c${chain}-${distribution}-${i}`;

function drawCurve(group: Group, panel: Panel, rows: readonly EnergyRow[], x: Linear, y: Linear): void {
  const points = rows.map(({ energy, density }) => [x(energy), y(density)] as const);
  const marginal = rows[0].distribution === 'marginal';
  addDensity(
    group,
    points,
    HEIGHT,
    marginal ? { color: NULL, fill: NULL_FILL, fillOpacity: 0.7 } : { color: MARK, fillOpacity: 0 },
  );
  for (const [row, i] of stopsOf(rows)) addMark(group, markId(row, i), points[i][0], panel.y + points[i][1]);
}

/** Marginal and transition energies of each chain on shared scales. */
export function energyChart(view: EnergyView, { width }: { readonly width: number }): SVGSVGElement {
  const chains = shownPanels(view);
  const layout = { left: 0, head: 26, height: HEIGHT, foot: 30 };
  const { panels, height } = layPanels(chains.length, width, layout);
  const { svg, root } = startDrawing(width, Math.max(height, 1), TITLE, describeEnergy(view));
  const reach = max(view.rows, ({ energy }) => energy) ?? 1;
  const y = scaleLinear([0, max(view.rows, ({ density }) => density) ?? 1], [HEIGHT, 4]);
  panels.forEach((panel, i) => {
    const { chain, ebfmi, low } = chains[i];
    const group = panelGroup(root, panel);
    const x = scaleLinear([-reach, reach], [panel.x, panel.x + panel.width]);
    drawCurve(group, panel, curveOf(view, chain, 'marginal'), x, y);
    drawCurve(group, panel, curveOf(view, chain, 'transition'), x, y);
    panelHead(group, panel, {
      strong: `chain ${chain}`,
      corner: fixed(ebfmi, 2) + (low ? ' ◆' : ''),
      cornerColor: low ? LOOK : 'var(--ink-2)',
    });
    panelFoot(group, panel, [fixed(-reach, 0), 'energy', fixed(reach, 0)]);
  });
  return svg;
}

const markOf = ({ ebfmi }: EnergyPanel, row: EnergyRow, i: number): Mark => ({
  id: markId(row, i),
  series: 2 * row.chain + (row.distribution === 'marginal' ? 0 : 1),
  name: `chain ${row.chain}, ${row.distribution === 'marginal' ? 'energy' : 'change of energy'}`,
  lines: [`density ${significant(row.density)} at ${significant(row.energy)}`, `E-BFMI ${fixed(ebfmi, 2)}`],
});

/** A figure of how well momentum refreshment explores each chain's energies. */
export const energyFigure = (view: EnergyView): Figure => ({
  id: 'energy',
  title: TITLE,
  subtitle: 'Grey: energy less its mean. Line: change from one draw to the next. The number is the E-BFMI.',
  caption:
    'A line much narrower than the grey (E-BFMI below 0.3, diamond) says that the tails may not have been reached.' +
    (view.panels.length > MOST_PANELS
      ? ` ${MOST_PANELS} of ${integer(view.panels.length)} chains, the lowest E-BFMI.`
      : ''),
  description: describeEnergy(view),
  columns: [
    countColumn('chain'),
    textColumn('distribution'),
    numberColumn('energy'),
    numberColumn('density'),
  ],
  rows: view.rows.map((row) => ({ ...row })),
  marks: shownPanels(view).flatMap((panel) =>
    (['marginal', 'transition'] as const).flatMap((name) =>
      stopsOf(curveOf(view, panel.chain, name)).map(([row, i]) => markOf(panel, row, i)),
    ),
  ),
  draw: (width) => energyChart(view, { width }),
});
