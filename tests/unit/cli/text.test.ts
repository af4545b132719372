// Diagnostics as people read them in a terminal: a line each, and one for many variables.
import { describe, expect, it } from 'vitest';
import { diagnosticLines } from '../../../src/cli/text.ts';
import { convergenceOf } from '../../../src/instruments/seu/convergence.ts';
import type { Diagnostic } from '../../../src/statistics/diagnostic.ts';
import type { SummaryRow } from '../../../src/statistics/summarise.ts';

const row = (variable: string, rhat: number, ess: number): SummaryRow => ({
  ...{ variable, mean: 0, median: 0, sd: 1, mad: 1, q5: -1, q95: 1, rhat },
  ...{ ess_bulk: ess, ess_tail: ess, mcse_mean: 0.1, constant: null },
});
const divergences: Diagnostic = {
  ...{ id: 'divergences', label: 'Divergent transitions', value: 2, threshold: 40, severity: 'look' },
  hint: 'Raise the target acceptance.',
};
const ofAll = (rows: readonly SummaryRow[]) => [...convergenceOf(rows, () => true), divergences];
const linesOf = (diagnostics: readonly Diagnostic[]) => diagnosticLines(diagnostics).trimEnd().split('\n');

describe('diagnosticLines', () => {
  it('says that all is fine', () =>
    expect(diagnosticLines(convergenceOf([row('phi', 1.001, 900)], () => true))).toBe(
      'All diagnostics are fine.\n',
    ));

  it('names the diagnostics of one variable one by one', () =>
    expect(linesOf(ofAll([row('alpha', 1.02, 300)]))).toEqual([
      'look here: R-hat of alpha = 1.02. Run more draws; if R-hat stays above 1.01, look at the trace plot.',
      'look here: Bulk ESS of alpha = 300. Fewer than 400 effective draws: intervals are rough. Run more draws.',
      'look here: Tail ESS of alpha = 300. Fewer than 400 effective draws: intervals are rough. Run more draws.',
      'look here: Divergent transitions = 2. Raise the target acceptance.',
    ]));

  it('counts those of many variables in one line with the worst, and keeps the others', () => {
    const rows = Array.from({ length: 40 }, (_, i) => row(`eta[${i + 1}]`, 1.03, 40 + i));
    expect(linesOf(ofAll([...rows, row('phi', 1.001, 900)]))).toEqual([
      'look here: 120 of 123 R-hats and effective sizes; the worst, Bulk ESS of eta[1] = 40. ' +
        'Fewer than 400 effective draws: intervals are rough. Run more draws.',
      'look here: Divergent transitions = 2. Raise the target acceptance.',
    ]);
  });

  it('puts failures above what deserves a look', () => {
    const rows = [row('a', 1.2, 2), row('b', 1.4, 100), row('c', 1.03, 1)];
    expect(linesOf(ofAll(rows))[0]).toBe(
      'FAIL: 9 of 9 R-hats and effective sizes, 2 of them failed; the worst, R-hat of b = 1.4. ' +
        'The chains disagree. Do not read this posterior; run longer warmup and look at the trace plot.',
    );
  });
});
