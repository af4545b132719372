// The pictures of cells fitted together: sound at every width, numbers where they belong.
import { describe, expect, it } from 'vitest';
import { cellsForestFigure, poolingTable } from '../../../src/charts/cells-forest.ts';
import { cellsLineChart, cellsLineFigure } from '../../../src/charts/cells-line.ts';
import { coefficientsFigure } from '../../../src/charts/coefficients.ts';
import type { CoefficientView } from '../../../src/instruments/seu/hierarchical/coefficients.ts';
import type { PoolingView } from '../../../src/instruments/seu/hierarchical/pooling.ts';
import type { Interval } from '../../../src/statistics/interval.ts';
import { drawAt, expectFigure, placeOf } from './every-figure.ts';

const around = (median: number, spread: number): Interval => ({
  median,
  q5: median - spread,
  q25: median - spread / 2,
  q75: median + spread / 2,
  q95: median + spread,
});

const TEMPERATURES = [0, 0.3, 0.7, 1, 1.5];
const pooling: PoolingView = {
  subject: '',
  names: ['temperature'],
  axis: { name: 'temperature', centre: 0.7 },
  curve: TEMPERATURES.map((x) => ({ x, median: 20 - 5 * x, q5: 15 - 5 * x, q95: 26 - 5 * x })),
  apartSlope: null,
  rows: TEMPERATURES.map((x, j) => ({
    cell: `GPT-4o × insurance, T = ${x}`,
    variable: `alpha[${j + 1}]`,
    predictors: [x - 0.7],
    x,
    joint: around(20 - 4 * x, 5),
    apart: j === 0 ? null : around(22 - 3 * x, 8),
    line: around(20 - 5 * x, 4),
  })),
};
const without: PoolingView = {
  ...pooling,
  axis: null,
  curve: [],
  rows: pooling.rows.map((row) => ({ ...row, x: null, apart: null })),
};

const row = (
  variable: string,
  group: CoefficientView['group'],
  posterior: Interval,
  prior: Interval,
): CoefficientView => ({
  variable,
  group,
  label: variable,
  ...posterior,
  mean: posterior.median,
  sd: 0.2,
  probability_negative: 0.9,
  prior_mean: prior.median,
  prior_sd: 0.5,
  contraction: 0.84,
  prior,
});
const coefficients = [
  row('gamma0', 'intercept', around(3, 0.3), around(2.5, 0.8)),
  row('gamma[1]', 'slopes', around(-0.4, 0.35), around(0, 0.8)),
  row('gamma[2]', 'slopes', around(0.2, 0.3), around(0, 0.8)),
  row('sigma_cell', 'spreads', around(0.3, 0.2), around(0.2, 0.15)),
];

describe('figures of cells', () => {
  it.each([
    ['cells', cellsForestFigure(pooling)],
    ['cells without fits of their own', cellsForestFigure(without)],
    ['cells on an axis', cellsLineFigure(pooling)!],
    ['one coefficient after another', coefficientsFigure(coefficients)],
    ['γ₀ and a spread', coefficientsFigure([coefficients[0], coefficients[3]])],
  ])('%s', (_, figure) => expectFigure(figure));

  it('say which cells were fitted alone', () => {
    expect(cellsForestFigure(pooling).subtitle).toContain('the 4 of 5 cells that were fitted alone');
    expect(cellsForestFigure(without).subtitle).not.toContain('alone');
    expect(cellsForestFigure(without).columns.map(({ key }) => key)).not.toContain('alone_median');
    expect(poolingTable(pooling)[0]).toMatchObject({ x1: -0.7, alone_median: null, regression_median: 20 });
  });

  it('put α on a logarithmic axis over the predictor', () => {
    const svg = drawAt(cellsLineFigure(pooling)!, 777);
    const at = (j: number) => placeOf(svg, `alpha[${j}]`);
    const [[x1, y1], [x4, y4], [x5, y5]] = [at(1), at(4), at(5)];
    expect((x4 - x1) / (x5 - x1)).toBeCloseTo(1 / 1.5, 6);
    expect((y4 - y1) / (y5 - y1)).toBeCloseTo(Math.log(16 / 20) / Math.log(14 / 20), 6);
  });

  it('have no line without a single predictor', () => {
    expect(cellsLineFigure(without)).toBeNull();
    expect(() => cellsLineChart(without, { width: 500 })).toThrow(/one predictor/);
  });

  it('put slopes on one scale with zero in it', () => {
    const svg = drawAt(coefficientsFigure(coefficients), 777);
    const [[a], [b]] = [placeOf(svg, 'gamma[1]'), placeOf(svg, 'gamma[2]')];
    const ticks = svg.querySelectorAll('text').map(({ textContent }) => textContent);
    expect(b).toBeGreaterThan(a);
    expect(ticks).toContain('0');
  });
});
