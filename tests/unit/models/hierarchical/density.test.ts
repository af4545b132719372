import { describe, expect, it } from 'vitest';
import { hierarchicalFault, sizeFault } from '../../../../src/models/hierarchical/data.ts';
import { hierarchicalDroppedConstants } from '../../../../src/models/hierarchical/expand.ts';
import { hierarchicalLayout, hierarchicalOwnTarget } from '../../../../src/models/hierarchical/own.ts';
import { HIERARCHICAL_PRESETS } from '../../../../src/models/hierarchical/presets.ts';
import {
  hierarchicalDataOf,
  hierarchicalModel,
  hierarchicalNames,
  smallData,
  WHOLE_MODEL,
  type HierarchicalFixture,
} from '../../../support/hierarchical.ts';
import { readFixture } from '../../../support/seu.ts';

const TOLERANCE = 1e-10;

const norm = (vector: ArrayLike<number>): number =>
  Math.sqrt(Array.from(vector).reduce((s, v) => s + v * v, 0));

it('has reference densities of both models', () => {
  expect(hierarchicalNames().length).toBeGreaterThanOrEqual(2);
});

describe.each(hierarchicalNames())('%s', (name) => {
  const fixture = readFixture<HierarchicalFixture>(name);
  const data = hierarchicalDataOf(fixture.data);
  const model = hierarchicalModel(fixture.model);
  const target = hierarchicalOwnTarget(model, data);

  it('lays parameters out as Stan does and drops what Stan drops', () => {
    expect(hierarchicalLayout(model, data).dimension).toBe(fixture.unconstrained_names.length);
    expect(target.dimension).toBe(fixture.unconstrained_names.length);
    expect(hierarchicalDroppedConstants(model, data)).toBeCloseTo(fixture.constant_dropped_by_stan, 10);
  });

  it.each(fixture.points.map((point, index) => [index, point] as const))('agrees at point %i', (_, point) => {
    const gradient = new Float64Array(target.dimension);
    const value = target.logDensity(Float64Array.from(point.unconstrained), gradient);
    const { log_posterior_unconstrained: expected, log_lik: likelihood } = point.direct;
    expect(Math.abs(value - expected)).toBeLessThan(TOLERANCE * (1 + Math.abs(expected)));
    expect(Math.abs(target.inner.logLikelihood() - likelihood)).toBeLessThan(
      TOLERANCE * (1 + Math.abs(likelihood)),
    );
    const reference = point.direct_complex_step_grad_adjust_true;
    expect(norm(gradient.map((g, i) => g - reference[i]))).toBeLessThan(TOLERANCE * (1 + norm(reference)));
    const eta = target.inner.state.eta.flatMap((values) => [...values]);
    point.derived.eta_by_alternative
      .flat()
      .forEach((value, i) => expect(Math.abs(eta[i] - value)).toBeLessThan(1e-12));
  });
});

describe('data that do not fit', () => {
  const data = smallData({ K: 3, D: 2, J: 3, P: 1, seed: 1 });

  it('refuses a size covariate that is not menu size less its mean', () => {
    const { data: stan } = readFixture<HierarchicalFixture>('logdensity_h_m01_size_small_K3.json');
    const sized = hierarchicalDataOf(stan);
    expect(sizeFault(sized, stan.s!)).toBeNull();
    expect(
      sizeFault(
        sized,
        stan.s!.map((s) => s + 9e-7),
      ),
    ).toBeNull();
    expect(
      sizeFault(
        sized,
        stan.s!.map((s) => s + 2e-6),
      ),
    ).toMatch(/^s\[1\] = -1\.29.*needed -1\.29/);
    expect(sizeFault(sized, [0])).toMatch(/has 1 entries, needed one for each of 10 observations/);
  });

  it('says which cell differs, and what is missing', () => {
    const [a, b, c] = data.cells;
    const fault = (changed: Partial<typeof data>) => hierarchicalFault(WHOLE_MODEL, { ...data, ...changed });
    expect(fault({})).toBeNull();
    expect(fault({ cells: [a, { ...b, consequences: 4 }, c] })).toMatch(/cell 2 has K = 4, needed 3/);
    expect(fault({ cells: [a, b, { ...c, dimensions: 5 }] })).toMatch(/cell 3 has D = 5, needed 2/);
    expect(fault({ design: new Float64Array(4) })).toMatch(/4 entries, needed 3 cells × 1/);
    expect(fault({ pools: null })).toMatch(/pools are missing/);
    expect(fault({ pools: Int32Array.of(0, 2, 0) })).toMatch(/0, 2, 0, needed numbers from 0 without gaps/);
    expect(fault({ cells: [] })).toMatch(/no cells/);
    expect(hierarchicalFault(HIERARCHICAL_PRESETS.h_m01, { ...data, pools: null })).toBeNull();
    expect(() => hierarchicalOwnTarget(WHOLE_MODEL, { ...data, pools: null })).toThrow(
      'whole: pools are missing',
    );
  });
});
