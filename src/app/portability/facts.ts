// Facts of tables of choices, as lists and steps show them.
import type { ChoiceTable } from '../../formats/choice-table.ts';
import type { ChoiceDataset } from '../../formats/dataset.ts';
import { balanceOf, type BalanceRow } from '../../instruments/portability/import/balance.ts';
import { gameNamed } from '../../instruments/portability/games.ts';
import { gameTitle } from '../../instruments/portability/views-words.ts';

export interface ChoiceTableRow {
  readonly hash: string;
  readonly name: string;
  readonly game: string;
  readonly rows: number;
  readonly models: number;
  readonly regimes: number;
  readonly environments: number;
  readonly instances: number;
  readonly unparsed: number;
  /** Whether an instance is one x in every environment. */
  readonly shared: boolean;
}

const unparsedIn = ({ action }: ChoiceTable): number =>
  action.reduce((sum, value) => sum + Number(Number.isNaN(value)), 0);

export const tableRow = ({ hash, name, content }: ChoiceDataset): ChoiceTableRow => ({
  hash,
  name,
  game: gameTitle(content.game),
  rows: content.rows,
  models: content.model.names.length,
  regimes: content.regime.names.length,
  environments: content.environment.names.length,
  instances: content.instance.names.length,
  unparsed: unparsedIn(content),
  shared: content.shared,
});

const balances = new WeakMap<ChoiceTable, readonly BalanceRow[]>();

/** Balance of a table, counted once. */
export function balanceOfTable(table: ChoiceTable): readonly BalanceRow[] {
  const known = balances.get(table) ?? balanceOf(table);
  balances.set(table, known);
  return known;
}

/** The command that says how small a shift of framings a table's design finds; null for games without agents. */
export function powerCommand(table: ChoiceTable): string | null {
  if (gameNamed(table.game) === null) return null;
  const rows = balanceOfTable(table);
  const instances = Math.min(...rows.map((row) => row.instances));
  const draws = Math.min(...rows.map((row) => row.draws_most));
  const sharing = table.shared ? 'shared' : 'private';
  return `luce portability power --game ${table.game} --environments ${table.environment.names.length} --instances ${instances} --draws ${draws} --sharing ${sharing}`;
}

/** Cells whose environments have more than a tenth more rows than the least of them. */
export function unevenCells(balance: readonly BalanceRow[]): readonly string[] {
  const cells = new Map<string, number[]>();
  for (const { game, model, regime, rows, unparsed } of balance) {
    const name = [gameTitle(game), model, regime].filter((part) => part !== '').join(', ');
    cells.set(name, [...(cells.get(name) ?? []), rows - unparsed]);
  }
  return [...cells].flatMap(([name, counts]) => {
    const [least, most] = [Math.min(...counts), Math.max(...counts)];
    return most > 1.1 * least
      ? [`${name}: environments have ${least} to ${most} rows. TV falls with rows: compare at equal numbers.`]
      : [];
  });
}
