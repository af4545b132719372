// Which of a game's parameters a reasoning text names: whether it deals with the payoffs at all.
import { reasoningOf } from './reasoning.ts';

/** A number with or without thousands commas and decimals, a sign that no word or digit precedes, and a per cent. */
const NUMBER =
  /((?<![\w.,%)])[-−])?(\d{1,3}(?:,\d{3})+(?![\d])(?:\.\d+)?|\d+(?:\.\d+)?|(?<!\d)\.\d+)(\s*(?:%|percent\b|per cent\b))?/gi;

/** The numbers of a text, the line with the answer left out; a percentage counts as itself and as a share. */
export function numbersOf(text: string): ReadonlySet<number> {
  const numbers = new Set<number>();
  for (const [, sign, digits, percent] of reasoningOf(text).matchAll(NUMBER)) {
    const plain = `${sign ? '-' : ''}${digits.replaceAll(',', '')}`;
    numbers.add(Number(plain));
    if (percent) numbers.add(Number(`${plain}e-2`));
  }
  return numbers;
}

/** Parameters whose value is among the numbers of the text; one mention serves two parameters of equal value. */
export function parametersNamed(text: string, parameters: ArrayLike<number>): number {
  const numbers = numbersOf(text);
  let named = 0;
  for (let i = 0; i < parameters.length; i++) if (numbers.has(parameters[i])) named += 1;
  return named;
}

/** A reasoning text and the parameters of its prompt, as rendered there. */
export interface ReasoningRow {
  readonly text: string;
  readonly parameters: ArrayLike<number>;
}

export interface Coverage {
  /** Parameters named in each text. */
  readonly named: readonly number[];
  /** Mean share of parameters named; null without texts. */
  readonly mean: number | null;
  /** Share of texts that name one parameter or more. */
  readonly atLeastOne: number | null;
}

/** Numeric parameter coverage; every row has the same number of parameters or its own, at least one. */
export function coverage(rows: readonly ReasoningRow[]): Coverage {
  const named = rows.map(({ text, parameters }) => parametersNamed(text, parameters));
  const share = (total: number): number | null => (rows.length > 0 ? total / rows.length : null);
  return {
    named,
    mean: share(named.reduce((sum, count, i) => sum + count / rows[i].parameters.length, 0)),
    atLeastOne: share(named.filter((count) => count > 0).length),
  };
}
