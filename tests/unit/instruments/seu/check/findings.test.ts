// Findings say what a p-value means by the one rule that diagnostics and figures go by.
import { describe, expect, it } from 'vitest';
import { agreementFigure } from '../../../../../src/charts/agreement-size.ts';
import type { ConditionChecks } from '../../../../../src/instruments/seu/check/checks.ts';
import { checkFindings } from '../../../../../src/instruments/seu/check/findings.ts';
import type { LeftOutCheck } from '../../../../../src/instruments/seu/check/left-out.ts';
import { missingRow } from '../../../../../src/instruments/seu/check/missing.ts';
import { repeated } from './content.ts';

const leftOut = (parts: Partial<LeftOutCheck> = {}): LeftOutCheck => ({
  problems: [],
  elpd: -12.3,
  se: 1.2,
  flagged: 0,
  perChoice: false,
  method: 'importance',
  refits: 0,
  ...parts,
});
const agreement = (p: number, observed = 0.8) => ({
  size: null,
  problems: 10,
  presentations: 30,
  observed,
  replicated: 0.6,
  q5: 0.5,
  q95: 0.7,
  p,
});
const checks = (p: number, parts: Partial<ConditionChecks> = {}): ConditionChecks => ({
  label: 'T = 0',
  problems: '10 base problems.',
  agreement: [agreement(p)],
  single_alpha: { p, blocks: [] },
  position: { rates: [], test: null },
  left_out: leftOut(),
  ...parts,
});
const missing = missingRow('T = 0', repeated([[0, 1]], 3));
const found = (id: string, of: ConditionChecks) => checkFindings(of, missing).find((one) => one.id === id)!;

describe('a predictive p-value in the findings', () => {
  it.each([
    [0.5, 'fine', /may be counted as independent/],
    [0.07, 'look', /in doubt/],
    [0.01, 'look', /not independent/],
  ] as const)('of %d is %s and said so', (p, severity, words) => {
    expect(found('agreement', checks(p))).toMatchObject({ severity, hint: expect.stringMatching(words) });
    expect(found('single-alpha', checks(p)).severity).toBe(severity);
  });

  it('near one says that presentations agree less than independent choices', () => {
    const rare = checks(0.99, { agreement: [agreement(0.99, 0.3)] });
    expect(found('agreement', rare).hint).toMatch(/agree less/);
  });

  it('is marked in the figure where the finding says that the model misses it', () => {
    const marked = (p: number) => agreementFigure({ rows: [agreement(p)] }).subtitle.includes('Diamond');
    expect([0.01, 0.049, 0.05, 0.07, 0.5, 0.95, 0.97].map(marked)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
      true,
    ]);
  });
});

describe('problems left out', () => {
  it.each([
    [leftOut({ flagged: 3 }), 'look', /^.*For 3 of 0 problems importance weights cannot tell/],
    [
      leftOut({ method: 'folds', refits: 10 }),
      'fine',
      /Exact, from 10 refits without a part of the problems/,
    ],
    [leftOut({ method: 'exact', refits: 4 }), 'fine', /Exact from 4 refits where weights cannot tell/],
  ] as const)('say how they were predicted', (left_out, severity, words) =>
    expect(found('left-out', checks(0.5, { left_out }))).toMatchObject({
      severity,
      hint: expect.stringMatching(words),
    }),
  );

  it('are choices only where no menu repeats', () => {
    expect(found('left-out', checks(0.5)).label).toBe('Problems left out');
    const left_out = leftOut({ perChoice: true });
    expect(found('left-out', checks(0.5, { left_out })).label).toBe('Choices left out');
  });
});

describe('missing choices', () => {
  it('are not looked for where each problem is shown once', () => {
    const once = missingRow(
      'T = 0',
      repeated(
        [
          [0, 1],
          [1, 2],
        ],
        1,
      ),
    );
    expect(checkFindings(checks(0.5), once).find(({ id }) => id === 'missing')).toMatchObject({
      value: null,
      severity: 'na',
    });
    expect(found('missing', checks(0.5))).toMatchObject({ value: 0, severity: 'fine' });
  });
});
