// A scale of shares that is stretched towards 0 and 1, where chance moves them less.
import { scaleLinear } from 'd3-scale';
import type { Linear } from './axes.ts';

/** Straight pieces that the curve is made of. */
const PIECES = 200;

export const SHARE_TICKS = [0, 0.05, 0.2, 0.5, 0.8, 0.95, 1];

/**
 * Shares from 0 to 1 by the arcsine of their root, on which chance moves every share equally far (Anscombe 1948). Bins
 * of equally many cases stand apart where most forecasts lie near an end, and the diagonal stays straight.
 */
export function shareScale([from, to]: readonly [number, number]): Linear {
  const at = Array.from({ length: PIECES + 1 }, (_, k) => k / PIECES);
  return scaleLinear(
    at.map((part) => Math.sin((part * Math.PI) / 2) ** 2),
    at.map((part) => from + part * (to - from)),
  );
}
