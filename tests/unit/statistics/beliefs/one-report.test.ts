import { describe, expect, it } from 'vitest';
import {
  scoreOneReport,
  targetIntervals,
  type PairedPredictions,
} from '../../../../src/statistics/beliefs/one-report.ts';
import { beliefFixture, CELL_NAMES } from '../../../support/beliefs.ts';
import { agentNamed, allOutputs, answersTo, largestGap, predictionsOf } from './agents.ts';

interface Side {
  readonly macro_concordance: number;
  readonly pooled_r2: number;
  readonly pooled_r2_ci: readonly number[];
  readonly concordance: Record<string, number | null>;
  readonly sse: readonly number[];
  readonly sst: readonly number[];
}
interface Cell {
  readonly all_other: Side;
  readonly probability_only: Side;
  readonly fig4_ratio: number;
  readonly fig4_ratio_bootstrap_ci: readonly number[];
  readonly n_evaluable: number;
}
const { targets, cells } = beliefFixture<{ targets: readonly string[]; cells: Record<string, Cell> }>(
  'o06_sufficiency.json',
);

function pairsOf(name: string): PairedPredictions[] {
  const agent = agentNamed(name);
  const { cell } = agent;
  const place = (prompt: string): number => cell.outputs.findIndex((output) => output.prompt === prompt);
  return targets.map((prompt) => {
    const j = place(prompt);
    const others = allOutputs(cell).filter((k) => k !== j);
    return {
      answers: answersTo(cell, j),
      others: predictionsOf(agent, others, j),
      report: predictionsOf(agent, [place('probability')], j),
    };
  });
}

describe.each(CELL_NAMES)('one report of %s', (name) => {
  const expected = cells[name];
  const pairs = pairsOf(name);
  const scores = scoreOneReport(pairs);

  it('has the reference scores', () => {
    expect(scores.ratio).toBeCloseTo(expected.fig4_ratio, 9);
    expect(scores.evaluable).toBe(expected.n_evaluable);
    for (const [side, reference] of [
      [scores.others, expected.all_other],
      [scores.report, expected.probability_only],
    ] as const) {
      expect(side.macroConcordance).toBeCloseTo(reference.macro_concordance, 9);
      expect(side.pooledR2).toBeCloseTo(reference.pooled_r2, 9);
      expect(
        largestGap(
          side.targets.map(({ sse }) => sse),
          reference.sse,
        ),
      ).toBeLessThan(1e-9);
      expect(
        largestGap(
          side.targets.map(({ sst }) => sst),
          reference.sst,
        ),
      ).toBeLessThan(1e-9);
      side.targets.forEach(({ concordance }, j) => {
        const value = reference.concordance[targets[j]];
        expect(concordance).toEqual(value === null ? NaN : expect.closeTo(value, 12));
      });
    }
  });

  it('has the intervals of resampled targets', () => {
    const ends = targetIntervals(scores);
    expect(largestGap(ends.ratio, expected.fig4_ratio_bootstrap_ci)).toBeLessThan(1e-9);
    expect(largestGap(ends.othersR2, expected.all_other.pooled_r2_ci)).toBeLessThan(1e-9);
    expect(largestGap(ends.reportR2, expected.probability_only.pooled_r2_ci)).toBeLessThan(1e-9);
    const [lower, upper] = ends.othersConcordance;
    expect(lower).toBeLessThan(scores.others.macroConcordance);
    expect(upper).toBeGreaterThan(scores.others.macroConcordance);
  });
});
