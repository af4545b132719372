// What limits a figure of thresholds: those that mean nothing, those without an interval, and what stands beside them in grey.
import type { RefitsReport } from '../instruments/beliefs/report-types/thresholds.ts';
import { framingLegend, promptLabel } from './beliefs-roles.ts';
import {
  isInstructed,
  type Instructed,
  type ThresholdMark,
  type ThresholdView,
} from './beliefs-threshold-plane.ts';
import { integer } from './number-format.ts';

export const NO_INTERVAL = 'no interval: the fit is at no maximum, or its curvature gives none';

/** A threshold that means something, and whose interval is not known. */
export const isOpen = ({ caution, lower, upper }: ThresholdMark): boolean =>
  caution === null && (lower === null || upper === null);

/** "bet r4, bet r9 (the slope is near 0); cost r4 (the decision never varies)" */
function cautioned(told: readonly Instructed[]): string {
  const cautions = [...new Set(told.flatMap(({ caution }) => (caution === null ? [] : [caution])))];
  return cautions
    .map((caution) => `${namesOf(told.filter((one) => one.caution === caution))} (${caution})`)
    .join('; ');
}

const namesOf = (rows: readonly ThresholdMark[]): string =>
  rows.map(({ prompt }) => promptLabel(prompt)).join(', ');

/** What the axes are, and which thresholds must not be read, or have no interval, and why. */
export function captionOf({ framings, thresholds }: ThresholdView): string {
  const told = thresholds.filter(isInstructed);
  const [hollow, open] = [cautioned(told), told.filter(isOpen)];
  return (
    `${framingLegend(framings)} Both axes run in logits. Framings stand a little apart.` +
    (hollow === '' ? '' : ` Hollow, and not to be read: ${hollow}.`) +
    (open.length === 0
      ? ''
      : ` Without an interval, since the fit is at no maximum or its curvature gives none: ${namesOf(open)}.`)
  );
}

/** What stands in grey beside them. */
export const refitCaption = ({ landed }: RefitsReport): string =>
  ` Grey: medians and 95\u202f% intervals over ${integer(landed)} refits to cases drawn with replacement; coloured bars are` +
  ' of the delta method, at the optimum.';
