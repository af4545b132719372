import { describe, expect, it } from 'vitest';
import type { ChoiceTable } from '../../../../src/formats/choice-table.ts';
import { agentTable } from '../../../../src/instruments/portability/agents.ts';
import { cellsOf } from '../../../../src/instruments/portability/cells.ts';
import { equalCells, equalPair } from '../../../../src/instruments/portability/fair.ts';
import {
  DEFAULT_MECHANISM,
  mechanismCells,
  type MechanismPlan,
} from '../../../../src/instruments/portability/mechanism/plan.ts';
import { mechanismReport } from '../../../../src/instruments/portability/mechanism/report.ts';
import { mechanismNotes } from '../../../../src/instruments/portability/mechanism/tables.ts';
import {
  DEFAULT_PORTABILITY,
  plannedCells,
  portabilityTasks,
  type PortabilityPlan,
} from '../../../../src/instruments/portability/plan.ts';
import { portabilityReport } from '../../../../src/instruments/portability/report.ts';
import {
  DEFAULT_ROBUSTNESS,
  robustnessCells,
  type RobustnessPlan,
} from '../../../../src/instruments/portability/robustness/plan.ts';
import { robustnessReport } from '../../../../src/instruments/portability/robustness/report.ts';
import { robustnessNotes } from '../../../../src/instruments/portability/robustness/tables.ts';
import { caveatsOf } from '../../../../src/instruments/portability/caveats.ts';

const table = agentTable({
  game: 'dictator',
  agents: ['shift', 'portable'],
  regimes: ['noncot', 'cot'],
  environments: 3,
  instances: 20,
  draws: 3,
  shared: false,
  seed: 5,
});

/** The table without the actions of rows for which `gone` holds: they count as unparsed. */
function without(
  gone: (place: {
    model: number;
    regime: number;
    environment: number;
    instance: number;
    draw: number;
  }) => boolean,
): ChoiceTable {
  const at = (row: number) => ({
    model: table.model.codes[row],
    regime: table.regime.codes[row],
    environment: table.environment.codes[row],
    instance: table.instance.codes[row],
    draw: table.draw[row],
  });
  return { ...table, action: table.action.map((action, row) => (gone(at(row)) ? NaN : action)) };
}

/** noncot has 12 of 20 instances in its first environment. */
const uneven = without(
  ({ regime, environment, instance }) => regime === 0 && environment === 0 && instance >= 12,
);
const plan = (settings: Partial<PortabilityPlan['settings']>): PortabilityPlan => ({
  instrument: 'portability',
  analysis: 'portability',
  title: '',
  datasets: ['d'],
  settings: { ...DEFAULT_PORTABILITY, ...settings },
  seed: 8,
  engine: 'cpu',
});

const rowsByEnvironment = (environment: Uint16Array): number[] => {
  const counts: number[] = [];
  for (const e of environment) counts[e] = (counts[e] ?? 0) + 1;
  return counts;
};

