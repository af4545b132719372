import { describe, expect, it } from 'vitest';
import type { ChoiceTable } from '../../../../src/formats/choice-table.ts';
import { agentTable } from '../../../../src/instruments/portability/agents.ts';
import { caveatsOf } from '../../../../src/instruments/portability/caveats.ts';
import { comparisonRows, matricesOf } from '../../../../src/instruments/portability/comparisons.ts';
import {
  DEFAULT_PORTABILITY,
  plannedCells,
  portabilityTasks,
  type PortabilityPlan,
  type PortabilitySettings,
} from '../../../../src/instruments/portability/plan.ts';
import { portabilityReport, type PortabilityReport } from '../../../../src/instruments/portability/report.ts';
import { findingOf } from '../../../../src/instruments/portability/views-words.ts';
import { workedTasks } from './worked.ts';

const table = agentTable({
  game: 'dictator',
  agents: ['frame', 'portable'],
  regimes: ['noncot'],
  environments: 4,
  instances: 12,
  draws: 2,
  shared: false,
  seed: 3,
});

const planOf = (settings: Partial<PortabilitySettings>): PortabilityPlan => ({
  instrument: 'portability',
  analysis: 'portability',
  title: '',
  datasets: ['d'],
  settings: { ...DEFAULT_PORTABILITY, splits: 12, permutations: 19, bootstrap: 4, outer: 2, ...settings },
  seed: 4,
  engine: 'cpu',
});

async function ran(own: ChoiceTable, settings: Partial<PortabilitySettings> = {}) {
  const plan = planOf(settings);
  const tables = new Map([['d', own]]);
  const chunks = await workedTasks(portabilityTasks(plan, tables));
  return { plan, tables, chunks, report: portabilityReport(plan, tables, chunks) };
}

/** The table where only the first `kept` rows of the last environment have an action. */
function withSmall(kept: number): ChoiceTable {
  const seen = new Map<number, number>();
  const action = table.action.map((value, row) => {
    if (table.environment.codes[row] !== 3) return value;
    const count = seen.get(table.model.codes[row]) ?? 0;
    seen.set(table.model.codes[row], count + 1);
    return count < kept ? value : NaN;
  });
  return { ...table, action };
}

describe('an environment with too few rows to train and test on', () => {
  it.each([1, 3])('is left out and named, and the rest is computed (%i rows)', async (kept) => {
    const { report, plan, tables } = await ran(withSmall(kept));
    for (const { environments, excluded, tv_mean, p_min, excess } of report.cells) {
      expect([environments, excluded]).toEqual([['env1', 'env2', 'env3'], ['env4']]);
      for (const value of [tv_mean, p_min, excess]) expect(value).toEqual(expect.any(Number));
    }
    expect(caveatsOf(report)).toContain(
      'Dictator, frame, noncot: env4 left out, without 4 rows that have an action, of 2 instances.',
    );
    for (const { cell, rows } of plannedCells(plan, tables))
      rows.forEach((row, i) => expect(cell.action[i]).toBe(table.action[row]));
  });

  it('stays where it can be trained and tested on', async () => {
    const { report } = await ran(withSmall(4));
    expect(report.cells[0]).toMatchObject({
      excluded: [],
      environments: expect.objectContaining({ length: 4 }),
    });
  });

  it('leaves a cell without a distance where it was one of two', () => {
    const two = {
      ...withSmall(2),
      action: withSmall(2).action.map((a, row) =>
        table.environment.codes[row] === 1 ? a : table.environment.codes[row] === 3 ? a : NaN,
      ),
    };
    const plan = planOf({});
    const report = portabilityReport(plan, new Map([['d', two]]), []);
    expect(portabilityTasks(plan, new Map([['d', two]]))).toEqual([]);
    expect(caveatsOf(report)[0]).toBe(
      'Dictator, frame, noncot: one environment, env2; a distance needs two.',
    );
    expect(findingOf({ ...report, cells: [report.cells[0]] })).toBe(
      'Dictator, frame, noncot: one environment, so there is no distance.',
    );
  });
});

