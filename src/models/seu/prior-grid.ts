// Rates of SEU-maximal choices over a grid of priors, every point with the same random numbers.
import type { SeuData } from './data.ts';
import type { LognormalPrior, SeuModel } from './presets.ts';
import { priorAgents } from './prior-agents.ts';
import { lognormalAt, omegaAt } from './prior-draws.ts';

/** A point of a calibration grid: priors of α and, where the model has one, of ω or κ. */
export interface PriorPoint {
  readonly alpha: LognormalPrior;
  readonly link: LognormalPrior;
}

/** Rates of the same draws under every prior of a grid, each points × count, row by row. */
export interface PriorGrid {
  readonly first: number;
  readonly count: number;
  readonly alpha: Float64Array;
  readonly rate: Float64Array;
  readonly expectedRate: Float64Array;
}

/**
 * Prior predictive rates over all menus of the design under each of `points`: draw i has the same deviates, beliefs,
 * utilities and uniforms at every point, so that differences between points have little noise.
 */
export function priorGrid(
  model: SeuModel,
  data: SeuData,
  points: readonly PriorPoint[],
  seed: number,
  first: number,
  count: number,
): PriorGrid {
  const agent = priorAgents(model, data, seed);
  const [M, N] = agent.menus;
  const column = (): Float64Array => new Float64Array(points.length * count);
  const [alpha, rate, expectedRate] = [column(), column(), column()];
  for (let i = 0; i < count; i++) {
    const [zAlpha, zLink] = agent.draw(first + i);
    for (let p = 0; p < points.length; p++) {
      const at = p * count + i;
      alpha[at] = lognormalAt(points[p].alpha, zAlpha);
      agent.choose(alpha[at], omegaAt(model.link, points[p].link, alpha[at], zLink));
      const totals = [agent.uncertain.totals, ...(agent.risky ? [agent.risky.totals] : [])];
      rate[at] = totals.reduce((sum, { hits }) => sum + hits, 0) / (M + N);
      expectedRate[at] = totals.reduce((sum, { probability }) => sum + probability, 0) / (M + N);
    }
  }
  return { first, count, alpha, rate, expectedRate };
}
