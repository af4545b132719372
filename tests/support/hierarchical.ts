// Reads the hierarchical fixtures, and makes small data with every part of the family.
import { randomStream } from '../../src/math/random.ts';
import type { HierarchicalData } from '../../src/models/hierarchical/data.ts';
import { HIERARCHICAL_PRESETS, type HierarchicalModel } from '../../src/models/hierarchical/presets.ts';
import { menuBlock, type SeuData } from '../../src/models/seu/data.ts';
import type { HierarchicalStan } from './hierarchical-stan.ts';
import { fixtureNames } from './seu.ts';

export { hierarchicalDataOf, type HierarchicalStan } from './hierarchical-stan.ts';

export interface HierarchicalFixture {
  model: string;
  data: HierarchicalStan;
  unconstrained_names: string[];
  constant_dropped_by_stan: number;
  points: {
    unconstrained: number[];
    direct: { log_posterior_unconstrained: number; log_lik: number };
    direct_complex_step_grad_adjust_true: number[];
    derived: { eta_by_alternative: number[] };
  }[];
}

export const hierarchicalNames = (): string[] => fixtureNames('logdensity_h_m01');

export const hierarchicalModel = (name: string): HierarchicalModel => HIERARCHICAL_PRESETS[name];

export interface Shape {
  readonly K: number;
  readonly D: number;
  readonly J: number;
  readonly P: number;
  readonly seed: number;
}

/** Cells with features and numbers of alternatives of their own, two to four to a menu, in two pools. */
export function smallData({ K, D, J, P, seed }: Shape): HierarchicalData {
  const random = randomStream(seed, 0, 0);
  random.seek(0, 16);
  const cells = Array.from({ length: J }, (_, j): SeuData => {
    const R = 4 + (j % 3);
    const menus = Array.from({ length: 5 + j }, (__, m) =>
      Array.from({ length: 2 + (m % 3) }, (___, i) => (i + m) % R).sort((a, b) => a - b),
    );
    return {
      consequences: K,
      alternatives: R,
      dimensions: D,
      features: Float64Array.from({ length: R * D }, () => random.normal()),
      uncertain: menuBlock(
        menus,
        menus.map((menu, m) => (m + j) % menu.length),
      ),
      risky: null,
    };
  });
  return {
    cells,
    predictors: P,
    design: Float64Array.from({ length: J * P }, () => random.normal()),
    pools: Int32Array.from({ length: J }, (_, j) => j % Math.min(2, J)),
  };
}

/** Every effect at once. */
export const WHOLE_MODEL: HierarchicalModel = {
  ...HIERARCHICAL_PRESETS.h_m01_pools,
  name: 'whole',
  sizeEffect: true,
};
