// The number rules of the design: minus, thin spaces, leading zeros, honest digits.
import { describe, expect, it } from 'vitest';
import {
  counted,
  decimalsOf,
  estimate,
  fixed,
  fraction,
  integer,
  interval,
  measured,
  percent,
  probability,
  probabilityOf,
  shareDecimals,
  significant,
} from '../../../src/charts/number-format.ts';

describe('fixed', () => {
  it('writes U+2212 and never a signed zero', () => {
    expect(fixed(-24.64, 1)).toBe('\u221224.6');
    expect(fixed(-0.04, 1)).toBe('0.0');
    expect(fixed(-0, 0)).toBe('0');
  });
  it('parts thousands from four digits on with U+202F', () => {
    expect(integer(999)).toBe('999');
    expect(integer(3812)).toBe('3\u202f812');
    expect(fixed(-1234567.891, 2)).toBe('\u22121\u202f234\u202f567.89');
    expect(integer(999.6)).toBe('1\u202f000');
  });
  it('names what is not a finite number', () => {
    expect(fixed(null, 2)).toBe('NA');
    expect(fixed(NaN, 2)).toBe('NA');
    expect(fixed(-Infinity, 2)).toBe('\u2212∞');
  });
});

describe('counted', () => {
  it('says no, one and many', () => {
    expect([0, 1, 2000].map((count) => counted(count, 'draw'))).toEqual([
      'no draws',
      '1 draw',
      '2\u202f000 draws',
    ]);
  });
});

describe('significant', () => {
  it('keeps three digits, and all digits of large whole numbers', () => {
    expect(significant(74.1234)).toBe('74.1');
    expect(significant(0.0123456)).toBe('0.0123');
    expect(significant(5977)).toBe('5\u202f977');
    expect(significant(0)).toBe('0');
    expect(significant(null)).toBe('NA');
  });
  it('counts the digits after rounding, not before', () => {
    expect(significant(9.9996)).toBe('10.0');
    expect(decimalsOf(0.99996)).toBe(2);
    expect(decimalsOf(1e-12)).toBe(6);
    expect(decimalsOf(NaN)).toBe(0);
  });
});

it('measures counts without decimals, and whole values of other things with them', () => {
  expect([measured(8, 0), measured(2, 40), measured(1, 1.01), measured(312.4, 400)]).toEqual([
    '8',
    '2',
    '1.00',
    '312',
  ]);
  expect([measured(null, 0), measured(8, null)]).toEqual(['NA', '8']);
});

describe('intervals', () => {
  it('shows an estimate to the digits that its interval carries', () => {
    expect(estimate(-24.626, -52.42, -6.711)).toBe('\u221224.6 [\u221252.4, \u22126.7]');
    expect(estimate(1234.4, 1000, 1500)).toBe('1\u202f234 [1\u202f000, 1\u202f500]');
    expect(interval(0.1234, 0.5678)).toBe('[0.123, 0.568]');
    expect(estimate(74.12, 47.31, 121.06)).toBe('74.1 [47.3, 121.1]');
  });
  it('gives a narrow interval its digits, and a value no more than three where the width allows', () => {
    expect(estimate(0.60021, 0.57683, 0.63564)).toBe('0.600 [0.577, 0.636]');
    expect(estimate(320.48, 319.5, 321.5)).toBe('320.5 [319.5, 321.5]');
    expect(estimate(-2.93, -42.91, 30.77)).toBe('\u22122.9 [\u221242.9, 30.8]');
    expect(estimate(0, -1.234, 1.234)).toBe('0.00 [\u22121.23, 1.23]');
  });
});

describe('probability', () => {
  it('has no leading zero and does not claim more than it can show', () => {
    expect(probability(0.98995)).toBe('.990');
    expect(probability(0.4, 2)).toBe('.40');
    expect(probability(0.0004)).toBe('< .001');
    expect(probability(1)).toBe('> .999');
    expect(probability(0.001)).toBe('.001');
    expect(probability(null)).toBe('NA');
  });
  it('reads as a sentence', () => {
    expect(probabilityOf('slope < 0', 0.99)).toBe('P(slope < 0) = .990');
    expect(probabilityOf('slope < 0', 0)).toBe('P(slope < 0) < .001');
  });

  it('has no more digits than its draws allow', () => {
    expect([50, 300, 4000, 1e6].map(shareDecimals)).toEqual([1, 2, 3, 3]);
    expect(probability(0, shareDecimals(300))).toBe('< .01');
  });
  it('serves signed fractions and percent', () => {
    expect(fraction(-0.412)).toBe('\u2212.41');
    expect(fraction(1)).toBe('1.00');
    expect(percent(0.7149)).toBe('71\u202f%');
  });
});
