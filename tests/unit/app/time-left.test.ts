// Time left: silent at first, then steady.
import { describe, expect, it } from 'vitest';
import { nextTimeLeft, rateOf } from '../../../src/app/time-left.ts';

const pace = (done: number, elapsed: number) => ({ done, total: 1000, doneAtStart: 0, elapsed });

describe('rateOf', () => {
  it('waits for two seconds and for something done', () => {
    expect(rateOf(pace(100, 1.9))).toBeNull();
    expect(rateOf(pace(0, 30))).toBeNull();
    expect(rateOf(pace(100, 2))).toBe(50);
  });

  it('counts what was done since measuring began', () => {
    expect(rateOf({ ...pace(500, 10), doneAtStart: 400 })).toBe(10);
  });
});

describe('nextTimeLeft', () => {
  it('starts at what is measured', () => expect(nextTimeLeft(null, pace(100, 10))).toBe(90));

  it('never moves by more than a third', () => {
    expect(nextTimeLeft(90, pace(10, 10))).toBeCloseTo(120, 12);
    expect(nextTimeLeft(90, pace(900, 10))).toBeCloseTo(60, 12);
    expect(nextTimeLeft(90, pace(100, 9))).toBeCloseTo(81, 12);
  });

  it('goes by work where items differ in it', () => {
    const work = { done: 10, total: 40, doneAtStart: 0 };
    expect(nextTimeLeft(null, { ...pace(900, 10), work })).toBe(30);
    expect(rateOf({ ...pace(900, 10), work })).toBe(90);
  });

  it('is nothing once all is done', () => expect(nextTimeLeft(5, pace(1000, 10))).toBe(0));
});
