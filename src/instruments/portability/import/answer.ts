// Reads the action out of a free-text answer.

export interface Answer {
  /** The action as written, thousands marks and currency left out; null where none was found. */
  readonly action: string | null;
  /** True where the answer names more than one action in the form that was read. */
  readonly ambiguous: boolean;
}

const NUMBER = String.raw`[+-]?\d[\d,]*(?:\.\d+)?`;
const MONEY = String.raw`(?:US)?[$€£¥]?\s*`;
const UNIT = String.raw`\s*(?:%|dollars?|points?|tokens?|units?)?`;
const AMOUNT = `${MONEY}(${NUMBER})${UNIT}`;
const LETTER = String.raw`(?:option\s*)?([A-Z])`;

/** [40], [$1,000], [A], [option B]. */
const BRACKETED = new RegExp(String.raw`\[\s*(?:${AMOUNT}|${LETTER})\s*\]`, 'giu');
const FINAL_LINE = /FINAL[_\s]?ANSWER\**\s*[:=]?\s*(.*)/giu;
const STATED = new RegExp(
  String.raw`${MONEY}(?<![\d.,])(${NUMBER})|(?<![A-Za-z])(?:option\s*)?([A-Z])(?![A-Za-z])`,
  'u',
);
const LONE_NUMBER = new RegExp(String.raw`(?<![\w.,])${MONEY}(${NUMBER})(?![\w])`, 'gu');
const LONE_LETTER = /^\W*(?:(?:option|answer|choice|action)[\s:=]*)*\W*([A-Z])\W*$/iu;

const tidy = (match: RegExpMatchArray): string =>
  (match[1] ?? match[2])
    .replace(/,(?=\d{3})/g, '')
    .replace(/[.,]$/, '')
    .toUpperCase();

/** The last of several; ambiguous where they differ. */
function last(found: readonly string[]): Answer | null {
  if (found.length === 0) return null;
  return { action: found[found.length - 1], ambiguous: new Set(found.map(asValue)).size > 1 };
}

const asValue = (text: string): string => (Number.isNaN(Number(text)) ? text : String(Number(text)));

const bracketed = (text: string): Answer | null => last(Array.from(text.matchAll(BRACKETED), tidy));

const finalLine = (text: string): Answer | null =>
  last(
    Array.from(text.matchAll(FINAL_LINE)).flatMap(([, rest]) => {
      const stated = STATED.exec(rest);
      return stated ? [tidy(stated)] : [];
    }),
  );

/** One number in the whole answer, or nothing but a letter. Several different numbers say nothing. */
function lone(text: string): Answer | null {
  const letter = LONE_LETTER.exec(text);
  if (letter) return { action: letter[1].toUpperCase(), ambiguous: false };
  const answer = last(Array.from(text.matchAll(LONE_NUMBER), tidy));
  return answer && (answer.ambiguous ? { action: null, ambiguous: true } : answer);
}

/** The last bracketed number or letter; else that of the last FINAL_ANSWER line; else a lone one. */
export const parseAnswer = (text: string): Answer =>
  bracketed(text) ?? finalLine(text) ?? lone(text) ?? { action: null, ambiguous: false };
