// Draws every figure from synthetic reports, as a page would, and leaves handles for the test.
import { alphaTemperatureFigure } from '../../src/charts/alpha-temperature.ts';
import { densityFigure } from '../../src/charts/density.ts';
import { energyFigure } from '../../src/charts/energy.ts';
import { pngOf, svgText } from '../../src/charts/export.ts';
import type { Figure } from '../../src/charts/figure.ts';
import { forestFigure } from '../../src/charts/forest.ts';
import { luceRays, smallDensities } from '../../src/charts/home.ts';
import { pairFigure } from '../../src/charts/pair.ts';
import { createPicker, highlightMark, markPoints } from '../../src/charts/pick.ts';
import { ppcFigure } from '../../src/charts/ppc.ts';
import { rankFigure } from '../../src/charts/rank-histogram.ts';
import { slopeDensityFigure } from '../../src/charts/slope-density.ts';
import { slopeForestFigure } from '../../src/charts/slope-forest.ts';
import { traceFigure } from '../../src/charts/trace.ts';
import { alphaTemperatureView } from '../../src/instruments/seu/views/alpha-temperature.ts';
import { densityView, lognormalDensity } from '../../src/instruments/seu/views/density.ts';
import { energyView } from '../../src/instruments/seu/views/energy.ts';
import { forestView } from '../../src/instruments/seu/views/forest.ts';
import { pairView } from '../../src/instruments/seu/views/pair.ts';
import { ppcView } from '../../src/instruments/seu/views/ppc.ts';
import { rankView } from '../../src/instruments/seu/views/rank-histogram.ts';
import { slopeDensityView } from '../../src/instruments/seu/views/slope-density.ts';
import { slopeForestView } from '../../src/instruments/seu/views/slope-forest.ts';
import { traceView } from '../../src/instruments/seu/views/trace.ts';
import { syntheticFit, syntheticStudy } from './gallery-reports.ts';

const fit = syntheticFit();
const manyChains = syntheticFit(16, ['uncertain', 'risky']);
const study = syntheticStudy();

const truths = { alpha: 70, 'delta[1]': 0.5 };
const figures: readonly (readonly [Figure, boolean])[] = [
  [alphaTemperatureFigure(alphaTemperatureView(study)), true],
  [slopeDensityFigure(slopeDensityView(study)), false],
  [slopeForestFigure(slopeForestView(study)), false],
  [densityFigure(densityView(fit)), false],
  [pairFigure(pairView(fit)), false],
  [forestFigure(forestView(fit, 'parameters', { truths })), false],
  [forestFigure(forestView(fit, 'alternatives')), false],
  [traceFigure(traceView(fit)), true],
  [rankFigure(rankView(fit)), true],
  [ppcFigure(ppcView(fit)), false],
  [energyFigure(energyView(fit)), false],
  [traceFigure({ ...traceView(manyChains), symbol: 'log likelihood', variable: 'many' }), true],
  [ppcFigure(ppcView(manyChains)), true],
];

const oneChain = syntheticFit(1);
const oneCell = { ...study, cells: study.cells.slice(0, 1), cross: [] };
const longNames = Array.from({ length: 14 }, (_, i) => `a claim with a rather long name, number ${i + 1}`);
/** What a first look at a small run, or an unlucky one, would draw. */
const edges: readonly Figure[] = [
  alphaTemperatureFigure(alphaTemperatureView(oneCell)),
  slopeDensityFigure(slopeDensityView(oneCell)),
  slopeForestFigure(slopeForestView(oneCell)),
  traceFigure(traceView(oneChain)),
  traceFigure(traceView(oneChain, 'upsilon[1]')),
  rankFigure(rankView(oneChain)),
  energyFigure(energyView(oneChain)),
  ppcFigure(ppcView({ ...oneChain, ppc: [] })),
  forestFigure(forestView(oneChain, 'alternatives', { alternatives: longNames })),
];

const main = document.querySelector('main') as HTMLElement;
const paragraph = (tag: 'h3' | 'p' | 'figcaption', text: string): HTMLElement => {
  const node = document.createElement(tag);
  node.textContent = text;
  return node;
};

function hang(draw: (width: number) => SVGSVGElement, texts: readonly string[], wide: boolean): void {
  const [title, subtitle, caption] = texts;
  const node = document.createElement('figure');
  node.className = wide ? 'wide' : '';
  main.append(node);
  node.append(paragraph('h3', title), paragraph('p', subtitle));
  node.append(draw(node.clientWidth), paragraph('figcaption', caption));
}

for (const [figure, wide] of figures)
  hang(figure.draw, [figure.title, figure.subtitle, figure.caption], wide);

for (const figure of edges) hang(figure.draw, [figure.title, figure.subtitle, figure.caption], false);

const grid = Array.from({ length: 120 }, (_, i) => i + 0.5);
const small = (mu: number, sigma: number) =>
  grid.map((value) => ({ value, density: lognormalDensity(value, { mu, sigma }) }));
hang((width) => luceRays({ width, alpha: 6, utilities: [0.8, 0.62, 0.35] }), ['Rays', '', ''], false);
hang(
  (width) =>
    smallDensities(
      [
        { label: 'prior', role: 'null', points: small(3, 0.75), labelAt: 6 },
        { label: 'posterior', role: 0, points: small(4.1, 0.25), labelAt: 82 },
      ],
      { width, title: 'SEU sensitivity', axis: 'α' },
    ),
  ['Small densities', '', ''],
  false,
);

const gallery = {
  edges,
  figures: figures.map(([figure]) => figure),
  createPicker,
  highlightMark,
  markPoints,
  svgText,
  pngOf,
};
export type Gallery = typeof gallery;

Object.assign(window, { gallery });
