// The pictures of recovery, priors, designs, checks and comparisons: sound at every width, numbers where they belong.
import { describe, expect, it } from 'vitest';
import { agreementFigure } from '../../../src/charts/agreement-size.ts';
import { balanceFigure } from '../../../src/charts/calibration-balance.ts';
import { calibrationGridFigure } from '../../../src/charts/calibration-grid.ts';
import { conditionContractionFigure } from '../../../src/charts/condition-contraction.ts';
import type { Figure } from '../../../src/charts/figure.ts';
import { matchedArmsFigure } from '../../../src/charts/matched-arms.ts';
import { gainsFigure } from '../../../src/charts/matched-gains.ts';
import { menuSizesFigure } from '../../../src/charts/menu-sizes.ts';
import { namePoints, plotFrame } from '../../../src/charts/plot.ts';
import { positionFigure } from '../../../src/charts/position-rate.ts';
import { powerCurveFigure } from '../../../src/charts/power-curve.ts';
import { priorRateFigure } from '../../../src/charts/prior-rate.ts';
import { rateAlphaFigure } from '../../../src/charts/prior-rate-alpha.ts';
import { problemRateFigure } from '../../../src/charts/prior-rate-problem.ts';
import { priorSweepFigure } from '../../../src/charts/prior-sweep.ts';
import { recoveryForestFigure } from '../../../src/charts/recovery-forest.ts';
import { shrinkageFigure } from '../../../src/charts/recovery-shrinkage.ts';
import { sizeFigure } from '../../../src/charts/recovery-size.ts';
import { refitShiftsFigure } from '../../../src/charts/refit-shifts.ts';
import { drawRows } from '../../../src/charts/shared-rows.ts';
import { singularFigure } from '../../../src/charts/singular-values.ts';
import { startDrawing } from '../../../src/charts/svg.ts';
import { truthEstimateFigure } from '../../../src/charts/truth-estimate.ts';
import { positionCheck } from '../../../src/instruments/seu/check/position.ts';
import { streamOf } from './calibration-samples.ts';
import { drawAt, expectFigure, marksOf, placeOf, textsOf } from './every-figure.ts';
import { drawn } from './page.ts';
import * as sample from './study-samples.ts';

const agreement = agreementFigure({
  rows: [null, 3, 4, 5].map((size) => ({
    size,
    problems: 100,
    presentations: 300,
    observed: 0.82,
    replicated: 0.6,
    q5: 0.5,
    q95: 0.7,
    p: 0.001,
  })),
});
const stream = streamOf(1);
const shown = Array.from({ length: 300 }, (_, i) => {
  const size = 3 + (i % 3);
  return { problem: `p${i % 100}`, size, position: Math.floor(size * stream.uniform() ** 1.3) };
});
const positions = positionCheck(shown, stream, 200);
const designs = {
  sizes: menuSizesFigure({
    rows: [2, 3, 4, 5].map((size) => ({
      block: 'uncertain',
      size,
      menus: 5 + size,
      share: 0.25,
      chance: 1 / size,
    })),
  }),
  singular: singularFigure({
    rows: [
      { matrix: 'lotteries', index: 1, value: 1.0801 },
      { matrix: 'lotteries', index: 2, value: 0.6671 },
      ...Array.from({ length: 32 }, (_, i) => ({
        matrix: 'features' as const,
        index: i + 1,
        value: i < 30 ? 9 - 0.3 * i : 0,
      })),
    ],
    ranks: [
      { matrix: 'lotteries', rank: 2, needed: 2 },
      { matrix: 'features', rank: 30, needed: 32 },
    ],
  }),
};
const power = powerCurveFigure(sample.samplePower());
const blocks = ['all', 'uncertain', 'risky'].map((block) => ({ block, chance: 0.32, mean: 0.5 }));

const figures: Readonly<Record<string, Figure>> = {
  balance: balanceFigure(sample.sampleBalance()),
  truths: truthEstimateFigure(sample.sampleTruths()),
  'truths of two replicates': truthEstimateFigure(sample.sampleTruths(2)),
  recovery: recoveryForestFigure(sample.sampleRecovery()),
  shrinkage: shrinkageFigure(sample.sampleShrinkage()),
  sizes: sizeFigure(sample.sampleSizes()),
  arms: matchedArmsFigure(sample.sampleArms()),
  gains: gainsFigure(sample.sampleGains()),
  'prior rate': priorRateFigure({ draws: 1000, rows: sample.sampleRateBins(), blocks }),
  'rate against α': rateAlphaFigure({ chance: 0.32, rows: sample.sampleRateAlpha() }),
  problems: problemRateFigure({ rows: sample.sampleProblems() }),
  grid: calibrationGridFigure(sample.sampleGrid()),
  'menu sizes': designs.sizes,
  'singular values': designs.singular,
  power,
  sweep: priorSweepFigure({ rows: sample.sampleSweep() }),
  contraction: conditionContractionFigure({ rows: sample.sampleContractions() }),
  agreement,
  position: positionFigure({ rows: positions.rates, p: positions.test?.p ?? null }),
  shifts: refitShiftsFigure({ refit: 'stricter settings', rows: sample.sampleShifts() }),
};

describe.each(Object.entries(figures))('the figure of %s', (_, figure) => {
  it('is sound at every width', () => expectFigure(figure));
});

