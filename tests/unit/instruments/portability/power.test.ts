import { describe, expect, it } from 'vitest';
import { portabilityStepper } from '../../../../src/engine/cpu/portability-stepper.ts';
import type { Chunk } from '../../../../src/engine/types.ts';
import { cellsOf } from '../../../../src/instruments/portability/cells.ts';
import { portabilityTasks } from '../../../../src/instruments/portability/plan.ts';
import {
  firstLook,
  pointsOf,
  powerPlan,
  powerReport,
  rejectionsOf,
  secondLook,
  studyTable,
  type PowerDesign,
  type PowerStudy,
} from '../../../../src/instruments/portability/power.ts';

const design: PowerDesign = {
  game: 'dictator',
  regime: 'noncot',
  environments: 4,
  instances: 27,
  draws: 2,
  shared: false,
  sources: null,
  bins: 20,
  permutations: 39,
  seed: 5,
};

function rejections(studies: readonly PowerStudy[]): number {
  const tables = new Map(studies.map((study, i) => [String(i), studyTable(design, study)]));
  const chunks = portabilityTasks(powerPlan(design, [...tables.keys()]), tables).flatMap(
    (task): readonly Chunk[] => {
      if (task.kind !== 'portability') return [];
      const stepper = portabilityStepper(task, null);
      while (!stepper.done) stepper.step();
      const { chunk } = stepper.report();
      return chunk ? [chunk] : [];
    },
  );
  return rejectionsOf(chunks, studies.length).filter(Boolean).length;
}

const studiesAt = (sd: number, count: number): readonly PowerStudy[] =>
  Array.from({ length: count }, (_, index) => ({ shift: 'intercept', sd, index }));

describe('simulated studies', () => {
  it('are rejected no more often than the level where framings do not matter', () => {
    // At most 5 % of 80: 4 expected, sd 2.
    expect(rejections(studiesAt(0, 80))).toBeLessThanOrEqual(10);
  });

  it('are all rejected where framings matter a lot', () => {
    expect(rejections(studiesAt(4, 12))).toBe(12);
  });

  it('depend on seed and number alone, and differ between numbers', () => {
    const [first, second] = studiesAt(1, 2).map((study) => studyTable(design, study));
    expect(studyTable(design, studiesAt(1, 1)[0])).toEqual(first);
    expect([...second.x]).not.toEqual([...first.x]);
    expect([...second.action]).not.toEqual([...first.action]);
  });

  it('shift the intercept or the slope, not both', () => {
    const meanBySign = (shift: PowerStudy['shift']) => {
      const { cell } = cellsOf(studyTable({ ...design, instances: 2000 }, { shift, sd: 6, index: 3 }))[0];
      const sums = new Float64Array(2 * cell.environments);
      const counts = new Float64Array(2 * cell.environments);
      cell.action.forEach((action, row) => {
        const at = 2 * cell.environment[row] + Number(cell.x[row] > 1125);
        sums[at] += action / cell.x[row];
        counts[at] += 1;
      });
      return sums.map((sum, at) => sum / counts[at]);
    };
    const gap = (means: Float64Array) =>
      Math.max(...[0, 1, 2, 3].map((e) => Math.abs(means[2 * e] - means[2 * e + 1])));
    // The game's own slope is −0.06 from the middle to the end of E.
    expect(gap(meanBySign('intercept'))).toBeLessThan(0.1);
    expect(gap(meanBySign('slope'))).toBeGreaterThan(0.2);
  });
});

describe('the looks at a power curve', () => {
  const found = (studies: readonly PowerStudy[]) => studies.map(({ sd }) => sd >= 0.4);

  it('end near the sd where finding begins, with every study numbered once', () => {
    const first = firstLook('slope', 400, 1000);
    const early = pointsOf(first, found(first));
    const second = secondLook('slope', 400, early, 0.8, 1000 + first.length);
    const studies = [...first, ...second];
    expect(new Set(studies.map(({ index }) => index)).size).toBe(studies.length);
    expect(studies.length).toBe(400);
    const report = powerReport('slope', pointsOf(studies, found(studies)), 0.8);
    expect(report.found!.size).toBeGreaterThan(0.2);
    expect(report.found!.size).toBeLessThan(0.6);
    expect(report.beyond).toBeNull();
  });

  it('say on which side of them the sd lies', () => {
    const first = firstLook('intercept', 400, 0);
    const never = pointsOf(
      first,
      first.map(() => false),
    );
    const always = pointsOf(
      first,
      first.map(() => true),
    );
    expect(secondLook('intercept', 400, never, 0.8, 0)).toEqual([]);
    expect(powerReport('intercept', never, 0.8)).toMatchObject({ found: null, beyond: 'above' });
    expect(powerReport('intercept', always, 0.8)).toMatchObject({ found: null, beyond: 'below' });
  });
});
