// Values with intervals, as figures of beliefs write them.
import type { Bounded } from '../instruments/beliefs/report-types/scores.ts';
import { fraction } from './number-format.ts';

/** " [.79, .83]", or nothing where there is no interval. */
export const endsOf = ({ lower, upper }: Pick<Bounded, 'lower' | 'upper'>): string =>
  lower === null || upper === null ? '' : ` [${fraction(lower)}, ${fraction(upper)}]`;

/** ".81 [.79, .83]". */
export const boundedText = (bounded: Bounded): string => `${fraction(bounded.value)}${endsOf(bounded)}`;
