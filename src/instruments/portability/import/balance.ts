// How rows are spread over the cells and environments of a design.
import type { ChoiceTable } from '../../../formats/choice-table.ts';

/** One model under one regime in one environment. */
export interface BalanceRow {
  readonly game: string;
  readonly model: string;
  readonly regime: string;
  readonly environment: string;
  readonly rows: number;
  readonly unparsed: number;
  readonly instances: number;
  /** Least and largest number of draws of an instance. */
  readonly draws_least: number;
  readonly draws_most: number;
}

interface Group {
  rows: number;
  unparsed: number;
  readonly draws: Map<number, number>;
}

function groupsOf({ model, regime, environment, instance, action, rows }: ChoiceTable): Map<number, Group> {
  const groups = new Map<number, Group>();
  for (let row = 0; row < rows; row++) {
    const cell = model.codes[row] * regime.names.length + regime.codes[row];
    const key = cell * environment.names.length + environment.codes[row];
    let group = groups.get(key);
    if (!group) groups.set(key, (group = { rows: 0, unparsed: 0, draws: new Map() }));
    group.rows += 1;
    if (Number.isNaN(action[row])) group.unparsed += 1;
    group.draws.set(instance.codes[row], (group.draws.get(instance.codes[row]) ?? 0) + 1);
  }
  return groups;
}

/** Every combination that has rows, by model, regime and environment. */
export function balanceOf(table: ChoiceTable): readonly BalanceRow[] {
  const { game, model, regime, environment } = table;
  const environments = environment.names.length;
  return [...groupsOf(table)]
    .sort(([a], [b]) => a - b)
    .map(([key, { rows, unparsed, draws }]) => {
      const cell = Math.floor(key / environments);
      const counts = [...draws.values()];
      return {
        game,
        model: model.names[Math.floor(cell / regime.names.length)],
        regime: regime.names[cell % regime.names.length],
        environment: environment.names[key % environments],
        rows,
        unparsed,
        instances: counts.length,
        draws_least: Math.min(...counts),
        draws_most: Math.max(...counts),
      };
    });
}
