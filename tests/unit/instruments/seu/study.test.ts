import { describe, expect, it } from 'vitest';
import type { SeuContent } from '../../../../src/formats/dataset.ts';
import type { Cell, FitPlan } from '../../../../src/instruments/seu/plan.ts';
import { DEFAULT_SAMPLER } from '../../../../src/instruments/seu/plan.ts';
import type { FitReport, StudyCondition } from '../../../../src/instruments/seu/report.ts';
import { etaGaps, studyCondition, studyReport } from '../../../../src/instruments/seu/study.ts';
import { drawsOf, fitReport } from './views/reports.ts';

const content: SeuContent = {
  schema: 'seu',
  consequences: 3,
  features: [
    [3, 4],
    [0, 1],
    [0, 0],
  ],
  alternatives: null,
  uncertain: {
    menus: [
      [0, 1],
      [0, 1, 2],
    ],
    chosen: [0, 0],
    problems: null,
    presentations: null,
  },
  risky: null,
  deltaConcentration: null,
  truth: null,
};

const eta = (draws: number) => ({
  'eta[1]': new Array<number>(draws).fill(0.2),
  'eta[2]': new Array<number>(draws).fill(0.5),
  'eta[3]': new Array<number>(draws).fill(0.9),
});

const report = (alpha: readonly number[], parts: Partial<FitReport> = {}): FitReport =>
  fitReport({ draws: drawsOf({ alpha, ...eta(alpha.length) }, 1), ...parts });

const condition = (
  cell: string,
  temperature: number,
  alpha: readonly number[],
  parts: Partial<FitReport> = {},
): StudyCondition =>
  studyCondition(report(alpha, { label: `${cell} T=${temperature}`, ...parts }), content, cell, temperature);

const cell = (id: string, merge: Cell['merge'] = []): Cell => ({
  id,
  agent: id.toUpperCase(),
  task: 'task',
  merge,
});

const study = (cells: readonly Cell[], compare: readonly (readonly [string, string])[] = []): FitPlan => ({
  instrument: 'seu',
  analysis: 'study',
  title: 'A study',
  datasets: [],
  settings: { conditions: [], sampler: DEFAULT_SAMPLER, study: { cells, compare } },
  seed: 1,
  engine: 'cpu',
});

/** Slopes (α₂ − α₀) / 2: −2, −2, −2, 1. */
const first = [
  condition('a', 2, [6, 8, 10, 18]),
  condition('a', 0, [10, 12, 14, 16]),
  condition('a', 1, [8, 9, 20, 10]),
];
/** Slopes: −1, −2, 1, 4. */
const second = [condition('b', 0, [5, 5, 5, 5]), condition('b', 1, [4, 3, 6, 9])];

describe('a study by hand', () => {
  const plan = study([cell('a', [[0, 1]]), cell('b')], [['a', 'b']]);
  const { cells, cross, finding, caveats, title } = studyReport(plan, [...first, ...second]);
  const [a, b] = cells;

  it('regresses α on temperature draw by draw, in order of temperature', () => {
    expect(a.conditions.map(({ temperature }) => temperature)).toEqual([0, 1, 2]);
    [-2, -2, -2, 1].forEach((slope, s) => expect(a.slope.draws[s]).toBeCloseTo(slope, 14));
    [-1, -2, 1, 4].forEach((slope, s) => expect(b.slope.draws[s]).toBeCloseTo(slope, 14));
    expect(a.slope.median).toBeCloseTo(-2, 14);
    expect(a.slope.mean).toBeCloseTo(-1.25, 14);
    expect(a.slope.sd).toBeCloseTo(1.5, 14);
  });

  it('counts signs, strict declines and pairs', () => {
    expect([a.probabilityNegative, b.probabilityNegative]).toEqual([0.75, 0.5]);
    expect([a.probabilityMonotone, b.probabilityMonotone]).toEqual([0.5, 0.5]);
    expect(a.pairwise).toEqual([
      { first: 0, second: 1, probability: 0.75 },
      { first: 0, second: 2, probability: 0.75 },
      { first: 1, second: 2, probability: 0.75 },
    ]);
  });

  it('merges adjacent temperatures by averaging their draws', () => {
    expect(a.merged).toEqual([{ temperatures: [0, 1], probability: 0.75 }]);
    expect(b.merged).toEqual([]);
  });

  it('states the resolution', () => expect(a.minimumDetectable).toBeCloseTo(1.6448536269514722 * 1.5, 12));

  it('compares slopes on all temperatures and on the common ones', () => {
    expect(cross).toEqual([{ first: 'a', second: 'b', full: 0.75, common: 0.75, ceiling: 1 }]);
  });

  it('says what it found, with intervals, and how not to read it', () => {
    expect(title).toBe('A study');
    expect(finding).toBe(
      'No slope is detected for A × task (−2.0 [−2.0, 0.5]) and B × task (0.0 [−1.9, 3.5]); that is not the absence of one.',
    );
    expect(caveats[0]).toMatch(/A × task resolves only slopes steeper than −2\.5/);
    expect(caveats[caveats.length - 1]).toMatch(/not a comparison of α/);
  });
});

