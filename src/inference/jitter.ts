// A step that varies from draw to draw, so that no chain is caught where one fixed step is always refused.
import type { RandomStream } from '../math/random.ts';
import { SITE } from '../math/sites.ts';

/** Least share of the adapted step. Its twin is in shaders/samplers/integrate.wesl. */
const LEAST_SHARE = 0.5;
const WORD = 1;

/**
 * The step of kept iteration `iteration`: uniform between half the adapted step and the whole. Warmup adapts the whole
 * step, so sampling accepts more often than the target.
 */
export function jitteredStep(random: RandomStream, iteration: number, stepSize: number): number {
  random.seek(iteration, SITE.length, WORD);
  return stepSize * (LEAST_SHARE + (1 - LEAST_SHARE) * random.uniform());
}
