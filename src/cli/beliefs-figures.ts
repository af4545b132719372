// Numbers of belief studies as luce beliefs prints them.
import { shareDecimals } from '../instruments/seu/views/number-format.ts';
import type { Bounded } from '../instruments/beliefs/report-types/scores.ts';

/** NA where there is none; Inf and -Inf as R writes them. */
export function figure(value: number | null | undefined, digits = 3): string {
  if (value === null || value === undefined || Number.isNaN(value)) return 'NA';
  if (Number.isFinite(value)) return value.toFixed(digits);
  return value > 0 ? 'Inf' : '-Inf';
}

/** A share of draws with no more digits than they allow: "0.97", "< 0.01" of 300. */
export function shareOfDraws(share: number, draws: number): string {
  const decimals = shareDecimals(draws);
  const step = 10 ** -decimals;
  if (share < step) return `< ${figure(step, decimals)}`;
  return share > 1 - step ? `> ${figure(1 - step, decimals)}` : figure(share, decimals);
}

/** "0.402 [0.351, 0.453]" */
export const bounded = ({ value, lower, upper }: Bounded, digits = 3): string =>
  lower === null
    ? figure(value, digits)
    : `${figure(value, digits)} [${figure(lower, digits)}, ${figure(upper, digits)}]`;
