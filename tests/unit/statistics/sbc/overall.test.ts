// The statement over all quantities, the worst case of failed replicates, and what looks may spend.
import { describe, expect, it } from 'vitest';
import { holm } from '../../../../src/statistics/sbc/holm.ts';
import {
  levelAtLook,
  levelSpent,
  lookSchedule,
  type LookPlan,
} from '../../../../src/statistics/sbc/looks.ts';
import {
  overallVerdict,
  worstCaseVerdict,
  type QuantityRanks,
} from '../../../../src/statistics/sbc/overall.ts';
import { rankReference } from '../../../../src/statistics/sbc/reference.ts';
import { exactSize, testUniformity } from '../../../../src/statistics/sbc/uniformity.ts';
import { allRanks, streamAt, uniformRanks } from './support.ts';

describe('Holm', () => {
  it('adjusts by hand', () => {
    const adjusted = holm([0.01, 0.04, 0.03, 0.005]);
    [0.03, 0.06, 0.06, 0.02].forEach((value, i) => expect(adjusted[i]).toBeCloseTo(value, 14));
    expect(holm([0.9, 0.8])).toEqual([1, 1]);
    expect(holm([])).toEqual([]);
  });
});

const MAX_RANK = 19;
const quantity = (variable: string, ranks: Int32Array, information = variable): QuantityRanks => ({
  variable,
  ranks,
  information,
});

describe('overall verdict', () => {
  const stream = streamAt(7);
  const sound = Array.from({ length: 4 }, (_, i) =>
    quantity(`beta[${i + 1}]`, uniformRanks(stream, 80, MAX_RANK)),
  );
  const first = uniformRanks(stream, 80, MAX_RANK);
  const deltas = [
    quantity('delta[1]', first, 'delta'),
    quantity(
      'delta[2]',
      first.map((rank) => MAX_RANK - rank),
      'delta',
    ),
  ];

  it('counts quantities of the same information once', () => {
    const verdict = overallVerdict([...sound, ...deltas], MAX_RANK);
    expect(verdict.distinct).toBe(5);
    expect(verdict.quantities.map(({ adjusted }) => adjusted !== null)).toEqual([
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
    const own = holm(
      [...sound, deltas[0]].map(({ ranks }) => testUniformity(rankReference(80, MAX_RANK), ranks).pValue),
    );
    expect(verdict.quantities.slice(0, 5).map(({ adjusted }) => adjusted)).toEqual(own);
    expect(verdict.pValue).toBe(Math.min(...own));
    expect(verdict.expectedOutside).toBeCloseTo(5 * exactSize(rankReference(80, MAX_RANK), 0.05), 14);
  });

  it('fails for one bad quantity, named', () => {
    const bad = quantity(
      'alpha',
      uniformRanks(stream, 80, MAX_RANK).map((rank) => rank >> 1),
    );
    const verdict = overallVerdict([...sound, bad], MAX_RANK);
    expect(verdict.passes).toBe(false);
    expect(
      verdict.quantities.filter(({ adjusted }) => adjusted! <= 0.05).map(({ variable }) => variable),
    ).toEqual(['alpha']);
    expect(verdict.outside).toBeGreaterThanOrEqual(1);
    expect(() => overallVerdict([], MAX_RANK)).toThrow('no quantities');
  });

  it('fails sound sets at most as often as its level says: 500 sets of five', () => {
    let failed = 0;
    for (let i = 0; i < 500; i++) {
      const set = Array.from({ length: 5 }, (_, q) => quantity(`${q}`, uniformRanks(stream, 40, MAX_RANK)));
      if (!overallVerdict(set, MAX_RANK, 0.2).passes) failed++;
    }
    expect(failed / 500).toBeLessThan(0.2 + 3 * Math.sqrt(0.16 / 500));
    expect(failed / 500).toBeGreaterThan(0.1);
  });
});

describe('failed replicates', () => {
  it('take the assignment with the smallest p-value, against all assignments', () => {
    for (const known of [Int32Array.of(0, 1, 3), Int32Array.of(4, 4, 2), Int32Array.of(2, 2, 2)]) {
      const reference = rankReference(6, 4);
      const smallest = Math.min(
        ...[...allRanks(3, 4)].map((rest) => testUniformity(reference, [...known, ...rest]).pValue),
      );
      expect(worstCaseVerdict([quantity('alpha', known)], 4, 3).pValue).toBeCloseTo(smallest, 13);
    }
  });

  it('change nothing where none failed, and fail a study with many', () => {
    const sound = [quantity('alpha', uniformRanks(streamAt(9), 200, MAX_RANK))];
    expect(worstCaseVerdict(sound, MAX_RANK, 0)).toEqual(overallVerdict(sound, MAX_RANK));
    expect(worstCaseVerdict(sound, MAX_RANK, 2).passes).toBe(true);
    expect(worstCaseVerdict(sound, MAX_RANK, 60).passes).toBe(false);
  });
});

describe('looks', () => {
  const planned = Array.from({ length: 10 }, (_, i) => 100 * (i + 1));
  const plan = (looks: readonly number[], open: boolean): LookPlan => ({ level: 0.05, planned: looks, open });

  it('spend exactly the level over a closed plan, most of it at the end', () => {
    expect(levelAtLook(plan([999], false), 1)).toBe(0.05);
    expect(levelAtLook(plan(planned, false), 10)).toBeCloseTo(0.04, 14);
    expect(levelAtLook(plan(planned, false), 3)).toBeCloseTo(0.01 / 9, 14);
    expect(levelSpent(plan(planned, false), 10)).toBeCloseTo(0.05, 14);
    expect(levelAtLook(plan(planned, false), 11)).toBe(0);
  });

  it('never spend more than the level, however many are added', () => {
    expect(levelAtLook(plan([100], true), 1)).toBeCloseTo(0.04, 14);
    expect(levelAtLook(plan([100], true), 2)).toBeCloseTo(0.005, 14);
    expect(levelAtLook(plan([100], true), 4)).toBeCloseTo(0.00125, 14);
    for (const looks of [[60], planned]) {
      expect(levelSpent(plan(looks, true), 60)).toBeLessThanOrEqual(0.05 + 1e-12);
      expect(levelSpent(plan(looks, true), 60)).toBeGreaterThan(0.0499);
    }
  });

  it('are listed with their replicates', () => {
    const schedule = lookSchedule(plan([60], true), [100]);
    expect(schedule.map(({ look, replicates }) => [look, replicates])).toEqual([
      [1, 60],
      [2, 100],
    ]);
    expect(schedule[0].level + 2 * schedule[1].level).toBeCloseTo(0.05, 14);
    expect(() => levelAtLook(plan([100, 100], false), 1)).toThrow('planned looks at 100, 100');
    expect(() => levelAtLook(plan([100], false), 0)).toThrow('look 0');
  });

  it('give few false verdicts on growing sound ranks: 300 studies, looks every 20 to 100 and one added', () => {
    const stream = streamAt(13);
    const schedule = lookSchedule(plan([20, 40, 60, 80, 100], true), [140]);
    let wrong = 0;
    for (let study = 0; study < 300; study++) {
      const ranks = uniformRanks(stream, 140, MAX_RANK);
      const pValueAt = (n: number): number =>
        testUniformity(rankReference(n, MAX_RANK), ranks.subarray(0, n)).pValue;
      if (schedule.some(({ replicates, level }) => pValueAt(replicates) <= level)) wrong++;
    }
    expect(wrong / 300).toBeLessThan(0.05 + 3 * Math.sqrt(0.0475 / 300));
    expect(wrong).toBeGreaterThan(0);
  });
});
