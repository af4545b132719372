// What choice curves say and what limits them: bands that hold the fitted curve, beliefs inferred from the answer, few cases.
import { bisector } from 'd3-array';
import type { CurveReport } from '../instruments/beliefs/report-types/thresholds.ts';
import { framingLegend, framingsOf, promptLabel } from './beliefs-roles.ts';
import { counted, fraction, integer } from './number-format.ts';

/** A band wider than this says nothing where it is. */
const WIDE = 0.5;
/** With fewer answers the bandwidth 1.06 · sd · n^(−1/5) is wide beside how fast decisions turn. */
const FEW_ANSWERS = 50;

const at = bisector(({ z }: { readonly z: number }) => z).center;

export const fittedAt = ({ fitted }: CurveReport, z: number): number | null =>
  fitted.length === 0 ? null : fitted[at(fitted as { z: number; rate: number }[], z)].rate;

/** Where the estimate's band holds the fitted curve, as a share of points at which the band says something. */
function insideOf(curve: CurveReport): { readonly inside: number; readonly points: number } {
  const telling = curve.points.filter(({ lower, upper }) => upper - lower < WIDE);
  const inside = telling.filter(({ z, lower, upper }) => {
    const fitted = fittedAt(curve, z);
    return fitted !== null && fitted >= lower && fitted <= upper;
  });
  return { inside: inside.length, points: telling.length };
}

export function describeCurves(cell: string, curves: readonly CurveReport[]): string {
  const each = curves.map((curve) => {
    const { inside, points } = insideOf(curve);
    return `${promptLabel(curve.prompt)} ${integer(inside)} of ${counted(points, 'point')}`;
  });
  return `${cell}: where the 95\u202f% band of the observed rate holds the fitted curve: ${each.join('; ')}.`;
}

export function captionOf(curves: readonly CurveReport[]): string {
  const widest = curves.reduce((wide, one) => (one.bandwidth > wide.bandwidth ? one : wide));
  const few = Math.min(...curves.map(({ cases }) => cases.length)) < FEW_ANSWERS;
  return (
    `${framingLegend(framingsOf(curves))} Ticks: the answers, 1 at the top, 0 at the foot. The belief is inferred from all ` +
    'answers, the decision drawn among them, so that the curves look better than they would for a belief without it.' +
    (few
      ? ` With ${integer(widest.cases.length)} answers the kernel is wide (up to ${fraction(widest.bandwidth)} of belief): it ` +
        'flattens a steep choice, so that the line may turn more slowly than the decisions do.'
      : '')
  );
}
