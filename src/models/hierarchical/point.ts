// A truth or a draw of a hierarchical model with what it implies on a design: what quantities are read from.
import type { HierarchicalTruth } from './truth.ts';

/** A truth or a draw with what it implies on a design; arrays as in HierarchicalState. */
export interface HierarchicalPoint extends Omit<HierarchicalTruth, 'beta'> {
  readonly upsilon: Float64Array;
  readonly eta: readonly Float64Array[];
  readonly psi: readonly Float64Array[];
}
