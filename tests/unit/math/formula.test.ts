import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFormula } from '../../../src/math/formula.ts';

const value = (text: string, names: readonly string[] = [], values: readonly number[] = []): number => {
  const read = readFormula(text, names);
  if (!read.ok) throw new Error(read.message);
  return read.formula(values);
};

describe('formulas', () => {
  it.each([
    ['1 + 2 * 3', 7],
    ['(1 + 2) * 3', 9],
    ['8 / 4 / 2', 1],
    ['5 - 3 - 1', 1],
    ['-2 * -3', 6],
    ['- (1 - 4)', 3],
    ['1.5e2 + .5', 150.5],
    ['min(3, 2, 4) + max(1, 2) + abs(-3)', 7],
  ])('%s', (text, expected) => expect(value(text)).toBe(expected));

  it('name variables, in backticks where they hold other signs', () => {
    expect(value('action * `x-1` + (1 - action) * E', ['action', 'x-1', 'E'], [0.25, 8, 4])).toBe(5);
    expect(value('min + 1', ['min'], [2])).toBe(3);
  });

  it.each([
    ['', 'a number or a variable was needed'],
    ['1 +', '“the end” where a number or a variable was needed'],
    ['E', 'no variable E; needed one of action'],
    ['(1', 'where “)” was needed'],
    ['1 2', 'where the end was needed'],
    ['a; b', '“;” is no sign of a formula'],
    ['alert(1)', 'no variable alert'],
    ['constructor', 'no variable constructor'],
    ['abs(1, 2)', 'abs takes one value'],
  ])('say what is wrong with “%s”', (text, message) => {
    const read = readFormula(text, ['action']);
    expect(read.ok ? '' : read.message).toContain(message);
  });

  it('are sums of products from the left, as the language itself has them', () => {
    const number = fc.integer({ min: 0, max: 9 });
    const sign = fc.constantFrom('+', '-', '*');
    fc.assert(
      fc.property(number, fc.array(fc.tuple(sign, number), { maxLength: 8 }), (first, rest) => {
        const text = [String(first), ...rest.map(([s, n]) => `${s} ${n}`)].join(' ');
        const terms = rest.reduce<number[]>(
          (sum, [s, n]) =>
            s === '*' ? [...sum.slice(0, -1), sum.at(-1)! * n] : [...sum, s === '+' ? n : -n],
          [first],
        );
        expect(value(text)).toBe(terms.reduce((sum, term) => sum + term, 0));
      }),
      { seed: 3, numRuns: 200 },
    );
  });
});
