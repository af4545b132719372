import { describe, expect, it } from 'vitest';
import { agentTable } from '../../../../src/instruments/portability/agents.ts';
import { cellsOf, featureScale } from '../../../../src/instruments/portability/cells.ts';

const table = agentTable({
  game: 'trust',
  agents: ['shift', 'portable'],
  regimes: ['noncot', 'cot'],
  environments: 3,
  instances: 4,
  draws: 2,
  shared: false,
  seed: 6,
});
const gaps = { ...table, action: table.action.map((value, row) => (row % 7 === 0 ? NaN : value)) };

describe('cells of a table', () => {
  const cells = cellsOf(gaps);

  it('hold each row with an action once, as it is in the table', () => {
    const rows = cells.flatMap((cell) => [...cell.rows]);
    expect(rows.sort((a, b) => a - b)).toEqual(
      [...gaps.action.keys()].filter((row) => !Number.isNaN(gaps.action[row])),
    );
    for (const { cell, rows: own, model, regime, environments } of cells)
      own.forEach((row, i) => {
        expect(gaps.model.names[gaps.model.codes[row]]).toBe(model);
        expect(gaps.regime.names[gaps.regime.codes[row]]).toBe(regime);
        expect(environments[cell.environment[i]]).toBe(gaps.environment.names[gaps.environment.codes[row]]);
        expect([...cell.x.subarray(2 * i, 2 * i + 2)]).toEqual([...gaps.x.subarray(2 * row, 2 * row + 2)]);
        expect(cell.action[i]).toBe(gaps.action[row]);
      });
  });

  it('count the rows without one', () => {
    const dropped = cells.reduce((sum, { unparsed }) => sum + unparsed, 0);
    expect(dropped).toBe(Math.ceil(table.rows / 7));
  });

  it('are made once a table', () => {
    expect(cellsOf(gaps)).toBe(cells);
    expect(cellsOf({ ...gaps })).not.toBe(cells);
  });

  it('have the scale of the game', () => {
    expect([...featureScale(table).low]).toEqual([1000, 2]);
    expect([...featureScale(table).width]).toEqual([9000, 2]);
  });
});
