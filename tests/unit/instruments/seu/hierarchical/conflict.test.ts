import { describe, expect, it } from 'vitest';
import {
  conflictDiagnostic,
  priorConflict,
  spreadDiagnostic,
} from '../../../../../src/instruments/seu/hierarchical/conflict.ts';

const prior = { mu: 3, sd: 0.75 };
const around = (...values: number[]): Float64Array => Float64Array.from(values);

describe('prior conflict of gamma0', () => {
  it('is distance of the posterior mean in prior sds', () => {
    const agreeing = priorConflict(prior, around(3.5, 3.75, 4));
    expect(agreeing).toEqual({ prior, mean: 3.75, median: 3.75, distance: 1, conflict: false });
    expect(conflictDiagnostic(agreeing)).toMatchObject({ value: 1, severity: 'fine', hint: '' });
  });

  it.each([
    ['beyond two sds, above', around(4.4, 4.6, 4.9), true],
    ['beyond two sds, below', around(1.1, 1.4, 1.6), true],
    ['mean within two sds, median outside the central 95 %', around(3.0, 4.48, 4.49, 4.48, 4.48), true],
    ['mean beyond, median within', around(3.2, 3.2, 3.2, 9), true],
    ['just inside both', around(4.45, 4.45, 4.45), false],
  ])('%s', (_, draws, expected) => {
    const found = priorConflict(prior, draws);
    expect(found.conflict).toBe(expected);
    const { severity, hint } = conflictDiagnostic(found);
    expect(severity).toBe(expected ? 'look' : 'fine');
    if (expected) expect(hint).toMatch(/normal\(3, 0\.75\)/);
  });
});

describe('spread of the cells', () => {
  it('is looked at where its median leaves the prior', () => {
    expect(spreadDiagnostic(0.3, around(0.1, 0.58, 2))).toMatchObject({ severity: 'fine', hint: '' });
    const wide = spreadDiagnostic(0.3, around(0.1, 0.6, 0.7));
    expect(wide).toMatchObject({ id: 'prior:sigma_cell', value: 2, severity: 'look' });
    expect(wide.hint).toMatch(/halfnormal\(0\.3\)/);
  });
});
