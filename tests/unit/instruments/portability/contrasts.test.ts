import { describe, expect, it } from 'vitest';
import type { ChoiceTable } from '../../../../src/formats/choice-table.ts';
import { agentTable, type AgentSettings } from '../../../../src/instruments/portability/agents.ts';
import { portabilityContrasts, type ContrastRow } from '../../../../src/instruments/portability/contrasts.ts';
import { contrastText, distinctContrasts } from '../../../../src/instruments/portability/contrasts-words.ts';
import { DEFAULT_PORTABILITY, type PortabilityPlan } from '../../../../src/instruments/portability/plan.ts';

const agents = (settings: Partial<AgentSettings>): ChoiceTable =>
  agentTable({
    game: 'dictator',
    agents: ['shift', 'portable'],
    regimes: ['cot', 'noncot'],
    environments: 6,
    instances: 20,
    draws: 2,
    shared: false,
    seed: 4,
    ...settings,
  });

const planOf = (
  settings: Partial<PortabilityPlan['settings']>,
  datasets: readonly string[],
): PortabilityPlan => ({
  instrument: 'portability',
  analysis: 'portability',
  title: '',
  datasets,
  settings: { ...DEFAULT_PORTABILITY, bins: 5, bootstrap: 4, ...settings },
  seed: 2,
  engine: 'cpu',
});

const contrastsOf = (tables: readonly ChoiceTable[], settings: Partial<PortabilityPlan['settings']> = {}) =>
  portabilityContrasts(
    planOf(
      settings,
      tables.map(({ game }) => game),
    ),
    new Map(tables.map((table) => [table.game, table])),
  );

const labels = (rows: readonly ContrastRow[]): string[] =>
  rows.map(({ scope, game, model, from, to }) => `${scope} ${game} ${model}: ${from} ${to}`);

describe('contrasts of two regimes', () => {
  const tables = [agents({}), agents({ game: 'trust' })];
  const { rows, notes } = contrastsOf(tables);

  it('are pooled, by model, by game, and by both, from the regime without to the one with', () => {
    expect(notes).toEqual([]);
    expect(labels(rows)).toEqual([
      'all  : noncot cot',
      'model  shift: noncot cot',
      'model  portable: noncot cot',
      'game dictator : noncot cot',
      'game trust : noncot cot',
      'cell dictator shift: noncot cot',
      'cell dictator portable: noncot cot',
      'cell trust shift: noncot cot',
      'cell trust portable: noncot cot',
    ]);
  });

  it('pool by unweighted means of cells', () => {
    const cells = rows.slice(5);
    for (const name of ['tv_from', 'tv_to', 'delta', 'excess_delta', 'gap_delta'] as const) {
      const mean = (own: readonly ContrastRow[]): number =>
        own.reduce((sum, row) => sum + row[name]!, 0) / own.length;
      expect(rows[0][name]).toBeCloseTo(mean(cells), 14);
      expect(rows[1][name]).toBeCloseTo(mean([cells[0], cells[2]]), 14);
      expect(rows[4][name]).toBeCloseTo(mean(cells.slice(2)), 14);
    }
    expect(rows[0]).toMatchObject({ pairs: 4, targets: 24, n_train: 28, n_test: 12, left_out: 0 });
  });

  it('turn round under the other reference', () => {
    const turned = contrastsOf(tables, { reference: 'cot' }).rows;
    turned.forEach((row, i) => {
      expect(row.delta).toBe(-rows[i].delta);
      expect(row.excess_delta! + rows[i].excess_delta!).toBeCloseTo(0, 14);
      expect(row.delta_lo! + rows[i].delta_hi!).toBeCloseTo(0, 12);
      expect([row.tv_from, row.from]).toEqual([rows[i].tv_to, 'cot']);
    });
  });

  it('are exactly nothing where both regimes have the same rows', () => {
    const [table] = tables;
    const half = table.rows / 4;
    const copied = table.action.map((_, row) => table.action[row - (Math.floor(row / half) % 2) * half]);
    const x = table.x.map((_, row) => table.x[row - (Math.floor(row / half) % 2) * half]);
    for (const row of contrastsOf([{ ...table, action: copied, x }]).rows) {
      const { delta, delta_lo, delta_hi, percent, excess_delta, gap_delta } = row;
      expect([delta, delta_lo, delta_hi, percent, excess_delta, gap_delta]).toEqual([0, 0, 0, 0, 0, 0]);
    }
  });

  it('are the same whatever order cells are asked in, and without pooled rows that repeat others', () => {
    expect(contrastsOf(tables)).toEqual({ rows, notes });
    expect(labels(distinctContrasts(contrastsOf([tables[0]]).rows))).toEqual([
      'all  : noncot cot',
      'cell dictator shift: noncot cot',
      'cell dictator portable: noncot cot',
    ]);
  });

  it('have no excess without a bootstrap', () => {
    const [pooled] = contrastsOf([tables[0]], { bootstrap: 0 }).rows;
    expect([pooled.excess_delta, pooled.excess_from, pooled.excess_delta_hi]).toEqual([null, null, null]);
    expect(pooled.delta_lo).toBeLessThan(pooled.delta_hi!);
  });
});

