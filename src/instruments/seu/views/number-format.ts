// Turns numbers into the text that people read: true minus, thin spaces, honest digits.

const MINUS = '\u2212';
const THIN = '\u202f';
const NOT_AVAILABLE = 'NA';

const groupThousands = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, THIN);

/** Fixed decimals with U+2212 and U+202F; a value that rounds to zero has no sign; NaN and null are "NA". */
export function fixed(value: number | null, decimals: number): string {
  if (value === null || Number.isNaN(value)) return NOT_AVAILABLE;
  if (!Number.isFinite(value)) return value > 0 ? '∞' : `${MINUS}∞`;
  const [whole, fraction] = Math.abs(value).toFixed(decimals).split('.');
  const text = fraction === undefined ? groupThousands(whole) : `${groupThousands(whole)}.${fraction}`;
  return value < 0 && /[1-9]/.test(text) ? MINUS + text : text;
}

export const integer = (value: number | null): string => fixed(value, 0);

/** Power of ten of the leading digit after rounding to `digits` significant digits. */
const leadingPower = (value: number, digits: number): number =>
  Number(
    Math.abs(value)
      .toExponential(digits - 1)
      .split('e')[1],
  );

/** "no draws", "1 draw", "1 000 draws"; for nouns whose plural takes an s. */
export const counted = (count: number, noun: string): string =>
  `${count === 0 ? 'no' : fixed(count, 0)} ${noun}${count === 1 ? '' : 's'}`;

/** Decimals that show `value` to `digits` significant digits: between 0 and 6. */
export function decimalsOf(value: number, digits = 3): number {
  if (!Number.isFinite(value) || value === 0) return 0;
  return Math.min(6, Math.max(0, digits - 1 - leadingPower(value, digits)));
}

/** Three significant digits unless asked; whole numbers keep all their digits. */
export const significant = (value: number | null, digits = 3): string =>
  value === null ? NOT_AVAILABLE : fixed(value, decimalsOf(value, digits));

/** A value beside the one it is held to: counts, which both are whole, have no decimals; else significant digits. */
export const measured = (value: number | null, beside: number | null, digits = 3): string =>
  Number.isInteger(value) && (beside === null || Number.isInteger(beside))
    ? integer(value)
    : significant(value, digits);

/**
 * Decimals of an estimate and its interval: three significant digits of the narrower of value and width,
 * and never fewer than two of the width.
 */
export function estimateDecimals(value: number, low: number, high: number): number {
  const width = high - low;
  const ofValue = value === 0 ? Infinity : decimalsOf(value);
  return Math.max(decimalsOf(width, 2), Math.min(decimalsOf(width), ofValue));
}

/** "24.6 [6.7, 52.4]". */
export function estimate(value: number, low: number, high: number): string {
  const decimals = estimateDecimals(value, low, high);
  return `${fixed(value, decimals)} ${interval(low, high, decimals)}`;
}

export const interval = (low: number, high: number, decimals = decimalsOf(high - low)): string =>
  `[${fixed(low, decimals)}, ${fixed(high, decimals)}]`;

/** A number within [−1, 1] without its leading zero: p, TV, R², coverage, correlation. */
export const fraction = (value: number | null, decimals = 2): string =>
  fixed(value, decimals).replace(/^(\u2212?)0\./, '$1.');

/** ".990"; below and above what the decimals can show, "< .001" and "> .999". */
export function probability(value: number | null, decimals = 3): string {
  if (value === null || Number.isNaN(value)) return NOT_AVAILABLE;
  const step = 10 ** -decimals;
  if (value < step) return `< ${fraction(step, decimals)}`;
  return value > 1 - step ? `> ${fraction(1 - step, decimals)}` : fraction(value, decimals);
}

/** Decimals that a share of so many draws may have: 2 of 300, 3 of 4000; at least 1, at most 3. */
export const shareDecimals = (draws: number): number => (draws < 100 ? 1 : draws < 1000 ? 2 : 3);

/** "P(…) = .990" or "P(…) < .001". */
export function probabilityOf(event: string, value: number, decimals = 3): string {
  const text = probability(value, decimals);
  return /^[<>]/.test(text) ? `P(${event}) ${text}` : `P(${event}) = ${text}`;
}

export const percent = (share: number, decimals = 0): string => `${fixed(100 * share, decimals)}${THIN}%`;