describe('shared rows', () => {
  const spec = (width: number) => ({
    title: 'rows',
    description: 'Of 1.',
    labels: ['α', 'β'],
    columns: [0, 1, 2, 3].map((c) => ({ title: `column ${c}`, note: '', domain: [0, 1] as const })),
    width,
  });
  it('stand side by side where there is room, else under each other', () => {
    expect(new Set(drawRows(spec(1200)).places.map(({ top }) => top)).size).toBe(1);
    const narrow = drawRows(spec(320)).places;
    expect(new Set(narrow.map(({ top }) => top)).size).toBe(2);
    expect(narrow.filter(({ first }) => first)).toHaveLength(2);
  });
});

describe('names of points', () => {
  it('never meet, and stay inside the frame', () => {
    const frame = plotFrame(300, 250);
    const { svg, root } = startDrawing(300, 250, 'names', 'Of 3.');
    namePoints(root, frame, [
      { x: 60, y: 100, text: 'one' },
      { x: 62, y: 101, text: 'two' },
      { x: 61, y: 99, text: 'a name far too long to stand anywhere in here' },
    ]);
    const texts = drawn(svg).querySelectorAll('text');
    expect(texts.map(({ textContent }) => textContent)).toEqual(['one', 'two']);
    expect(
      texts[0].getAttribute('y') === texts[1].getAttribute('y') &&
        texts[0].getAttribute('text-anchor') === texts[1].getAttribute('text-anchor'),
    ).toBe(false);
  });
});

describe('calibration beside informativeness', () => {
  it('starts with the most informed and flags only a finished study', () => {
    expect(figures.balance.rows[0].variable).toBe('alpha');
    expect(figures.balance.subtitle).toContain('diamond');
    expect(balanceFigure(sample.sampleBalance(2000)).subtitle).not.toContain('diamond');
  });
});

describe('truth against estimate', () => {
  it('counts truths inside their intervals', () => {
    const { quantities } = sample.sampleTruths();
    const inside = (i: number) =>
      quantities[i].truth.filter((t, r) => quantities[i].lower[r] <= t && t <= quantities[i].upper[r]).length;
    expect(figures.truths.description).toContain(`α ${inside(0)} of 200`);
    expect(inside(0)).toBeGreaterThan(165);
  });
  it('puts estimates that equal their truths on the diagonal', () => {
    const figure = truthEstimateFigure(sample.sampleTruths(50, 0));
    const [a, b, c] = figure.marks.slice(50, 53).map(({ id }) => placeOf(drawAt(figure, 800), id));
    expect((b[1] - a[1]) / (b[0] - a[0])).toBeCloseTo((c[1] - b[1]) / (c[0] - b[0]), 6);
  });
});

describe('recovery', () => {
  it('marks coverage whose interval leaves the nominal level out', () => {
    expect(figures.recovery.subtitle).toContain('Diamond');
    const rows = sample.sampleRecovery().rows.filter(({ variable }) => variable !== 'contrast[1,2]');
    expect(recoveryForestFigure({ ...sample.sampleRecovery(), rows }).subtitle).not.toContain('Diamond');
  });
  it('has no contraction where there is no prior sd', () => {
    expect(figures.recovery.marks.some(({ id }) => id === 'log_lik-contraction')).toBe(false);
    expect(figures.recovery.marks).toHaveLength(6 * 4 - 1);
  });
});

describe('matched comparison', () => {
  it('draws gains that zero does not lie in to one side of its line', () => {
    const svg = drawAt(figures.gains, 900);
    const gain = (step: string): number => placeOf(svg, `${step}-alpha-rmse`)[0];
    expect(gain('A-B') - gain('B-C')).toBeCloseTo(gain('B-C') - gain('C-D'), 9);
    expect(figures.gains.description).toContain('A → B α RMSE reduction 12.0\u202f% [4.0, 20.0]');
  });
});

describe('priors', () => {
  it('sort problems by rate within their size', () => {
    const svg = drawAt(figures.problems, 1200);
    const [first, second] = figures.problems.marks
      .filter(({ series }) => series === 0)
      .map(({ id }) => placeOf(svg, id));
    expect(second[0]).toBeGreaterThan(first[0]);
    expect(second[1]).toBeLessThanOrEqual(first[1]);
    expect(figures.problems.marks.map(({ name }) => name)).toContain('P0184');
  });
  it('set published rates beside computed ones', () => {
    const mark = figures.grid.marks.find(({ name }) => name === 'lognormal(3, 0.75)');
    expect(mark?.lines[0]).toMatch(/^rate 0\.775 \[0\.774, 0\.776\], published 0\.790$/);
  });
});

describe('designs', () => {
  it('show the singular values that were published and the rank they amount to', () => {
    expect(designs.singular.description).toContain('1.0801, 0.6671, rank 2 of 2 needed');
    expect(textsOf(drawAt(designs.singular, 800))).toContain('30 of 32');
  });
});

describe('resolution', () => {
  it('puts the three methods on the level, by size', () => {
    const svg = drawAt(power, 700);
    const [a, b, c] = ['gaussian', 'empirical', 'proportional'].map((id) => placeOf(svg, id));
    expect(a[1]).toBe(b[1]);
    expect(b[0] - a[0]).toBeGreaterThan(0);
    expect(c[0] - b[0]).toBeGreaterThan(0);
  });
});

describe('checks', () => {
  it('flag agreement beyond what independent choices give', () => {
    expect(agreement.subtitle).toContain('Diamond');
    expect(marksOf(drawAt(agreement, 500))).toHaveLength(4);
  });
  it('say the permutation test of positions once', () => {
    expect(figures.position.caption).toMatch(/^Permutation test by problem: p (= \.|< )\d+/);
  });
});
