// How far ranks depart from uniform, in units of their band: the one number at the corner of an ECDF-difference panel.
import type { EcdfDifferencePoint } from '../statistics/sbc/uniformity.ts';
import { fixed, integer, percent } from './number-format.ts';
import { shortName, type NamedQuantity } from './quantity-name.ts';

/** A departure from which a panel asks for a look, once all planned ranks are in. */
export const LOOK_FROM = 0.85;

export interface EcdfQuantity extends NamedQuantity {
  /** Largest departure of the curve ÷ band: above 1 it leaves the band. */
  readonly departure: number;
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

/** Whether all planned ranks are in. */
export const landed = ({ replicates, planned }: EcdfDifferenceView): boolean => replicates >= planned;
export const flagged = (view: EcdfDifferenceView, { departure }: EcdfQuantity): boolean =>
  landed(view) && departure >= LOOK_FROM;

/** How much is in, and how near each quantity comes to its band. */
export function describeEcdfDifference(view: EcdfDifferenceView): string {
  const { replicates, planned, maxRank, coverage, quantities } = view;
  const list = quantities.map((one) => `${shortName(one)} ${fixed(one.departure, 2)}`).join(', ');
  const outside = quantities.filter(({ departure }) => departure > 1).length;
  return [
    `${integer(replicates)} of ${integer(planned)} ranks 0 … ${integer(maxRank)} are in.`,
    `Largest departures in units of the ${percent(coverage, 1)} band: ${list}.`,
    landed(view)
      ? `${outside} of ${quantities.length} quantities leave their band.`
      : 'Bands are judged when all are in.',
  ].join(' ');
}
