// Writes a table of choices as the long CSV that it can be read from.
import type { ChoiceTable } from './choice-table.ts';

const quote = (text: string): string =>
  /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Action as written: an amount, a label, or nothing where it could not be parsed. */
const actionText = ({ action, labels }: ChoiceTable, row: number): string =>
  Number.isNaN(action[row]) ? '' : labels ? quote(labels[action[row]]) : String(action[row]);

/** Columns game, model, regime, environment, instance, draw, features, action, raw_text; lines end with a line feed. */
export function choiceCsv(table: ChoiceTable): string {
  const { features, x, texts } = table;
  const roles = [table.model, table.regime, table.environment, table.instance].map(({ names, codes }) => ({
    names: names.map(quote),
    codes,
  }));
  const text = new Map(Array.from(texts.rows, (row, i) => [row, quote(texts.texts[i])]));
  const game = quote(table.game);
  const names = ['game', 'model', 'regime', 'environment', 'instance', 'draw'];
  const lines = [[...names, ...features.map(quote), 'action', 'raw_text'].join(',')];
  for (let row = 0; row < table.rows; row++)
    lines.push(
      [
        game,
        ...roles.map((role) => role.names[role.codes[row]]),
        table.draw[row],
        ...x.subarray(row * features.length, (row + 1) * features.length),
        actionText(table, row),
        text.get(row) ?? '',
      ].join(','),
    );
  return `${lines.join('\n')}\n`;
}
