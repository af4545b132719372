// The pictures of the Check step: sound at every width, marks where their numbers are.
import { describe, expect, it } from 'vitest';
import type { Figure } from '../../../src/charts/figure.ts';
import { missingFigure } from '../../../src/charts/missing-rate.ts';
import { paretoFigure, type LeftOutView } from '../../../src/charts/pareto-k.ts';
import { predictiveFigure } from '../../../src/charts/predictive-p.ts';
import { predictivePowerFigure } from '../../../src/charts/predictive-power.ts';
import type { SimulatedKind } from '../../../src/instruments/seu/check/derivation.ts';
import { proportion } from '../../../src/instruments/seu/check/proportion.ts';
import {
  predictiveReport,
  type SimulatedValues,
} from '../../../src/instruments/seu/check/predictive-report.ts';
import type { FitPlan } from '../../../src/instruments/seu/plan.ts';
import { streamOf } from './calibration-samples.ts';
import { drawAt, expectFigure, marksOf, placeOf } from './every-figure.ts';

const CHECKS = ['ll uncertain', 'modal uncertain', 'single_alpha', 'agreement'];
const stream = streamOf(8);
const agents = (['sound', 'position', 'lapses'] as const).flatMap((by: SimulatedKind) =>
  Array.from({ length: 40 }, (_, replicate): SimulatedValues => {
    const shift = by === 'lapses' ? 0.25 : 0;
    const values = CHECKS.map((check) => ({ check, p: 0.3 + 0.4 * stream.uniform() + shift }));
    return { by, replicate, reliable: true, values };
  }),
);
const plan = { settings: { conditions: agents } } as unknown as FitPlan;
const observed = CHECKS.map((check, i) => ({ check, p: i === 0 ? 0.02 : 0.5 }));
const report = predictiveReport('T = 0', observed, agents, plan);

const leftOut = (parts: Partial<LeftOutView> = {}): LeftOutView => ({
  problems: Array.from({ length: 98 }, (_, i) => ({
    block: 'uncertain',
    problem: `P${i + 1}`,
    choices: 3,
    elpd: -1 - i / 100,
    k: i === 7 ? Infinity : i / 100,
    flagged: i > 80,
    refitted: i > 70 && i <= 80,
  })),
  elpd: -140,
  se: 8,
  method: 'exact',
  refits: 10,
  perChoice: false,
  ...parts,
});

const missing = ['T = 0', 'T = 1'].flatMap((label, c) =>
  [null, 2, 3, 4].map((size, i) => ({
    label,
    size,
    ...proportion(c * i, size === null ? 300 : 100),
    usual: 3,
    named: true,
  })),
);

const figures: Readonly<Record<string, Figure>> = {
  'predictive p': predictiveFigure(report),
  power: predictivePowerFigure(report),
  'pareto k': paretoFigure(leftOut()),
  'pareto k of choices': paretoFigure(leftOut({ perChoice: true, method: 'importance', refits: 0 })),
  missing: missingFigure({ rows: missing }),
};

describe.each(Object.entries(figures))('the figure of %s', (_, figure) => {
  it('is sound at every width', () => expectFigure(figure));
});

describe('predictive p-values', () => {
  it('stand on one scale, the rare one marked', () => {
    const svg = drawAt(figures['predictive p'], 1200);
    const [rare, usual] = ['ll-uncertain', 'modal-uncertain'].map((id) => placeOf(svg, id)[0]);
    const [third] = placeOf(svg, 'single_alpha');
    expect(rare).toBeLessThan(usual);
    expect(third).toBe(usual);
    expect(figures['predictive p'].subtitle).toContain('Diamond');
  });

  it('find a misfit that moves them, and at their level one that does not', () => {
    const [position, lapses] = report.checks[1].power;
    expect(position.rate).toBeLessThan(0.3);
    expect(lapses.rate).toBeGreaterThan(0.4);
    const svg = drawAt(figures.power, 1200);
    const shares = report.checks.map(({ check, power }) => [
      power[1].rate,
      placeOf(svg, `${check.replace(/\W+/g, '-')}-lapses`)[0],
    ]);
    const [[a, ax], [b, bx]] = [...shares].sort(([p], [q]) => p - q).filter((_, i) => i === 0 || i === 3);
    expect(Math.sign(bx - ax)).toBe(Math.sign(b - a));
  });
});

describe('importance weights', () => {
  it('are shown largest k first, what has none above all', () => {
    const svg = drawAt(figures['pareto k'], 900);
    const [none, largest, least] = ['p8', 'p98', 'p1'].map((id) => placeOf(svg, id));
    expect(none[0]).toBeLessThan(largest[0]);
    expect(largest[0]).toBeLessThan(least[0]);
    expect(none[1]).toBeLessThan(largest[1]);
  });

  it('speak of choices where no menu repeats', () => {
    expect(figures['pareto k of choices'].title).toContain('choice');
    expect(figures['pareto k'].title).toContain('problem');
  });
});

describe('missing presentations', () => {
  it('have a mark for every condition and size', () => {
    expect(marksOf(drawAt(figures.missing, 900))).toHaveLength(8);
    expect(figures.missing.description).toContain('T = 1 0 of 300');
  });
});
