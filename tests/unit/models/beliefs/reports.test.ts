import { describe, expect, it } from 'vitest';
import { lineGrid, planeGrid } from '../../../../src/models/beliefs/grid.ts';
import {
  betaNormaliser,
  distinctReports,
  fillBetaNormaliser,
  fillReportLogs,
  fillSteepDensities,
  isTiltable,
  largestLog,
  oddsOf,
  REPORT_CLIP,
  tiltLine,
} from '../../../../src/models/beliefs/reports.ts';

const REPORTS = [0, 0.003, 0.25, 0.5, 0.91, 1];

describe.each([lineGrid(), planeGrid()])('densities of reports', (grid) => {
  // The last two are beyond the range in which a node's factor gives its mirror's.
  it.each([2.0001, 14, 120, 300, 5000])('are the exponentials of their logs at φ = %d', (phi) => {
    const normaliser = betaNormaliser(grid);
    fillBetaNormaliser(grid, phi, normaliser);
    const distinct = distinctReports(REPORTS, REPORT_CLIP);
    const logs = new Float64Array(grid.first);
    const line = new Float64Array(grid.first);
    const z = Float64Array.from(line, (_, q) => grid.z[q * grid.second]);
    const densities = (r: number): number => {
      const odds = oddsOf(distinct, phi, r);
      if (!isTiltable(normaliser, odds)) return fillSteepDensities(grid, phi, normaliser, distinct, r, line);
      const most = tiltLine(z, normaliser.scaled, odds, line);
      return largestLog(most, normaliser, distinct, phi, r);
    };
    REPORTS.forEach((_, r) => {
      const largest = fillReportLogs(grid, phi, normaliser.value, distinct, r, logs, 0);
      expect(densities(r)).toBeCloseTo(largest, 9);
      expect(Math.max(...line)).toBeCloseTo(1, 12);
      line.forEach((density, q) => expect(density).toBeCloseTo(Math.exp(logs[q] - largest), 11));
    });
  });
});
