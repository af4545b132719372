import { expect, it } from 'vitest';
import { choiceCurve } from '../../../../src/statistics/beliefs/choice-curve.ts';
import { beliefFixture } from '../../../support/beliefs.ts';
import { agentNamed, allOutputs, answersTo, beliefsOf, largestGap } from './agents.ts';

interface Curve {
  readonly h: number;
  readonly grid: readonly number[];
  readonly curve: readonly number[];
  readonly lo: readonly number[];
  readonly hi: readonly number[];
}
const { target, cells } = beliefFixture<{
  target: string;
  cells: Record<string, { readonly all: Curve; readonly leave_out: Curve }>;
}>('o09_nw.json');

it.each(Object.keys(cells))('draws the curves of %s', (name) => {
  const agent = agentNamed(name);
  const j = agent.cell.outputs.findIndex(({ prompt }) => prompt === target);
  const all = allOutputs(agent.cell);
  const answers = answersTo(agent.cell, j);
  for (const [observed, expected] of [
    [all, cells[name].all],
    [all.filter((k) => k !== j), cells[name].leave_out],
  ] as const) {
    const curve = choiceCurve(beliefsOf(agent, observed), answers);
    expect(curve.bandwidth).toBeCloseTo(expected.h, 9);
    expect(largestGap(curve.grid, expected.grid)).toBeLessThan(1e-12);
    expect(largestGap(curve.curve, expected.curve)).toBeLessThan(1e-9);
    expect(largestGap(curve.lower, expected.lo)).toBeLessThan(1e-9);
    expect(largestGap(curve.upper, expected.hi)).toBeLessThan(1e-9);
  }
});

it('needs a spread of beliefs and every answer', () => {
  expect(() => choiceCurve(Float64Array.of(0.2, 0.2), Float64Array.of(0, 1))).toThrow('do not differ');
  expect(() => choiceCurve(Float64Array.of(0.2, 0.4), Float64Array.of(0, NaN))).toThrow('none missing');
});