describe('any number of regimes', () => {
  const table = agents({ regimes: ['b', 'c', 'none'], agents: ['mild'] });

  it('are contrasted pair by pair, or with a reference', () => {
    const pairs = (settings: Partial<PortabilityPlan['settings']>) =>
      contrastsOf([table], settings)
        .rows.filter(({ scope }) => scope === 'all')
        .map(({ from, to }) => `${from} ${to}`);
    expect(pairs({})).toEqual(['none b', 'none c', 'b c']);
    expect(pairs({ reference: 'c' })).toEqual(['c none', 'c b']);
  });
});

describe('a model with a regime of its own', () => {
  /** Model 1 reasons in one game of two; the other models have both regimes. */
  const reasoned = (game: string, lone: boolean): ChoiceTable => {
    const table = agents({ game, agents: ['shift', 'portable', 'frame'], seed: 9 });
    const keep = (row: number): boolean =>
      table.model.codes[row] !== 1 || (lone && table.regime.codes[row] === 0);
    return { ...table, action: table.action.map((action, row) => (keep(row) ? action : NaN)) };
  };
  const { rows } = contrastsOf([reasoned('dictator', true), reasoned('trust', false)]);
  const best = rows.filter(({ scope }) => scope === 'best');

  it('is contrasted with the best of the other cells, where it is', () => {
    expect(best).toHaveLength(1);
    expect(best[0]).toMatchObject({
      game: 'dictator',
      model: 'portable',
      to: 'portable, cot',
      candidates: 4,
    });
    expect(best[0].from).toMatch(/^(?:shift|frame), (?:non)?cot$/);
    expect(best[0].delta).toBe(best[0].tv_to - best[0].tv_from);
    expect(rows.filter(({ scope, model }) => scope === 'model' && model === 'portable')).toEqual([]);
  });

  it('is said to have been given a flattered rival', () => {
    expect(contrastText(best[0])).toMatch(
      /^portable, cot against .*, the best of 4 by these very data, Dictator, portable: ΔTV /,
    );
  });
});

it('cuts regimes of unequal size to the same numbers', () => {
  const table = agents({ agents: ['portable'], instances: 60 });
  const few = {
    ...table,
    action: table.action.map((action, row) =>
      table.regime.codes[row] === 1 && table.instance.codes[row] >= 15 ? NaN : action,
    ),
  };
  const [pooled] = contrastsOf([few], { bootstrap: 0 }).rows;
  expect(pooled).toMatchObject({ n_test: 9, n_train: 21, left_out: 6 * 45 * 2 });
  expect(contrastsOf([few], { bootstrap: 0, equalRows: true }).rows[0]).toMatchObject({
    left_out: 0,
    tv_from: pooled.tv_from,
    tv_to: pooled.tv_to,
  });
});

it('says which cells could not be contrasted, and why', () => {
  const table = agents({ agents: ['portable'] });
  const x = table.x.map((value, row) => (table.regime.codes[row] === 0 ? 500 : value));
  const { rows, notes } = contrastsOf([{ ...table, x }]);
  expect(rows).toEqual([]);
  expect(notes).toEqual([
    'Dictator, portable, cot is not contrasted with Dictator, portable, noncot: x does not vary enough to determine least squares.',
  ]);
});
