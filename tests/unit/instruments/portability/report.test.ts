import { describe, expect, it } from 'vitest';
import { portabilityStepper } from '../../../../src/engine/cpu/portability-stepper.ts';
import type { Chunk } from '../../../../src/engine/types.ts';
import type { ChoiceTable } from '../../../../src/formats/choice-table.ts';
import { agentTable, type AgentName } from '../../../../src/instruments/portability/agents.ts';
import { comparisonRows, matricesOf } from '../../../../src/instruments/portability/comparisons.ts';
import {
  DEFAULT_PORTABILITY,
  portabilityTasks,
  type PortabilityPlan,
  type PortabilitySettings,
} from '../../../../src/instruments/portability/plan.ts';
import { portabilityReport } from '../../../../src/instruments/portability/report.ts';

const tableOf = (agents: readonly AgentName[]): ChoiceTable =>
  agentTable({
    game: 'dictator',
    agents,
    regimes: ['noncot'],
    environments: 4,
    instances: 20,
    draws: 2,
    shared: false,
    seed: 2,
  });

const planOf = (settings: Partial<PortabilitySettings>): PortabilityPlan => ({
  instrument: 'portability',
  analysis: 'portability',
  title: '',
  datasets: ['d'],
  settings: { ...DEFAULT_PORTABILITY, splits: 30, permutations: 99, bootstrap: 10, outer: 3, ...settings },
  seed: 4,
  engine: 'cpu',
});

const chunksOf = (plan: PortabilityPlan, tables: ReadonlyMap<string, ChoiceTable>): Chunk[] =>
  portabilityTasks(plan, tables).flatMap((task) => {
    if (task.kind !== 'portability') return [];
    const stepper = portabilityStepper(task, null);
    const chunks: Chunk[] = [];
    while (!stepper.done) {
      stepper.step();
      const { chunk } = stepper.report();
      if (chunk) chunks.push(chunk);
    }
    return chunks;
  });

describe('the report', () => {
  const tables = new Map([['d', tableOf(['portable', 'frame'])]]);
  const plan = planOf({});
  const chunks = chunksOf(plan, tables);
  const report = portabilityReport(plan, tables, chunks);

  it('does not depend on the order in which chunks arrive', () => {
    expect(portabilityReport(plan, tables, [...chunks].reverse())).toEqual(report);
  });

  it('tells a decision maker that depends on framing from one that does not', () => {
    const [portable, frame] = report.cells;
    expect([portable.model, frame.model]).toEqual(['portable', 'frame']);
    expect(frame.p_min).toBeLessThan(0.05);
    expect(portable.p_min).toBeGreaterThan(0.05);
    expect(frame.excess!).toBeGreaterThan(portable.excess!);
    expect(frame.excess_lo!).toBeLessThan(frame.excess!);
    expect(frame.p_adjusted).toBe(Math.min(1, 2 * frame.p_min!));
  });

  it('has the means of its comparisons', () => {
    const rows = comparisonRows(plan, tables, chunks, 'splits');
    for (const cell of report.cells) {
      const own = rows.filter(({ model }) => model === cell.model);
      expect(own).toHaveLength(30);
      expect(own.reduce((sum, { tv }) => sum + tv, 0) / 30).toBeCloseTo(cell.tv_mean!, 12);
      for (const { sources, target, coefficients_source } of own) {
        expect(sources).toHaveLength(3);
        expect(sources).not.toContain(target);
        expect(coefficients_source).toHaveLength(2);
      }
    }
  });

  it('has a matrix with nothing on its diagonal', () => {
    const [matrix] = matricesOf(comparisonRows(plan, tables, chunks, 'pairs'));
    expect(matrix.environments).toEqual(['env1', 'env2', 'env3', 'env4']);
    matrix.tv.forEach((row, i) => row.forEach((tv, j) => expect(tv === null).toBe(i === j)));
  });
});

describe('a cell whose x does not vary', () => {
  const table = tableOf(['shift']);
  const tables = new Map([['d', { ...table, x: table.x.map(() => 1000) }]]);
  const plan = planOf({});
  const [cell] = portabilityReport(plan, tables, chunksOf(plan, tables)).cells;

  it('has no distance, and says why', () => {
    expect(cell).toMatchObject({ deficient: true, resolution: 'degenerate', tv_mean: null, excess: null });
    expect(cell.tvB_mean).toBeNull();
  });

  it('is flagged, with its distance, under a predictor whose terms may repeat each other', () => {
    const cubic = planOf({ predictor: 'poly3' });
    const [flagged] = portabilityReport(cubic, tables, chunksOf(cubic, tables)).cells;
    expect(flagged).toMatchObject({ deficient: true, resolution: 'seen', tv_mean: expect.any(Number) });
  });

  it('keeps the tests that need none', () => {
    expect(cell.gap_mean).toEqual(expect.any(Number));
    expect(cell.p_pred).toBeGreaterThan(0);
  });
});
