// What a cell of a text table means: a number in either decimal convention, yes or no, or nothing.

export type DecimalMark = '.' | ',';

const POINT = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
const COMMA = /^[+-]?(?:\d+,\d*|,\d+)(?:[eE][+-]?\d+)?$/;
/** Read as either 1.234 or 1234, so such a cell decides nothing. */
const THOUSANDS = /^[+-]?[1-9]\d{0,2},\d{3}$/;
const NOTHING = /^(?:|na|n\/a|nan|null|none|\.|-|[+-]?inf(?:inity)?)$/i;

/** The number a cell states, or NaN: blanks, NA spellings and infinities too. Spaces around it do not count. */
export function numberOf(cell: string, mark: DecimalMark = '.'): number {
  const text = cell.trim().replace('\u2212', '-');
  if (POINT.test(text)) return Number(text);
  if (mark === ',' && COMMA.test(text)) return Number(text.replace(',', '.'));
  return NaN;
}

/** True for the spellings of a missing or infinite value. */
export const isNothing = (cell: string): boolean => NOTHING.test(cell.trim());

/**
 * The decimal mark of a column: a comma where some cells can only be read so and none has a point.
 * `undecided` where every comma could as well part thousands (1,234); `mixed` where both marks occur.
 */
export function decimalMarkOf(cells: readonly string[]): DecimalMark | 'undecided' | 'mixed' {
  let points = false;
  let commas = 0;
  let thousands = 0;
  for (const cell of cells) {
    const text = cell.trim().replace('\u2212', '-');
    if (text.includes(',') && COMMA.test(text)) {
      commas++;
      if (THOUSANDS.test(text)) thousands++;
    } else if (!points && text.includes('.')) points = POINT.test(text);
  }
  if (commas === 0) return '.';
  if (points) return 'mixed';
  return thousands === commas ? 'undecided' : ',';
}

const TRUE = new Set(['1', '1.0', '1,0', 'true', 't', 'yes', 'y', 'x']);
const FALSE = new Set(['0', '0.0', '0,0', 'false', 'f', 'no', 'n']);

/** 1/0, TRUE/FALSE, T/F, yes/no, y/n and x in any case; null for anything else, blanks too. */
export function booleanOf(cell: string): boolean | null {
  const text = cell.trim().toLowerCase();
  if (TRUE.has(text)) return true;
  return FALSE.has(text) ? false : null;
}
