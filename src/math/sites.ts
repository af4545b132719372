// Every use of random numbers has a site: the one list, shared with shaders/common/sites.wesl.

/** Sites below 256. A word index within a site counts coordinates, tree depths or leaves. */
export const SITE = {
  /** Initial position, uniform within the radius; word = coordinate. Iteration 0. */
  initial: 0,
  /** Momentum refresh; word = coordinate. */
  momentum: 1,
  /** Direction of each doubling; word = depth. */
  direction: 2,
  /** Progressive choice within a subtree; word = leaf, counted over the whole tree. */
  leaf: 3,
  /** Biased choice between the old tree and the new subtree; word = depth. */
  subtree: 4,
  /** Trajectory length (word 0) and step jitter (word 1). */
  length: 5,
  /** Metropolis acceptance; word 0. */
  accept: 6,
  /** Directions of β that the likelihood cannot see; word = component. Iteration = kept draw. */
  unseen: 7,
  /** Posterior predictive replicate; word = menu, uncertain block first. Iteration = kept draw. */
  replicate: 8,
  /** Moves from the prior beside the sampler's; word = 64 · move of the iteration. */
  refresh: 9,
  /** Truth and design of a simulated agent; word = entry. */
  designFeatures: 16,
  designMenus: 17,
  designLotteries: 18,
  truth: 19,
  choice: 20,
  /** Projections of a study, and each replicate's reference point; word = coordinate. */
  projection: 24,
  reference: 25,
  /** Random places among tied ranks; word = quantity. */
  ties: 26,
  /** Replicates resampled for an interval over them; iteration = interval. */
  resample: 27,
  /** Portability: training and test rows of a cell; word = row drawn. Iteration 0 is the fixed split. */
  folds: 32,
  /** Portability: sampled sources and target; iteration = split. */
  sourceSets: 33,
  /** Portability: instances exchanged between environments, and their folds; iteration = permutation from 1. */
  exchange: 34,
  /** Portability: instances resampled under the null; iteration = bootstrap draw. */
  nullResample: 35,
  /** Portability: instances resampled within environments for an interval; iteration = resample. */
  outerResample: 36,
  /** Portability: a place among tied permutations; word = statistic. */
  tiedPermutation: 37,
  /** Portability: rows of each tree of a forest; iteration = tree. */
  forest: 38,
  /** Beliefs: training cases that a refit draws; word = case drawn, iteration = refit. */
  refit: 39,
} as const;
