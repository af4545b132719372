// View data of a study against values worked out by hand.
import { describe, expect, it } from 'vitest';
import {
  alphaTemperatureView,
  describeAlphaTemperature,
} from '../../../../../src/instruments/seu/views/alpha-temperature.ts';
import { cellPlaces } from '../../../../../src/instruments/seu/views/cells.ts';
import { conditionsView } from '../../../../../src/instruments/seu/views/conditions.ts';
import {
  describeSlopeDensity,
  slopeDensityView,
} from '../../../../../src/instruments/seu/views/slope-density.ts';
import {
  describeSlopeForest,
  slopeForestView,
} from '../../../../../src/instruments/seu/views/slope-forest.ts';
import type { SummaryRow } from '../../../../../src/instruments/seu/report.ts';
import { cellReport, fitReport, slopeOf, studyReport } from './reports.ts';

const first = cellReport({
  agent: 'A',
  task: 'insurance',
  temperatures: [1, 0, 2],
  alphas: [
    [8, 7],
    [10, 8],
    [6, 9],
  ],
  slope: slopeOf(-24.62, -52.41, -6.71),
  minimumDetectable: 22.5,
});
const second = cellReport({
  agent: 'B',
  task: 'insurance',
  temperatures: [0, 1],
  alphas: [
    [5, 5],
    [5, 6],
  ],
  slope: slopeOf(-2.93, -42.91, 30.77),
  minimumDetectable: 36.33,
});
const study = {
  ...studyReport([first, second]),
  cross: [{ first: first.cell, second: second.cell, full: 0.8165, common: 0.8155, ceiling: 1 }],
};

describe('cells', () => {
  it('number decision makers and tasks by first appearance', () => {
    expect(cellPlaces(study).map(({ agentIndex, taskIndex }) => [agentIndex, taskIndex])).toEqual([
      [0, 0],
      [1, 0],
    ]);
  });
});

describe('α against temperature', () => {
  const view = alphaTemperatureView(study);
  it('orders conditions by temperature', () => {
    expect(view.rows.map(({ cell, temperature, median }) => [cell, temperature, median])).toEqual([
      ['A × insurance', 0, 9],
      ['A × insurance', 1, 7.5],
      ['A × insurance', 2, 7.5],
      ['B × insurance', 0, 5],
      ['B × insurance', 1, 5.5],
    ]);
  });
  it('draws the least squares line of each draw', () => {
    // Draw 1 of A: 10, 8, 6 at 0, 1, 2; draw 2: 8, 7, 9.
    expect(view.lines.slice(0, 2)).toEqual([
      { cell: 'A × insurance', draw: 1, intercept: 10, slope: -2 },
      { cell: 'A × insurance', draw: 2, intercept: 7.5, slope: 0.5 },
    ]);
    expect(view.lines).toHaveLength(4);
  });
  it('tells every value', () => {
    expect(describeAlphaTemperature(view)).toContain('A, insurance: 9.00 [8.10, 9.90] at T = 0, 7.50');
  });
});

describe('slopes', () => {
  it('share one grid that holds zero', () => {
    const { rows, cells } = slopeDensityView(study);
    const grids = [first, second].map(({ cell }) => rows.filter((row) => row.cell === cell));
    expect(grids[0].map(({ slope }) => slope)).toEqual(grids[1].map(({ slope }) => slope));
    // Half a 90 % interval beyond the widest: −42.91 − 36.84 and 30.77 + 36.84.
    expect(grids[0][0].slope).toBeCloseTo(-79.75, 10);
    expect(grids[0][grids[0].length - 1].slope).toBeCloseTo(67.61, 10);
    expect(cells[0].probability_negative).toBe(0.984);
  });
  it('read as sentences', () => {
    expect(describeSlopeDensity(slopeDensityView(study))).toBe(
      'Slopes of α per unit of temperature, medians with 90\u202f% intervals. ' +
        'A, insurance: \u221224.6 [\u221252.4, \u22126.7], P(slope < 0) = .984; ' +
        'B, insurance: \u22122.9 [\u221242.9, 30.8], P(slope < 0) = .984.',
    );
  });
  it('are unresolved where their interval holds zero', () => {
    const view = slopeForestView(study);
    expect(view.rows.map(({ resolved }) => resolved)).toEqual([true, false]);
    expect(view.agents).toEqual(['A', 'B']);
    expect(view.tasks).toEqual(['insurance']);
    expect(describeSlopeForest(view)).toContain(
      'B, insurance: \u22122.9 [\u221242.9, 30.8] (slopes smaller than 36.3 are not resolved).',
    );
    expect(describeSlopeForest(view)).toContain(
      'P(slope of A < slope of B), insurance: .817; up to T = 1: .816.',
    );
  });
});

describe('conditions', () => {
  const alpha = {
    ...{ variable: 'alpha', mean: 75, median: 74, sd: 23, mad: 22, q5: 47, q95: 121 },
    ...{ rhat: 1.014, ess_bulk: 388, ess_tail: 512, mcse_mean: 0.4, constant: null },
  } satisfies SummaryRow;
  const report = fitReport({
    menus: 297,
    summary: [alpha],
    ppc: [
      {
        block: 'uncertain',
        statistic: 'll',
        p: 0.36,
        observed: new Float64Array(1),
        replicated: new Float64Array(1),
      },
    ],
    diagnostics: [
      { id: 'divergences', label: 'Divergences', value: 0, threshold: 0, severity: 'fine', hint: '' },
      { id: 'rhat', label: 'R-hat', value: 1.014, threshold: 1.01, severity: 'look', hint: '' },
    ],
  });
  const [condition] = first.conditions;
  const view = conditionsView(
    studyReport([{ ...first, conditions: [{ ...condition, report, setAside: 'PPC' }] }]),
  );
  it('stand beside what a reader needs to believe them', () => {
    expect(view.rows).toHaveLength(1);
    expect(view.rows[0]).toMatchObject({
      ...{ agent: 'A', menus: 297, median: 74, rhat: 1.014, ess_bulk: 388 },
      ...{ ppc_ll: 0.36, ppc_modal: null, severity: 'look', look: 'R-hat', set_aside: 'PPC' },
    });
  });
  it('need a summary of alpha', () => {
    expect(() => conditionsView(study)).toThrow('the summary of small has no alpha');
  });
});
