import { beforeAll, describe, expect, it } from 'vitest';
import type { PosteriorCellReport } from '../../../../../src/instruments/beliefs/posterior/report.ts';
import { convergenceWords } from '../../../../../src/instruments/beliefs/posterior/convergence-words.ts';
import {
  posteriorFinding,
  posteriorNotes,
  posteriorThresholdWords,
  scoreWords,
} from '../../../../../src/instruments/beliefs/posterior/words.ts';
import type { Diagnostic, Severity } from '../../../../../src/statistics/diagnostic.ts';
import { drawn } from '../../../../support/belief-posterior.ts';

const rhat = (value: number, severity: Severity): Diagnostic => ({
  ...{ id: 'rhat:phi', label: 'R-hat of phi', value, threshold: 1.01, severity, hint: '' },
});
const ess = (value: number): Diagnostic => ({
  ...{ id: 'ess_bulk:phi', label: 'Bulk ESS of phi', value, threshold: 400, severity: 'look', hint: '' },
});
const divergent: Diagnostic = {
  ...{
    id: 'divergences',
    label: 'Divergent transitions',
    value: 2,
    threshold: 40,
    severity: 'look',
    hint: '',
  },
};

describe('whether numbers may be read', () => {
  it('is said of chains that disagree, the worst first', () => {
    const words = convergenceWords([rhat(1.2, 'fail'), rhat(1.6, 'fail'), ess(12)]);
    expect(words).toBe(
      'Not converged: R-hat of phi is 1.600 where 1.01 is needed, and 1 more like it. Do not read the numbers of this cell.',
    );
  });

  it('is said of chains that are short', () => {
    expect(convergenceWords([ess(300), ess(40), rhat(1.001, 'fine')])).toBe(
      'Not converged yet: Bulk ESS of phi is 40 where 400 is needed, and 1 more like it. Intervals are rough; run more draws.',
    );
  });

  it('is only a look where chains agree, and nothing where all is fine', () => {
    expect(convergenceWords([divergent])).toMatch(/^Look here first: Divergent transitions/);
    expect(convergenceWords([rhat(1.001, 'fine')])).toBeNull();
  });
});

describe('what full Bayes found', () => {
  let report: PosteriorCellReport;
  beforeAll(async () => {
    ({ report } = await drawn());
  }, 60_000);

  it('says scores and thresholds with their intervals', () => {
    const { estimates } = report;
    expect(scoreWords(estimates!)).toMatch(
      /^Over the posterior, reports order held-out decisions correctly in \d+\u202f% \[\d+, \d+\] of pairs, .* \(90\u202f% of posterior draws, the test cases as they are\)\.$/,
    );
    expect(posteriorThresholdWords(estimates!)).toMatch(
      /^\d of 4 thresholds .*\. Under bet they lie \d\.\d\d \[\d.*\] logits above those under threshold\.$/,
    );
  });

  it('cannot tell where fewer than half of the decisions have a threshold that means something', () => {
    const estimates = report.estimates!;
    const weak = { caution: 'the slope may be near 0' };
    const of = (count: number) =>
      estimates.thresholds.map((row, k) => (k < count ? { ...row, ...weak } : row));
    expect(posteriorThresholdWords({ ...estimates, differences: [], thresholds: of(3) })).toBe(
      'Whether it acts as told cannot be told. Of 4 instructed decisions 3 have no threshold that means something (the slope may be near 0).',
    );
    expect(posteriorThresholdWords({ ...estimates, differences: [], thresholds: of(1) })).toMatch(
      /^\d of 3 thresholds .*instruction\. Of 4 instructed decisions 1 has no threshold that means something/,
    );
  });

  it('says first that chains of a few draws have not converged', () => {
    expect(posteriorFinding([report])).toMatch(/^Not converged/);
    expect(posteriorFinding([{ ...report, estimates: null }])).toBe('No cell could be fitted.');
  });

  it('spans several cells, and names those that need a look', () => {
    const fine = { ...report.estimates!, diagnostics: [] };
    const cells = [
      { ...report, name: 'a', estimates: fine },
      { ...report, name: 'b' },
    ];
    expect(posteriorFinding(cells)).toMatch(
      /^The chains of 1 of 2 cells need a look: b \(.* is .* where .* is needed.*\)\. One belief/,
    );
    expect(posteriorFinding([cells[0], cells[0]])).toMatch(/^The chains of all 2 cells have converged\./);
    expect(posteriorNotes([{ ...report, name: 'b', limits: ['No scale.'] }, cells[0]])).toContain(
      'b: No scale.',
    );
  });
});
