import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { positionCheck, type ShownChoice } from '../../../../../src/instruments/seu/check/position.ts';
import { randomStream, type RandomStream } from '../../../../../src/math/random.ts';

function stream(seed: number): RandomStream {
  const random = randomStream(seed, 0, 0);
  random.seek(0, 0);
  return random;
}

/** 100 problems of 2 to 4, three presentations each, at places that `place` draws. */
function simulated(seed: number, place: (size: number, random: RandomStream, t: number) => number) {
  const random = stream(seed);
  return Array.from({ length: 300 }, (_, i): ShownChoice => {
    const problem = Math.floor(i / 3);
    const size = 2 + (problem % 3);
    return { problem: `P${problem}`, size, position: place(size, random, i % 3) };
  });
}

const uniform = (size: number, random: RandomStream): number => Math.floor(size * random.uniform());

describe('choice by position', () => {
  it('counts rates within menu size', () => {
    const choices = [
      { problem: 'a', size: 2, position: 0 },
      { problem: 'a', size: 2, position: 0 },
      { problem: 'b', size: 2, position: 1 },
      { problem: 'c', size: 3, position: 2 },
    ];
    const { rates, test } = positionCheck(choices, stream(1), 50);
    expect(rates.map(({ size, position, hits, cases }) => [size, position, hits, cases])).toEqual([
      [2, 1, 2, 3],
      [2, 2, 1, 3],
      [3, 1, 0, 1],
      [3, 2, 0, 1],
      [3, 3, 1, 1],
    ]);
    expect(test!.statistic).toBeCloseTo(1 / 3 + 2 / 3 + 4 / 3, 12);
  });

  it('has the false-alarm rate of its level, presentations being copies of each other', () => {
    const runs = 100;
    const alarms = Array.from({ length: runs }, (_, seed) => {
      let kept = 0;
      const choices = simulated(seed, (size, random, t) => (kept = t === 0 ? uniform(size, random) : kept));
      return positionCheck(choices, stream(1000 + seed), 59).test!.p <= 0.1 ? 1 : 0;
    }).reduce((sum: number, alarm) => sum + alarm, 0);
    expect(Math.abs(alarms - 0.1 * runs)).toBeLessThan(4 * Math.sqrt(0.09 * runs));
  });

  it('sees an agent that takes the first alternative a quarter of the time', () => {
    const choices = simulated(4, (size, random) => (random.uniform() < 0.25 ? 0 : uniform(size, random)));
    expect(positionCheck(choices, stream(5), 199).test!.p).toBeLessThan(0.01);
  });

  it('refuses a place outside its menu', () =>
    expect(() => positionCheck([{ problem: 'a', size: 2, position: 2 }], stream(1), 10)).toThrow(
      'problem a: position 2 in a menu of 2',
    ));

  it('has nothing to say of no choices', () =>
    expect(positionCheck([], stream(1))).toEqual({ rates: [], test: null }));
});

const RAW = new URL(
  '../../../../../../shared/data/seu/gpt4o-insurance/raw_choices_T0_0.json',
  import.meta.url,
);

describe.skipIf(!existsSync(RAW))('the displayed choices of GPT-4o at temperature 0', () => {
  it('show every position, within its menu', () => {
    const { choices } = JSON.parse(readFileSync(RAW, 'utf8')) as {
      choices: { problem_id: string; claim_order: string[]; position_chosen: number }[];
    };
    const shown = choices.map(({ problem_id, claim_order, position_chosen }) => ({
      problem: problem_id,
      size: claim_order.length,
      position: position_chosen - 1,
    }));
    const { rates, test } = positionCheck(shown, stream(9), 199);
    expect(rates).toHaveLength(2 + 3 + 4);
    expect(rates.reduce((sum, { hits }) => sum + hits, 0)).toBe(300);
    expect(test!.p).toBeGreaterThan(0);
  });
});
