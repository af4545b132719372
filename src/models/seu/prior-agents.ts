// Agents drawn from the prior, one at a time, choosing once from every menu of a design at any sensitivity.
import { SITE } from '../../math/sites.ts';
import { menuCount, type SeuData } from './data.ts';
import type { SeuModel } from './presets.ts';
import { priorDraws } from './prior-draws.ts';
import { maximalKernel, type MaximalKernel } from './seu-maximal.ts';

/** Parameters, choices and rates of one draw at a time. */
export interface PriorAgents {
  readonly uncertain: MaximalKernel;
  readonly risky: MaximalKernel | null;
  readonly menus: readonly [number, number];
  /** Draws parameters and the uniforms of the choices; returns [z of log α, z of the link]. */
  draw(index: number): readonly [number, number];
  /** Choices of the last draw's agent at other sensitivities. */
  choose(alpha: number, omega: number): void;
}

/** Agents on the design of `data`, keyed by `seed` and the index of the draw. */
export function priorAgents(model: SeuModel, data: SeuData, seed: number): PriorAgents {
  const draws = priorDraws(model, data, seed);
  const uncertain = maximalKernel(data.uncertain, data.alternatives);
  const block = model.link === 'none' ? null : data.risky;
  const risky = block && maximalKernel(block.menus, block.lotteries);
  const M = menuCount(data.uncertain);
  const N = block ? menuCount(block.menus) : 0;
  const uniforms = new Float64Array(M + N);
  const { state, random } = draws;
  return {
    uncertain,
    risky,
    menus: [M, N],
    draw(index) {
      draws.draw(index);
      random.seek(index, SITE.choice);
      for (let m = 0; m < uniforms.length; m++) uniforms[m] = random.uniform();
      return [state.zAlpha, state.zLink];
    },
    choose(alpha, omega) {
      uncertain.evaluate(alpha, state.eta, uniforms, 0);
      risky?.evaluate(omega, state.etaRisky, uniforms, M);
    },
  };
}
