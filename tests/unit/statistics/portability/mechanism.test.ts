import { describe, expect, it } from 'vitest';
import { linearLearner } from '../../../../src/statistics/portability/learner.ts';
import type { MechanismPart, MechanismWork } from '../../../../src/statistics/portability/mechanism-parts.ts';
import { mechanismColumns, mechanismRows } from '../../../../src/statistics/portability/mechanism.ts';
import { nashRate } from '../../../../src/statistics/portability/nash.ts';
import { regretComparer } from '../../../../src/statistics/portability/regret.ts';
import { ridgeSplit } from '../../../../src/statistics/portability/ridge.ts';
import { coveringSets } from '../../../../src/statistics/portability/sets.ts';
import { drawnFolds } from '../../../../src/statistics/portability/work.ts';
import { META, fixtureCell, fixtureRows } from './fixture.ts';

const STREAM = { seed: 9, task: 4 };
const { cell } = fixtureCell(fixtureRows('normal_form'), 'normal_form', 'frame', 'noncot');
const WORK: MechanismWork = {
  sources: 3,
  objective: {
    formula: 'action * (uAA + uAB) + (1 - action) * (uBA + uBB)',
    features: META.features.normal_form,
    actions: { low: 0, high: 1, whole: true, upTo: null },
  },
  lexicon: [],
  echoes: [],
  mostTexts: 10,
  relabellings: 0,
};

function row(part: MechanismPart, index: number, work = WORK): { values: Float64Array; pieces: number } {
  const made = mechanismRows({ cell, texts: null, work, learner: linearLearner, stream: STREAM })(
    part,
    index,
  );
  let pieces = 0;
  let next = made.next();
  for (; !next.done; next = made.next()) pieces += 1;
  expect(next.value).toHaveLength(mechanismColumns(part, work).length);
  return { values: next.value, pieces };
}

describe('rows of mechanisms', () => {
  it('test what framings add on several splits of a small cell, near the mean over many', () => {
    const { values, pieces } = row('ridge_null', 0);
    expect(pieces).toBe(8);
    const many = Array.from({ length: 60 }, (_, index) => ridgeSplit(cell, STREAM, index)!.delta);
    const mean = many.reduce((sum, delta) => sum + delta, 0) / 60;
    expect(Math.abs(values[0] - mean)).toBeLessThan(0.03);
    expect(row('ridge_null', 3).values[0]).toBeLessThan(0.5 * values[0]);
    expect(row('ridge_null', 0).values).toEqual(values);
  });

  it('test the payoff lost with each environment once the target, a piece a comparison', () => {
    const { values, pieces } = row('regret_null', 0);
    expect(pieces).toBe(cell.environments);
    const regret = regretComparer(cell, drawnFolds(cell, STREAM), linearLearner, WORK.objective!);
    const each = coveringSets(STREAM, cell.environments, 3).map(regret);
    const mean = (at: number) => each.reduce((sum, found) => sum + found[at], 0) / each.length;
    expect(values[0]).toBeCloseTo(mean(2), 10);
    expect(values[1]).toBeCloseTo(mean(3), 10);
  });

  it('count supported choices with the error over their instances', () => {
    const { values } = row('nash', 0);
    const { rows, hits, rate } = nashRate(cell.x, cell.action);
    expect([...values.slice(0, 3)]).toEqual([rows, hits, rate]);
    expect(values[3]).toBeGreaterThan(Math.sqrt((rate! * (1 - rate!)) / rows));
    expect(values[4]).toBe(240);
  });

  it('name what they lack', () => {
    expect(() => row('regret', 0, { ...WORK, objective: null })).toThrow('regret without an objective');
    expect(() => row('texts', 0)).toThrow('reasoning without texts');
  });
});
