// How far ranks depart from uniform, in units of their band: the one number at the corner of an ECDF-difference panel.
import type { EcdfDifferencePoint } from '../statistics/sbc/uniformity.ts';
import { fixed, integer, percent } from './number-format.ts';
import { shortName } from './quantity-name.ts';

/** A departure from which a panel asks for a look, once all planned ranks are in. */
export const LOOK_FROM = 0.85;

export interface EcdfQuantity {
  readonly variable: string;
  readonly points: readonly EcdfDifferencePoint[];
}

export interface EcdfDifferenceView {
  readonly replicates: number;
  /** Size of the study: below it no panel is flagged. */
  readonly planned: number;
  readonly maxRank: number;
  /** Exact probability that calibrated ranks stay in the band, all boundaries together. */
  readonly coverage: number;
  readonly quantities: readonly EcdfQuantity[];
}

/**
 * Largest departure from uniform in units of the band, whose limits are taken half a count outward: below 1 exactly
 * where the curve stays inside. Limits that no count can pass do not count.
 */
export function departureOf(points: readonly EcdfDifferencePoint[], replicates: number): number {
  const half = 0.5 / replicates;
  return points.reduce((most, { z, ecdf_diff, lower, upper }) => {
    const up = upper + z < 1 - half ? ecdf_diff / (upper + half) : 0;
    const down = lower + z > half ? ecdf_diff / (lower - half) : 0;
    return Math.max(most, up, down);
  }, 0);
}

/** Whether all planned ranks are in. */
export const landed = ({ replicates, planned }: EcdfDifferenceView): boolean => replicates >= planned;
export const flagged = (view: EcdfDifferenceView, { points }: EcdfQuantity): boolean =>
  landed(view) && departureOf(points, view.replicates) >= LOOK_FROM;

/** How much is in, and how near each quantity comes to its band. */
export function describeEcdfDifference(view: EcdfDifferenceView): string {
  const { replicates, planned, maxRank, coverage, quantities } = view;
  const far = quantities.map(
    (one) => [shortName(one.variable), departureOf(one.points, replicates)] as const,
  );
  const list = far.map(([name, departure]) => `${name} ${fixed(departure, 2)}`).join(', ');
  const outside = far.filter(([, departure]) => departure > 1).length;
  return [
    `${integer(replicates)} of ${integer(planned)} ranks 0 … ${integer(maxRank)} are in.`,
    `Largest departures in units of the ${percent(coverage, 1)} band: ${list}.`,
    landed(view)
      ? `${outside} of ${far.length} quantities leave their band.`
      : 'Bands are judged when all are in.',
  ].join(' ');
}