/** The table with six rows of one instance in the last environment, and a single row of an instance in every other. */
function withSingle(): ChoiceTable {
  const { environment, instance, draw } = table;
  const isLast = (row: number): boolean => environment.codes[row] === 3;
  const isGone = (row: number): boolean =>
    isLast(row) ? instance.codes[row] > 2 : instance.codes[row] === 5 && draw[row] === 1;
  const codes = instance.codes.map((code, row) => (isLast(row) ? 0 : code));
  const action = table.action.map((value, row) => (isGone(row) ? NaN : value));
  return { ...table, instance: { ...instance, codes }, action };
}

describe('an environment with a single instance', () => {
  it('is left out and named, and no exchange fails', async () => {
    const { report } = await ran(withSingle(), { permutations: 199 });
    for (const { excluded, p_min, tv_mean } of report.cells) {
      expect(excluded).toEqual(['env4']);
      for (const value of [p_min, tv_mean]) expect(value).toEqual(expect.any(Number));
    }
    expect(caveatsOf(report)).toContain(
      'Dictator, frame, noncot: env4 left out, without 4 rows that have an action, of 2 instances.',
    );
  });
});

describe('permutations too few to find anything', () => {
  const of = (correction: PortabilityReport['correction'], permutations: number, cells: number) => {
    const plan = planOf({ correction, permutations });
    const { cells: known } = portabilityReport(plan, new Map([['d', table]]), []);
    const cell = { ...known[0], p_min: 0.5, p_adjusted: 0.9, least_p: 1 / (1 + permutations) };
    return { cells: new Array(cells).fill(cell), correction } as PortabilityReport;
  };

  it('are said to tell nothing, instead of that nothing stands above its floor', () => {
    const report = of('none', 18, 2);
    expect(findingOf(report)).toBe('Floors rest on too few permutations to tell any cell from its floor.');
    expect(caveatsOf(report)[0]).toBe(
      'Floors rest on 18 permutations: no cell can have an adjusted p below .053, so none can be told from its floor. 19 permutations or more would let it.',
    );
    expect(findingOf(of('holm', 99, 18))).toMatch(/too few permutations/);
    expect(caveatsOf(of('holm', 99, 18))[0]).toMatch(/below \.180, .* 359 permutations or more/);
  });

  it('are said to need several cells under Benjamini and Hochberg', () => {
    expect(findingOf(of('bh', 99, 18))).toMatch(/^Of 18 cells none stands/);
    expect(caveatsOf(of('bh', 99, 18))[0]).toMatch(
      /^Floors rest on 99 permutations: no single one of 18 cells/,
    );
    for (const enough of [of('bh', 999, 18), of('maxt', 99, 18), of('holm', 359, 18), of('none', 19, 2)])
      expect(caveatsOf(enough).filter((text) => text.startsWith('Floors'))).toEqual([]);
  });
});

describe('behaviour that is the same to the last digit', () => {
  it('is far apart in the bins of float noise, and said to be', async () => {
    const exact = { ...table, action: Float64Array.from(table.x, (x) => x / 2) };
    const { report } = await ran(exact);
    const [cell] = report.cells;
    expect(cell.tv_mean!).toBeGreaterThan(0.1);
    expect([cell.snapped_tv, cell.scale_tv]).toEqual([0, 0]);
    expect(caveatsOf(report)[1]).toMatch(
      /^Dictator, frame, noncot: predictions differ by float noise, .* without it TV is \.00, not \.\d\d\.$/,
    );
  });
});

describe('a matrix where x does not vary', () => {
  it('has no distance, and its rows are flagged', async () => {
    const { plan, tables, chunks } = await ran({ ...table, x: table.x.map(() => 700) });
    const pairs = comparisonRows(plan, tables, chunks, 'pairs');
    expect(pairs.every(({ deficient, occupied }) => deficient && occupied <= 2)).toBe(true);
    expect(
      matricesOf(pairs)[0]
        .tv.flat()
        .every((value) => value === null),
    ).toBe(true);
  });
});
