// The pictures of calibration: every number where its rank, share or score puts it, and no verdict before its time.
import { describe, expect, it } from 'vitest';
import { contractionScatterFigure } from '../../../src/charts/contraction-scatter.ts';
import { coverageFigure } from '../../../src/charts/coverage-curve.ts';
import { csvText } from '../../../src/charts/csv.ts';
import { ecdfDifferenceFigure } from '../../../src/charts/ecdf-difference.ts';
import { rankBarsFigure } from '../../../src/charts/rank-bars.ts';
import { rankBins } from '../../../src/statistics/sbc/histogram.ts';
import { sampleCoverage, sampleEcdf, sampleRankBars, sampleScores } from './calibration-samples.ts';
import { drawAt, expectFigure, marksOf, placeOf, textsOf } from './every-figure.ts';

const ALPHA = { variable: 'alpha' };

describe('ECDF differences', () => {
  it('make a sound figure at every width, and for the smallest study', () => {
    expectFigure(ecdfDifferenceFigure(sampleEcdf()));
    expectFigure(ecdfDifferenceFigure(sampleEcdf(5, 3, 5), Infinity));
  });
  it('show twelve panels unless more are asked for; the table has all', () => {
    const view = sampleEcdf();
    const names = (most?: number) => new Set(ecdfDifferenceFigure(view, most).marks.map(({ name }) => name));
    expect(names().size).toBe(12);
    expect(names(Infinity).size).toBe(22);
    expect(ecdfDifferenceFigure(view).caption).toContain('12 of 22 quantities');
    expect(new Set(ecdfDifferenceFigure(view).rows.map(({ variable }) => variable)).size).toBe(22);
  });
  it('flag the quantity that departs, and none while ranks land', () => {
    const flags = (planned: number) =>
      textsOf(drawAt(ecdfDifferenceFigure(sampleEcdf(412, 999, planned)), 900)).filter((text) =>
        text.includes('◆'),
      );
    expect(flags(412)).toHaveLength(1);
    expect(flags(999)).toHaveLength(0);
    const running = ecdfDifferenceFigure(sampleEcdf(412, 999, 999));
    expect(running.description).toContain('412 of 999');
    expect(`${running.subtitle}${running.caption}${running.description}`).not.toMatch(/leave their band|◆/);
  });
  it('stand on one scale: equal values at equal heights in every panel', () => {
    const view = sampleEcdf();
    const flat = view.quantities.map((one) => ({
      ...one,
      points: one.points.map((point) => ({ ...point, ecdf_diff: 0 })),
    }));
    const figure = ecdfDifferenceFigure({ ...view, quantities: flat });
    const svg = drawAt(figure, 2000);
    expect(new Set(marksOf(svg).map(({ dataset }) => Number(dataset.y).toFixed(6))).size).toBe(1);
  });
  it('leave as CSV with every boundary', () => {
    const [head, first] = csvText(ecdfDifferenceFigure(sampleEcdf())).split('\r\n');
    expect(head).toBe('variable,z,ecdf_diff,lower,upper,departure,replicates');
    expect(first).toBe('log_lik,0,0,0,0,0.6,412');
  });
});

describe('rank bars', () => {
  it('make a sound figure at every width', () => {
    expectFigure(rankBarsFigure(sampleRankBars()));
    expectFigure(rankBarsFigure(sampleRankBars(30, 3)));
  });
  it('rise in proportion to their counts', () => {
    const bins = rankBins(100, 9, 5);
    const counts = [40, 20, 0, 20, 20];
    const figure = rankBarsFigure({ bins, quantities: [{ ...ALPHA, counts, last: [] }] });
    const svg = drawAt(figure, 400);
    const height = counts.map((_, b) => placeOf(svg, `alpha-b${b}`)[1]);
    expect((height[2] - height[0]) / (height[2] - height[1])).toBeCloseTo(2, 9);
    expect(figure.description).toContain('Outside the band: α');
  });
  it('say the exact expected count of uneven bins', () => {
    const bins = rankBins(100, 9, 4);
    const figure = rankBarsFigure({
      bins,
      quantities: [{ ...ALPHA, counts: [20, 30, 20, 30], last: [] }],
    });
    expect(figure.rows.map(({ expected }) => expected)).toEqual([30, 20, 30, 20]);
    expect(figure.rows.map(({ first_rank }) => first_rank)).toEqual([0, 3, 5, 8]);
  });
  it('are gold only for what has just landed', () => {
    const view = sampleRankBars();
    const gold = (last: readonly number[]) =>
      drawAt(rankBarsFigure({ ...view, quantities: [{ ...view.quantities[0], last }] }), 500)
        .querySelectorAll('line')
        .filter(({ styles }) => styles.get('stroke') === 'var(--live-fill)').length;
    expect(gold([3, 999, 0])).toBe(3);
    expect(gold([])).toBe(0);
  });
  it('say when replicates are too few for their bins', () => {
    expect(rankBarsFigure(sampleRankBars(10, 99)).caption).toContain('25 would expect five in each');
    expect(rankBarsFigure(sampleRankBars()).caption).not.toContain('Too few');
  });
});

describe('coverage', () => {
  it('makes a sound figure on either scale', () => {
    expectFigure(coverageFigure(sampleCoverage(), 'coverage'));
    expectFigure(coverageFigure(sampleCoverage(), 'difference'));
    expectFigure(coverageFigure(sampleCoverage(3, 5), 'difference'));
  });
  it('stands on the diagonal where it equals its level', () => {
    const level = { successes: 1, trials: 2, lower: 0.4, upper: 0.6, difference: 0 };
    const curve = [0.2, 0.5, 0.8].map((at) => ({ ...level, level: at, estimate: at }));
    const figure = coverageFigure(
      { replicates: 2, confidence: 0.95, quantities: [{ ...ALPHA, curve }] },
      'coverage',
    );
    const [first, second, third] = figure.marks.map(({ id }) => placeOf(drawAt(figure, 400), id));
    expect((second[1] - first[1]) / (second[0] - first[0])).toBeCloseTo(
      (third[1] - second[1]) / (third[0] - second[0]),
      9,
    );
  });
  it('describes coverage at the level nearest to 90 %', () => {
    expect(coverageFigure(sampleCoverage(), 'coverage').description).toMatch(
      /α \.\d{3} \[\.\d{3}, \.\d{3}\] at \.900/,
    );
  });
});

describe('z-score against contraction', () => {
  it('makes a sound figure with a mark per quantity', () => {
    const figure = contractionScatterFigure(sampleScores());
    expectFigure(figure);
    expect(marksOf(drawAt(figure, 700))).toHaveLength(21);
  });
  it('puts the informed at the right and the honest on zero', () => {
    const figure = contractionScatterFigure(sampleScores());
    const svg = drawAt(figure, 700);
    expect(placeOf(svg, 'log_lik')[0]).toBeGreaterThan(placeOf(svg, 'alpha')[0]);
    expect(placeOf(svg, 'alpha')[0]).toBeGreaterThan(placeOf(svg, 'beta[1,1]')[0]);
    expect(textsOf(svg)).toContain('α');
  });
});
