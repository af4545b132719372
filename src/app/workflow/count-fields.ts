// Whole numbers in fields: their ranges, and what is wrong with a text.

export interface CountRange {
  readonly label: string;
  readonly least: number;
  readonly most: number;
  readonly hint: string;
}

export const countOf = (text: string): number => (/^\s*\d+\s*$/.test(text) ? Number(text) : NaN);

export function countFault({ label, least, most }: CountRange, text: string): string | null {
  const value = countOf(text);
  if (value >= least && value <= most) return null;
  return `${label} is “${text}”; needed a whole number from ${least} to ${most}.`;
}
