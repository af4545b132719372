// The nodes over which a latent belief is integrated, and the functions of the belief that are tabulated on them.
import { gaussLegendre } from '../../math/gauss-legendre.ts';
import { log } from '../../math/elementary.ts';
import { logit } from '../../math/logistic.ts';

/** Log density values are interpolated from this many control points along each axis (A.2, A.4). */
export const CONTROL_POINTS = 7;
export const NODES = 128;
/** Nodes along the second axis of the two-dimensional model. */
export const SECOND_NODES = 32;
/** Knots of the monotone spline on the probability scale (A.4). */
export const SPLINE_KNOTS: readonly number[] = [0.001, 0.03, 0.15, 0.5, 0.85, 0.97, 0.999];

/** A sparse linear map from parameters to nodes: node q is Σ_t weight[q·terms + t] · parameter[index[q·terms + t]]. */
export interface Interpolation {
  readonly terms: number;
  readonly parameters: number;
  readonly index: Int32Array;
  readonly weight: Float64Array;
}

/** A tensor grid: node q = q1 · second + q2, where `second` is 1 in one dimension. */
export interface Grid {
  readonly nodes: number;
  readonly first: number;
  readonly second: number;
  /** z, the anchored belief, of every node. */
  readonly z: Float64Array;
  /** logit z of every node, and logit z₂; the latter is empty in one dimension. */
  readonly logits: Float64Array;
  readonly secondLogits: Float64Array;
  readonly logWeights: Float64Array;
  /** Log density of the prior from its values at the control points. */
  readonly prior: Interpolation;
}

interface Axis {
  readonly nodes: Float64Array;
  readonly logits: Float64Array;
  readonly logWeights: Float64Array;
  readonly hat: Interpolation;
}

/** Equally spaced points from the first to the last. */
export function equallySpaced(first: number, last: number, count: number): Float64Array {
  return Float64Array.from({ length: count }, (_, k) => first + ((last - first) * k) / (count - 1));
}

/** Piecewise linear interpolation at `x` between values at ascending `knots`, going on straight beyond the ends. */
export function linearInterpolation(x: Float64Array, knots: ArrayLike<number>): Interpolation {
  const index = new Int32Array(2 * x.length);
  const weight = new Float64Array(2 * x.length);
  for (let q = 0; q < x.length; q++) {
    let k = 0;
    while (k < knots.length - 2 && x[q] >= knots[k + 1]) k++;
    const share = (x[q] - knots[k]) / (knots[k + 1] - knots[k]);
    index.set([k, k + 1], 2 * q);
    weight.set([1 - share, share], 2 * q);
  }
  return { terms: 2, parameters: knots.length, index, weight };
}

function axis(count: number): Axis {
  const { nodes, weights } = gaussLegendre(count);
  const logits = new Float64Array(count);
  for (let q = 0; q < count / 2; q++) {
    logits[q] = logit(nodes[q]);
    logits[count - 1 - q] = -logits[q];
  }
  const control = equallySpaced(logits[0], logits[count - 1], CONTROL_POINTS);
  return { nodes, logits, logWeights: weights.map(log), hat: linearInterpolation(logits, control) };
}

/** Bilinear interpolation on a tensor grid; parameter k1 · parameters₂ + k2. */
function bilinear(a: Interpolation, b: Interpolation, nodesA: number, nodesB: number): Interpolation {
  const index = new Int32Array(4 * nodesA * nodesB);
  const weight = new Float64Array(4 * nodesA * nodesB);
  for (let q = 0; q < nodesA * nodesB; q++) {
    const p = 2 * Math.floor(q / nodesB);
    const r = 2 * (q % nodesB);
    for (let t = 0; t < 4; t++) {
      const s = p + (t >> 1);
      const u = r + (t & 1);
      index[4 * q + t] = a.index[s] * b.parameters + b.index[u];
      weight[4 * q + t] = a.weight[s] * b.weight[u];
    }
  }
  return { terms: 4, parameters: a.parameters * b.parameters, index, weight };
}

function buildLine(): Grid {
  const { nodes, logits, logWeights, hat } = axis(NODES);
  return {
    nodes: NODES,
    first: NODES,
    second: 1,
    z: nodes,
    logits,
    secondLogits: new Float64Array(0),
    logWeights,
    prior: hat,
  };
}

function buildPlane(): Grid {
  const a = axis(NODES);
  const b = axis(SECOND_NODES);
  const nodes = NODES * SECOND_NODES;
  const along = (values: Float64Array): Float64Array =>
    Float64Array.from({ length: nodes }, (_, q) => values[Math.floor(q / SECOND_NODES)]);
  const across = (values: Float64Array): Float64Array =>
    Float64Array.from({ length: nodes }, (_, q) => values[q % SECOND_NODES]);
  const crossWeights = across(b.logWeights);
  return {
    nodes,
    first: NODES,
    second: SECOND_NODES,
    z: along(a.nodes),
    logits: along(a.logits),
    secondLogits: across(b.logits),
    logWeights: along(a.logWeights).map((value, q) => value + crossWeights[q]),
    prior: bilinear(a.hat, b.hat, NODES, SECOND_NODES),
  };
}

let line: Grid | null = null;
let plane: Grid | null = null;

/** 128 Gauss–Legendre nodes on (0, 1); made once. */
export const lineGrid = (): Grid => (line ??= buildLine());

/** 128 × 32 nodes on the unit square; made once. */
export const planeGrid = (): Grid => (plane ??= buildPlane());

/**
 * Columns whose sum, weighted by the gaps between successive knot values, is a monotone piecewise linear function of
 * logit z that is 0 at the first knot: column m is the share of the way from knot m to knot m + 1, straight on beyond
 * the outer knots.
 */
export function splineColumns(grid: Grid): readonly Float64Array[] {
  const { index, weight, parameters } = linearInterpolation(grid.logits, SPLINE_KNOTS.map(logit));
  return Array.from({ length: parameters - 1 }, (_, gap) =>
    Float64Array.from({ length: grid.nodes }, (_, q) => {
      const above = (t: number): number => (index[t] > gap ? weight[t] : 0);
      return above(2 * q) + above(2 * q + 1);
    }),
  );
}