describe('a condition', () => {
  it('carries the norm of its features and its η-gaps', () => {
    const { featureNorm, etaGap, alphaEtaGap } = condition('a', 0, [10, 30, 20]);
    expect(featureNorm).toBeCloseTo((5 + 1 + 0) / 3, 14);
    expect(etaGap).toBeCloseTo((0.3 + 0.7) / 2, 14);
    expect(alphaEtaGap).toBeCloseTo(20 * 0.5, 13);
  });

  it('has one gap per draw', () => {
    const draws = drawsOf({ alpha: [1, 1], 'eta[1]': [0, 1], 'eta[2]': [1, 0.25], 'eta[3]': [0.5, 0.5] }, 1);
    expect([
      ...etaGaps(draws, [
        [0, 2],
        [0, 1],
      ]),
    ]).toEqual([0.75, 0.625]);
  });

  const check = (p: number) => ({
    block: 'uncertain' as const,
    statistic: 'modal' as const,
    p,
    observed: new Float64Array(),
    replicated: new Float64Array(),
  });

  it.each([
    [0.049, 'predictive check flagged: modal (uncertain)'],
    [0.951, 'predictive check flagged: modal (uncertain)'],
    [0.05, null],
    [0.5, null],
  ])('with a predictive p of %d is set aside: %s', (p, reason) =>
    expect(condition('a', 0, [1, 2], { ppc: [check(p)] }).setAside).toBe(reason),
  );

  it('is set aside where chains disagree about α', () => {
    const failed = { id: 'rhat:alpha', label: '', value: 1.3, threshold: 1.01, hint: '' };
    const aside = (severity: 'look' | 'fail') =>
      condition('a', 0, [1, 2], { diagnostics: [{ ...failed, severity }] }).setAside;
    expect([aside('fail'), aside('look')]).toEqual(['the chains disagree about α', null]);
  });

  it('set aside does not enter slopes, and the study says so', () => {
    const odd = condition('b', 2, [100, 100, 100, 100], { ppc: [check(0.01)] });
    const { cells, caveats } = studyReport(study([cell('b')]), [...second, odd]);
    expect(cells[0].conditions).toHaveLength(3);
    [-1, -2, 1, 4].forEach((slope, s) => expect(cells[0].slope.draws[s]).toBeCloseTo(slope, 14));
    expect(caveats).toContain(
      'b T=2 is set aside from the findings: predictive check flagged: modal (uncertain).',
    );
  });
});

describe('an incomplete study', () => {
  it('leaves out cells of fewer than two usable conditions, and comparisons with them', () => {
    const { cells, cross, caveats } = studyReport(study([cell('a'), cell('b')], [['a', 'b']]), [
      ...first,
      second[0],
    ]);
    expect(cells.map(({ cell: id }) => id)).toEqual(['a']);
    expect(cross).toEqual([]);
    expect(caveats).toContain('b has fewer than two usable conditions, so it has no slope.');
  });

  it('pairs as many draws as the shortest fit has', () => {
    const shorter = condition('b', 1, [4, 3, 6]);
    const { cells, cross } = studyReport(study([cell('a'), cell('b')], [['a', 'b']]), [
      ...first,
      second[0],
      shorter,
    ]);
    expect([...cells[1].slope.draws].map((slope) => Number(slope.toFixed(12)))).toEqual([-1, -2, 1]);
    expect(cross[0].full).toBeCloseTo(2 / 3, 14);
  });

  it('has no common comparison where one cell begins above the highest temperature of the other', () => {
    const above = [condition('a', 1.5, [10, 12, 14, 16]), condition('a', 2, [6, 8, 10, 18])];
    const { cross } = studyReport(study([cell('a'), cell('b')], [['a', 'b']]), [...above, ...second]);
    expect(cross[0]).toMatchObject({ common: NaN, ceiling: 1 });
    expect(cross[0].full).toBe(0.75);
  });

  it('needs cells to be a study', () => {
    const plan = study([cell('a')]);
    const ungrouped = { ...plan, settings: { ...plan.settings, study: null } };
    expect(() => studyReport(ungrouped, first)).toThrow(/has no study/);
  });

  it('that declines clearly says so first', () => {
    const steep = [condition('a', 0, [10, 11, 12, 13]), condition('a', 1, [1, 2, 3, 5])];
    const { finding } = studyReport(study([cell('a')]), steep);
    expect(finding).toMatch(/^α falls as temperature rises for A × task \(−9\.0 \[/);
  });
});