describe('cells of a game at equal numbers of rows', () => {
  const cut = equalCells(cellsOf(uneven), 8);

  it('have the rows of the smallest environment everywhere, in whole instances', () => {
    for (const { cell, rows, left_out } of cut) {
      expect(rowsByEnvironment(cell.environment)).toEqual([36, 36, 36]);
      expect(left_out).toBe((left_out === 48 ? 156 : 180) - 3 * 36);
      const draws = new Map<string, number>();
      cell.instance.forEach((instance, row) => {
        const key = `${cell.environment[row]} ${instance}`;
        draws.set(key, (draws.get(key) ?? 0) + 1);
      });
      expect([...draws.values()]).toEqual(new Array(36).fill(3));
      rows.forEach((row, i) => expect(cell.action[i]).toBe(uneven.action[row]));
    }
    expect(cut.map(({ left_out }) => left_out).sort((a, b) => a - b)).toEqual([48, 48, 72, 72]);
  });

  it('depend on the seed alone', () => {
    const again = equalCells(cellsOf({ ...uneven }), 8);
    expect(again.map(({ rows }) => rows)).toEqual(cut.map(({ rows }) => rows));
    expect(equalCells(cellsOf(uneven), 9)[1].rows).not.toEqual(cut[1].rows);
  });

  it('leave equal cells as they are', () => {
    expect(equalCells(cellsOf(table), 1).map(({ cell }) => cell)).toEqual(
      cellsOf(table).map(({ cell }) => cell),
    );
  });

  it('are what a plan works on that asks for them, and what its report says', () => {
    const tables = new Map([['d', uneven]]);
    const [equal, raw] = [true, false].map((equalRows) => plan({ equalRows, splits: 10, outer: 0 }));
    expect(plannedCells(equal, tables).map(({ cell }) => cell.action.length)).toEqual(new Array(4).fill(108));
    const [task] = portabilityTasks(equal, tables);
    expect(task.kind === 'portability' && task.cell.action.length).toBe(108);
    const caveats = [equal, raw].map((own) => caveatsOf(portabilityReport(own, tables, [])));
    expect(caveats[0]).toEqual([
      'dictator: every environment of every cell is cut to 36 rows, whole instances at random by the seed; 240 of 672 rows are left out.',
    ]);
    expect(caveats[1]).toEqual([expect.stringMatching(/^dictator: test folds have 11 to 18 rows/)]);
  });

  it('are what studies of robustness and of mechanisms work on that ask for them', () => {
    const tables = new Map([['d', uneven]]);
    const about = { instrument: 'portability', title: '', datasets: ['d'], seed: 8, engine: 'cpu' } as const;
    const robust: RobustnessPlan = {
      ...about,
      analysis: 'robustness',
      settings: { ...DEFAULT_ROBUSTNESS, equalRows: true },
    };
    const behind: MechanismPlan = {
      ...about,
      analysis: 'mechanism',
      settings: { ...DEFAULT_MECHANISM, equalRows: true },
    };
    for (const cells of [robustnessCells(robust, tables), mechanismCells(behind, tables)])
      expect(cells.map(({ cell }) => cell)).toEqual(
        plannedCells(plan({ equalRows: true }), tables).map(({ cell }) => cell),
      );
    const said = expect.stringMatching(/cut to 36 rows, .* 240 of 672 rows are left out/) as unknown;
    expect(robustnessNotes(robustnessReport(robust, tables, []))[0]).toEqual(said);
    expect(mechanismNotes(mechanismReport(behind, tables, []))[0]).toEqual(said);
  });
});

describe('a pair of cells', () => {
  const pairOf = (own: ChoiceTable) => {
    const [, , from, to] = cellsOf(own);
    return equalPair(to, from, 3);
  };

  it('is cut environment by environment', () => {
    const [noncot, cot] = cellsOf(uneven).filter(({ model }) => model === 'portable');
    const pair = equalPair(noncot, cot, 3)!;
    for (const { cell } of [pair.from, pair.to])
      expect(rowsByEnvironment(cell.environment)).toEqual([36, 60, 60]);
    expect([pair.from.left_out, pair.to.left_out]).toEqual([0, 24]);
  });

  it('has the environments that both have', () => {
    const gaps = without(({ regime, environment }) => regime === 1 && environment === 1);
    const { from, to } = pairOf(gaps)!;
    expect(from.environments).toEqual(['env1', 'env3']);
    expect(to.environments).toEqual(['env1', 'env3']);
    expect(from.rows.every((row) => table.environment.codes[row] !== 1)).toBe(true);
  });

  it('is none where one environment is common', () => {
    expect(pairOf(without(({ regime, environment }) => regime === 1 && environment > 0))).toBeNull();
  });

  it('loses draws before instances where one regime was asked once', () => {
    const { from, to } = pairOf(without(({ regime, draw }) => regime === 1 && draw > 0))!;
    for (const { cell } of [from, to])
      expect(new Set(cell.instance.map((code, row) => code + 100 * cell.environment[row])).size).toBe(60);
  });
});
