// Tables of a study: one row a thing, model and domain first, with the numbers of the report.
import { beforeAll, describe, expect, it } from 'vitest';
import { beliefsJson } from '../../../../src/instruments/beliefs/report-json.ts';
import { beliefsTables } from '../../../../src/instruments/beliefs/report-tables.ts';
import type { BeliefCellReport } from '../../../../src/instruments/beliefs/report-types.ts';
import { selectCases, type BeliefCell } from '../../../../src/models/beliefs/cell.ts';
import { beliefPlan, study, tableOf, TESTS, type Studied } from '../../../support/belief-study.ts';
import { mainCells } from '../../../support/beliefs.ts';

const CASES = 55;
const BELIEF_DRAWS = { cases: 20, targets: 20, curves: 20, outcome: 20, outcomeNull: 5, prefixes: 5 };
const plan = beliefPlan({ analyses: ['coherence', 'folds'], draws: { ...BELIEF_DRAWS, ...TESTS }, folds: 2 });
const [first, second] = ['noisy|ckd', 'coherent|ckd'].map((name): BeliefCell => {
  const cell = mainCells().get(name)!;
  return selectCases(
    cell,
    Array.from({ length: CASES }, (_, i) => i),
  );
});

/** A table's rows by the names of its columns; no text in these tables has a comma. */
function rowsIn(text: string): readonly Readonly<Record<string, string>>[] {
  const [head, ...lines] = text.trimEnd().split('\r\n');
  const names = head.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((value, k) => [names[k], value])));
}

let studied: Studied;
let tables: Readonly<Record<string, string>>;
let cell: BeliefCellReport;
beforeAll(async () => {
  studied = await study(plan, tableOf([{ cell: first }, { cell: second }]));
  expect(studied.states.filter(({ failure }) => failure !== null)).toEqual([]);
  tables = beliefsTables(studied.report);
  [cell] = studied.report.cells;
}, 30_000);

/** Rows of the first cell in a table. */
const own = (name: string) => rowsIn(tables[name]).filter(({ model }) => model === first.agent);

describe('beliefsTables', () => {
  it('has a table of every part of the report, each with model and domain first', () => {
    for (const name of ['reliability', 'brier', 'checks', 'folds', 'disagreements', 'guttman'])
      expect(tables[`${name}.csv`], name).toMatch(/^model,domain,/);
    expect(tables['framing_shifts.csv']).toMatch(/^model,domain,first,second,difference,lower,upper/);
    expect(tables['comparisons.csv']).toMatch(/^model,domain,second_model,type,statistic/);
  });

  it('has reliability bins whose cases add up, and the parts of each Brier score', () => {
    const { stated, belief } = cell.calibration!;
    const bins = own('reliability.csv');
    for (const [of, found] of [
      ...stated.map((one) => [one.prompt, one] as const),
      ['belief', belief!] as const,
    ]) {
      const rows = bins.filter((row) => row.of === of);
      expect(rows.map(({ probability }) => Number(probability))).toEqual(
        found.bins.map(({ probability }) => probability),
      );
      expect(rows.reduce((sum, { cases }) => sum + Number(cases), 0)).toBe(found.cases);
    }
    for (const row of own('brier.csv')) {
      const { brier, reliability, resolution, uncertainty, within_bins } = row;
      const parts = Number(reliability) - Number(resolution) + Number(uncertainty) + Number(within_bins);
      expect(parts).toBeCloseTo(Number(brier), 12);
    }
  });

  it('has every check of every prompt beside its replicates', () => {
    const checks = own('checks.csv');
    expect(checks).toHaveLength(cell.checks!.reduce((sum, one) => sum + one.checks.length, 0));
    const [
      {
        prompt,
        checks: [check],
      },
    ] = cell.checks!;
    expect(checks[0]).toMatchObject({ prompt, check: check.name, observed: String(check.observed) });
    expect([checks[0].lower, checks[0].upper].map(Number)).toEqual([...check.ends]);
  });

  it('has cross-fitted scores of each group, over all cases', () => {
    const folds = own('folds.csv');
    expect(folds.map(({ score }) => score)).toEqual([
      'reports_to_decisions',
      'decisions_to_reports',
      'single_output',
    ]);
    expect(Number(folds[2].concordance)).toBe(cell.folds!.single.macroConcordance.value);
    expect(folds.map(({ cases }) => Number(cases))).toEqual(folds.map(() => cell.folds!.cases));
    expect(own('scores.csv').map(({ score }) => score)).toContain('cross_fitted_decisions_to_reports');
  });

  it('has what needs no model: decisions that framings part, errors of order, contradictions', () => {
    const apart = own('disagreements.csv');
    expect(apart).toHaveLength(cell.modelFree.disagreements.length);
    for (const { first_alone, second_alone, share, cases } of apart)
      expect((Number(first_alone) + Number(second_alone)) / Number(cases)).toBeCloseTo(Number(share), 12);
    const [{ framing, errors, h }] = cell.modelFree.guttman;
    expect(own('guttman.csv')[0]).toMatchObject({ framing, errors: String(errors), h: String(h) });
    const all = own('summary.csv').find(({ statistic }) => statistic === 'contradictions')!;
    expect(Number(all.value)).toBe(cell.modelFree.contradictions!.all.estimate);
  });

  it('has differences between framings at the optimum, and agents beside one another', () => {
    const shifts = own('framing_shifts.csv');
    expect(shifts.map(({ difference }) => Number(difference))).toEqual(
      cell.framingShifts!.map(({ difference }) => difference),
    );
    const compared = rowsIn(tables['comparisons.csv']);
    expect(compared).toHaveLength(2 * studied.report.comparisons.length);
    for (const row of compared) {
      expect([row.model, row.second_model]).toEqual([first.agent, second.agent]);
      if (row.difference === 'NaN') continue;
      expect(Number(row.first) - Number(row.second)).toBeCloseTo(Number(row.difference), 12);
    }
  });
});

describe('the report as JSON', () => {
  it('names the decisions that framings part without repeating their answers', () => {
    const { cells } = beliefsJson(plan, studied.report, new Map(), 1) as unknown as {
      cells: readonly { model_free: { disagreements: readonly { first: object }[] } }[];
    };
    expect(Object.keys(cells[0].model_free.disagreements[0].first)).toEqual([
      'prompt',
      'framing',
      'threshold',
    ]);
  });
});
