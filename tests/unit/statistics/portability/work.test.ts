import { describe, expect, it } from 'vitest';
import { agentTable } from '../../../../src/instruments/portability/agents.ts';
import { cellsOf } from '../../../../src/instruments/portability/cells.ts';
import { linearLearner } from '../../../../src/statistics/portability/learner.ts';
import { placeAmong, minimumP } from '../../../../src/statistics/portability/permutation.ts';
import { sampledSet } from '../../../../src/statistics/portability/sets.ts';
import {
  cellWork,
  COMPARISON_COLUMNS,
  drawnFolds,
  PARTS,
} from '../../../../src/statistics/portability/work.ts';
import type { AgentName } from '../../../../src/instruments/portability/agents.ts';

const settings = { learner: linearLearner, sources: 5, bins: 20, folds: null, sets: null };
const cellOf = (agent: AgentName, game = 'dictator', shared = false) =>
  cellsOf(
    agentTable({
      game,
      agents: [agent],
      regimes: ['noncot'],
      environments: 6,
      instances: 27,
      draws: 3,
      shared,
      seed: 3,
    }),
  )[0].cell;

describe('the work of a cell', () => {
  it('has rows that depend on their number alone', () => {
    const cell = cellOf('shift');
    const stream = { seed: 5, task: 2 };
    const one = cellWork(cell, settings, stream);
    const other = cellWork(cell, settings, stream);
    for (const part of PARTS) {
      const backwards = [2, 1, 0].map((i) => other.row(part, i)).reverse();
      expect([0, 1, 2].map((i) => one.row(part, i))).toEqual(backwards);
    }
  });

  it('keeps the sizes of environments and whole instances when labels are exchanged', () => {
    const strong = cellWork(cellOf('frame'), settings, { seed: 5, task: 2 });
    const gap = strong.row('observed', 0)[2];
    const permuted = Array.from({ length: 19 }, (_, i) => strong.row('permutations', i)[2]);
    expect(placeAmong(gap, permuted, 0.5).p).toBe(1 / 20);
  });

  it('has a null distance below that of a decision maker that depends on framing', () => {
    const work = cellWork(cellOf('frame'), settings, { seed: 5, task: 2 });
    const nulls = Array.from({ length: 20 }, (_, i) => work.row('nulls', i)[0]);
    expect(work.row('observed', 0)[0]).toBeGreaterThan(Math.max(...nulls));
  });

  it('says the columns of comparisons consistently', () => {
    const work = cellWork(cellOf('portable'), settings, { seed: 5, task: 2 });
    const row = work.row('splits', 0);
    const at = (name: (typeof COMPARISON_COLUMNS)[number]) => row[COMPARISON_COLUMNS.indexOf(name)];
    expect(at('target')).toBe(work.set('splits', 0).target);
    expect(at('rows')).toBe(work.folds.test[at('target')].length);
    expect(at('numerator') / 2).toBeLessThanOrEqual(at('moved'));
    expect(at('snapped_numerator')).toBe(at('numerator'));
    expect(at('deficient')).toBe(0);
  });
});

describe('given comparisons', () => {
  it('are tested with their own sources, the first of each target', () => {
    const sets = [
      { sources: [1], target: 0 },
      { sources: [0, 2], target: 1 },
      { sources: [1, 2], target: 0 },
      { sources: [0], target: 2 },
    ];
    const stream = { seed: 3, task: 1 };
    const cell = cellOf('shift');
    const work = cellWork(cell, { ...settings, folds: drawnFolds(cell, stream), sets }, stream);
    expect(work.tested()).toEqual([sets[0], sets[1], sets[3]]);
    const [tv20] = work.row('observed', 0);
    const own = [0, 1, 3].map((index) => {
      const row = work.row('splits', index);
      return row[COMPARISON_COLUMNS.indexOf('numerator')] / (2 * row[COMPARISON_COLUMNS.indexOf('rows')]);
    });
    expect(tv20).toBeCloseTo((own[0] + own[1] + own[2]) / 3, 12);
  });
});

describe('sampled sets', () => {
  it('are uniform over targets and subsets', () => {
    const counts = new Map<string, number>();
    for (let i = 0; i < 6000; i++) {
      const { sources, target } = sampledSet({ seed: 1, task: 0 }, 4, 2, i);
      const key = `${sources.join(',')}>${target}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const named = [...counts.keys()];
    expect(named.filter((key) => key.split('>')[0].includes(key.split('>')[1]))).toEqual([]);
    expect(counts.size).toBe(12);
    // Each of 12 has 500 expected, sd 21.4: within 4.5 sd.
    for (const count of counts.values()) expect(Math.abs(count - 500)).toBeLessThan(97);
  });

  it('refuse a size that the environments do not allow', () => {
    expect(() => sampledSet({ seed: 1, task: 0 }, 4, 4, 0)).toThrow('from 1 to 3');
  });
});

describe('places among permutations', () => {
  it('count ties against the observed value, and place it at random among them', () => {
    expect(placeAmong(2, [1, 2, 3, 2], 0.99)).toEqual({ p: 4 / 5, randomised: 4 / 5 });
    expect(placeAmong(2, [1, 2, 3, 2], 0)).toEqual({ p: 4 / 5, randomised: 2 / 5 });
  });

  it('give the least p of one statistic where all statistics are one', () => {
    const permuted = [0.3, 0.9, 0.1, 0.5];
    expect(minimumP([0.6, 0.6], [permuted, permuted], 0.5).p).toBe(placeAmong(0.6, permuted, 0.5).p);
  });
});
