// The second axis has no direction of its own: turned about, with its slopes' signs changed, it fits as well.
import { CONTROL_POINTS } from '../../models/beliefs/grid.ts';
import type { BeliefModel } from '../../models/beliefs/model.ts';

/** The mirrored parameters where the second slopes' sum is negative; otherwise the parameters themselves. */
export function positiveSecondAxis({ layout }: BeliefModel, theta: Float64Array): Float64Array {
  const second = layout.blocks.filter(({ role }) => role === 'second-slope');
  if (second.reduce((sum, { offset }) => sum + theta[offset], 0) >= 0) return theta;
  const mirrored = theta.slice();
  for (const { offset } of second) mirrored[offset] = -theta[offset];
  for (let k = 0; k < CONTROL_POINTS * CONTROL_POINTS; k++) {
    const across = k % CONTROL_POINTS;
    mirrored[k] = theta[k - across + (CONTROL_POINTS - 1 - across)];
  }
  return mirrored;
}
