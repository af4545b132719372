// Numbers of belief studies as luce beliefs prints them.
import type { Bounded } from '../instruments/beliefs/report-types/scores.ts';

export const figure = (value: number | null | undefined, digits = 3): string =>
  value === null || value === undefined || !Number.isFinite(value) ? 'NA' : value.toFixed(digits);

/** "0.402 [0.351, 0.453]" */
export const bounded = ({ value, lower, upper }: Bounded, digits = 3): string =>
  lower === null
    ? figure(value, digits)
    : `${figure(value, digits)} [${figure(lower, digits)}, ${figure(upper, digits)}]`;
