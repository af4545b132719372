// What the forms of studies share: lists of whole numbers, and tables that may stand together.
import type { ChoiceDataset } from '../../formats/dataset.ts';

/** Whole numbers with commas between, each once; `word` stands for null. Null where a part is neither. */
export function numberList(text: string, word?: string): readonly (number | null)[] | null {
  const parts = text.split(',').map((part) => part.trim());
  const numbers = parts.map((part) => (part === word ? null : /^\d+$/.test(part) ? Number(part) : NaN));
  return numbers.some((value) => Number.isNaN(value)) ? null : [...new Set(numbers)];
}

export function tableFaults(chosen: readonly ChoiceDataset[]): readonly string[] {
  if (chosen.length === 0) return ['No table of choices is chosen.'];
  const games = chosen.map(({ content }) => content.game);
  const twice = games.find((game, i) => games.indexOf(game) < i);
  return twice === undefined ? [] : [`Two tables of ${twice} are chosen; needed one a game.`];
}
