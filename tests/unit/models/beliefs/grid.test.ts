import { describe, expect, it } from 'vitest';
import {
  equallySpaced,
  lineGrid,
  planeGrid,
  splineColumns,
  type Grid,
  type Interpolation,
} from '../../../../src/models/beliefs/grid.ts';
import { fillLogPrior } from '../../../../src/models/beliefs/prior-mass.ts';
import {
  betaNormaliser,
  distinctReports,
  fillBetaNormaliser,
  fillReportLogs,
} from '../../../../src/models/beliefs/reports.ts';
import { gaussLegendre } from '../../../../src/math/gauss-legendre.ts';
import { beliefFixture } from '../../../support/beliefs.ts';

interface Rule {
  readonly z: readonly number[];
  readonly w: readonly number[];
}
interface Fixture {
  readonly n128: Rule;
  readonly n32: Rule;
  readonly control_points_axis1_logit: readonly number[];
  readonly hat_basis_examples: readonly { node: number; basis: readonly number[] }[];
  readonly spline_basis_examples: readonly { node: number; basis: readonly number[] }[];
  readonly hat2d_examples: readonly { node: number; nonzero: Record<string, number> }[];
  readonly prior_example: { eta: readonly number[]; log_norm: number; mean_z: number };
  readonly beta_quadrature_error_vs_phi: readonly { p: number; phi: number; gl128: number }[];
}
const fixture = beliefFixture<Fixture>('o01_quadrature.json');

const largest = (values: ArrayLike<number>, expected: ArrayLike<number>): number =>
  Math.max(...Array.from(expected, (value, i) => Math.abs(values[i] - value)));

const denseRow = (
  { prior: { terms, parameters, index, weight } }: { prior: Interpolation },
  q: number,
): number[] => {
  const row = new Array<number>(parameters).fill(0);
  for (let t = q * terms; t < (q + 1) * terms; t++) row[index[t]] += weight[t];
  return row;
};

describe('the grid of beliefs', () => {
  it.each([
    [128, fixture.n128],
    [32, fixture.n32],
  ])('has the nodes and weights of %i points', (n, rule) => {
    const { nodes, weights } = gaussLegendre(n);
    expect(largest(nodes, rule.z)).toBeLessThan(1e-13);
    expect(largest(weights, rule.w)).toBeLessThan(1e-13);
  });

  it('spaces control points equally in logit z from the first node to the last', () => {
    const { logits } = lineGrid();
    const points = equallySpaced(logits[0], logits[127], 7);
    expect(largest(points, fixture.control_points_axis1_logit)).toBeLessThan(1e-11);
  });

  it('interpolates between control points', () => {
    for (const { node, basis } of fixture.hat_basis_examples)
      expect(largest(denseRow(lineGrid(), node), basis)).toBeLessThan(1e-11);
    for (const { node, nonzero } of fixture.hat2d_examples) {
      const expected = new Array<number>(49).fill(0);
      for (const [k, value] of Object.entries(nonzero)) expected[Number(k)] = value;
      expect(largest(denseRow(planeGrid(), node), expected)).toBeLessThan(1e-11);
    }
  });

  it('has spline columns that accumulate the hats of the knots above', () => {
    const columns = splineColumns(lineGrid());
    for (const { node, basis } of fixture.spline_basis_examples)
      columns.forEach((column, gap) => {
        const above = basis.slice(gap + 1).reduce((sum, value) => sum + value, 0);
        expect(Math.abs(column[node] - above)).toBeLessThan(1e-11);
      });
  });

  it('normalises the prior', () => {
    const grid = lineGrid();
    const logMass = new Float64Array(grid.nodes);
    const { eta, log_norm: expected, mean_z: mean } = fixture.prior_example;
    expect(Math.abs(fillLogPrior(grid, Float64Array.from(eta), logMass) - expected)).toBeLessThan(1e-11);
    expect(logMass.reduce((sum, value, q) => sum + Math.exp(value) * grid.z[q], 0)).toBeCloseTo(mean, 11);
  });
});

const reportEvidence = (grid: Grid, p: number, phi: number): number => {
  const work = betaNormaliser(grid);
  const logs = new Float64Array(grid.first);
  fillBetaNormaliser(grid, phi, work);
  fillReportLogs(grid, phi, work.value, distinctReports([p], 1e-4), 0, logs, 0);
  return logs.reduce((sum, value, q) => sum + Math.exp(value + grid.logWeights[q]), 0);
};

it.each(fixture.beta_quadrature_error_vs_phi)(
  'integrates the density of $p over z at phi $phi',
  ({ p, phi, gl128 }) => {
    expect(Math.abs(reportEvidence(lineGrid(), p, phi) / gl128 - 1)).toBeLessThan(1e-10);
  },
);

interface Unit {
  readonly beta_logpdf: readonly { p: number; z: number; phi: number; value: number }[];
}

it('has the log density of reports', () => {
  const line = lineGrid();
  const work = betaNormaliser(line);
  const logs = new Float64Array(line.first);
  const checked = beliefFixture<Unit>('o00_unit.json').beta_logpdf.filter(({ p, z, phi, value }) => {
    const q = line.z.findIndex((node) => Math.abs(node - z) < 1e-12);
    if (q < 0) return false;
    fillBetaNormaliser(line, phi, work);
    fillReportLogs(line, phi, work.value, distinctReports([p], 1e-4), 0, logs, 0);
    expect(Math.abs(logs[q] - value)).toBeLessThan(1e-10 * (1 + Math.abs(value)));
    return true;
  });
  expect(checked.length).toBe(16);
});
