import { describe, expect, it } from 'vitest';
import { comparisonRows } from '../../../../src/instruments/portability/comparisons.ts';
import { cellDetail } from '../../../../src/instruments/portability/views-cell.ts';
import { clusteredOrder } from '../../../../src/instruments/portability/views-matrix.ts';
import { portabilityViews } from '../../../../src/instruments/portability/views.ts';
import { chunks, plan, table, tables, views } from './agents-run.ts';

describe('what pictures of a run show', () => {
  it('has a violin a cell: the frame agent stands above its floor, the portable one does not', () => {
    expect(views.violins.map(({ cell, above }) => [cell.model, above])).toEqual([
      ['portable', false],
      ['frame', true],
    ]);
    for (const { observed, floor } of views.violins)
      for (const curve of [observed, floor]) {
        const step = curve!.x[1] - curve!.x[0];
        expect(curve!.density.reduce((sum, d) => sum + d * step, 0)).toBeCloseTo(1, 1);
      }
    expect(views.finding).toBe(
      'Of 2 cells 1 stands above the noise floor (adjusted p ≤ .05): portable in 0 of 1, frame in 1 of 1.',
    );
  });

  it('has a whole matrix a cell, every environment once in its order, and a floor near the portable pairs', () => {
    expect(views.matrices).toHaveLength(2);
    for (const { order, tv, floor } of views.matrices) {
      expect([...order].sort()).toEqual([0, 1, 2, 3]);
      expect(tv.flatMap((row) => row.filter((value) => value === null))).toHaveLength(4);
      expect(floor!.draws).toBeGreaterThanOrEqual(2000);
      expect(floor!.mean).toBeLessThan(floor!.q95);
    }
    const [portable] = views.matrices;
    const values = portable.tv.flat().filter((value) => value !== null);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    expect(Math.abs(mean - portable.floor!.mean)).toBeLessThan(0.1);
  });

  it('is empty where nothing has landed', () => {
    const none = portabilityViews(plan, tables, []);
    expect(none.matrices).toEqual([]);
    expect(none.violins.map(({ observed, above }) => [observed, above])).toEqual([
      [null, false],
      [null, false],
    ]);
  });
});

describe('one comparison in full', () => {
  it('has the TV and the coefficients that the run has for the same pair', () => {
    const pairs = comparisonRows(plan, tables, chunks, 'pairs');
    for (const [index, source, target] of [
      [0, 0, 1],
      [1, 3, 2],
    ] as const) {
      const detail = cellDetail(plan, tables, index, source, target);
      const row = pairs.find(
        ({ model, sources, target: to }) =>
          model === detail.model && sources[0] === detail.source && to === detail.target,
      )!;
      expect([detail.tv_numerator, detail.tv]).toEqual([row.tv_numerator, row.tv]);
      expect(detail.coefficients_source).toEqual(row.coefficients_source);
      expect(detail.rows).toHaveLength(row.n_test);
      expect(detail.bins.reduce((sum, { out }) => sum + out, 0)).toBe(row.n_test);
      expect(detail.bins.reduce((sum, { inside }) => sum + inside, 0)).toBe(row.n_test);
    }
  });

  it('names the rows of the table behind it', () => {
    const { rows } = cellDetail(plan, tables, 1, 0, 2);
    for (const { row, action, x } of rows) {
      expect(table.action[row]).toBe(action);
      expect(table.x[row]).toBe(x[0]);
      expect(table.environment.codes[row]).toBe(2);
    }
  });
});

it('puts families of environments side by side', () => {
  const near = (a: number, b: number): number | null => (a === b ? null : a % 2 === b % 2 ? 0.1 : 0.9);
  const environments = ['a', 'b', 'c', 'd'];
  const tv = environments.map((_, a) => environments.map((__, b) => near(a, b)));
  expect(clusteredOrder({ game: 'g', model: 'm', regime: '', environments, tv })).toEqual([0, 2, 1, 3]);
});
